//! `/v1/staff/feedbacks`: feedback for staff (docs/staff.md#calls).

use crate::http::list::{List, ListLimit};
use crate::http::own_origin::OwnOrigin;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::response_files::ResponseFiles;
use crate::http::staff_access::Staff;
use crate::http::state::AppState;
use crate::staff::DeviceHashes;
use crate::store::{FeedbackFilter, FeedbackRow, FeedbackStatus, ListCursor, ListCursorError};
use crate::time::{Millis, to_rfc3339};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// The query of [`list`].
#[derive(Deserialize)]
pub(in crate::http) struct ListQuery {
    node_id: Option<String>,
    status: Option<FeedbackStatus>,
    /// Orders the list by last change, and begins at this time in milliseconds since 1970.
    updated_since: Option<Millis>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    limit: Option<u32>,
}

/// A feedback. Times are RFC 3339.
#[derive(Serialize)]
struct FeedbackItem {
    id: String,
    status: FeedbackStatus,
    node_id: String,
    flow_id: String,
    flow_revision: u32,
    /// Hashed.
    device_id: String,
    user_id: Option<String>,
    language_id: Option<String>,
    origin_url: Option<String>,
    /// By the visitor's clock, unverified.
    created_at: Option<String>,
    created_offline: bool,
    time_spent_in_seconds: u32,
    /// When it was first stored, by the server's clock.
    received_at: String,
    /// When it last changed.
    updated_at: String,
    completed_at: Option<String>,
    responses: Box<RawValue>,
    customer: Option<Box<RawValue>>,
    /// Whether a signature proves fields of the customer.
    customer_verified: bool,
    /// Whether the host's server has signed the custom attributes.
    attributes_verified: bool,
    tracking: Option<Box<RawValue>>,
}

/// `GET /v1/staff/feedbacks`: feedback of one node or all, of one status or both. The newest comes first; with
/// `updated_since` the earliest change comes first (docs/staff.md#changes-since-a-time).
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let limit = ListLimit::new(query.limit);
    let nodes = staff.nodes(query.node_id.as_deref())?;
    let filter = FeedbackFilter {
        nodes: &nodes,
        status: query.status,
    };
    let after = query.after.as_deref();
    let origin = OwnOrigin::of(&headers);
    let list = match query.updated_since {
        None => {
            let before = after.map(str::parse).transpose();
            let before = before.map_err(|_| ListCursorError)?;
            let rows = app.store.newest_feedbacks(filter, before, limit.rows()).await?;
            let files = files_of(&app, &origin, &rows).await?;
            let item = |row| FeedbackItem::new(row, &files, &app.device_hashes);
            List::from_rows(rows, limit, |row| row.seq.to_string(), item)
        }
        Some(since) => {
            let after: Option<ListCursor> = after.map(str::parse).transpose()?;
            let rows = app
                .store
                .changed_feedbacks(filter, since, after.as_ref(), limit.rows())
                .await?;
            let files = files_of(&app, &origin, &rows).await?;
            let item = |row| FeedbackItem::new(row, &files, &app.device_hashes);
            List::from_rows(rows, limit, change_cursor, item)
        }
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(list?)))
}

fn change_cursor(row: &FeedbackRow) -> String {
    let cursor = ListCursor {
        place: row.updated_at,
        feedback_id: row.id.clone(),
    };
    cursor.to_string()
}

async fn files_of(
    app: &AppState,
    origin: &OwnOrigin,
    rows: &[FeedbackRow],
) -> Result<ResponseFiles, Problem> {
    let feedbacks = rows.iter().map(|row| (row.id.as_str(), row.responses.as_str()));
    ResponseFiles::load(app, origin, feedbacks).await
}

impl FeedbackItem {
    fn new(row: FeedbackRow, files: &ResponseFiles, hashes: &DeviceHashes) -> serde_json::Result<Self> {
        let document = |text: Option<String>| text.map(RawValue::from_string).transpose();
        Ok(Self {
            id: row.id,
            status: row.status,
            node_id: row.node_id,
            flow_id: row.flow_id,
            flow_revision: row.flow_revision,
            device_id: hashes.hash(&row.device_id),
            user_id: row.user_id,
            language_id: row.language_id,
            origin_url: row.origin_url,
            created_at: row.created_at.map(to_rfc3339),
            created_offline: row.created_offline,
            time_spent_in_seconds: row.time_spent_in_seconds,
            received_at: to_rfc3339(row.received_at),
            updated_at: to_rfc3339(row.updated_at),
            completed_at: row.completed_at.map(to_rfc3339),
            responses: files.describe(row.responses)?,
            customer: document(row.customer)?,
            customer_verified: row.customer_verified,
            attributes_verified: row.attributes_verified,
            tracking: document(row.tracking)?,
        })
    }
}
