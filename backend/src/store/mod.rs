//! Everything that touches the database; no other module contains SQL (ARCHITECTURE.md).
//!
//! - Reads use the database directly ([`Store`] in `handle`, methods by subject). Imported records that every submission
//!   needs are kept in memory until the next import (`cached_records`).
//! - Writes of visitors and of chats are jobs of one `writer`, which commits all waiting jobs in one transaction and
//!   replies after the commit. This is sixteen times as fast as one transaction for each request on SQLite, and three times on PostgreSQL.
//! - A server writes by that writer only, also what it removes when its time is over (`sweeps`, `statements`).
//! - Writes of operators' commands (imports, staff tokens) are rare and use a transaction of their own.
//!
//! A write passes through three layers, each of which knows only the ones after it: `writes` (methods of [`Store`]),
//! `writer` (queue and transaction), and one module for each kind of job with the rows that it writes.
//!
//! Each folder uses only those above it:
//!
//! | folder | subject |
//! |---|---|
//! | `database` | SQLite and PostgreSQL behind one interface |
//! | `job` | what all jobs have in common, their transaction, and what it tells webhooks |
//! | `writer` | the queue of jobs, and the groups that are committed |
//! | `cached_records` | what is kept of imported records until the next import |
//! | `records` | nodes, widgets, flows and connectors |
//! | `blocks` | blocked devices and addresses |
//! | `receipts` | receipts of idempotent requests |
//! | `uploads` | files of visitors, and who claims them |
//! | `mail` | addresses left in chats, the queue of mails |
//! | `chats` | messages, status, queue, ratings, cursors, the inbox |
//! | `feedback` | submissions, their quotas, data of look-ups |
//! | `results` | the index of answers, and what is counted in it |
//! | `lists` | lists of feedback, for staff and for the index |
//! | `visitors` | customers, devices, phone verifications, unsubscriptions |
//! | `staff` | tokens, acts, canned replies |
//! | `webhooks` | webhooks, and the queue of their deliveries |
//! | `erasure` | what belongs to whom, and how it is erased |
//!
//! `database` opens SQLite or PostgreSQL. Statements have one text for both: they use `$1` placeholders, `ON CONFLICT`,
//! `RETURNING`, and integers for times.

mod blocks;
mod cached_records;
mod chats;
mod copies;
mod database;
mod erasure;
mod error;
mod feedback;
mod handle;
mod heartbeats;
mod history;
mod inspection;
mod job;
mod kept_values;
mod list_cursor;
mod lists;
mod mail;
mod moving;
mod node_scope;
mod receipts;
mod records;
mod results;
mod search_words;
mod secrets;
mod staff;
mod staff_audit;
mod statements;
mod sweeps;
#[cfg(test)]
mod tests;
mod uploads;
mod visitors;
mod webhooks;
mod writer;
mod writes;

