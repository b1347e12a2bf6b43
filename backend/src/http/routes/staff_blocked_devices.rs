//! `/v1/staff/blocked_devices`: devices whose feedback and messages a node refuses (docs/staff.md#blocked-devices).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::list::{List, ListLimit, cursor};
use crate::http::openapi::problems::{InvalidQuery, NotFound, TooManyBlockedDevices, Unprocessable};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::staff::DeviceHashes;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::time::{now, to_rfc3339};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{ActBy, BlockedDeviceRow, DeviceBlock};
use utoipa::{IntoParams, ToSchema};

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    node_id: Option<String>,
    /// The hash of a device.
    device_id: Option<String>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// A blocked device. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
struct BlockedDevice {
    node_id: String,
    /// Hashed.
    device_id: String,
    blocked_by: String,
    blocked_at: String,
}

/// Lists the blocked devices of one node or all that the token is for, the last blocked first.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/blocked_devices",
    operation_id = "list_blocked_devices",
    tag = "Staff: people and devices",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<BlockedDevice>), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let nodes = staff.listed_nodes(&app, query.node_id.as_deref()).await?;
    let limit = ListLimit::new(query.limit);
    let before = cursor(query.after.as_deref())?;
    let rows = app
        .store
        .blocked_devices(&nodes, query.device_id.as_deref(), before, limit.rows())
        .await?;
    let list = List::from_rows(rows, limit, |row| row.seq.to_string(), BlockedDevice::from);
    Ok((NO_STORE, Json(list)))
}

/// Blocks a device, named by its hash, at a node.
///
/// A repeat changes nothing.
///
/// # Errors
/// 404 for an unknown node; 422 for what is no hash; 409 `too_many_blocked_devices`; 401, 403, 503.
#[utoipa::path(
    put,
    path = "/v1/staff/blocked_devices/{node_id}/{device_id}",
    operation_id = "block_device",
    tag = "Staff: people and devices",
    responses(
        (status = 204, description = "blocked, now or before"),
        Unprocessable, NotFound, TooManyBlockedDevices,
    ),
)]
pub(in crate::http) async fn block(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path((node_id, device_hash)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    if app.store.node(&node_id).await?.is_none() {
        return Err(Problem::NotFound("node"));
    }
    change(&app, &staff, node_id, device_hash, true).await
}

/// Lets a device in again.
///
/// A repeat changes nothing.
///
/// # Errors
/// 422 for what is no hash; 401, 403, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/blocked_devices/{node_id}/{device_id}",
    operation_id = "unblock_device",
    tag = "Staff: people and devices",
    responses((status = 204, description = "let in, now or before"), Unprocessable),
)]
pub(in crate::http) async fn unblock(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path((node_id, device_hash)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    change(&app, &staff, node_id, device_hash, false).await
}

async fn change(
    app: &AppState,
    staff: &Staff,
    node_id: String,
    device_hash: String,
    is_blocked: bool,
) -> Result<StatusCode, Problem> {
    if !DeviceHashes::has_form(&device_hash) {
        let detail = "the hash of a device is expected, as the lists of staff show it";
        return Err(Fault::at("", FaultKey::InvalidDeviceId, detail).into());
    }
    let by = ActBy {
        staff: staff.name().to_owned(),
        at: now(),
    };
    let block = DeviceBlock {
        node_id,
        device_hash,
        is_blocked,
        by,
    };
    app.store.block_device(block).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<BlockedDeviceRow> for BlockedDevice {
    fn from(row: BlockedDeviceRow) -> Self {
        Self {
            node_id: row.node_id,
            device_id: row.device_hash,
            blocked_by: row.blocked_by,
            blocked_at: to_rfc3339(row.blocked_at),
        }
    }
}
