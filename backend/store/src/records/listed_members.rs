//! What lists show of a record's text, so that they need not read it.

use crate::error::{StoreError, parse_document};
use base::records::RecordKind;
use serde::Deserialize;
use serde_json::Value;

/// Most characters of a title.
const TITLE_LENGTH: usize = 200;

/// Some members of a record.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ListedMembers {
    name: Option<Value>,
    node_id: Option<String>,
    web_channel: Option<Value>,
}

impl ListedMembers {
    pub(super) fn read(kind: RecordKind, text: &str) -> Result<Self, StoreError> {
        parse_document(text, || format!("a {}", kind.into_str()))
    }

    /// Returns the name of the record; of a widget, that of its channel.
    pub(super) fn title(&self) -> Option<String> {
        let of_channel = self.web_channel.as_ref().and_then(|channel| channel.get("name"));
        let title = self.name.as_ref().or(of_channel).and_then(Value::as_str)?;
        Some(title.chars().take(TITLE_LENGTH).collect())
    }

    /// Returns the node to which the record belongs.
    pub(super) fn node_of(&self, kind: RecordKind, id: &str) -> Option<String> {
        match kind {
            RecordKind::Node => Some(id.to_owned()),
            RecordKind::Widget => self.node_id.clone(),
            RecordKind::Flow | RecordKind::Connector => None,
        }
    }
}
