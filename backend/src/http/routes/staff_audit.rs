//! `/v1/staff/audit`: what staff have done (docs/staff.md#audit).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::list::{List, ListLimit, cursor};
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::time::to_rfc3339;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{AuditFilter, AuditRow, StaffAct};
use utoipa::{IntoParams, ToSchema};

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    node_id: Option<String>,
    /// Only about this feedback.
    feedback_id: Option<String>,
    /// The name of a member of staff.
    staff: Option<String>,
    /// Only this act.
    #[param(inline)]
    act: Option<StaffAct>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// Something that a member of staff has done.
#[derive(Serialize, ToSchema)]
struct AuditItem {
    /// RFC 3339.
    at: String,
    staff: String,
    act: StaffAct,
    /// Null: for all nodes.
    #[schema(required = true)]
    node_id: Option<String>,
    #[schema(required = true)]
    feedback_id: Option<String>,
    /// The id or name of what else it was about.
    #[schema(required = true)]
    subject: Option<String>,
}

/// Lists acts of staff, the last first.
///
/// A token for some nodes shows what was done for those.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/audit",
    operation_id = "list_acts",
    tag = "Staff: people and devices",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<AuditItem>), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let nodes = staff.listed_nodes(&app, query.node_id.as_deref()).await?;
    let filter = AuditFilter {
        nodes: &nodes,
        feedback_id: query.feedback_id.as_deref(),
        staff: query.staff.as_deref(),
        act: query.act,
    };
    let limit = ListLimit::new(query.limit);
    let before = cursor(query.after.as_deref())?;
    let rows = app.store.staff_audit(filter, before, limit.rows()).await?;
    let list = List::from_rows(rows, limit, |row| row.seq.to_string(), AuditItem::from);
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
