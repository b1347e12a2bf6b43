//! The status of a chat, which events name.

use crate::database::bind_by_name;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The status of a chat (docs/chat.md#status).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
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

bind_by_name!(ChatStatus);
