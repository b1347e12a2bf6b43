//! Up to where the index of feedback has come (docs/results.md#index), and what it knows of days.

use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::feedback::feedback_filter::TimeRange;
use crate::handle::Store;
use crate::list_cursor::ListCursor;
use crate::results::answer_rows::{AnswerRow, answers_of};
use crate::results::result_index;
use base::time::{DAY, Millis};
use std::collections::HashMap;

/// Most feedbacks that the index may miss and groups are used all the same.
pub(crate) const MOST_MISSING: i64 = 1_000;

/// The numbers of all feedback, from one to before another.
pub(crate) const EVERYTHING: (i64, i64) = (0, i64::MAX);

/// What the index has.
#[derive(Debug)]
pub(crate) struct IndexState {
    /// The last change in it.
    pub(crate) last: ListCursor,
    /// How many feedbacks have changed since, counted up to one more than [`MOST_MISSING`].
    pub(crate) missing: i64,
}

/// Up to where the index has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexProgress {
    /// All changes of feedback up to this moment are in it.
    pub up_to: Millis,
    /// Whether there are later ones.
    pub is_behind: bool,
}

impl Store {
    /// Returns the answers of indexed feedback by its numbers, each in their order.
    pub async fn answers_of(&self, seqs: &[i64]) -> Result<HashMap<i64, Vec<AnswerRow>>, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let answers = answers_of(&mut snapshot, seqs).await?;
        snapshot.commit().await?;
        Ok(answers)
    }

    /// Returns the last change that is in the index.
    pub async fn last_indexed_change(&self) -> Result<ListCursor, StoreError> {
        result_index::progress(&self.db).await
    }

    /// Returns up to where the index has come.
    pub async fn index_progress(&self) -> Result<IndexProgress, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let index = index_state(&mut snapshot).await?;
        snapshot.commit().await?;
        Ok(IndexProgress {
            up_to: index.last.place,
            is_behind: index.missing > 0,
        })
    }
}

/// Returns what the index has.
pub(crate) async fn index_state(snapshot: &mut Transaction) -> Result<IndexState, StoreError> {
    let last = result_index::progress(&mut *snapshot).await?;
    let missing = query(
        "SELECT COUNT(*) FROM (SELECT 1 FROM feedbacks WHERE (updated_at, id) > ($1, $2) LIMIT $3) AS missing",
    )
    .bind(last.place)
    .bind(&last.feedback_id)
    .bind(MOST_MISSING + 1)
    .scalar(snapshot)
    .await?;
    Ok(IndexState { last, missing })
}

/// Returns the numbers between which the feedback is that was received in a time, from one to before another, as far as it is in
/// the index, which knows those of each day.
pub(crate) async fn received_range(
    snapshot: &mut Transaction,
    received: TimeRange,
) -> Result<(i64, i64), StoreError> {
    let (mut first, mut end) = EVERYTHING;
    if let Some(from) = received.from {
        let least: Option<i64> =
            query("SELECT MIN(first_seq) FROM result_groups WHERE span = 'day' AND first_day >= $1")
                .bind(from.div_euclid(DAY))
                .scalar(&mut *snapshot)
                .await?;
        first = least.unwrap_or(i64::MAX);
    }
    if let Some(to) = received.to {
        let most: Option<i64> =
            query("SELECT MAX(last_seq) FROM result_groups WHERE span = 'day' AND first_day <= $1")
                .bind(to.div_euclid(DAY))
                .scalar(snapshot)
                .await?;
        end = most.map_or(0, |most| most + 1);
    }
    Ok((first, end))
}
