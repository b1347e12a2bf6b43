//! Chats: messages, status, queue, ratings, the cursors of clients, the inbox of staff (docs/chat.md).

pub(crate) mod chat_counts;
pub(crate) mod chat_keys;
pub(crate) mod chat_places;
pub(crate) mod chat_queue;
pub(crate) mod chat_ratings;
pub(crate) mod chat_reads;
pub(crate) mod chat_refusal;
pub(crate) mod chat_rows;
pub(crate) mod chat_start;
pub(crate) mod chat_status;
pub(crate) mod first_replies;
pub(crate) mod held_chats;
pub(crate) mod inbox;
pub(crate) mod message_rows;
pub(crate) mod messages;
pub(crate) mod snoozes;
pub(crate) mod transcripts;
