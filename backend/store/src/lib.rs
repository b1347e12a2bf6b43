//! Everything that touches the database; no other crate contains SQL (ARCHITECTURE.md).
//!
//! - Reads use the database directly ([`Store`] in `handle`, methods by subject). Imported records that every submission
//!   needs are kept in memory until the next import (`cached_records`).
//! - Writes of visitors and of chats are jobs of one `writer`, which commits all waiting jobs in one transaction and
//!   replies after the commit. This is sixteen times as fast as one transaction for each request on SQLite, and three times on PostgreSQL.
//! - A server writes by that writer only, also what it removes when its time is over (`sweeps`, `statements`).
//! - Writes of operators' commands that import are rare and use a transaction of their own.
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
//! | `staff`, `accounts` | tokens, acts, reviews of feedback, canned replies; people and their sessions |
//! | `webhooks` | webhooks, and the queue of their deliveries |
//! | `exports` | exports that are kept as files, and the queue of those that are to be made |
//! | `erasure` | what belongs to whom, and how it is erased |
//!
//! `database` opens SQLite or PostgreSQL. Statements have one text for both: they use `$1` placeholders, `ON CONFLICT`,
//! `RETURNING`, and integers for times.

mod accounts;
mod blocks;
mod cached_records;
mod chats;
mod copies;
mod database;
mod erasure;
mod error;
mod exports;
mod feedback;
mod handle;
mod heartbeats;
mod history;
mod job;
mod kept_values;
mod list_cursor;
mod list_total;
mod lists;
mod mail;
mod move_database;
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
mod tags;
#[cfg(test)]
mod tests;
mod uploads;
mod visitors;
mod webhooks;
mod writer;
mod writes;

