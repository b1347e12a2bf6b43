//! Boot data for a page: everything that it needs to show its first question without another call
//! (docs/api.md#boot-data). The widget reads it in `boot.ts`.

use crate::flows::{FlowOutline, LoadedFlow};
use crate::records::{FeedbackNode, Unavailability, WidgetConfiguration};
use crate::time::{now, to_rfc3339};
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
    /// Why the flow is not shown. The page starts in the language that the flow would start in.
    pub(crate) unavailable: Option<Unavailability>,
    /// Whether the visitor's link has a valid signature; absent where none was looked at.
    pub(crate) signature_valid: Option<bool>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable: Option<UnavailabilityDocument>,
}

/// Why the flow is not shown, in the page's language.
#[derive(Serialize)]
struct UnavailabilityDocument {
    reason: Unavailability,
    /// When the flow will be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens_at: Option<String>,
    /// The operator's text for visitors, instead of the page's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl Boot<'_> {
    /// Returns the data as JSON in which every `<` is escaped, so that no text in it can end a script.
    pub(super) fn json(&self, language: &str) -> serde_json::Result<String> {
        let document = BootDocument {
            route: self.route,
            node: self
                .node
                .map(|node| node.to_json(now(), self.signature_valid))
                .transpose()?,
            flow: self.shown_flow().map(|flow| &flow.outline),
            widget: self.widget.map(WidgetConfiguration::to_json).transpose()?,
            language,
            url_language: self.url_language,
            api_base: "",
            site_url: self.site_url,
            error: self.error,
            unavailable: self
                .unavailable
                .map(|reason| self.describe_unavailability(reason, language)),
        };
        Ok(serde_json::to_string(&document)?.replace('<', "\\u003c"))
    }

    /// Appends script elements that do not run: `#flow` with the flow's own text, where there is a flow, and `#boot` with the
    /// data. A flow that is not to be answered is not sent.
    pub(super) fn write_scripts(&self, json: &str, html: &mut String) {
        if let Some(flow) = self.shown_flow() {
            write_script("flow", &flow.json, html);
        }
        write_script("boot", json, html);
    }

    /// Returns whether other visitors get the same page. An address can ask for any language: only those of the flow make a
    /// page that is worth keeping.
    pub(super) fn is_for_many(&self) -> bool {
        let is_language = |name: &str| {
            let flow = self.flow.map(|flow| flow.flow.languages.iter());
            flow.is_some_and(|mut languages| languages.any(|language| *language.code == *name))
        };
        self.url_language.is_none_or(is_language)
    }
}

impl<'a> Boot<'a> {
    /// Returns the flow that the page runs.
    pub(super) fn shown_flow(&self) -> Option<&'a LoadedFlow> {
        self.flow.filter(|_| self.unavailable.is_none())
    }

    fn describe_unavailability(&self, reason: Unavailability, language: &str) -> UnavailabilityDocument {
        let (opens_at, message) = match (reason, self.node) {
            (Unavailability::NotOpenYet, Some(node)) => (node.opens_at().map(to_rfc3339), None),
            (Unavailability::Expired, Some(node)) => (None, node.expired_message(language)),
            _ => (None, None),
        };
        UnavailabilityDocument {
            reason,
            opens_at,
            message,
        }
    }
}

fn write_script(id: &str, json: &str, html: &mut String) {
    html.extend([
        "<script type=\"application/json\" id=\"",
        id,
        "\">",
        json,
        "</script>",
    ]);
}
