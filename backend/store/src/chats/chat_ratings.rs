//! The customer's verdicts on a chat that is over (docs/chat.md#rating).

use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::chat_status::ChatStatus;
use crate::job::webhook_outbox::{Event, EventType};
use crate::job::{Job, JobError, WriteTransaction};
use base::time::Millis;
use sqlx::FromRow;

/// Most ratings of a chat that are told.
const LATEST_RATINGS: u32 = 100;

/// A stored rating.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct RatingRow {
    /// The position of its chat when it was given.
    pub position: i64,
    /// 0, 50 or 100.
    pub rating: i64,
    pub created_at: Millis,
}

/// A rating that can be stored if the chat takes one.
#[derive(Debug, Clone)]
pub struct NewRating {
    pub feedback_id: String,
    /// 0, 50 or 100.
    pub rating: i64,
    /// Whether the node takes ratings.
    pub is_enabled: bool,
    /// By the server's clock.
    pub created_at: Millis,
}

/// Why a rating was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatingRefusal {
    /// There is no such chat.
    UnknownChat,
    /// The node takes no ratings.
    Disabled,
    /// The chat is going on.
    NotOver(ChatStatus),
    /// The customer has rated the chat since their latest message.
    AlreadyRated,
}

impl Job for NewRating {
    type Reply = RatingRow;
    type Refusal = RatingRefusal;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<RatingRow, JobError<RatingRefusal>> {
        rate(transaction, self).await
    }
}

/// Stores a rating. The same one again is a repeat, and gets the stored one.
async fn rate(
    transaction: &mut WriteTransaction,
    new: &NewRating,
) -> Result<RatingRow, JobError<RatingRefusal>> {
    let connection = transaction.connection();
    let chat: Option<(ChatStatus, i64)> =
        query("SELECT status, last_customer_position FROM chats WHERE feedback_id = $1")
            .bind(&new.feedback_id)
            .fetch_optional(&mut *connection)
            .await?;
    let Some((status, last_customer_position)) = chat else {
        return Err(JobError::Refused(RatingRefusal::UnknownChat));
    };
    let latest: Option<RatingRow> = query(
        "SELECT position, rating, created_at FROM chat_ratings WHERE feedback_id = $1
         ORDER BY position DESC LIMIT 1",
    )
    .bind(&new.feedback_id)
    .fetch_optional(&mut *connection)
    .await?;
    let present = latest.filter(|latest| latest.position > last_customer_position);
    let refusal = match present {
        Some(present) if present.rating == new.rating => return Ok(present),
        _ if !new.is_enabled => Some(RatingRefusal::Disabled),
        _ if !matches!(status, ChatStatus::Closed | ChatStatus::Archived) => {
            Some(RatingRefusal::NotOver(status))
        }
        Some(_) => Some(RatingRefusal::AlreadyRated),
        None => None,
    };
    if let Some(refusal) = refusal {
        return Err(JobError::Refused(refusal));
    }
    let rating = insert(connection, new).await?;
    let (position, at) = (rating.position, rating.created_at);
    transaction.note_event(Event::of_chat(
        EventType::ChatRated,
        &new.feedback_id,
        position,
        at,
    ));
    transaction.mark_chat_changed(&new.feedback_id, position);
    Ok(rating)
}

async fn insert(connection: &mut Transaction, new: &NewRating) -> Result<RatingRow, StoreError> {
    let (position, created_at) = query(
        "UPDATE chats SET position = position + 1,
             updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
         WHERE feedback_id = $1 RETURNING position, updated_at",
    )
    .bind(&new.feedback_id)
    .bind(new.created_at)
    .fetch_one(&mut *connection)
    .await?;
    query("INSERT INTO chat_ratings (feedback_id, position, rating, created_at) VALUES ($1, $2, $3, $4)")
        .bind(&new.feedback_id)
        .bind(position)
        .bind(new.rating)
        .bind(created_at)
        .execute(connection)
        .await?;
    Ok(RatingRow {
        position,
        rating: new.rating,
        created_at,
    })
}

/// Reads the latest ratings of a chat, oldest first.
pub(crate) async fn ratings(
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
