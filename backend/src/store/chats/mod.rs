//! Chats: messages, status, queue, ratings, the cursors of clients, the inbox of staff (docs/chat.md).

pub(in crate::store) mod chat_keys;
pub(in crate::store) mod chat_places;
pub(in crate::store) mod chat_queue;
pub(in crate::store) mod chat_ratings;
pub(in crate::store) mod chat_reads;
pub(in crate::store) mod chat_refusal;
pub(in crate::store) mod chat_rows;
pub(in crate::store) mod chat_status;
pub(in crate::store) mod held_chats;
pub(in crate::store) mod inbox;
pub(in crate::store) mod message_rows;
pub(in crate::store) mod messages;
pub(in crate::store) mod transcripts;