pub use accounts::colleagues::Colleague;
pub use accounts::links::{LinkKind, LinkUse, OneTimeLink};
pub use accounts::people::{NewUser, UserRefusal};
pub use accounts::sessions::{NewSession, Session, SessionRow};
pub use accounts::user_change::UserChange;
pub use accounts::users::User;
pub use blocks::blocked_addresses::{AddressUnblock, BlockedAddressRow};
pub use blocks::blocked_devices::{BlockedDeviceRow, DeviceBlock, TooManyBlocked};
pub use chats::chat_counts::ChatCounts;
pub use chats::chat_keys::ChatKeys;
pub use chats::chat_places::{ChangedChat, ChatPlace};
pub use chats::chat_ratings::{NewRating, RatingRefusal, RatingRow};
pub use chats::chat_reads::{LoadedChat, Reader, TimelinePage};
pub use chats::chat_refusal::ChatRefusal;
pub use chats::chat_rows::{Actor, ChatRow};
pub use chats::chat_start::{ChatStart, ChatStartRefusal};
pub use chats::chat_status::ChatArchive;
pub use chats::first_replies::FirstReply;
pub use chats::held_chats::{FirstAnswers, HeldChat, UnreadReply};
pub use chats::inbox::{Assignment, InboxFilter, InboxOrder, InboxRow};
pub use chats::message_rows::{MessageKind, MessageRow};
pub use chats::messages::{NewMessage, Sender};
pub use copies::{copy_database, has_database, newest_schema, stored_files};
pub use database::{DatabaseAddress, DatabaseAddressError, DatabaseState, DatabaseTimeouts, POSTGRES};
pub use database::{FolderLock, Location, holds_database, inspect_database};
pub use erasure::{
    Aged, Contact, Erasure, ErasureKind, ErasurePlace, ErasureStep, ErasureSubject, HeldParts, HeldRow,
    Holder, NewErasure, RetentionStep, StepOutcome,
};
pub use error::StoreError;
pub use exports::export_jobs::{
    ClaimedExport, ExportClaim, ExportOutcome, ExportProgress, ExportResult, MOST_EXPORTS, NewExport,
    NewExportPart, TooManyExports,
};
pub use exports::export_removal::ExportRemoval;
pub use exports::export_rows::{ExportProblem, ExportState, StoredExport};
pub use feedback::bindings::Binding;
pub use feedback::feedback_filter::{AnswerFilter, AnswerTarget, FeedbackFilter, Term, TimeRange};
pub use feedback::feedback_rows::{FeedbackRow, FeedbackStatus, NewFeedback};
pub use feedback::quotas::CountedQuota;
pub use feedback::review_state::ReviewState;
pub use feedback::scores::Scores;
pub use feedback::state_times::StateTimes;
pub use feedback::submissions::{CheckedSubmission, SubmissionReceipt, SubmissionRefusal};
pub use handle::{DatabaseKind, Store};
pub use history::{ChatCursor, ChatCursorError, History};
pub use job::WriteError;
pub use job::chat_changes::{ChatChange, ChatChanges, add_change};
pub use job::chat_status::ChatStatus;
pub use job::webhook_outbox::EventType;
pub use list_cursor::{ListCursor, ListCursorError};
pub use list_total::ListTotal;
pub use lists::answered_feedbacks::{AnsweredFeedback, AnsweredPart};
pub use lists::feedback_list::FeedbackPart;
pub use mail::chat_email_reads::{ChatEmail, MailableChat};
pub use mail::chat_emails::{ChangedTooOften, ChatEmailChange, LeftAddress};
pub use mail::mail_queue::{Claimed, ClaimedMail, MailClaim, Outcome};
pub use move_database::move_database;
pub use node_scope::NodeScope;
pub use receipts::idempotency::{IdempotencyKey, IdempotentRequest};
pub use records::differences::RecordDifference;
pub use records::drafts::{
    Draft, DraftBase, DraftChange, DraftRefusal, DraftRemoval, DraftState, MOST_DRAFTS,
};
pub use records::import::{ChangedElsewhere, IMPORT, ImportError, ImportOptions, Imported};
pub use records::pruning::Pruned;
pub use records::record_jobs::{
    ExpectedRevision, MOST_NOTE_CHARACTERS, PutRecord, RecordArchive, RecordChange, RecordError,
    RecordRefusal,
};
pub use records::record_list::{ListedRecord, LiveRecord};
pub use records::record_pages::{DraftSummary, NewestRevision, RecordFilter, RecordSummary};
pub use records::record_reads::NodeOfFlow;
pub use records::revision_reads::{MOST_REVISIONS_AT_ONCE, RecordRevision};
pub use results::answer_rows::AnswerRow;
pub use results::counters::{ChannelCounters, CounterBatch, CounterPlace, Counters};
pub use results::index_progress::IndexProgress;
pub use results::result_counts::{CountKind, Counts, Direction, Tally, number_value};
pub use results::result_index::{IndexBatch, IndexedFeedback, ResultGroup};
pub use results::summary_reads::SummaryCounts;
pub use search_words::SearchWords;
pub use staff::canned_replies::{CannedReply, CannedReplyChange, TooManyReplies};
pub use staff::feedback_notes::{FeedbackNote, NewFeedbackNote};
pub use staff::feedback_reviews::{
    FeedbackAct, FeedbackActKind, FeedbackActRefusal, FeedbackReview, MOST_TAGS,
};
pub use staff::staff_acts::{ChatAct, ChatActKind, ChatActRefusal, StaffChatState};
pub use staff::staff_presence::{PresenceReport, PresentStaff};
pub use staff::staff_token_changes::{NewStaffToken, TokenRefusal};
pub use staff::staff_token_uses::TokenUse;
pub use staff::staff_tokens::{StaffMember, StaffTokenRow, TokenHolder};
pub use staff_audit::{ActBy, AuditFilter, AuditRow, StaffAct, StaffNote};
pub use tags::{KnownTag, MOST_COUNTED};
pub use uploads::stored_files::{StoredFile, StoredFiles};
pub use uploads::upload_claims::UploadClaim;
pub use uploads::upload_reads::{Expired, ExpiredUpload};
pub use uploads::upload_rows::{
    NewUpload, StoredUpload, UploadOwner, UploadQuota, UploadQuotas, UploadRefusal,
};
pub use visitors::customers::{CustomerTooLong, CustomerVisit, StoredCustomer};
pub use visitors::device_list::DeviceRow;
pub use visitors::devices::DeviceReport;
pub use visitors::phone_verifications::{AttemptedVerification, CodeAttempt, NewVerification, NoSuchCode};
pub use visitors::unsubscription_list::{UnsubscriptionFilter, UnsubscriptionRow};
pub use visitors::unsubscriptions::{UnsubscribableChannel, Unsubscription};
pub use visitors::verification_limits::{ClientHashes, SenderHashes, SentTooOften};
pub use webhooks::webhook_changes::{
    MOST_WEBHOOKS, Webhook, WebhookChange, WebhookChangeKind, WebhookRefusal, WebhookSettings,
};
pub use webhooks::webhook_queue::{
    AT_ONCE as DELIVERIES_AT_ONCE, Delivery, DeliveryClaim, DeliveryOutcome, DeliveryResult,
};
pub use webhooks::webhook_reads::{DeliveryRow, DeliveryState};
pub use webhooks::webhook_replays::{DeliveryReplay, MOST_REPLAYED, Replayed};
