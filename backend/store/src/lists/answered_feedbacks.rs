//! Feedback that fits a filter, with its answers to one question: what a trend counts where the roll-ups do not serve it
//! (docs/results.md#trends).

use crate::database::{Db, QueryBuilder};
use crate::error::StoreError;
use crate::feedback::feedback_filter::FeedbackFilter;
use crate::handle::Store;
use crate::lists::feedback_search::FeedbackSearch;
use crate::results::answer_rows::{AnswerRow, answers_to};
use crate::results::index_progress::index_state;
use base::time::Millis;
use sqlx::FromRow;

/// A feedback that answered the question.
#[derive(Debug)]
pub struct AnsweredFeedback {
    pub id: String,
    pub received_at: Millis,
    /// To the question, in their order; at least one.
    pub answers: Vec<AnswerRow>,
}

/// A part of such feedback, the newest first.
#[derive(Debug)]
pub struct AnsweredPart {
    pub feedbacks: Vec<AnsweredFeedback>,
    /// How many feedbacks were looked at.
    pub looked_at: i64,
    /// The number before which the next part is; `None` in the last one.
    pub looked_at_until: Option<i64>,
}

#[derive(FromRow)]
struct Found {
    seq: i64,
    received_at: Millis,
    updated_at: Millis,
    id: String,
}

impl Store {
    /// Returns the indexed feedback that fits a filter and answers one of these questions or rows, among the newest `most` that were
    /// first stored before number `before`.
    pub async fn answered_feedbacks(
        &self,
        filter: &FeedbackFilter,
        question_ids: &[String],
        before: Option<i64>,
        most: u32,
    ) -> Result<AnsweredPart, StoreError> {
        let is_postgres = matches!(self.db, Db::Pg(..));
        let mut snapshot = self.db.begin_snapshot().await?;
        let index = index_state(&mut snapshot).await?;
        let search = FeedbackSearch::choose(filter, &index, before, is_postgres, &mut snapshot).await?;
        let mut select = QueryBuilder::new(
            "SELECT DISTINCT feedbacks.seq, feedbacks.received_at, feedbacks.updated_at, feedbacks.id",
        );
        search.push_found(&mut select, most, most);
        let mut found: Vec<Found> = select.build().fetch_all(&mut snapshot).await?;
        let looked_at = search.looked_at(most, &mut snapshot).await?;
        let indexed = (index.last.place, &*index.last.feedback_id);
        found.retain(|row| (row.updated_at, &*row.id) <= indexed);
        let seqs: Vec<i64> = found.iter().map(|row| row.seq).collect();
        let mut answers = answers_to(question_ids, &mut snapshot, &seqs).await?;
        snapshot.commit().await?;
        Ok(AnsweredPart {
            feedbacks: found
                .into_iter()
                .filter_map(|row| {
                    Some(AnsweredFeedback {
                        answers: answers.remove(&row.seq)?,
                        id: row.id,
                        received_at: row.received_at,
                    })
                })
                .collect(),
            looked_at: looked_at.count,
            looked_at_until: looked_at.until,
        })
    }
}
