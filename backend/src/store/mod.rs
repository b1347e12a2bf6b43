//! Everything that touches the database; no other module contains SQL (ARCHITECTURE.md).
//!
//! - Reads use the database directly ([`Store`] in `handle`, methods by subject). Imported records that every submission
//!   needs are kept in memory until the next import (`record_versions`, `record_cache`).
//! - Writes of visitors and of chats are jobs of one `writer`, which commits all waiting jobs in one transaction and
//!   replies after the commit. This is sixteen times as fast as one transaction for each request on SQLite, and three times on PostgreSQL.
//! - Writes of operators (imports, staff tokens) are rare and use a transaction of their own.
//!
//! A write passes through three layers, each of which knows only the ones after it: `writes` (methods of [`Store`]),
//! `writer` (queue and transaction), and one module for each kind of job (`submissions`, `customers`, `bindings`, `messages`,
//! `chat_status`, `chat_emails`, `mail_queue`, `uploads`, `phone_verifications`, `unsubscriptions`, `devices`) with the rows that it writes (`feedback_rows`,
//! `chat_rows`, `idempotency`).
//!
//! `database` opens SQLite or PostgreSQL. Statements have one text for both: they use `$1` placeholders, `ON CONFLICT`,
//! `RETURNING`, and integers for times.

mod binding_reads;
mod bindings;
mod blocked_devices;
mod canned_replies;
mod change_numbers;
mod chat_changes;
mod chat_email_reads;
mod chat_emails;
mod chat_places;
mod chat_queue;
mod chat_ratings;
mod chat_refusal;
mod chat_rows;
mod chat_status;
mod chats;
mod connectors;
mod customer_reads;
mod customers;
mod database;
mod device_list;
mod devices;
mod error;
mod feedback_list;
mod feedback_rows;
mod handle;
mod heartbeats;
mod held_chats;
mod idempotency;
mod import;
mod inbox;
mod kept_records;
mod list_cursor;
mod mail_queue;
mod message_rows;
mod messages;
mod node_scope;
mod old_verifications;
mod phone_verifications;
mod quota_reads;
mod quotas;
mod record_cache;
mod record_versions;
mod records;
mod search_words;
mod secrets;
mod staff_acts;
mod staff_audit;
mod staff_reads;
mod staff_token_uses;
mod staff_tokens;
mod staff_writes;
mod submissions;
mod transcripts;
mod unsubscription_list;
mod unsubscriptions;
mod upload_claims;
mod upload_reads;
mod uploads;
mod writer;
mod writes;

pub(crate) use bindings::Binding;
pub(crate) use blocked_devices::{BlockedDeviceRow, DeviceBlock, TooManyBlocked};
pub(crate) use canned_replies::{CannedReply, CannedReplyChange, TooManyReplies};
pub(crate) use chat_changes::{ChatChange, ChatChanges, add_change};
pub(crate) use chat_email_reads::{ChatEmail, MailableChat};
pub(crate) use chat_emails::{ChangedTooOften, ChatEmailChange, LeftAddress};
pub(crate) use chat_places::ChatPlace;
pub(crate) use chat_ratings::{NewRating, RatingRefusal, RatingRow};
pub(crate) use chat_refusal::ChatRefusal;
pub(crate) use chat_rows::{Actor, ChatRow, ChatStatus};
pub(crate) use chat_status::ChatArchive;
pub(crate) use chats::{ChatKeys, LoadedChat, Reader, TimelinePage};
pub(crate) use customers::{CustomerTooLong, CustomerVisit, StoredCustomer};
pub(crate) use database::Location;
pub use database::{DatabaseAddress, DatabaseAddressError};
pub(crate) use device_list::DeviceRow;
pub(crate) use devices::DeviceReport;
pub(crate) use error::StoreError;
pub(crate) use feedback_list::{FeedbackFilter, FeedbackRow};
pub(crate) use feedback_rows::{FeedbackStatus, NewFeedback};
pub(crate) use handle::Store;
pub(crate) use held_chats::{FirstAnswers, HeldChat};
pub(crate) use idempotency::{IdempotencyKey, IdempotentRequest};
pub(crate) use import::ImportError;
pub(crate) use inbox::{Assignment, InboxFilter, InboxOrder, InboxRow};
pub(crate) use list_cursor::{ListCursor, ListCursorError};
pub(crate) use mail_queue::{Claimed, ClaimedMail, MailClaim, Outcome};
pub(crate) use message_rows::{MessageKind, MessageRow};
pub(crate) use messages::{NewMessage, Sender};
pub(crate) use node_scope::NodeScope;
pub(crate) use phone_verifications::{
    AttemptedVerification, CodeAttempt, NewVerification, NoSuchCode, SenderHashes, SentTooOften,
};
pub(crate) use search_words::SearchWords;
pub(crate) use staff_acts::{ChatAct, ChatActKind, ChatActRefusal, ChatDesk};
pub(crate) use staff_audit::{ActBy, AuditFilter, AuditRow, StaffAct};
pub(crate) use staff_token_uses::TokenUse;
pub(crate) use staff_tokens::{NewStaffToken, StaffMember, StaffTokenRow};
pub(crate) use submissions::{CheckedSubmission, SubmissionReceipt, SubmissionRefusal};
pub(crate) use unsubscription_list::{UnsubscriptionFilter, UnsubscriptionRow};
pub(crate) use unsubscriptions::{UnsubscribableChannel, Unsubscription};
pub(crate) use upload_claims::UploadClaim;
pub(crate) use uploads::{NewUpload, StoredUpload, UploadOwner, UploadQuota, UploadRefusal};
pub(crate) use writer::WriteError;
