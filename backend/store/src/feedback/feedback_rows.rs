//! The rows of feedback, as transactions write them.

use crate::database::{Executor, QueryBuilder, Transaction, bind_by_name, query};
use crate::error::StoreError;
use crate::feedback::review_state::ReviewState;
use crate::feedback::scores::Scores;
use crate::feedback::state_times::StateTimes;
use base::records::OnceWithin;
use base::time::Millis;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;

/// Whether the visitor has finished a feedback.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    sqlx::Type,
    ToSchema,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum FeedbackStatus {
    /// A partial save; the visitor may continue it.
    Partial,
    Complete,
}

bind_by_name!(FeedbackStatus);

/// A stored feedback.
#[derive(Debug, FromRow)]
pub struct FeedbackRow {
    /// The order in which feedback was first stored.
    pub seq: i64,
    pub id: String,
    pub status: FeedbackStatus,
    pub device_id: String,
    pub node_id: String,
    pub flow_id: String,
    #[sqlx(try_from = "i64")]
    pub flow_revision: u32,
    pub user_id: Option<String>,
    pub language_id: Option<String>,
    pub origin_url: Option<String>,
    pub created_at: Option<Millis>,
    pub created_offline: bool,
    #[sqlx(try_from = "i64")]
    pub time_spent_in_seconds: u32,
    /// A JSON object ([`StateTimes`]).
    pub state_times_in_ms: Option<String>,
    /// A JSON object ([`Scores`]).
    pub scores: Option<String>,
    /// The number by which people name it.
    pub reference: Option<String>,
    pub received_at: Millis,
    pub updated_at: Millis,
    pub completed_at: Option<Millis>,
    /// A JSON list.
    pub responses: String,
    /// A JSON object.
    pub customer: Option<String>,
    /// Whether a signature proves fields of the customer.
    pub customer_verified: bool,
    /// Whether the host's server has signed the custom attributes.
    pub attributes_verified: bool,
    /// A JSON object.
    pub tracking: Option<String>,
    /// How far staff are with it.
    pub review: ReviewState,
    /// In alphabetical order; from a table of their own.
    #[sqlx(skip)]
    pub tags: Vec<String>,
}

/// The content of a feedback, ready to be stored.
#[derive(Debug, Clone)]
pub struct NewFeedback {
    pub status: FeedbackStatus,
    pub device_id: String,
    pub node_id: String,
    pub flow_id: String,
    pub flow_revision: u32,
    pub user_id: Option<String>,
    pub language_id: Option<String>,
    pub origin_url: Option<String>,
    /// By the visitor's clock, unverified.
    pub created_at: Option<Millis>,
    pub created_offline: bool,
    pub time_spent_in_seconds: u32,
    pub state_times: StateTimes,
    pub scores: Scores,
    /// The number by which people name it.
    pub reference: Option<String>,
    /// By the server's clock.
    pub received_at: Millis,
    /// A JSON list.
    pub responses: String,
    /// A JSON object.
    pub customer: Option<String>,
    /// The id in it: a signature may name a customer on any device.
    pub customer_id: Option<String>,
    /// Whether a signature proves fields of the customer.
    pub customer_verified: bool,
    /// Whether the host's server has signed the custom attributes.
    pub attributes_verified: bool,
    /// The key of the person whom a signature names.
    pub verified_customer: Option<String>,
    /// A JSON object.
    pub tracking: Option<String>,
    /// The first epoch of the chat token if the feedback opens a chat.
    pub chat_epoch: Option<i64>,
}

impl NewFeedback {
    /// Returns the bytes of its texts.
    pub(crate) fn bytes(&self) -> usize {
        let required = [&self.device_id, &self.node_id, &self.flow_id, &self.responses];
        let optional = [
            &self.user_id,
            &self.language_id,
            &self.origin_url,
            &self.customer,
            &self.customer_id,
            &self.tracking,
        ];
        let optional = optional.into_iter().flatten();
        let names = self.state_times.0.keys().chain(self.scores.0.keys());
        let texts = required.into_iter().chain(optional).chain(names);
        texts.map(String::len).sum()
    }

    fn completed_at(&self) -> Option<Millis> {
        (self.status == FeedbackStatus::Complete).then_some(self.received_at)
    }
}

/// Returns the time of change for the rows of this transaction: now, but later than that of every stored row.
///
/// Readers list changes in this order. The database runs one writing transaction at a time, so anyone who has read up to a
/// time misses nothing by continuing after it, even if the clock was set back, or the last feedback was erased that it has
/// read.
pub(crate) async fn next_change_time(
    transaction: &mut Transaction,
    now: Millis,
) -> Result<Millis, StoreError> {
    let last: Option<Millis> = query(
        "SELECT MAX(updated_at) FROM (SELECT MAX(updated_at) AS updated_at FROM feedbacks
             UNION ALL SELECT updated_at FROM result_progress) AS changes",
    )
    .scalar(transaction)
    .await?;
    Ok(last.map_or(now, |last| now.max(last.saturating_add(1))))
}

