//! The HTML of the pages: the widget's `index.html` with boot data, the first view, preloads and a content security policy
//! (docs/api.md#pages).

mod boot;
mod error_page;
mod first_paint;
mod first_paint_rule;
mod language;
mod manifest;
mod policy;
mod preloads;
mod prerenderer;
mod scripts;
mod stop_mails_page;
mod template;
mod theme;

pub(crate) use boot::Boot;
pub(crate) use error_page::{ErrorPage, Failure, OFFLINE_POLICY, POLICY as ERROR_PAGE_POLICY};
pub(crate) use policy::{
    FOR_API_REFERENCE, FOR_SERVICE_WORKER, FramedBy, NOTHING_ALLOWED, for_loader_page as loader_page_policy,
};
pub(crate) use stop_mails_page::{POLICY as STOP_MAILS_POLICY, StopMailsPage};
pub(crate) use template::escape_attribute;

use crate::assets::{Asset, Assets, Compression};
use crate::documents::{Document, Documents, Key};
use base::languages::{direction, known_language, texts_in};
use base::records::{Theme, WidgetConfiguration};
use boot::write_json;
use engine::LanguageChoices;
use first_paint::{FirstPaint, FirstPaints, Painted, Painting};
use language::page_language;
use manifest::Manifest;
use policy::InlineSources;
use preloads::Preloads;
use scripts::{Start, scripts_html};
use std::sync::Arc;
use template::{Filling, Template};
use theme::DarkStyles;
use tracing::warn;

/// Most bytes of pages in memory, with their compressed forms: some 2,000 pages of usual flows.
const KEPT_BYTES: usize = 64 * 1024 * 1024;

const HTML: &str = "text/html; charset=utf-8";

/// The pages of the running server.
pub(crate) struct Pages {
    assets: Assets,
    rendered: Documents<Option<InlineSources>>,
    /// `None` if the widget has not been built.
    built: Option<Built>,
    /// The page that counts unread replies; `None` if the widget has not been built.
    unread: Option<Template>,
}

/// What every page is made of.
struct Built {
    template: Template,
    preloads: Preloads,
    dark_styles: DarkStyles,
    /// `None` if the build lacks what they need.
    first_paints: Option<FirstPaints>,
}

/// A rendered page.
pub(crate) struct Page {
    pub(crate) html: Arc<Document<Option<InlineSources>>>,
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
                warn!("widget build missing: pages return 503");
                None
            }
            Some(None) => {
                warn!("widget index.html invalid (no <html> or no </head>): pages return 503");
                None
            }
            Some(Some(template)) => {
                let manifest = assets
                    .get(".vite/manifest.json")
                    .and_then(Asset::text)
                    .unwrap_or("{}");
                let manifest = Manifest::parse(manifest);
                Some(Built::new(template, &manifest, &assets))
            }
        };
        let unread = assets.get("unread.html").and_then(Asset::text);
        let unread = unread.and_then(Template::parse);
        if unread.is_none() {
            warn!("unread-count page build missing: it returns 503");
        }
        Self {
            unread,
            assets,
            rendered: Documents::new(KEPT_BYTES),
            built,
        }
    }

    /// Returns a built file.
    pub(crate) fn asset(&self, path: &str) -> Option<&Asset> {
        self.assets.get(path)
    }

    /// Renders the page that counts a widget's unread replies, and returns it with its policy; `None` if the widget has not
    /// been built. It has the texts of the newest reply only for a widget that shows that beside its launcher.
    pub(crate) fn unread_page(
        &self,
        widget: &WidgetConfiguration,
        language: &str,
        theme: Theme,
    ) -> Option<(String, String)> {
        let language = known_language(language).unwrap_or("en");
        let mut attributes = vec![
            ("lang", language),
            ("dir", direction(language)),
            ("data-code", &widget.code),
            ("data-node", &widget.node_id),
        ];
        let texts = texts_in(language);
        if widget.reply_preview != Some(false) && widget.modal_mode != Some(true) {
            attributes.extend([
                ("data-scheme", theme.color_scheme()),
                ("data-open", &texts.mail.open),
                ("data-close", &texts.launcher.close),
                ("data-picture", &texts.server.picture),
            ]);
        }
        let html = self.unread.as_ref()?.with_attributes(&attributes);
        let framed_by = FramedBy::widget(widget.enabled_domains.as_deref());
        Some((html, policy::for_unread_page(framed_by)))
    }

    /// Renders a page; `None` if the widget has not been built.
    ///
    /// A page that many visitors get is rendered and compressed once, with its first view and, where it may have one, its first
    /// paint. It is found again by its kind and its boot data, which name the revision of its flow and the language: what an
    /// import changes, in whichever process, changes them.
    pub(crate) async fn render(&self, boot: &Boot<'_>) -> serde_json::Result<Option<Page>> {
        let Some(built) = &self.built else {
            return Ok(None);
        };
        let choices = LanguageChoices {
            widget: boot
                .widget
                .and_then(|widget| widget.default_language_code.as_deref()),
            url: boot.url_language,
            node_default: boot.node.and_then(|node| node.default_language_id.as_deref()),
        };
        let language = page_language(boot.flow, &choices, boot.accepted_language);
        let data = boot.json(&language)?;
        let key = boot.is_for_many().then(|| Key::new(&boot.kind(), &data));
        let html = match key.and_then(|key| self.rendered.find(key)) {
            Some(html) => html,
            None => {
                let first_view = boot.first_view(&choices);
                let content = Content {
                    language: &language,
                    data: &data,
                    first_view: first_view.as_deref(),
                };
                self.make(built, boot, &content, key).await
            }
        };
        Ok(Some(Page {
            policy: policy::for_page(
                boot.node,
                boot.flow,
                boot.kiosk.is_some(),
                boot.framed_by,
                html.extra.as_ref(),
            ),
            html,
        }))
    }

    /// Makes a page, and keeps it if there is a key for it.
    async fn make(
        &self,
        built: &Built,
        boot: &Boot<'_>,
        content: &Content<'_>,
        key: Option<Key>,
    ) -> Arc<Document<Option<InlineSources>>> {
        let painting = match key {
            Some(_) => built.paint(boot, content).await,
            None => Painting::Without,
        };
        // Without its paint for now it is not kept, so that the next visitor's page may be painted.
        let key = key.filter(|_| !matches!(painting, Painting::NotNow));
        let paint = painting.paint();
        let html = built.html(boot, content, paint.as_ref());
        let sources = paint.map(|paint| paint.sources());
        match key {
            Some(key) => {
                self.rendered
                    .add(key, HTML, Compression::Fast, html, sources)
                    .await
            }
            None => Arc::new(Document::plain(HTML, html).with(sources)),
        }
    }
}

