//! The status of a chat, which events name.

use crate::database::Value;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The status of a chat (docs/chat.md#status).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum ChatStatus {
    /// Customer and staff may write.
    Open,
    /// The chat waits for staff. Only staff may write.
    Queued,
    /// Staff ended the chat.
    Closed,
    /// The customer ended the chat.
    Archived,
}

impl ChatStatus {
    /// Returns the name in JSON and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Queued => "queued",
            Self::Closed => "closed",
            Self::Archived => "archived",
        }
    }
}

impl From<ChatStatus> for Value {
    fn from(status: ChatStatus) -> Self {
        status.as_str().into()
    }
}
