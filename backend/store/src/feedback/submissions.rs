//! The job that stores a submission: a repeat, a partial save, a completion or a new feedback.
//!
//! New rows and receipts of one transaction are collected and inserted with one statement each. A submission that depends
//! on stored rows (only one complete feedback allowed, a partial feedback to continue) first has the collected rows
//! inserted.

use crate::blocks::{blocked_addresses, blocked_devices};
use crate::chats::chat_queue;
use crate::chats::chat_rows::{self, NewChat};
use crate::database::{Db, Transaction};
use crate::error::StoreError;
use crate::feedback::feedback_rows::{self, FeedbackStatus, NewFeedback};
use crate::feedback::quotas::{self, CountedQuota, Take};
use crate::job::webhook_outbox::{Event, EventType};
use crate::job::{BatchedJob, JobError, JobResult, WriteTransaction, push_result};
use crate::receipts::idempotency::{self, IdempotencyKey, IdempotentRequest, Receipts, Route};
use crate::uploads::upload_claims::{self, Claimant, UploadClaim};
use base::json::to_text;
use base::records::{OnceWithin, QueueRule};
use base::time::{Millis, now};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// A submission that fits its flow.
#[derive(Debug, Clone)]
pub struct CheckedSubmission {
    /// The id of the feedback if it becomes a new one.
    pub new_id: String,
    pub feedback: NewFeedback,
    /// The partial feedback that this one continues or completes.
    pub continues: Option<String>,
    pub key: Option<IdempotencyKey>,
    /// Set if node or widget accept only one complete feedback of a visitor within a period.
    pub once_within: Option<OnceWithin>,
    /// Set if the node limits the number of complete feedbacks.
    pub quota: Option<CountedQuota>,
    /// The hash by which staff know the device.
    pub device_hash: String,
    /// The hash by which staff know the address; `None` where it says nothing about the client.
    pub address_hash: Option<String>,
    /// When the chat that the feedback opens has to wait.
    pub queue: QueueRule,
    /// Whether the end of the flow offers a chat, which the visitor can begin.
    pub offers_chat: bool,
    /// The uploads among the answers.
    pub uploads: Vec<UploadClaim>,
    /// Whether the flow asks for files. If not, nothing has to be looked up about uploads.
    pub asks_for_files: bool,
    /// What it takes of the memory for feedback that waits. Given back when the writer is done with it, also if the visitor
    /// has hung up before.
    pub weight: Option<Arc<OwnedSemaphorePermit>>,
}

/// The result of a stored submission. Stored with its idempotency key, so it holds no secret: the chat token is computed
/// from the epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionReceipt {
    /// The feedback's id.
    pub id: String,
    /// The epoch of the chat token if the feedback has a chat.
    pub chat_epoch: Option<i64>,
    /// Whether the visitor can begin a chat. Absent in receipts of earlier versions.
    #[serde(default)]
    pub offers_chat: bool,
}

/// Why a submission that fits its flow was not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmissionRefusal {
    /// The idempotency key was used for another request.
    KeyReused,
    /// The node takes nothing of this device, or of this address.
    SenderBlocked,
    /// The visitor has completed a feedback of this node within the period (code 13045).
    AlreadyComplete,
    /// The node has all the feedback that its quota allows.
    QuotaUsedUp,
    /// Anyone who sends it has used as much of the quota as one may.
    QuotaShareUsedUp,
    /// There is no partial feedback with the id to continue from this device for this node and flow.
    ForeignFeedback,
    /// These response items, by their positions, name no upload that the feedback may take.
    UnknownUploads(Vec<usize>),
}

impl BatchedJob for CheckedSubmission {
    type Reply = SubmissionReceipt;
    type Refusal = SubmissionRefusal;

    fn bytes(&self) -> usize {
        self.feedback.bytes()
    }

    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        let connection = transaction.connection();
        let mut batch = Batch::begin(connection, jobs).await?;
        let mut results = Vec::with_capacity(jobs.len());
        for job in jobs {
            push_result(&mut results, batch.write(connection, job).await)?;
        }
        batch.insert_new(connection).await?;
        batch.receipts.store(connection).await?;
        for event in batch.events {
            transaction.note_event(event);
        }
        for feedback_id in batch.begun_chats {
            transaction.mark_inbox_changed(feedback_id);
        }
        Ok(results)
    }
}

/// Looks up what an earlier request with this key was.
pub(crate) async fn classify(
    db: &Db,
    device_id: &str,
    key: &IdempotencyKey,
) -> Result<IdempotentRequest<SubmissionReceipt>, StoreError> {
    let receipts = Receipts::load(db, Route::Feedbacks, &[(device_id, key)]).await?;
    Ok(receipts.classify(device_id, Some(key)))
}

