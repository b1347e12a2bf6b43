//! The job of what staff do with a feedback: how far they are with it, and its tags (docs/staff.md#review).
//!
//! An act that changes nothing is answered with what there is, and leaves no trace, so that a repeat does no harm.

use crate::database::{QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::feedback::feedback_rows::next_change_time;
use crate::feedback::review_state::ReviewState;
use crate::job::{Job, JobError, WriteTransaction};
use crate::staff_audit::{self, ActBy, StaffAct};
use crate::tags::tags_of;
use base::time::Millis;
use sqlx::FromRow;
use std::collections::BTreeSet;

/// Most tags of a feedback.
pub const MOST_TAGS: usize = 20;

/// What a member of staff does with a feedback.
#[derive(Debug, Clone)]
pub struct FeedbackAct {
    pub feedback_id: String,
    pub by: ActBy,
    pub kind: FeedbackActKind,
}

/// What staff do with a feedback.
#[derive(Debug, Clone)]
pub enum FeedbackActKind {
    SetReview(ReviewState),
    /// Removes tags, then adds others; all are normalized.
    Tag {
        add: Vec<String>,
        remove: Vec<String>,
    },
}

/// A feedback as staff have it after an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedbackReview {
    pub feedback_id: String,
    pub review: ReviewState,
    /// In alphabetical order.
    pub tags: Vec<String>,
    pub updated_at: Millis,
}

/// Why an act was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedbackActRefusal {
    UnknownFeedback,
    TooManyTags,
    /// It has as many notes as it may have.
    TooManyNotes,
    /// The idempotency key of a note was used for another one.
    KeyReused,
}

/// The columns that acts need.
#[derive(FromRow)]
struct Reviewed {
    seq: i64,
    node_id: String,
    review: ReviewState,
    updated_at: Millis,
}

impl Job for FeedbackAct {
    type Reply = FeedbackReview;
    type Refusal = FeedbackActRefusal;

    fn bytes(&self) -> usize {
        let tags = match &self.kind {
            FeedbackActKind::SetReview(_) => 0,
            FeedbackActKind::Tag { add, remove } => add.iter().chain(remove).map(String::len).sum(),
        };
        self.feedback_id.len() + self.by.staff.len() + tags
    }

    async fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> Result<FeedbackReview, JobError<FeedbackActRefusal>> {
        let connection = transaction.connection();
        let before: Option<Reviewed> =
            query("SELECT seq, node_id, review, updated_at FROM feedbacks WHERE id = $1")
                .bind(&self.feedback_id)
                .fetch_optional(&mut *connection)
                .await?;
        let before = before.ok_or(JobError::Refused(FeedbackActRefusal::UnknownFeedback))?;
        let mut found = tags_of(&mut *connection, [self.feedback_id.as_str()]).await?;
        let tags = found.remove(&self.feedback_id).unwrap_or_default();
        let mut after = FeedbackReview {
            feedback_id: self.feedback_id.clone(),
            review: before.review,
            tags,
            updated_at: before.updated_at,
        };
        let (act, subject) = match &self.kind {
            FeedbackActKind::SetReview(review) if *review == before.review => return Ok(after),
            FeedbackActKind::SetReview(review) => {
                after.review = *review;
                let subject: &str = (*review).into_str();
                (StaffAct::SetReview, Some(subject.to_owned()))
            }
            FeedbackActKind::Tag { add, remove } => {
                let Some(tags) = changed_tags(&after.tags, add, remove)? else {
                    return Ok(after);
                };
                replace_tags(connection, &before, &after.tags, &tags).await?;
                after.tags = tags;
                (StaffAct::TagFeedback, None)
            }
        };
        after.updated_at = next_change_time(&mut *connection, self.by.at).await?;
        query(
            "UPDATE feedbacks SET review = $2, given_at = COALESCE(given_at, updated_at), updated_at = $3 WHERE id = $1",
        )
        .bind(&self.feedback_id)
        .bind(after.review)
        .bind(after.updated_at)
        .execute(&mut *connection)
        .await?;
        staff_audit::add_for_feedback(&mut *connection, &self.by, act, &self.feedback_id, subject).await?;
        if act == StaffAct::TagFeedback {
            mark_chat(transaction, &self.feedback_id).await?;
        }
        Ok(after)
    }
}

/// Returns the tags that there are after an act; `None` if they are the same.
fn changed_tags(
    tags: &[String],
    add: &[String],
    remove: &[String],
) -> Result<Option<Vec<String>>, JobError<FeedbackActRefusal>> {
    let before: BTreeSet<&String> = tags.iter().collect();
    let mut after = before.clone();
    after.retain(|tag| !remove.contains(tag));
    after.extend(add);
    // What has too many by an earlier version can lose some.
    if after.len() > MOST_TAGS.max(before.len()) {
        return Err(JobError::Refused(FeedbackActRefusal::TooManyTags));
    }
    Ok((after != before).then(|| after.into_iter().cloned().collect()))
}

async fn replace_tags(
    connection: &mut Transaction,
    feedback: &Reviewed,
    before: &[String],
    after: &[String],
) -> Result<(), StoreError> {
    for gone in before.iter().filter(|tag| !after.contains(tag)) {
        query("DELETE FROM feedback_tags WHERE feedback_seq = $1 AND tag = $2")
            .bind(feedback.seq)
            .bind(gone)
            .execute(&mut *connection)
            .await?;
    }
    let new: Vec<&String> = after.iter().filter(|tag| !before.contains(tag)).collect();
    if new.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::new("INSERT INTO feedback_tags (feedback_seq, node_id, tag) ");
    insert.push_values(new, |row, tag| {
        row.push_bind(feedback.seq);
        row.push_bind(feedback.node_id.clone());
        row.push_bind(tag.clone());
    });
    insert.build().execute(connection).await?;
    Ok(())
}

/// Has the chat of a feedback announced to staff, if there is one: it has the same tags.
async fn mark_chat(transaction: &mut WriteTransaction, feedback_id: &str) -> Result<(), StoreError> {
    let has_chat = query("SELECT EXISTS (SELECT 1 FROM chats WHERE feedback_id = $1)")
        .bind(feedback_id)
        .scalar(transaction.connection())
        .await?;
    if has_chat {
        transaction.mark_inbox_changed(feedback_id);
    }
    Ok(())
}
