//! `/v1/staff/colleagues`: who works at the same nodes (docs/staff.md#colleagues).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::list::{List, ListLimit};
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::roles::Role;
use base::time::{Millis, now};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// For how long after a call a person counts as online.
const ONLINE_FOR: Millis = 5 * 60_000;

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only those who are for this node.
    node_id: Option<String>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// A person, as their colleagues see them.
#[derive(Serialize, ToSchema)]
struct Colleague {
    /// What customers see.
    name: String,
    role: Role,
    /// Whether they have a live connection, or have made a call within the last five minutes.
    is_online: bool,
}

/// Lists the people who are for a node of the caller's, by their names.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/colleagues",
    operation_id = "list_colleagues",
    tag = "Staff: accounts",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<Colleague>), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let nodes = staff.listed_nodes(&app, query.node_id.as_deref()).await?;
    let limit = ListLimit::new(query.limit);
    let people = app.store.colleagues(query.after.as_deref()).await?;
    let connected = app.live.connected_staff();
    let since = now() - ONLINE_FOR;
    let rows: Vec<Colleague> = people
        .into_iter()
        .filter(|person| person.nodes.overlaps(&nodes))
        .take(limit.rows() as usize)
        .map(|person| Colleague {
            is_online: connected.contains(&person.name)
                || person.last_seen_at.is_some_and(|seen_at| seen_at > since),
            role: person.role,
            name: person.name,
        })
        .collect();
    let list = List::from_rows(rows, limit, |row| row.name.clone(), |row| row);
    Ok((NO_STORE, Json(list)))
}
