//! Writes submissions within one transaction: repeats, duplicates, continuations, new ones.
//!
//! New rows and keys are held back and inserted with one statement each. What has to look at rows first (a complete
//! feedback where only one is allowed, a partial one to continue) writes out what is held back before it looks.

use super::chats::{self, NewChat};
use super::feedbacks::{self, Status};
use super::idempotency::{self, Answer, FEEDBACKS, IdempotencyKey, KnownKeys, NewKey, StoredKey};
use super::{Store, StoreError, WriteError};
use crate::records::OnceWithin;
use crate::time::Millis;
use sqlx::SqliteConnection;

/// A checked submission, ready to be stored.
#[derive(Debug, Clone)]
pub(crate) struct NewFeedback {
    /// Its id, should it become a new feedback.
    pub(crate) id: String,
    /// The partial feedback that this one continues or completes.
    pub(crate) continues: Option<String>,
    /// Tells a repeat of the same request.
    pub(crate) key: Option<IdempotencyKey>,
    /// Set where a complete feedback must not follow another one of its device too soon.
    pub(crate) once_within: Option<OnceWithin>,
    pub(crate) status: Status,
    pub(crate) device_id: String,
    pub(crate) node_id: String,
    pub(crate) flow_id: String,
    pub(crate) flow_revision: u32,
    pub(crate) user_id: Option<String>,
    pub(crate) language_id: Option<String>,
    pub(crate) origin_url: Option<String>,
    /// By the visitor's clock, as claimed.
    pub(crate) created_at: Option<Millis>,
    pub(crate) created_offline: bool,
    pub(crate) time_spent_in_seconds: u32,
    /// By the server's clock.
    pub(crate) received_at: Millis,
    /// A JSON list.
    pub(crate) responses: String,
    /// A JSON object.
    pub(crate) customer: Option<String>,
    /// A JSON object.
    pub(crate) tracking: Option<String>,
    /// The first epoch of its chat token, where it opens a chat.
    pub(crate) chat_epoch: Option<i64>,
}

/// What a stored submission is answered with; the same for a repeat.
pub(crate) type Receipt = Answer;

/// Why a submission that is right in itself was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The key has been used for another request.
    OtherRequest,
    /// The device has completed a feedback of this node (code 13045).
    AlreadyComplete,
    /// There is no partial feedback of that id from this device, for this node and flow.
    Foreign,
}

impl Store {
    /// Stores a submission and returns after the commit.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed. A refusal is not an error of the store.
    pub(crate) async fn submit(&self, feedback: NewFeedback) -> Result<Result<Receipt, Refused>, WriteError> {
        self.writer.feedback(feedback).await
    }
}

impl NewFeedback {
    /// The chat that begins with it, where the flow ended in one; `id` is the feedback's.
    fn chat<'a>(&'a self, id: &'a str) -> Option<NewChat<'a>> {
        self.chat_epoch.map(|_| NewChat {
            feedback_id: id,
            node_id: &self.node_id,
            created_at: self.received_at,
        })
    }
}

/// Writes submissions in their order; the outcomes are in the same order.
pub(super) async fn write(
    transaction: &mut SqliteConnection,
    submissions: &[NewFeedback],
) -> Result<Vec<Result<Receipt, Refused>>, StoreError> {
    let keys: Vec<(&str, &str)> = submissions
        .iter()
        .filter_map(|new| Some((new.device_id.as_str(), new.key.as_ref()?.key.as_str())))
        .collect();
    let mut group = Group {
        known: idempotency::find(transaction, FEEDBACKS, &keys).await?,
        new_rows: Vec::new(),
        new_keys: Vec::new(),
    };
    let mut outcomes = Vec::with_capacity(submissions.len());
    for submission in submissions {
        outcomes.push(group.write(transaction, submission).await?);
    }
    group.flush(transaction).await?;
    idempotency::insert(transaction, FEEDBACKS, &group.new_keys).await?;
    Ok(outcomes)
}

/// The submissions of one transaction.
struct Group<'a> {
    known: KnownKeys<Answer>,
    new_rows: Vec<&'a NewFeedback>,
    new_keys: Vec<NewKey<'a, Answer>>,
}

impl<'a> Group<'a> {
    async fn write(
        &mut self,
        transaction: &mut SqliteConnection,
        new: &'a NewFeedback,
    ) -> Result<Result<Receipt, Refused>, StoreError> {
        // First of all: a repeat must not be refused for what its first try stored.
        if let Some(key) = &new.key
            && let Some(stored) = self.known.get(&(new.device_id.clone(), key.key.clone()))
        {
            let same = stored.fingerprint == key.fingerprint;
            return Ok(if same {
                Ok(stored.answer.clone())
            } else {
                Err(Refused::OtherRequest)
            });
        }
        if new.status == Status::Complete
            && let Some(once_within) = new.once_within
        {
            self.flush(transaction).await?;
            if feedbacks::has_complete(transaction, new, once_within).await? {
                return Ok(Err(Refused::AlreadyComplete));
            }
        }
        let id = match &new.continues {
            None => {
                self.new_rows.push(new);
                &new.id
            }
            Some(id) => {
                self.flush(transaction).await?;
                if !feedbacks::update_partial(transaction, id, new).await? {
                    return Ok(Err(Refused::Foreign));
                }
                chats::insert(transaction, new.chat(id).as_slice()).await?;
                id
            }
        };
        let answer = Answer {
            id: id.clone(),
            chat_epoch: new.chat_epoch,
        };
        self.remember(new, &answer);
        Ok(Ok(answer))
    }

    /// Keeps the answer for a repeat: in this group at once, and stored with it.
    fn remember(&mut self, new: &'a NewFeedback, answer: &Answer) {
        let Some(key) = &new.key else { return };
        let stored = StoredKey {
            fingerprint: key.fingerprint.clone(),
            answer: answer.clone(),
        };
        self.known
            .insert((new.device_id.clone(), key.key.clone()), stored);
        let created_at = new.received_at;
        self.new_keys.push(NewKey {
            device_id: &new.device_id,
            key,
            answer: answer.clone(),
            created_at,
        });
    }

    /// Inserts the rows that are held back.
    async fn flush(&mut self, transaction: &mut SqliteConnection) -> Result<(), StoreError> {
        feedbacks::insert(transaction, &self.new_rows).await?;
        let new_chats: Vec<NewChat<'_>> = self.new_rows.iter().filter_map(|new| new.chat(&new.id)).collect();
        chats::insert(transaction, &new_chats).await?;
        self.new_rows.clear();
        Ok(())
    }
}
