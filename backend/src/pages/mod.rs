//! The HTML of our pages: the widget's own page with what it needs put into it, so that the first question needs no
//! further call (design.md, section 2).

mod boot;
mod policy;
mod preloads;
mod template;

pub(crate) use boot::Boot;
pub(crate) use policy::{EMPTY_PAGE as EMPTY_PAGE_POLICY, for_loader_page as loader_page_policy};

use crate::assets::{Asset, Assets};
use crate::flows::LoadedFlow;
use crate::records::Node;
use preloads::Preloads;
use template::Template;
use tracing::warn;

/// Codes of languages that are written from right to left; the widget has the same list.
const RIGHT_TO_LEFT: [&str; 4] = ["ar", "he", "fa", "ur"];

/// The pages of the running server.
pub(crate) struct Pages {
    assets: Assets,
    /// Absent where the widget has not been built.
    built: Option<(Template, Preloads)>,
}

/// A rendered page.
pub(crate) struct Page {
    pub(crate) html: String,
    /// For the header `Content-Security-Policy`.
    pub(crate) policy: String,
}

impl Pages {
    /// Takes the widget's build apart once, at the start.
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

    /// A file of the widget's build.
    pub(crate) fn asset(&self, path: &str) -> Option<&Asset> {
        self.assets.get(path)
    }

    /// Renders a page; `None` where the widget has not been built.
    ///
    /// # Errors
    /// The boot data cannot be written.
    pub(crate) fn render(&self, boot: &Boot<'_>) -> serde_json::Result<Option<Page>> {
        let Some((template, preloads)) = &self.built else {
            return Ok(None);
        };
        // A widget's own language comes before the address's (specification, section 4.2).
        let of_widget = boot
            .widget_record
            .and_then(|widget| widget.default_language_code.as_deref());
        let language = page_language(of_widget.or(boot.language), boot.node_record, boot.flow_record);
        let mut head = preloads.tags(boot.route, boot.flow_record.is_some(), &language);
        head.push_str(&boot.script()?);
        Ok(Some(Page {
            html: template.render(&language, direction(&language), &head),
            policy: policy::for_page(boot.node_record, boot.flow_record, boot.widget_record),
        }))
    }
}

/// The language that the page begins in (specification, section 4.2): the address's, the node's, the flow's default,
/// the first; English where there is no flow to say. The engine decides again when it starts; this is for the time
/// before, and for what is preloaded.
fn page_language(wanted: Option<&str>, node: Option<&Node>, flow: Option<&LoadedFlow>) -> String {
    let code = flow.and_then(|loaded| {
        let flow = &loaded.flow;
        let named = |name: Option<&str>| flow.find_language(name?);
        let at = named(wanted)
            .or_else(|| named(node.and_then(|node| node.default_language_id.as_deref())))
            .or(flow.default_language)
            .unwrap_or(0);
        flow.languages.get(at).map(|language| language.code.to_string())
    });
    code.unwrap_or_else(|| "en".into())
}

fn direction(language: &str) -> &'static str {
    let base = language.split('-').next().unwrap_or_default();
    if RIGHT_TO_LEFT.contains(&base) {
        "rtl"
    } else {
        "ltr"
    }
}
