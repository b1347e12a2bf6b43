//! `/v1/staff/audit`: what staff have done (docs/staff.md#audit).

use super::chats::NO_STORE;
use crate::http::list::{List, ListLimit};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::http::state::AppState;
use crate::store::{AuditFilter, AuditRow, ListCursorError, StaffAct};
use crate::time::to_rfc3339;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;

/// The query of [`list`].
#[derive(Deserialize)]
pub(in crate::http) struct ListQuery {
    node_id: Option<String>,
    feedback_id: Option<String>,
    /// The name of a member of staff.
    staff: Option<String>,
    act: Option<StaffAct>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    limit: Option<u32>,
}

/// Something that a member of staff has done.
#[derive(Serialize)]
struct AuditItem {
    /// RFC 3339.
    at: String,
    staff: String,
    act: StaffAct,
    /// Null: for all nodes.
    node_id: Option<String>,
    feedback_id: Option<String>,
    /// The id or name of what else it was about.
    subject: Option<String>,
}

/// `GET /v1/staff/audit`: acts of staff, the last first. A token for some nodes shows what was done for those.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let nodes = staff.nodes(query.node_id.as_deref())?;
    let filter = AuditFilter {
        nodes: &nodes,
        feedback_id: query.feedback_id.as_deref(),
        staff: query.staff.as_deref(),
        act: query.act,
    };
    let limit = ListLimit::new(query.limit);
    let before = query.after.as_deref().map(str::parse).transpose();
    let before = before.map_err(|_| ListCursorError)?;
    let rows = app.store.staff_audit(filter, before, limit.rows()).await?;
    let item = |row| Ok::<_, Infallible>(AuditItem::from(row));
    let list = List::from_rows(rows, limit, |row| row.seq.to_string(), item);
    let list = list.unwrap_or_else(|never| match never {});
    Ok((NO_STORE, Json(list)))
}

impl From<AuditRow> for AuditItem {
    fn from(row: AuditRow) -> Self {
        Self {
            at: to_rfc3339(row.at),
            staff: row.staff,
            act: row.act,
            node_id: row.node_id,
            feedback_id: row.feedback_id,
            subject: row.subject,
        }
    }
}
