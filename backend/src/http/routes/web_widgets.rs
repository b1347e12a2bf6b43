//! `/v1/web_widgets` and `/v2/web_widgets`: configurations and visits of embedded widgets (docs/api.md#web-widgets).

use crate::feedback::{DEVICE_ID_LENGTH, signature_header};
use crate::http::body::JsonBody;
use crate::http::fault::Fault;
use crate::http::problem::Problem;
use crate::http::state::AppState;
use crate::random::random_id;
use crate::records::{Unavailability, is_widget_code};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde_json::{Value, json};
use std::sync::Arc;

/// `GET /v1/web_widgets/code/{code}`: a widget's configuration without nulls. The parameters `t`, `external_id` and
/// `user_id` are ignored: the configuration is the same for everyone.
///
/// # Errors
/// 404 for an unknown code.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(code): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    if !is_widget_code(&code) {
        return Err(Problem::NotFound("widget"));
    }
    let widget = app
        .store
        .widget(&code)
        .await?
        .ok_or(Problem::NotFound("widget"))?;
    Ok(([(CACHE_CONTROL, "no-cache")], Json(widget.to_json()?)))
}

/// `POST /v2/web_widgets/{node_id}/customers/visit`: gives a new visitor an id (docs/api.md#customers).
///
/// The id is random and belongs to the device that the body names. Nobody is looked up by the other fields: they are
/// claims, and a response that depended on them would tell one visitor about another.
///
/// # Errors
/// 404 for an unknown node, 403 without a valid signature where the node needs one, 422 for a device id that is too long,
/// 429, 503 if the visitor cannot be stored now.
pub(in crate::http) async fn visit(
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Json<Value>, Problem> {
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    if node.refuses_signature(&node.check_signature(signature_header(&headers))) {
        return Err(Problem::NodeUnavailable(Unavailability::InvalidSignature));
    }
    let device_id = body.get("device_id").and_then(Value::as_str).map(str::to_owned);
    if let Some(device_id) = &device_id {
        if device_id.len() > DEVICE_ID_LENGTH {
            let detail = format!("at most {DEVICE_ID_LENGTH} bytes are expected");
            return Err(Fault::at("/device_id", "invalid_device_id", detail).into());
        }
        app.admission.rates.count_device(device_id)?;
    }
    let id = random_id()?;
    app.store.add_customer(id.clone(), node.id, device_id).await?;
    Ok(Json(json!({"id": id})))
}
