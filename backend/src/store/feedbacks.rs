//! Rows of feedback: written by the writer's transaction, listed for staff.

use super::submissions::NewFeedback;
use super::{Store, StoreError};
use crate::records::OnceWithin;
use crate::time::{DAY, Millis};
use serde::Deserialize;
use sqlx::{FromRow, QueryBuilder, Sqlite, SqliteConnection};

/// How far a feedback has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    /// Saved on the way; the visitor may go on.
    Partial,
    /// Sent off at the end of the flow.
    Complete,
}

impl Status {
    /// As stored and as staff see it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Partial => "partial",
            Self::Complete => "complete",
        }
    }
}

/// A feedback as stored.
#[derive(Debug, FromRow)]
pub(crate) struct FeedbackRow {
    /// The order in which feedbacks were first stored; the cursor of lists.
    pub(crate) seq: i64,
    pub(crate) id: String,
    pub(crate) status: String,
    pub(crate) device_id: String,
    pub(crate) node_id: String,
    pub(crate) flow_id: String,
    pub(crate) flow_revision: u32,
    pub(crate) user_id: Option<String>,
    pub(crate) language_id: Option<String>,
    pub(crate) origin_url: Option<String>,
    pub(crate) created_at: Option<Millis>,
    pub(crate) created_offline: bool,
    pub(crate) time_spent_in_seconds: u32,
    pub(crate) received_at: Millis,
    pub(crate) completed_at: Option<Millis>,
    /// A JSON list.
    pub(crate) responses: String,
    /// A JSON object.
    pub(crate) customer: Option<String>,
    /// A JSON object.
    pub(crate) tracking: Option<String>,
}

impl Store {
    /// Feedbacks, newest first: those stored before the one at `after`, at most `limit`.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn feedbacks(
        &self,
        node_id: Option<&str>,
        status: Option<Status>,
        after: Option<i64>,
        limit: u32,
    ) -> Result<Vec<FeedbackRow>, StoreError> {
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT seq, id, status, device_id, node_id, flow_id, flow_revision, user_id, language_id, origin_url,
                 created_at, created_offline, time_spent_in_seconds, received_at, completed_at, responses, customer,
                 tracking
             FROM feedbacks WHERE seq < ",
        );
        query.push_bind(after.unwrap_or(i64::MAX));
        if let Some(node_id) = node_id {
            query.push(" AND node_id = ").push_bind(node_id.to_owned());
        }
        if let Some(status) = status {
            query.push(" AND status = ").push_bind(status.as_str());
        }
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build_query_as().fetch_all(&self.pool).await?)
    }
}

/// Inserts new rows with one statement.
pub(super) async fn insert(
    transaction: &mut SqliteConnection,
    rows: &[&NewFeedback],
) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, user_id, language_id,
             origin_url, created_at, created_offline, time_spent_in_seconds, received_at, updated_at, completed_at,
             responses, customer, tracking, chat_epoch) ",
    );
    query.push_values(rows, |mut row, new| {
        row.push_bind(new.id.clone());
        row.push_bind(new.status.as_str());
        row.push_bind(new.device_id.clone());
        row.push_bind(new.node_id.clone());
        row.push_bind(new.flow_id.clone());
        row.push_bind(new.flow_revision);
        row.push_bind(new.user_id.clone());
        row.push_bind(new.language_id.clone());
        row.push_bind(new.origin_url.clone());
        row.push_bind(new.created_at);
        row.push_bind(new.created_offline);
        row.push_bind(new.time_spent_in_seconds);
        row.push_bind(new.received_at);
        row.push_bind(new.received_at);
        row.push_bind(completed_at(new));
        row.push_bind(new.responses.clone());
        row.push_bind(new.customer.clone());
        row.push_bind(new.tracking.clone());
        row.push_bind(new.chat_epoch);
    });
    query.build().execute(transaction).await?;
    Ok(())
}

/// Replaces what a partial feedback says by what a later save says, and completes it where that one is complete.
/// False where there is no partial feedback of that id from this device, for this node and flow.
pub(super) async fn update_partial(
    transaction: &mut SqliteConnection,
    id: &str,
    new: &NewFeedback,
) -> Result<bool, sqlx::Error> {
    let updated = sqlx::query(
        "UPDATE feedbacks SET status = $5, flow_revision = $6, user_id = $7, language_id = $8, origin_url = $9,
             created_at = $10, created_offline = $11, time_spent_in_seconds = $12, updated_at = $13,
             completed_at = $14, responses = $15, customer = $16, tracking = $17, chat_epoch = $18
         WHERE id = $1 AND device_id = $2 AND node_id = $3 AND flow_id = $4 AND status = 'partial'",
    )
    .bind(id)
    .bind(&new.device_id)
    .bind(&new.node_id)
    .bind(&new.flow_id)
    .bind(new.status.as_str())
    .bind(new.flow_revision)
    .bind(&new.user_id)
    .bind(&new.language_id)
    .bind(&new.origin_url)
    .bind(new.created_at)
    .bind(new.created_offline)
    .bind(new.time_spent_in_seconds)
    .bind(new.received_at)
    .bind(completed_at(new))
    .bind(&new.responses)
    .bind(&new.customer)
    .bind(&new.tracking)
    .bind(new.chat_epoch)
    .execute(transaction)
    .await?;
    Ok(updated.rows_affected() > 0)
}

/// Whether the device has completed a feedback of the node so recently that another one is refused.
pub(super) async fn has_complete(
    transaction: &mut SqliteConnection,
    new: &NewFeedback,
    once_within: OnceWithin,
) -> Result<bool, sqlx::Error> {
    let since = match once_within {
        OnceWithin::Ever => Millis::MIN,
        OnceWithin::Days(days) => new.received_at - Millis::from(days) * DAY,
    };
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM feedbacks
         WHERE device_id = $1 AND node_id = $2 AND status = 'complete' AND completed_at > $3)",
    )
    .bind(&new.device_id)
    .bind(&new.node_id)
    .bind(since)
    .fetch_one(transaction)
    .await
}

fn completed_at(new: &NewFeedback) -> Option<Millis> {
    (new.status == Status::Complete).then_some(new.received_at)
}
