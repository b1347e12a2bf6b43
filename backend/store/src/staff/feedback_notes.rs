//! Notes that staff write about a feedback, for each other (docs/staff.md#review).

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteTransaction};
use crate::staff::feedback_reviews::FeedbackActRefusal;
use crate::staff_audit::{self, ActBy, StaffAct};
use base::time::Millis;
use sqlx::FromRow;

/// Most notes of a feedback: all are shown with it.
const MOST_NOTES: i64 = 100;

/// A stored note.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct FeedbackNote {
    pub id: String,
    /// The name of a member of staff.
    pub author: String,
    pub body: String,
    pub created_at: Millis,
}

/// A note to store.
#[derive(Debug, Clone)]
pub struct NewFeedbackNote {
    pub feedback_id: String,
    /// The idempotency key, or a random id.
    pub id: String,
    pub by: ActBy,
    pub body: String,
}

impl Job for NewFeedbackNote {
    type Reply = FeedbackNote;
    type Refusal = FeedbackActRefusal;

    fn bytes(&self) -> usize {
        self.feedback_id.len() + self.by.staff.len() + self.body.len()
    }

    async fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> Result<FeedbackNote, JobError<FeedbackActRefusal>> {
        let connection = transaction.connection();
        let repeated: Option<FeedbackNote> = query(
            "SELECT id, author, body, created_at FROM feedback_notes WHERE feedback_id = $1 AND id = $2",
        )
        .bind(&self.feedback_id)
        .bind(&self.id)
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(note) = repeated {
            return if note.author == self.by.staff && note.body == self.body {
                Ok(note)
            } else {
                Err(JobError::Refused(FeedbackActRefusal::KeyReused))
            };
        }
        let there: Option<i64> = query(
            "SELECT (SELECT COUNT(*) FROM feedback_notes WHERE feedback_id = feedbacks.id) FROM feedbacks WHERE id = $1",
        )
        .bind(&self.feedback_id)
        .scalar_optional(&mut *connection)
        .await?;
        let there = there.ok_or(JobError::Refused(FeedbackActRefusal::UnknownFeedback))?;
        if there >= MOST_NOTES {
            return Err(JobError::Refused(FeedbackActRefusal::TooManyNotes));
        }
        let note = FeedbackNote {
            id: self.id.clone(),
            author: self.by.staff.clone(),
            body: self.body.clone(),
            created_at: self.by.at,
        };
        query("INSERT INTO feedback_notes (feedback_id, id, author, body, created_at) VALUES ($1, $2, $3, $4, $5)")
            .bind(&self.feedback_id)
            .bind(&note.id)
            .bind(&note.author)
            .bind(&note.body)
            .bind(note.created_at)
            .execute(&mut *connection)
            .await?;
        let (id, subject) = (&self.feedback_id, Some(note.id.clone()));
        staff_audit::add_for_feedback(connection, &self.by, StaffAct::NoteFeedback, id, subject).await?;
        Ok(note)
    }
}

impl Store {
    /// Returns the notes about a feedback, the earliest first.
    pub async fn feedback_notes(&self, feedback_id: &str) -> Result<Vec<FeedbackNote>, StoreError> {
        let notes = query(
            "SELECT id, author, body, created_at FROM feedback_notes WHERE feedback_id = $1 ORDER BY created_at, id",
        )
        .bind(feedback_id);
        Ok(notes.fetch_all(&self.db).await?)
    }
}
