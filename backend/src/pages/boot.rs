//! Boot data: what a page needs for its first question (`wire.md`, "Storage names"; read by the widget's `boot.ts`).

use crate::flows::LoadedFlow;
use crate::records::{Node, Widget};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// What a page is told.
pub(crate) struct Boot<'a> {
    /// The path without its slash.
    pub(crate) route: &'static str,
    pub(crate) node_record: Option<&'a Node>,
    pub(crate) flow_record: Option<&'a LoadedFlow>,
    /// The widget whose frame it is.
    pub(crate) widget_record: Option<&'a Widget>,
    /// The language that the address asks for.
    pub(crate) language: Option<&'a str>,
    /// The provider's site, for links to it.
    pub(crate) site_url: Option<&'a str>,
    /// Why there is nothing to show.
    pub(crate) error: Option<&'static str>,
}

/// As written into the page.
#[derive(Serialize)]
struct Document<'a> {
    route: &'static str,
    node: Option<Value>,
    flow: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    widget: Option<Value>,
    language: Option<&'a str>,
    /// The API is where the page came from.
    api_base: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    site_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
}

impl Boot<'_> {
    /// The data as a script that is not run. Every `<` is escaped, so no text in it can end the script.
    pub(super) fn script(&self) -> serde_json::Result<String> {
        let document = Document {
            route: self.route,
            node: self.node_record.map(Node::public).transpose()?,
            flow: self.flow_record.map(|flow| &*flow.json),
            widget: self.widget_record.map(Widget::public).transpose()?,
            language: self.language,
            api_base: "",
            site_url: self.site_url,
            error: self.error,
        };
        let json = serde_json::to_string(&document)?.replace('<', "\\u003c");
        Ok(format!(
            "<script type=\"application/json\" id=\"boot\">{json}</script>"
        ))
    }
}
