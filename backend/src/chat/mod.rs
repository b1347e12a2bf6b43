//! Chats: the conversation that a feedback can lead to (docs/chat.md).
//!
//! This module validates messages, and builds what the participants see from the rows of the database. The store
//! decides whether a chat takes a message in its present status, and `http` who the participants are.

mod answers;
mod detail;
mod links;
mod message;
mod person;
mod reply_time;
mod snoozes;
mod state;
mod timeline;
mod title;
mod token;

pub(crate) use answers::{AnsweredQuestion, answered_questions};
pub(crate) use detail::{ChatDetail, StaffChatDetail, language_of};
pub(crate) use message::{Draft, MESSAGE_LENGTH};
pub(crate) use person::Person;
pub(crate) use reply_time::ReplyTimes;
pub(crate) use snoozes::start_snoozes;
pub(crate) use state::{ChatState, Rating, rating_value};
pub(crate) use timeline::{PersonForm, TimelineForm, TimelineItem};
pub(crate) use title::titles;
pub(crate) use token::{ChatTokens, FIRST_EPOCH, TokenKind};
