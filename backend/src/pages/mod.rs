//! The HTML of the pages: the widget's `index.html` with boot data, preloads and a content security policy
//! (docs/api.md#pages).

mod boot;
mod language;
mod policy;
mod preloads;
mod template;

pub(crate) use boot::Boot;
pub(crate) use policy::{NOTHING_ALLOWED, for_loader_page as loader_page_policy};

use crate::assets::{Asset, Assets};
use engine::LanguageChoices;
use language::{direction, page_language};
use preloads::Preloads;
use template::Template;
use tracing::warn;

/// The pages of the running server.
pub(crate) struct Pages {
    assets: Assets,
    /// `None` if the widget has not been built.
    built: Option<(Template, Preloads)>,
}

/// A rendered page.
pub(crate) struct Page {
    pub(crate) html: String,
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
        Self { assets, built }
    }

    /// Returns a file of the widget's build.
    pub(crate) fn asset(&self, path: &str) -> Option<&Asset> {
        self.assets.get(path)
    }

    /// Renders a page; `None` if the widget has not been built.
    ///
    /// # Errors
    /// The boot data could not be written as JSON.
    pub(crate) fn render(&self, boot: &Boot<'_>) -> serde_json::Result<Option<Page>> {
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
        let mut head = preloads.tags(boot.route, boot.shown_flow().is_some(), &language);
        head.push_str(&boot.scripts(&language)?);
        Ok(Some(Page {
            html: template.render(&language, direction(&language), &head),
            policy: policy::for_page(boot.node, boot.flow, boot.widget),
        }))
    }
}