/// Returns those of a device's submissions, by their keys, that were stored: each with the id of its feedback, in the order
/// of `keys`.
pub(crate) async fn arrived(
    db: &Db,
    device_id: &str,
    keys: &[String],
) -> Result<Vec<(String, String)>, StoreError> {
    let wanted: Vec<_> = keys.iter().map(|key| (device_id, key.as_str())).collect();
    let receipts = Receipts::<SubmissionReceipt>::load_named(db, Route::Feedbacks, &wanted).await?;
    let arrived = keys
        .iter()
        .filter_map(|key| Some((key.clone(), receipts.receipt(device_id, key)?.id.clone())));
    Ok(arrived.collect())
}

/// Keeps of the receipts of feedbacks what answers a repeat: the id, which says nothing any more.
pub(crate) async fn erase_receipts(
    connection: &mut Transaction,
    feedback_ids: &[String],
) -> Result<(), StoreError> {
    let receipt = |id| {
        to_text(&SubmissionReceipt {
            id,
            chat_epoch: None,
            offers_chat: false,
        })
    };
    idempotency::erase_receipts(connection, feedback_ids, receipt).await
}

/// The submissions of one transaction.
struct Batch<'a> {
    receipts: Receipts<SubmissionReceipt>,
    /// The hashes of devices and addresses among the senders that are blocked, each with its node.
    blocked: BTreeSet<(String, String)>,
    /// Rows that are not inserted yet, each with its id.
    new: Vec<(&'a str, &'a NewFeedback)>,
    /// The feedback ids of the chats that were inserted.
    begun_chats: Vec<&'a str>,
    /// The chats that begin with them.
    new_chats: Vec<NewChat<'a>>,
    /// What webhooks are notified of.
    events: Vec<Event>,
    changed_at: Millis,
}

impl<'a> Batch<'a> {
    async fn begin(connection: &mut Transaction, jobs: &'a [CheckedSubmission]) -> Result<Self, StoreError> {
        let keys: Vec<_> = jobs
            .iter()
            .filter_map(|job| Some((job.feedback.device_id.as_str(), job.key.as_ref()?)))
            .collect();
        let senders: Vec<_> = jobs
            .iter()
            .map(|job| (job.feedback.node_id.as_str(), job.device_hash.as_str()))
            .collect();
        let addresses: Vec<_> = jobs
            .iter()
            .filter_map(|job| Some((job.feedback.node_id.as_str(), job.address_hash.as_deref()?)))
            .collect();
        let mut blocked = blocked_devices::blocked_among(&mut *connection, &senders).await?;
        blocked.append(&mut blocked_addresses::blocked_among(&mut *connection, &addresses, now()).await?);
        Ok(Self {
            receipts: Receipts::load(&mut *connection, Route::Feedbacks, &keys).await?,
            blocked,
            new: Vec::new(),
            begun_chats: Vec::new(),
            new_chats: Vec::new(),
            events: Vec::new(),
            changed_at: feedback_rows::next_change_time(connection, now()).await?,
        })
    }

