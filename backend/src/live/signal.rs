//! What is reported about typing and of what is seen: by a page, between servers, and to the others of a chat.

use serde::{Deserialize, Serialize};
use store::{Actor, ChatKeys};

/// The data of `typing`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TypingRequest {
    pub(super) feedback_id: String,
    pub(super) typing: bool,
}

/// The data of `seen`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SeenRequest {
    pub(super) feedback_id: String,
    pub(super) cursor: String,
}

/// Something that is told to the others of a chat, at whatever process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Signal {
    /// `None` if no customer can follow the chat.
    pub(super) keys: Option<ChatKeys>,
    pub(super) node_id: String,
    pub(super) telling: Telling,
}

/// The data of the events `typing` and `seen`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Telling {
    pub(super) feedback_id: String,
    pub(super) actor: Actor,
    /// Of a member of staff who types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) typing: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cursor: Option<String>,
}

impl Telling {
    /// Returns the name of the event.
    pub(super) fn event(&self) -> &'static str {
        if self.typing.is_some() { "typing" } else { "seen" }
    }
}