/// Inserts new rows, each with its id, with one statement.
pub(crate) async fn insert(
    transaction: &mut Transaction,
    rows: &[(&str, &NewFeedback)],
    changed_at: Millis,
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::new(
        "INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, user_id, language_id,
             origin_url, created_at, created_offline, time_spent_in_seconds, received_at, updated_at, completed_at,
             responses, customer, tracking, chat_epoch, customer_verified, attributes_verified, verified_customer,
             state_times_in_ms, customer_id, reference, scores) ",
    );
    insert.push_values(rows, |row, (id, new)| {
        row.push_bind((*id).to_owned());
        row.push_bind(new.status);
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
        row.push_bind(changed_at);
        row.push_bind(new.completed_at());
        row.push_bind(new.responses.clone());
        row.push_bind(new.customer.clone());
        row.push_bind(new.tracking.clone());
        row.push_bind(new.chat_epoch);
        row.push_bind(new.customer_verified);
        row.push_bind(new.attributes_verified);
        row.push_bind(new.verified_customer.clone());
        row.push_bind(new.state_times.to_json());
        row.push_bind(new.customer_id.clone());
        row.push_bind(new.reference.clone());
        row.push_bind(new.scores.to_json());
    });
    insert.build().execute(transaction).await?;
    Ok(())
}

/// Replaces the content of a partial feedback, which nobody has reviewed then, and completes it if the new content is complete. Returns false
/// if there is no partial feedback with this id from this device for this node and flow.
pub(crate) async fn update_partial(
    transaction: &mut Transaction,
    id: &str,
    new: &NewFeedback,
    changed_at: Millis,
) -> Result<bool, StoreError> {
    let updated = query(
        "UPDATE feedbacks SET status = $5, flow_revision = $6, user_id = $7, language_id = $8, origin_url = $9,
             created_at = $10, created_offline = $11, time_spent_in_seconds = $12, updated_at = $13,
             completed_at = $14, responses = $15, customer = $16, tracking = $17, chat_epoch = $18, customer_verified = $19,
             attributes_verified = $20, verified_customer = $21, state_times_in_ms = $22,
             customer_id = $23, reference = $24, scores = $25, review = 'new', given_at = NULL
         WHERE id = $1 AND device_id = $2 AND node_id = $3 AND flow_id = $4 AND status = 'partial'",
    )
    .bind(id)
    .bind(&new.device_id)
    .bind(&new.node_id)
    .bind(&new.flow_id)
    .bind(new.status)
    .bind(new.flow_revision)
    .bind(&new.user_id)
    .bind(&new.language_id)
    .bind(&new.origin_url)
    .bind(new.created_at)
    .bind(new.created_offline)
    .bind(new.time_spent_in_seconds)
    .bind(changed_at)
    .bind(new.completed_at())
    .bind(&new.responses)
    .bind(&new.customer)
    .bind(&new.tracking)
    .bind(new.chat_epoch)
    .bind(new.customer_verified)
    .bind(new.attributes_verified)
    .bind(&new.verified_customer)
    .bind(new.state_times.to_json())
    .bind(&new.customer_id)
    .bind(&new.reference)
    .bind(new.scores.to_json())
    .execute(transaction)
    .await?;
    Ok(updated > 0)
}

/// Returns whether the device, or the verified customer on any device, has completed a feedback of this node within the
/// period (docs/api.md#multiple-feedback).
pub(crate) async fn has_complete(
    transaction: &mut Transaction,
    new: &NewFeedback,
    once_within: OnceWithin,
) -> Result<bool, StoreError> {
    let since = once_within.since(new.received_at);
    let by_device = query(
        "SELECT EXISTS (SELECT 1 FROM feedbacks
         WHERE device_id = $1 AND node_id = $2 AND status = 'complete' AND completed_at > $3)",
    )
    .bind(&new.device_id)
    .bind(&new.node_id)
    .bind(since)
    .scalar(&mut *transaction)
    .await?;
    if by_device {
        return Ok(true);
    }
    match &new.verified_customer {
        Some(customer) => has_complete_of_customer(transaction, customer, &new.node_id, since).await,
        None => Ok(false),
    }
}

/// Returns whether a verified customer has completed a feedback of a node after a moment.
pub(crate) async fn has_complete_of_customer<'e>(
    executor: impl Into<Executor<'e>>,
    customer: &str,
    node_id: &str,
    since: Millis,
) -> Result<bool, StoreError> {
    let exists = query(
        "SELECT EXISTS (SELECT 1 FROM feedbacks
         WHERE verified_customer = $1 AND node_id = $2 AND status = 'complete' AND completed_at > $3)",
    )
    .bind(customer)
    .bind(node_id)
    .bind(since)
    .scalar(executor)
    .await?;
    Ok(exists)
}