/// What a page shows.
struct Content<'a> {
    language: &'a str,
    /// The boot data as JSON.
    data: &'a str,
    first_view: Option<&'a str>,
}

impl Built {
    fn new(template: Template, manifest: &Manifest, assets: &Assets) -> Self {
        let first_paints = FirstPaints::new(assets, &template, manifest);
        if let Err(missing) = &first_paints {
            warn!(
                missing,
                "widget build incomplete: pages come without the HTML of their first view"
            );
        }
        Self {
            preloads: Preloads::new(manifest, template.text()),
            dark_styles: DarkStyles::new(manifest),
            first_paints: first_paints.ok(),
            template,
        }
    }

    async fn paint(&self, boot: &Boot<'_>, content: &Content<'_>) -> Painting<'_> {
        let Some(first_paints) = &self.first_paints else {
            return Painting::Without;
        };
        if !boot.may_have_first_paint(content.first_view) {
            return Painting::Without;
        }
        let page = Painted {
            flow: boot.shown_flow().map(|flow| &*flow.flow.id),
            language: content.language,
            theme: boot.theme,
            is_frame: boot.route == "widget",
            boot: content.data,
            view: content.first_view,
        };
        first_paints.make(&page).await
    }

    fn html(&self, boot: &Boot<'_>, content: &Content<'_>, first_paint: Option<&FirstPaint<'_>>) -> String {
        let Content {
            language, first_view, ..
        } = *content;
        let needs_engine = boot.shown_flow().is_some() && first_view.is_none();
        let mut head = match first_paint {
            // The styles themselves are in the page.
            Some(_) => self.dark_styles.color_scheme(boot.theme),
            None => self.dark_styles.tags(boot.theme),
        };
        head.push_str(&self.preloads.tags(boot.part(), needs_engine, language));
        write_json("boot", content.data, &mut head);
        if let Some(first_view) = first_view {
            write_json("view", first_view, &mut head);
        }
        let start = match first_paint {
            Some(_) => Start::AfterPaint,
            None => Start::AtOnce,
        };
        let mut body = scripts_html(language, start);
        boot.write_flow(&mut body);
        self.template.render(&Filling {
            language,
            direction: direction(language),
            theme: boot.theme,
            route: boot.route,
            head: &head,
            body: &body,
            first_paint,
        })
    }
}