    async fn write(
        &mut self,
        connection: &mut Transaction,
        job: &'a CheckedSubmission,
    ) -> Result<SubmissionReceipt, JobError<SubmissionRefusal>> {
        let CheckedSubmission { feedback, key, .. } = job;
        // Before all other checks: a repeat must not be refused because of what its first attempt stored.
        match self.receipts.classify(&feedback.device_id, key.as_ref()) {
            IdempotentRequest::New => {}
            IdempotentRequest::Repeat(receipt) => return Ok(receipt),
            IdempotentRequest::KeyReused => return Err(JobError::Refused(SubmissionRefusal::KeyReused)),
        }
        if self.is_blocked(job) {
            return Err(JobError::Refused(SubmissionRefusal::SenderBlocked));
        }
        let continues = job.continues.as_deref();
        let claimant = Claimant {
            device_id: &feedback.device_id,
            node_id: &feedback.node_id,
            received_at: feedback.received_at,
        };
        let unknown = upload_claims::find_unknown(connection, &job.uploads, &claimant, continues).await?;
        if !unknown.is_empty() {
            return Err(JobError::Refused(SubmissionRefusal::UnknownUploads(unknown)));
        }
        if feedback.status == FeedbackStatus::Complete
            && let Some(once_within) = job.once_within
        {
            self.insert_new(connection).await?;
            if feedback_rows::has_complete(connection, feedback, once_within).await? {
                return Err(JobError::Refused(SubmissionRefusal::AlreadyComplete));
            }
        }
        // A partial save never counts.
        let is_complete = feedback.status == FeedbackStatus::Complete;
        let quota = job.quota.as_ref().filter(|_| is_complete);
        if let Some(quota) = quota {
            self.insert_new(connection).await?;
            match quotas::take(connection, &feedback.node_id, quota).await? {
                Take::Counted => {}
                Take::UsedUp => return Err(JobError::Refused(SubmissionRefusal::QuotaUsedUp)),
                Take::ShareUsedUp => return Err(JobError::Refused(SubmissionRefusal::QuotaShareUsedUp)),
            }
        }
        let id = match &job.continues {
            None => {
                let chat = self.new_chat(connection, &job.new_id, job).await?;
                self.note_events(&job.new_id, feedback, chat.as_ref());
                self.new_chats.extend(chat);
                self.new.push((&job.new_id, feedback));
                &job.new_id
            }
            Some(id) => {
                self.insert_new(connection).await?;
                if !feedback_rows::update_partial(connection, id, feedback, self.changed_at).await? {
                    if let Some(quota) = quota {
                        quotas::give_back(connection, &feedback.node_id, quota).await?;
                    }
                    return Err(JobError::Refused(SubmissionRefusal::ForeignFeedback));
                }
                let chat = self.new_chat(connection, id, job).await?;
                self.note_events(id, feedback, chat.as_ref());
                self.begun_chats.extend(chat.iter().map(|chat| chat.feedback_id));
                chat_rows::insert(connection, chat.as_slice()).await?;
                if job.asks_for_files {
                    upload_claims::release_others(connection, &job.uploads, id, feedback.received_at).await?;
                }
                id
            }
        };
        upload_claims::take(connection, &job.uploads, id).await?;
        let receipt = SubmissionReceipt {
            id: id.clone(),
            chat_epoch: feedback.chat_epoch,
            offers_chat: job.offers_chat,
        };
        let device_id = &feedback.device_id;
        let at = feedback.received_at;
        self.receipts
            .add(device_id, key.as_ref(), id, receipt.clone(), at);
        Ok(receipt)
    }

    /// Returns whether the node takes nothing of the device or the address of a submission.
    fn is_blocked(&self, job: &CheckedSubmission) -> bool {
        let mut hashes = [Some(&job.device_hash), job.address_hash.as_ref()]
            .into_iter()
            .flatten();
        !self.blocked.is_empty()
            && hashes.any(|hash| {
                self.blocked
                    .contains(&(job.feedback.node_id.clone(), hash.clone()))
            })
    }

    /// Notes what webhooks are notified of a stored submission.
    fn note_events(&mut self, id: &str, feedback: &NewFeedback, chat: Option<&NewChat<'_>>) {
        let event = match feedback.status {
            FeedbackStatus::Partial => EventType::FeedbackPartial,
            FeedbackStatus::Complete => EventType::FeedbackCompleted,
        };
        let at = self.changed_at;
        self.events
            .push(Event::of_feedback(event, id, &feedback.node_id, at));
        self.events
            .extend(chat.map(|chat| Event::of_status(id, chat.status(), 0, at)));
    }

    /// Inserts the collected rows and their chats.
    async fn insert_new(&mut self, connection: &mut Transaction) -> Result<(), StoreError> {
        feedback_rows::insert(connection, &self.new, self.changed_at).await?;
        chat_rows::insert(connection, &self.new_chats).await?;
        self.begun_chats
            .extend(self.new_chats.drain(..).map(|chat| chat.feedback_id));
        self.new.clear();
        Ok(())
    }

    /// Returns the chat that begins with a feedback whose flow ended in one.
    async fn new_chat<'c>(
        &mut self,
        connection: &mut Transaction,
        feedback_id: &'c str,
        job: &'c CheckedSubmission,
    ) -> Result<Option<NewChat<'c>>, StoreError> {
        if job.feedback.chat_epoch.is_none() {
            return Ok(None);
        }
        let (node_id, address_hash) = (&job.feedback.node_id, job.address_hash.as_deref());
        if matches!(job.queue, QueueRule::AtCapacity(_)) {
            self.insert_new(connection).await?;
        }
        Ok(Some(NewChat {
            feedback_id,
            node_id,
            is_queued: chat_queue::has_to_wait(connection, node_id, job.queue, address_hash).await?,
            address_hash,
            created_at: job.feedback.received_at,
        }))
    }
}
