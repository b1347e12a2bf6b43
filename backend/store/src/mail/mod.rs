//! Addresses that customers left in chats, and the queue of mails to them (docs/mail.md).

pub(crate) mod chat_email_reads;
pub(crate) mod chat_emails;
pub(crate) mod mail_queue;
