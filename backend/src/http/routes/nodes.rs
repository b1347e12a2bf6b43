//! `/v1/nodes`: feedback channels and their flows (docs/api.md#nodes).

use super::flows;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::AppState;
use crate::time::now;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde::Deserialize;
use std::sync::Arc;

/// The query of [`show`].
#[derive(Deserialize)]
pub(in crate::http) struct ShowQuery {
    /// Of a signed link.
    signature: Option<String>,
}

/// `GET /v1/nodes/{node_id}`: a node's public fields, without nulls.
///
/// # Errors
/// 404 for an unknown node.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
) -> Result<impl IntoResponse, Problem> {
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    let signature = node.check_signature(query.signature.as_deref());
    let json = node.to_json(now(), signature.is_valid())?;
    Ok(([(CACHE_CONTROL, "no-cache")], Json(json)))
}

/// `GET /v1/nodes/{node_id}/flow`: the newest revision of the flow that the node's visitors answer now.
///
/// # Errors
/// 404 for an unknown node.
pub(in crate::http) async fn flow(
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    flows::newest(&app, node.flow_id_at(now()), &headers).await
}
