//! Chats: the conversation that a feedback can lead to (specification, sections 2.5, 3.6 and 4.6).
//!
//! What participants see is built here from rows; what they may write is decided in the store, and who they are in
//! `http`.

mod answers;
mod detail;
mod message;
mod timeline;

pub(crate) use detail::{Detail, StaffDetail, State};
pub(crate) use message::Draft;
pub(crate) use timeline::{Person, TimelineItem};
