//! Chats: the conversation that a feedback can lead to (docs/chat.md).
//!
//! This module builds what participants see from rows. The store decides what they may write, and `http` who they are.

mod answers;
mod detail;
mod message;
mod state;
mod timeline;
mod token;

pub(crate) use detail::{ChatDetail, StaffChatDetail};
pub(crate) use message::Draft;
pub(crate) use state::ChatState;
pub(crate) use timeline::{Person, TimelineItem};
pub(crate) use token::{ChatKeyError, ChatTokens, FIRST_EPOCH};
