//! The HTML of the pages: the widget's `index.html` with boot data, preloads and a content security policy
//! (docs/api.md#pages).

mod boot;
mod language;
mod policy;
mod preloads;
mod template;

pub(crate) use boot::Boot;
pub(crate) use policy::{NOTHING_ALLOWED, for_loader_page as loader_page_policy};

use crate::assets::{Asset, Assets, Compression};
use crate::documents::{Document, Documents, Key};
use engine::LanguageChoices;
use language::{direction, page_language};
use preloads::Preloads;
use std::sync::Arc;
use template::Template;
use tracing::warn;

/// Most bytes of pages in memory, with their compressed forms: some 2,000 pages of usual flows.
const KEPT_BYTES: usize = 64 * 1024 * 1024;

const HTML: &str = "text/html; charset=utf-8";

/// The pages of the running server.
pub(crate) struct Pages {
    assets: Assets,
    rendered: Documents,
    /// `None` if the widget has not been built.
    built: Option<(Template, Preloads)>,
}

/// A rendered page.
pub(crate) struct Page {
    pub(crate) html: Arc<Document>,
    /// For the header `Content-Security-Policy`.
    pub(crate) policy: String,
}

impl Pages {
    /// Parses the widget's build, once at the start.
    pub(crate) fn new(assets: Assets) -> Self {
        let template = assets
            .get("index.html")
            .and_then(Asset::text)
            .map(Template::parse);
        let built = match template {
            None => {
                warn!("the widget has not been built: pages answer 503");
                None
            }
            Some(None) => {
                warn!("the widget's index.html has no <html> or no </head>: pages answer 503");
                None
            }
            Some(Some(template)) => {
                let manifest = assets
                    .get(".vite/manifest.json")
                    .and_then(Asset::text)
                    .unwrap_or("{}");
                let preloads = Preloads::read(manifest, template.text());
                Some((template, preloads))
            }
        };
        Self {
            assets,
            rendered: Documents::new(KEPT_BYTES),
            built,
        }
    }

    /// Returns a file of the widget's build.
    pub(crate) fn asset(&self, path: &str) -> Option<&Asset> {
        self.assets.get(path)
    }

    /// Renders a page; `None` if the widget has not been built.
    ///
    /// A page that many visitors get is rendered and compressed once. It is found again by its boot data, which name the
    /// revision of its flow: what an import changes, in whichever process, changes them.
    ///
    /// # Errors
    /// The boot data could not be written as JSON.
    pub(crate) async fn render(&self, boot: &Boot<'_>) -> serde_json::Result<Option<Page>> {
        let Some((template, preloads)) = &self.built else {
            return Ok(None);
        };
        let choices = LanguageChoices {
            widget: boot
                .widget
                .and_then(|widget| widget.default_language_code.as_deref()),
            url: boot.url_language,
            node_default: boot.node.and_then(|node| node.default_language_id.as_deref()),
        };
        let language = page_language(boot.flow, &choices);
        let data = boot.json(&language)?;
        let html = || {
            let mut head = preloads.tags(boot.route, boot.shown_flow().is_some(), &language);
            boot.write_scripts(&data, &mut head);
            template.render(&language, direction(&language), &head)
        };
        let html = if boot.is_for_many() {
            let key = Key::new("page", &data);
            self.rendered.get(key, HTML, Compression::Fast, html).await
        } else {
            Arc::new(Document::plain(HTML, html()))
        };
        Ok(Some(Page {
            html,
            policy: policy::for_page(boot.node, boot.flow, boot.widget),
        }))
    }
}
