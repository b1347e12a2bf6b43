//! `/v1/staff/unsubscriptions`: who wants no more invitations, for staff (docs/staff.md#calls).

use crate::application::AppState;
use crate::http::list::{List, ListLimit, cursor};
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::staff::DeviceHashes;
use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use base::time::to_rfc3339;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;
use store::{UnsubscribableChannel, UnsubscriptionFilter, UnsubscriptionRow};
use utoipa::{IntoParams, ToSchema};

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    node_id: Option<String>,
    /// Only on this channel.
    #[param(inline)]
    channel: Option<UnsubscribableChannel>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// An unsubscription.
#[derive(Serialize, ToSchema)]
#[schema(as = Unsubscription)]
struct UnsubscriptionItem {
    node_id: String,
    channel: UnsubscribableChannel,
    /// The invitation's tracking pair, which names the recipient.
    #[schema(value_type = HashMap<String, String>)]
    tracking: Box<RawValue>,
    /// Hashed.
    #[schema(required = true)]
    device_id: Option<String>,
    /// RFC 3339, by the server's clock.
    created_at: String,
}

/// Lists unsubscriptions of one node or all, of one channel or all, the newest first.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/unsubscriptions",
    operation_id = "list_unsubscriptions",
    tag = "Staff: people and devices",
    params(ListQuery),
    responses(
        (status = 200, description = "a part of the list", body = List<UnsubscriptionItem>),
        InvalidQuery, NotFound,
    ),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let limit = ListLimit::new(query.limit);
    let nodes = staff.listed_nodes(&app, query.node_id.as_deref()).await?;
    let filter = UnsubscriptionFilter {
        nodes: &nodes,
        channel: query.channel,
    };
    let before = cursor(query.after.as_deref())?;
    let rows = app
        .store
        .newest_unsubscriptions(filter, before, limit.rows())
        .await?;
    let item = |row| UnsubscriptionItem::new(row, &app.device_hashes);
    let list = List::from_rows(rows, limit, |row| row.seq.to_string(), item).transpose()?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(list)))
}

impl UnsubscriptionItem {
    fn new(row: UnsubscriptionRow, hashes: &DeviceHashes) -> serde_json::Result<Self> {
        Ok(Self {
            node_id: row.node_id,
            channel: row.channel,
            tracking: RawValue::from_string(row.tracking)?,
            device_id: row.device_id.map(|id| hashes.hash(&id)),
            created_at: to_rfc3339(row.created_at),
        })
    }
}
