//! `/v1/web_widgets` and `/v2/web_widgets`: configuration and visits of embedded widgets.

use crate::http::body::JsonBody;
use crate::http::problem::Problem;
use crate::http::state::AppState;
use crate::random::random_id;
use crate::records::is_widget_code;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde_json::{Value, json};
use std::sync::Arc;

/// `GET /v1/web_widgets/code/{code}`: a widget's configuration, its public fields without nulls. `t`, `external_id`
/// and `user_id` of the query are not looked at: configuration is the same for everyone.
///
/// # Errors
/// 404 for a code of the wrong form and for an unknown one.
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
    Ok(([(CACHE_CONTROL, "no-cache")], Json(widget.public()?)))
}

/// `POST /v2/web_widgets/{node_id}/customers/visit`: gives a new visitor an id.
///
/// The id is fresh and random, bound to the device that the body names. Nobody is looked up: the fields of the body
/// are claims, and an answer that depended on them would tell one visitor about another.
///
/// # Errors
/// 404 for an unknown node, 503 where it cannot be stored now.
pub(in crate::http) async fn visit(
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    JsonBody(body): JsonBody,
) -> Result<Json<Value>, Problem> {
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    let device_id = body.get("device_id").and_then(Value::as_str).map(str::to_owned);
    let id = random_id()?;
    app.store.add_customer(id.clone(), node.id, device_id).await?;
    Ok(Json(json!({"id": id})))
}
