//! Boot data for a page: everything that it needs to show its first question without another call
//! (docs/api.md#boot-data). The widget reads it in `boot.ts`.

use super::policy::FramedBy;
use super::preloads::STATUS_PAGE;
use crate::flows::{FlowOutline, LoadedFlow};
use base::languages::{known_language, texts_in};
use base::records::{FeedbackNode, Kiosk, Theme, Unavailability, WidgetConfiguration};
use base::time::{now, to_rfc3339};
use engine::{LanguageChoices, Style};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// Most bytes of a first view in a page (docs/constants.md#limits). A larger one is left to the engine, which makes it from
/// the flow.
const LONGEST_FIRST_VIEW: usize = 64 * 1024;

/// The content of a page.
#[derive(Default)]
pub(crate) struct Boot<'a> {
    /// The page's path without its slash.
    pub(crate) route: &'static str,
    pub(crate) node: Option<&'a FeedbackNode>,
    pub(crate) flow: Option<&'a LoadedFlow>,
    /// The widget whose content frame the page is.
    pub(crate) widget: Option<&'a WidgetConfiguration>,
    /// Not part of the data: the page's head says it.
    pub(crate) theme: Theme,
    /// The language that the address asks for.
    pub(crate) url_language: Option<&'a str>,
    /// The language that the visitor's browser accepts, for a page without a flow.
    pub(crate) accepted_language: Option<&'static str>,
    /// The provider's site, for links to it.
    pub(crate) site_url: Option<&'a str>,
    /// Why there is nothing to show.
    pub(crate) error: Option<&'static str>,
    /// Why the flow is not shown. The page starts in the language that the flow would start in.
    pub(crate) unavailable: Option<Unavailability>,
    /// Whether the visitor's link has a valid signature; absent where none was looked at.
    pub(crate) signature_valid: Option<bool>,
    /// Whether the link's verified customer has given the one feedback that the node takes.
    pub(crate) is_already_given: bool,
    /// Whether the address answers questions; not part of the data.
    pub(crate) is_prefilled: bool,
    /// Whether the address has answers for the browser to fill in; not part of the data.
    pub(crate) has_answers: bool,
    /// Whether the browser may keep the page for when there is no connection.
    pub(crate) opens_offline: bool,
    /// Whether the server counts how often the flow is opened and started.
    pub(crate) is_counted: bool,
    /// What makes the page a kiosk.
    pub(crate) kiosk: Option<Kiosk<'a>>,
    /// Who may frame the page; not part of the data.
    pub(crate) framed_by: FramedBy<'a>,
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
    /// The API is where the page came from, also below a path: all pages are in one folder.
    api_base: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    site_url: Option<&'a str>,
    /// The name of a link to that site, on pages that may have no flow to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    home: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable: Option<UnavailabilityDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    already_given: Option<bool>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    opens_offline: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_counted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kiosk: Option<&'a Kiosk<'a>>,
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
            api_base: ".",
            site_url: self.site_url,
            home: self
                .site_url
                .filter(|_| self.may_have_no_flow())
                .map(|_| &*texts_in(language).server.home),
            error: self.error,
            unavailable: self
                .unavailable
                .map(|reason| self.describe_unavailability(reason, language)),
            already_given: self.is_already_given.then_some(true),
            opens_offline: self.opens_offline && self.flow.is_some(),
            is_counted: self.is_counted && self.shown_flow().is_some(),
            kiosk: self.kiosk.as_ref(),
        };
        Ok(serde_json::to_string(&document)?.replace('<', "\\u003c"))
    }

    /// Appends a script element `#flow`, which does not run, with the flow's own text. A flow that is not to be answered
    /// is not sent.
    pub(super) fn write_flow(&self, html: &mut String) {
        if let Some(flow) = self.shown_flow() {
            write_json("flow", &flow.json, html);
        }
    }

    /// Returns the JSON of what the flow shows first, with every `<` escaped; `None` where visitors see different pages, or
    /// where it would delay the page more than it helps.
    pub(super) fn first_view(&self, choices: &LanguageChoices<'_>) -> Option<String> {
        // What is known about the customer of a signed link is filled into the questions, and so are answers in the address.
        let is_personal = self.signature_valid == Some(true) || self.is_prefilled;
        let flow = self.shown_flow().filter(|_| !is_personal)?;
        let view = engine::first_view(Arc::clone(&flow.flow), choices, engine::native())?;
        (view.len() <= LONGEST_FIRST_VIEW).then(|| view.replace('<', "\\u003c"))
    }

    /// Returns what tells the page from others with the same data.
    pub(super) fn kind(&self) -> String {
        let answers = if self.has_answers { " with answers" } else { "" };
        format!("{}{answers}", self.theme.into_str())
    }

    /// Returns whether other visitors get the same page. An address can ask for any language: only those of the flow, or of the
    /// page's own texts where it has no flow, make a page that is worth keeping. One whose address answers questions lacks the first view that others have.
    pub(super) fn is_for_many(&self) -> bool {
        if self.is_prefilled {
            return false;
        }
        let is_language = |name: &str| match self.flow {
            Some(flow) => flow.flow.languages.iter().any(|language| *language.code == *name),
            None => known_language(name) == Some(name),
        };
        self.url_language.is_none_or(is_language)
    }
}

impl<'a> Boot<'a> {
    /// Returns the flow that the page runs.
    pub(super) fn shown_flow(&self) -> Option<&'a LoadedFlow> {
        self.flow
            .filter(|_| self.unavailable.is_none() && !self.is_already_given)
    }

    /// Returns whether visitors may see a message instead of the flow: the browser knows, too, who has given their feedback.
    /// In a widget they close it.
    fn may_have_no_flow(&self) -> bool {
        let only_once = self.node.is_some_and(|node| node.once_within().is_some());
        self.widget.is_none() && (only_once || self.shown_flow().is_none())
    }

    /// Returns which part of the application the page imports: that of its route, or of a message instead of a flow.
    pub(super) fn part(&self) -> &'static str {
        match self.route {
            "chat" | "widget" => self.route,
            _ if self.shown_flow().is_none() => STATUS_PAGE,
            _ => self.route,
        }
    }

    /// Returns whether the page can capture the screen: it asks for screenshots, and is no frame of a host page, which
    /// would have to allow it.
    pub(crate) fn captures_screen(&self) -> bool {
        let asks = |flow: &LoadedFlow| flow.outline.styles.contains(&Style::Screenshot);
        self.widget.is_none() && self.shown_flow().is_some_and(asks)
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

/// Appends a script element that does not run.
pub(super) fn write_json(id: &str, json: &str, html: &mut String) {
    html.extend([
        "<script type=\"application/json\" id=\"",
        id,
        "\">",
        json,
        "</script>",
    ]);
}
