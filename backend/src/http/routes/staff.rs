//! `/v1/staff`: what the business's own people see (`wire.md`, "Staff API").

use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff::Staff;
use crate::http::state::App;
use crate::store::{FeedbackRow, Status};
use crate::time::to_rfc3339;
use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// How many items a list holds where the query does not say.
const DEFAULT_LIMIT: u32 = 50;

/// How many it holds at most, whatever the query says.
const MAX_LIMIT: u32 = 200;

/// The query of [`feedbacks`].
#[derive(Deserialize)]
pub(in crate::http) struct FeedbacksQuery {
    node_id: Option<String>,
    status: Option<Status>,
    /// `next_cursor` of the list before.
    after: Option<i64>,
    limit: Option<u32>,
}

/// A part of a longer list.
#[derive(Serialize)]
pub(super) struct List<T> {
    pub(super) items: Vec<T>,
    /// Names the next list; null where this is the last.
    pub(super) next_cursor: Option<String>,
}

/// How many items a list holds.
pub(super) fn page_size(wanted: Option<u32>) -> u32 {
    wanted.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT)
}

/// A feedback as staff see it. Moments are RFC 3339.
#[derive(Serialize)]
struct Item {
    id: String,
    status: String,
    node_id: String,
    flow_id: String,
    flow_revision: u32,
    device_id: String,
    user_id: Option<String>,
    language_id: Option<String>,
    origin_url: Option<String>,
    /// By the visitor's clock, as claimed.
    created_at: Option<String>,
    created_offline: bool,
    time_spent_in_seconds: u32,
    /// By the server's clock.
    received_at: String,
    completed_at: Option<String>,
    responses: Box<RawValue>,
    customer: Option<Box<RawValue>>,
    tracking: Option<Box<RawValue>>,
}

/// `GET /v1/staff/feedbacks`: feedbacks, newest first, of one node or all, of one status or both.
///
/// # Errors
/// 400 for a query that cannot be read, 401 without a staff token in force.
pub(in crate::http) async fn feedbacks(
    _: Staff,
    State(app): State<Arc<App>>,
    Parameters(query): Parameters<FeedbacksQuery>,
) -> Result<impl IntoResponse, Problem> {
    let limit = page_size(query.limit);
    // One more than is shown tells whether there is a next list.
    let mut rows = app
        .store
        .feedbacks(query.node_id.as_deref(), query.status, query.after, limit + 1)
        .await?;
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next_cursor = rows.last().filter(|_| has_more).map(|row| row.seq.to_string());
    let items = rows.into_iter().map(Item::try_from).collect::<Result<_, _>>()?;
    Ok((
        [(CACHE_CONTROL, "no-store")],
        Json(List::<Item> { items, next_cursor }),
    ))
}

impl TryFrom<FeedbackRow> for Item {
    type Error = serde_json::Error;

    fn try_from(row: FeedbackRow) -> Result<Self, Self::Error> {
        let document = |text: Option<String>| text.map(RawValue::from_string).transpose();
        Ok(Self {
            id: row.id,
            status: row.status,
            node_id: row.node_id,
            flow_id: row.flow_id,
            flow_revision: row.flow_revision,
            device_id: row.device_id,
            user_id: row.user_id,
            language_id: row.language_id,
            origin_url: row.origin_url,
            created_at: row.created_at.map(to_rfc3339),
            created_offline: row.created_offline,
            time_spent_in_seconds: row.time_spent_in_seconds,
            received_at: to_rfc3339(row.received_at),
            completed_at: row.completed_at.map(to_rfc3339),
            responses: RawValue::from_string(row.responses)?,
            customer: document(row.customer)?,
            tracking: document(row.tracking)?,
        })
    }
}
