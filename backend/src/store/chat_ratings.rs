//! The customer's verdicts on a chat that is over (docs/chat.md#rating).

use super::database::{Transaction, query};
use super::error::StoreError;
use crate::time::Millis;
use sqlx::FromRow;

/// Most ratings of a chat that are told.
const LATEST_RATINGS: u32 = 100;

/// A stored rating.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(crate) struct RatingRow {
    /// The position of its chat when it was given.
    pub(crate) position: i64,
    /// 0, 50 or 100.
    pub(crate) rating: i64,
    pub(crate) created_at: Millis,
}

/// Reads the latest ratings of a chat, oldest first.
pub(super) async fn ratings(
    snapshot: &mut Transaction,
    feedback_id: &str,
) -> Result<Vec<RatingRow>, StoreError> {
    let mut ratings: Vec<RatingRow> = query(
        "SELECT position, rating, created_at FROM chat_ratings WHERE feedback_id = $1
         ORDER BY position DESC LIMIT $2",
    )
    .bind(feedback_id)
    .bind(LATEST_RATINGS)
    .fetch_all(snapshot)
    .await?;
    ratings.reverse();
    Ok(ratings)
}
