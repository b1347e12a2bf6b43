//! `/v1/staff/chats/counts`: how many chats the views of the inbox have (docs/staff.md#counts).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::ChatCounts;
use utoipa::{IntoParams, ToSchema};

/// The query of [`show`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct CountsQuery {
    /// Only of this node.
    node_id: Option<String>,
}

/// The chats that are open or queued.
#[derive(Serialize, ToSchema)]
#[schema(as = ChatCounts)]
struct Counts {
    /// Assigned to the caller.
    mine: ViewCount,
    /// Assigned to nobody.
    nobody: ViewCount,
    all: ViewCount,
}

/// How many chats a view has; 100: 100 or more.
#[derive(Serialize, ToSchema)]
#[schema(as = ChatCount)]
struct ViewCount {
    count: i64,
    /// Those of them whose customers wait for an answer, and that nobody puts off.
    unanswered: i64,
}

/// Counts the chats of the caller, of nobody and of all that are open or queued, each up to 100.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/chats/counts",
    operation_id = "count_chats",
    tag = "Staff: chats",
    params(CountsQuery),
    responses((status = 200, description = "the counts", body = Counts), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<CountsQuery>,
) -> Result<impl IntoResponse, Problem> {
    let nodes = staff.listed_nodes(&app, query.node_id.as_deref()).await?;
    let counts = app.store.chat_counts(&nodes, staff.name()).await?;
    Ok((NO_STORE, Json(Counts::from(counts))))
}

impl From<ChatCounts> for Counts {
    fn from(counts: ChatCounts) -> Self {
        let view = |count, unanswered| ViewCount { count, unanswered };
        Self {
            mine: view(counts.mine, counts.mine_unanswered),
            nobody: view(counts.nobodys, counts.nobodys_unanswered),
            all: view(counts.all_chats, counts.all_unanswered),
        }
    }
}
