//! Everything that touches the database; no other module contains SQL (ARCHITECTURE.md).
//!
//! - Reads use the database directly ([`Store`] in `handle`, methods by subject). Imported records that every submission
//!   needs are kept in memory until the next import (`record_versions`, `record_cache`).
//! - Writes of visitors and of chats are jobs of one `writer`, which commits all waiting jobs in one transaction and
//!   replies after the commit. This is sixteen times as fast as one transaction for each request on SQLite, and three times on PostgreSQL.
//! - A server writes by that writer only, also what it removes when its time is over (`sweeps`, `statements`).
//! - Writes of operators' commands (imports, staff tokens) are rare and use a transaction of their own.
//!
//! A write passes through three layers, each of which knows only the ones after it: `writes` (methods of [`Store`]),
//! `writer` (queue and transaction), and one module for each kind of job (`submissions`, `customers`, `bindings`, `messages`,
//! `chat_status`, `chat_emails`, `mail_queue`, `uploads`, `phone_verifications`, `unsubscriptions`, `devices`, `webhooks`, `webhook_queue`, `webhook_replays`, `erasure`) with the rows
//! that it writes (`feedback_rows`, `chat_rows`, `idempotency`, `webhook_outbox`).
//!
//! `database` opens SQLite or PostgreSQL. Statements have one text for both: they use `$1` placeholders, `ON CONFLICT`,
//! `RETURNING`, and integers for times.

mod answer_rows;
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
mod copies;
mod customer_reads;
mod customers;
mod database;
mod device_list;
mod devices;
mod erasure;
mod error;
mod feedback_changes;
mod feedback_filter;
mod feedback_list;
mod feedback_rows;
mod feedback_source;
mod handle;
mod heartbeats;
mod held_chats;
mod history;
mod idempotency;
mod import;
mod inbox;
mod index_progress;
mod inspection;
mod kept_records;
mod kept_values;
mod list_cursor;
mod mail_queue;
mod message_rows;
mod messages;
mod node_scope;
mod old_receipts;
mod old_verifications;
mod phone_verifications;
mod quota_reads;
mod quotas;
mod record_cache;
mod record_versions;
mod records;
mod result_counts;
mod result_index;
mod result_periods;
mod rolled_up;
mod search_words;
mod secrets;
mod staff_acts;
mod staff_audit;
mod staff_reads;
mod staff_token_uses;
mod staff_tokens;
mod staff_writes;
mod state_times;
mod statements;
mod stored_files;
mod submissions;
mod summary_reads;
mod sweeps;
mod transcripts;
mod unsubscription_list;
mod unsubscriptions;
mod upload_claims;
mod upload_reads;
mod uploads;
mod webhook_outbox;
mod webhook_queue;
mod webhook_reads;
mod webhook_replays;
mod webhook_schedule;
mod webhook_writes;
mod webhooks;
mod writer;
mod writes;

pub(crate) use answer_rows::AnswerRow;
pub(crate) use bindings::Binding;
pub(crate) use blocked_devices::{BlockedDeviceRow, DeviceBlock, TooManyBlocked};
pub(crate) use canned_replies::{CannedReply, CannedReplyChange, TooManyReplies};
pub(crate) use chat_changes::{ChatChange, ChatChanges, add_change};
pub(crate) use chat_email_reads::{ChatEmail, MailableChat};
pub(crate) use chat_emails::{ChangedTooOften, ChatEmailChange, LeftAddress};
pub(crate) use chat_places::{ChangedChat, ChatPlace};
pub(crate) use chat_ratings::{NewRating, RatingRefusal, RatingRow};
pub(crate) use chat_refusal::ChatRefusal;
pub(crate) use chat_rows::{Actor, ChatRow, ChatStatus};
pub(crate) use chat_status::ChatArchive;
pub(crate) use chats::{ChatKeys, LoadedChat, Reader, TimelinePage};
pub(crate) use copies::{copy_database, has_database, newest_schema, stored_files};
pub(crate) use customers::{CustomerTooLong, CustomerVisit, StoredCustomer};
pub(crate) use database::Location;
pub use database::{DatabaseAddress, DatabaseAddressError, Patience};
pub(crate) use device_list::DeviceRow;
pub(crate) use devices::DeviceReport;
pub(crate) use erasure::{
    Aged, Erasure, ErasureKind, ErasurePlace, ErasureStep, ErasureSubject, HeldParts, HeldRow, Holder,
    NewErasure, RetentionStep, StepOutcome,
};
pub(crate) use error::StoreError;
pub(crate) use feedback_filter::{AnswerFilter, FeedbackFilter, Term, TimeRange};
pub(crate) use feedback_list::{FeedbackPart, FeedbackRow};
pub(crate) use feedback_rows::{FeedbackStatus, NewFeedback};
pub(crate) use handle::Store;
pub(crate) use held_chats::{FirstAnswers, HeldChat};
pub(crate) use history::{ChatCursor, ChatCursorError, History};
pub(crate) use idempotency::{IdempotencyKey, IdempotentRequest};
pub(crate) use import::ImportError;
pub(crate) use inbox::{Assignment, InboxFilter, InboxOrder, InboxRow};
pub(crate) use index_progress::IndexProgress;
pub(crate) use inspection::{DatabaseState, inspect_database};
pub(crate) use list_cursor::{ListCursor, ListCursorError};
pub(crate) use mail_queue::{Claimed, ClaimedMail, MailClaim, Outcome};
pub(crate) use message_rows::{MessageKind, MessageRow};
pub(crate) use messages::{NewMessage, Sender};
pub(crate) use node_scope::NodeScope;
pub(crate) use phone_verifications::{
    AttemptedVerification, CodeAttempt, NewVerification, NoSuchCode, SenderHashes, SentTooOften,
};
pub(crate) use result_counts::{CountKind, Counts, Tally};
pub(crate) use result_index::{IndexBatch, IndexedFeedback, ResultGroup};
pub(crate) use search_words::SearchWords;
pub(crate) use staff_acts::{ChatAct, ChatActKind, ChatActRefusal, ChatDesk};
pub(crate) use staff_audit::{ActBy, AuditFilter, AuditRow, StaffAct, StaffNote};
pub(crate) use staff_token_uses::TokenUse;
pub(crate) use staff_tokens::{NewStaffToken, StaffMember, StaffTokenRow};
pub(crate) use state_times::StateTimes;
pub(crate) use stored_files::{StoredFile, StoredFiles};
pub(crate) use submissions::{CheckedSubmission, SubmissionReceipt, SubmissionRefusal};
pub(crate) use summary_reads::SummaryCounts;
pub(crate) use unsubscription_list::{UnsubscriptionFilter, UnsubscriptionRow};
pub(crate) use unsubscriptions::{UnsubscribableChannel, Unsubscription};
pub(crate) use upload_claims::UploadClaim;
pub(crate) use upload_reads::{Expired, ExpiredUpload};
pub(crate) use uploads::{NewUpload, StoredUpload, UploadOwner, UploadQuota, UploadRefusal};
pub(crate) use webhook_outbox::EventType;
pub(crate) use webhook_queue::{
    AT_ONCE as DELIVERIES_AT_ONCE, Delivery, DeliveryClaim, DeliveryOutcome, DeliveryResult,
};
pub(crate) use webhook_reads::{DeliveryRow, DeliveryState};
pub(crate) use webhook_replays::{DeliveryReplay, MOST_REPLAYED, Replayed};
pub(crate) use webhooks::{
    MOST_WEBHOOKS, Webhook, WebhookChange, WebhookChangeKind, WebhookRefusal, WebhookSettings,
};
pub(crate) use writer::WriteError;