pub(crate) use blocks::blocked_addresses::{AddressUnblock, BlockedAddressRow};
pub(crate) use blocks::blocked_devices::{BlockedDeviceRow, DeviceBlock, TooManyBlocked};
pub(crate) use chats::chat_keys::ChatKeys;
pub(crate) use chats::chat_places::{ChangedChat, ChatPlace};
pub(crate) use chats::chat_ratings::{NewRating, RatingRefusal, RatingRow};
pub(crate) use chats::chat_reads::{LoadedChat, Reader, TimelinePage};
pub(crate) use chats::chat_refusal::ChatRefusal;
pub(crate) use chats::chat_rows::{Actor, ChatRow};
pub(crate) use chats::chat_status::ChatArchive;
pub(crate) use chats::held_chats::{FirstAnswers, HeldChat};
pub(crate) use chats::inbox::{Assignment, InboxFilter, InboxOrder, InboxRow};
pub(crate) use chats::message_rows::{MessageKind, MessageRow};
pub(crate) use chats::messages::{NewMessage, Sender};
pub(crate) use copies::{copy_database, has_database, newest_schema, stored_files};
pub use database::{DatabaseAddress, DatabaseAddressError, Patience};
pub(crate) use database::{FolderLock, Location};
pub(crate) use erasure::{
    Aged, Contact, Erasure, ErasureKind, ErasurePlace, ErasureStep, ErasureSubject, HeldParts, HeldRow,
    Holder, NewErasure, RetentionStep, StepOutcome,
};
pub(crate) use error::StoreError;
pub(crate) use feedback::bindings::Binding;
pub(crate) use feedback::feedback_filter::{AnswerFilter, AnswerTarget, FeedbackFilter, Term, TimeRange};
pub(crate) use feedback::feedback_rows::{FeedbackRow, FeedbackStatus, NewFeedback};
pub(crate) use feedback::quotas::CountedQuota;
pub(crate) use feedback::state_times::StateTimes;
pub(crate) use feedback::submissions::{CheckedSubmission, SubmissionReceipt, SubmissionRefusal};
pub(crate) use handle::Store;
pub(crate) use history::{ChatCursor, ChatCursorError, History};
pub(crate) use inspection::{DatabaseState, holds_database, inspect_database};
pub(crate) use job::WriteError;
pub(crate) use job::chat_changes::{ChatChange, ChatChanges, add_change};
pub(crate) use job::chat_status::ChatStatus;
pub(crate) use job::webhook_outbox::EventType;
pub(crate) use list_cursor::{ListCursor, ListCursorError};
pub(crate) use lists::feedback_list::FeedbackPart;
pub(crate) use mail::chat_email_reads::{ChatEmail, MailableChat};
pub(crate) use mail::chat_emails::{ChangedTooOften, ChatEmailChange, LeftAddress};
pub(crate) use mail::mail_queue::{Claimed, ClaimedMail, MailClaim, Outcome};
pub(crate) use moving::move_database;
pub(crate) use node_scope::NodeScope;
pub(crate) use receipts::idempotency::{IdempotencyKey, IdempotentRequest};
pub(crate) use records::import::{ImportError, ImportOptions};
pub(crate) use records::pruning::Pruned;
pub(crate) use records::record_list::ListedRecord;
pub(crate) use results::answer_rows::AnswerRow;
pub(crate) use results::index_progress::IndexProgress;
pub(crate) use results::result_counts::{CountKind, Counts, Tally};
pub(crate) use results::result_index::{IndexBatch, IndexedFeedback, ResultGroup};
pub(crate) use results::summary_reads::SummaryCounts;
pub(crate) use search_words::SearchWords;
pub(crate) use staff::canned_replies::{CannedReply, CannedReplyChange, TooManyReplies};
pub(crate) use staff::staff_acts::{ChatAct, ChatActKind, ChatActRefusal, ChatDesk};
pub(crate) use staff::staff_token_uses::TokenUse;
pub(crate) use staff::staff_tokens::{NewStaffToken, StaffMember, StaffTokenRow, TokenHolder};
pub(crate) use staff_audit::{ActBy, AuditFilter, AuditRow, StaffAct, StaffNote};
pub(crate) use uploads::stored_files::{StoredFile, StoredFiles};
pub(crate) use uploads::upload_claims::UploadClaim;
pub(crate) use uploads::upload_reads::{Expired, ExpiredUpload};
pub(crate) use uploads::upload_rows::{
    NewUpload, StoredUpload, UploadOwner, UploadQuota, UploadQuotas, UploadRefusal,
};
pub(crate) use visitors::customers::{CustomerTooLong, CustomerVisit, StoredCustomer};
pub(crate) use visitors::device_list::DeviceRow;
pub(crate) use visitors::devices::DeviceReport;
pub(crate) use visitors::phone_verifications::{
    AttemptedVerification, CodeAttempt, NewVerification, NoSuchCode,
};
pub(crate) use visitors::unsubscription_list::{UnsubscriptionFilter, UnsubscriptionRow};
pub(crate) use visitors::unsubscriptions::{UnsubscribableChannel, Unsubscription};
pub(crate) use visitors::verification_limits::{ClientHashes, SenderHashes, SentTooOften};
pub(crate) use webhooks::webhook_changes::{
    MOST_WEBHOOKS, Webhook, WebhookChange, WebhookChangeKind, WebhookRefusal, WebhookSettings,
};
pub(crate) use webhooks::webhook_queue::{
    AT_ONCE as DELIVERIES_AT_ONCE, Delivery, DeliveryClaim, DeliveryOutcome, DeliveryResult,
};
pub(crate) use webhooks::webhook_reads::{DeliveryRow, DeliveryState};
pub(crate) use webhooks::webhook_replays::{DeliveryReplay, MOST_REPLAYED, Replayed};
