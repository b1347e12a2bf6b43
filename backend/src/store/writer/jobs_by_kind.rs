//! All kinds of jobs, in one table. What is done for each kind is written once.

use super::job::{Jobs, Queued};
use super::kind::{Failure, JobKind, JobResult, WriteTransaction};
use crate::store::chats::chat_ratings::NewRating;
use crate::store::chats::chat_status::ChatArchive;
use crate::store::chats::messages::NewMessage;
use crate::store::database::Query;
use crate::store::erasure::{ErasureStep, NewErasure, RetentionStep};
use crate::store::error::StoreError;
use crate::store::feedback::bindings::Binding;
use crate::store::feedback::submissions::CheckedSubmission;
use crate::store::heartbeats::Heartbeat;
use crate::store::mail::chat_emails::{ChatEmailChange, ChatSeen};
use crate::store::mail::mail_queue::{MailClaim, MailOutcome};
use crate::store::results::result_index::IndexBatch;
use crate::store::staff::blocked_addresses::AddressUnblock;
use crate::store::staff::blocked_devices::DeviceBlock;
use crate::store::staff::canned_replies::CannedReplyChange;
use crate::store::staff::staff_acts::ChatAct;
use crate::store::staff::staff_audit::StaffNote;
use crate::store::staff::staff_token_uses::TokenUse;
use crate::store::uploads::upload_rows::UploadChange;
use crate::store::visitors::customers::CustomerVisit;
use crate::store::visitors::devices::DeviceReport;
use crate::store::visitors::phone_verifications::{CodeAttempt, NewVerification};
use crate::store::visitors::unsubscriptions::Unsubscription;
use crate::store::webhooks::webhook_changes::WebhookChange;
use crate::store::webhooks::webhook_queue::{DeliveryClaim, DeliveryOutcome};
use crate::store::webhooks::webhook_replays::DeliveryReplay;

macro_rules! job_kinds {
    ($($jobs:ident: $kind:ident($job:ty),)*) => {
        /// A queued job of any kind.
        pub(in crate::store) enum Job {
            $($kind(Box<Queued<$job>>),)*
        }

        $(impl From<Queued<$job>> for Job {
            fn from(queued: Queued<$job>) -> Self {
                Self::$kind(Box::new(queued))
            }
        })*

        /// Jobs by kind, each kind in its order.
        #[derive(Default)]
        pub(super) struct JobsByKind {
            $($jobs: Jobs<$job>,)*
        }

        /// The results of jobs by kind, each kind in the order of the jobs.
        pub(super) struct ResultsByKind {
            $($jobs: Vec<JobResult<$job>>,)*
        }

        impl JobsByKind {
            fn push(&mut self, job: Job) {
                match job {
                    $(Job::$kind(queued) => self.$jobs.push(*queued),)*
                }
            }

            /// Carries out all jobs, one kind after the other.
            pub(super) async fn run(&self, transaction: &mut WriteTransaction) -> Result<ResultsByKind, StoreError> {
                Ok(ResultsByKind {
                    $($jobs: JobKind::run(transaction, &self.$jobs.jobs).await?,)*
                })
            }

            /// Sends each job its result.
            pub(super) fn reply(self, results: ResultsByKind) {
                $(self.$jobs.reply(results.$jobs);)*
            }

            /// Tells each requester that nothing was written.
            pub(super) fn fail(self, failure: Failure) {
                $(self.$jobs.fail(failure);)*
            }

            /// Takes the jobs apart again.
            pub(super) fn into_jobs(self) -> Vec<Job> {
                let mut jobs = Vec::new();
                $(jobs.extend(self.$jobs.into_queued().map(Job::from));)*
                jobs
            }
        }
    };
}

job_kinds! {
    submissions: Submission(CheckedSubmission),
    visits: Visit(CustomerVisit),
    bindings: Binding(Binding),
    messages: Message(NewMessage),
    ratings: Rating(NewRating),
    archives: Archive(ChatArchive),
    chat_acts: ChatAct(ChatAct),
    device_blocks: DeviceBlock(DeviceBlock),
    address_unblocks: AddressUnblock(AddressUnblock),
    canned_replies: CannedReply(CannedReplyChange),
    chat_emails: ChatEmail(ChatEmailChange),
    seen_chats: ChatSeen(ChatSeen),
    mail_claims: MailClaim(MailClaim),
    mail_outcomes: MailOutcome(MailOutcome),
    unsubscriptions: Unsubscription(Unsubscription),
    devices: Device(DeviceReport),
    uploads: Upload(UploadChange),
    verifications: Verification(NewVerification),
    code_attempts: CodeAttempt(CodeAttempt),
    staff_notes: StaffNote(StaffNote),
    token_uses: TokenUse(TokenUse),
    erasures: Erasure(NewErasure),
    erasure_steps: ErasureStep(ErasureStep),
    retention_steps: RetentionStep(RetentionStep),
    webhooks: Webhook(WebhookChange),
    delivery_claims: DeliveryClaim(DeliveryClaim),
    delivery_outcomes: DeliveryOutcome(DeliveryOutcome),
    delivery_replays: DeliveryReplay(DeliveryReplay),
    index_batches: Index(IndexBatch),
    statements: Statement(Query),
    heartbeats: Heartbeat(Heartbeat),
}

impl FromIterator<Job> for JobsByKind {
    fn from_iter<I: IntoIterator<Item = Job>>(jobs: I) -> Self {
        let mut by_kind = Self::default();
        for job in jobs {
            by_kind.push(job);
        }
        by_kind
    }
}
