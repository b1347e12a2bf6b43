//! Boot data for a page: everything that it needs to show its first question without another call
//! (docs/api.md#boot-data). The widget reads it in `boot.ts`.

use crate::flows::{FlowOutline, LoadedFlow};
use crate::records::{FeedbackNode, WidgetConfiguration};
use serde::Serialize;
use serde_json::Value;

/// The content of a page.
#[derive(Default)]
pub(crate) struct Boot<'a> {
    /// The page's path without its slash.
    pub(crate) route: &'static str,
    pub(crate) node: Option<&'a FeedbackNode>,
    pub(crate) flow: Option<&'a LoadedFlow>,
    /// The widget whose content frame the page is.
    pub(crate) widget: Option<&'a WidgetConfiguration>,
    /// The language that the address asks for.
    pub(crate) url_language: Option<&'a str>,
    /// The provider's site, for links to it.
    pub(crate) site_url: Option<&'a str>,
    /// Why there is nothing to show.
    pub(crate) error: Option<&'static str>,
}

/// The boot data as JSON.
#[derive(Serialize)]
struct BootDocument<'a> {
    route: &'static str,
    node: Option<Value>,
    flow: Option<&'a FlowOutline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    widget: Option<Value>,
    /// The language that the page starts in.
    language: &'a str,
    url_language: Option<&'a str>,
    /// Empty: the API is where the page came from.
    api_base: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    site_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
}

impl Boot<'_> {
    /// Returns the data as script elements that do not run: `#flow` with the flow's own text, where there is a flow, and
    /// `#boot` with the rest. No text in them can end a script, because every `<` is escaped.
    pub(super) fn scripts(&self, language: &str) -> serde_json::Result<String> {
        let document = BootDocument {
            route: self.route,
            node: self.node.map(FeedbackNode::to_json).transpose()?,
            flow: self.flow.map(|flow| &flow.outline),
            widget: self.widget.map(WidgetConfiguration::to_json).transpose()?,
            language,
            url_language: self.url_language,
            api_base: "",
            site_url: self.site_url,
            error: self.error,
        };
        let boot = serde_json::to_string(&document)?.replace('<', "\\u003c");
        let flow = self.flow.map(|flow| json_script("flow", &flow.json));
        Ok(flow.unwrap_or_default() + &json_script("boot", &boot))
    }
}

fn json_script(id: &str, json: &str) -> String {
    format!("<script type=\"application/json\" id=\"{id}\">{json}</script>")
}
