//! Addresses that customers left in chats, and the queue of mails to them (docs/mail.md).

pub(in crate::store) mod chat_email_reads;
pub(in crate::store) mod chat_emails;
pub(in crate::store) mod mail_queue;
