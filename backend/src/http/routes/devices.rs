//! `/v1/nodes/{node_id}/devices`: how kiosks are (docs/kiosk.md#devices).

use crate::application::AppState;
use crate::feedback::signature_header;
use crate::http::body::JsonBody;
use crate::http::device_id::check_device_id;
use crate::http::openapi::headers::SignatureHeader;
use crate::http::openapi::problems::{InvalidJson, NotFound, NotSigned, Unprocessable};
use crate::http::path::Path;
use crate::http::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use base::input::fault::{Fault, FaultKey, Faults};
use base::json::{drop_nulls, read};
use base::time::{from_rfc3339, now};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::DeviceReport;
use utoipa::ToSchema;

/// Most bytes of the name of a version.
const VERSION_LENGTH: usize = 64;

/// The highest number that is believed: many times what a browser keeps.
const HIGHEST_COUNT: u32 = 1_000_000;

/// How a kiosk is.
#[derive(Deserialize, ToSchema)]
#[schema(as = KioskReport)]
struct Body {
    device_id: String,
    /// How many feedbacks wait to be sent.
    waiting: u32,
    /// How many the server has refused for good.
    refused: u32,
    /// RFC 3339, by the device's clock.
    last_sync_at: Option<String>,
    version: String,
}

/// A kiosk that was stored.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ReportedDevice {
    /// By which staff see the device.
    device_hash: String,
}

/// Stores how a kiosk is, in place of what it has said before.
///
/// # Errors
/// 404 for an unknown node and for one without kiosks, 403 without a valid signature where the node needs one, 422 for
/// values that are missing, wrong or too large, 429, 503.
#[utoipa::path(
    post,
    path = "/v1/nodes/{node_id}/devices",
    operation_id = "report_device",
    tag = "Customers",
    params(SignatureHeader),
    request_body = Body,
    responses(
        (status = 200, description = "the hash under which staff see the device", body = ReportedDevice),
        InvalidJson, Unprocessable, NotFound, NotSigned,
    ),
)]
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    headers: HeaderMap,
    JsonBody(mut body): JsonBody,
) -> Result<Json<ReportedDevice>, Problem> {
    drop_nulls(&mut body);
    let body: Body = read(body).map_err(Fault::from)?;
    if body.device_id.is_empty() {
        return Err(Fault::at(
            "/device_id",
            FaultKey::Required,
            "the browser's random id is expected",
        )
        .into());
    }
    check_device_id(&body.device_id)?;
    app.admission.rates.count_device(&body.device_id).await?;
    let last_sync_at = check(&body)?;
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    if node.refuses_signature(&node.check_signature(signature_header(&headers))) {
        return Err(Problem::InvalidSignature);
    }
    if !node.has_kiosk() {
        return Err(Problem::NotFound("kiosk of this node"));
    }
    let device_hash = app.device_hashes.hash(&body.device_id);
    let report = DeviceReport {
        node_id: node.id,
        device_id: body.device_id,
        waiting: body.waiting,
        refused: body.refused,
        last_sync_at,
        version: body.version,
        seen_at: now(),
    };
    app.store.report_device(report).await?;
    Ok(Json(ReportedDevice { device_hash }))
}

/// Checks the values, and returns the time of the last sync.
fn check(body: &Body) -> Result<Option<i64>, Faults> {
    let mut faults = Faults::default();
    for (pointer, count) in [("/waiting", body.waiting), ("/refused", body.refused)] {
        if count > HIGHEST_COUNT {
            let detail = format!("at most {HIGHEST_COUNT} is expected");
            faults.push(Fault::at(pointer, FaultKey::InvalidAnswer, detail));
        }
    }
    if body.version.len() > VERSION_LENGTH {
        let detail = format!("at most {VERSION_LENGTH} bytes are expected");
        faults.push(Fault::at("/version", FaultKey::TooLong, detail));
    }
    let last_sync_at = body.last_sync_at.as_deref().and_then(from_rfc3339);
    if last_sync_at.is_none() && body.last_sync_at.is_some() {
        faults.push(Fault::at(
            "/last_sync_at",
            FaultKey::InvalidTime,
            "a moment as in RFC 3339 is expected",
        ));
    }
    faults.into_result().map(|()| last_sync_at)
}
