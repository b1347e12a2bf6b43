//! `/v1/staff/blocked_addresses`: addresses whose feedback and messages a node refuses (docs/staff.md#blocked-addresses).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::list::{List, ListLimit, cursor};
use crate::http::openapi::problems::{InvalidQuery, Unprocessable};
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
use store::{ActBy, AddressUnblock, BlockedAddressRow};
use utoipa::{IntoParams, ToSchema};

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    node_id: Option<String>,
    /// The hash of an address.
    address_id: Option<String>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// A blocked address. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
struct BlockedAddress {
    node_id: String,
    /// Hashed.
    address_id: String,
    blocked_by: String,
    blocked_at: String,
    ends_at: String,
}

/// Lists the blocked addresses of one node or all that the token is for, the last blocked first.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/blocked_addresses",
    operation_id = "list_blocked_addresses",
    tag = "Staff: people and devices",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<BlockedAddress>), InvalidQuery),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let nodes = staff.nodes(query.node_id.as_deref())?;
    let limit = ListLimit::new(query.limit);
    let before = cursor(query.after.as_deref())?;
    let part = (before, limit.rows());
    let rows = app
        .store
        .blocked_addresses(&nodes, query.address_id.as_deref(), part, now())
        .await?;
    let list = List::from_rows(rows, limit, |row| row.seq.to_string(), BlockedAddress::from);
    Ok((NO_STORE, Json(list)))
}

/// Lets an address in again, named by its hash.
///
/// A repeat changes nothing.
///
/// # Errors
/// 422 for what is no hash; 401, 403, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/blocked_addresses/{node_id}/{address_id}",
    operation_id = "unblock_address",
    tag = "Staff: people and devices",
    responses((status = 204, description = "let in, now or before"), Unprocessable),
)]
pub(in crate::http) async fn unblock(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path((node_id, address_hash)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    if !DeviceHashes::has_form(&address_hash) {
        let detail = "the hash of an address is expected, as chats of staff show it";
        return Err(Fault::at("", FaultKey::InvalidId, detail).into());
    }
    let by = ActBy {
        staff: staff.name().to_owned(),
        at: now(),
    };
    let unblock = AddressUnblock {
        node_id,
        address_hash,
        by,
    };
    app.store.unblock_address(unblock).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<BlockedAddressRow> for BlockedAddress {
    fn from(row: BlockedAddressRow) -> Self {
        Self {
            node_id: row.node_id,
            address_id: row.address_hash,
            blocked_by: row.blocked_by,
            blocked_at: to_rfc3339(row.blocked_at),
            ends_at: to_rfc3339(row.ends_at),
        }
    }
}
