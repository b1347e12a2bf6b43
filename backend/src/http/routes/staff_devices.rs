//! `/v1/staff/devices`: the kiosks, for staff (docs/staff.md#calls).

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
use std::sync::Arc;
use store::DeviceRow;
use utoipa::{IntoParams, ToSchema};

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    node_id: Option<String>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// A kiosk as it has reported last.
#[derive(Serialize, ToSchema)]
#[schema(as = KioskDevice)]
struct DeviceItem {
    node_id: String,
    /// Hashed.
    device_id: String,
    /// How many feedbacks wait to be sent.
    waiting: i64,
    /// How many the server has refused for good.
    refused: i64,
    /// RFC 3339, by the device's clock.
    #[schema(required = true)]
    last_sync_at: Option<String>,
    version: String,
    /// RFC 3339, by the server's clock.
    first_seen_at: String,
    seen_at: String,
}

/// Lists the kiosks of one node or all, the newest first.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/devices",
    operation_id = "list_devices",
    tag = "Staff: people and devices",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<DeviceItem>), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let limit = ListLimit::new(query.limit);
    let before = cursor(query.after.as_deref())?;
    let rows = app
        .store
        .newest_devices(
            &staff.listed_nodes(&app, query.node_id.as_deref()).await?,
            before,
            limit.rows(),
        )
        .await?;
    let list = List::from_rows(
        rows,
        limit,
        |row| row.seq.to_string(),
        |row| DeviceItem::new(row, &app.device_hashes),
    );
    Ok(([(CACHE_CONTROL, "no-store")], Json(list)))
}

impl DeviceItem {
    fn new(row: DeviceRow, hashes: &DeviceHashes) -> Self {
        Self {
            node_id: row.node_id,
            device_id: hashes.hash(&row.device_id),
            waiting: row.waiting,
            refused: row.refused,
            last_sync_at: row.last_sync_at.map(to_rfc3339),
            version: row.version,
            first_seen_at: to_rfc3339(row.first_seen_at),
            seen_at: to_rfc3339(row.seen_at),
        }
    }
}
