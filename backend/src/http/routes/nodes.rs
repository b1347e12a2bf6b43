//! `/v1/nodes`: feedback channels and their flows (docs/api.md#nodes).

use super::flows;
use crate::application::AppState;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::openapi::shapes::FlowDefinition;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use base::records::PublicNode;
use base::time::now;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The query of [`show`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ShowQuery {
    /// Of a signed link.
    signature: Option<String>,
    /// The prefilled answers of a link, which the page reads: they change nothing here.
    #[expect(dead_code, reason = "a link's parameters may be passed on as they are")]
    responses: Option<String>,
}

/// Shows the public fields of a node.
///
/// # Errors
/// 404 for an unknown node.
#[utoipa::path(
    get,
    path = "/v1/nodes/{node_id}",
    operation_id = "show_node",
    tag = "Nodes, flows and widgets",
    params(ShowQuery),
    responses(
        (status = 200, description = "the fields that are set", body = PublicNode),
        InvalidQuery, NotFound,
    ),
)]
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

/// Shows the newest revision of the flow that the node's visitors answer now.
///
/// # Errors
/// 404 for an unknown node.
#[utoipa::path(
    get,
    path = "/v1/nodes/{node_id}/flow",
    operation_id = "show_flow_of_node",
    tag = "Nodes, flows and widgets",
    responses(
        (status = 200, description = "the definition as it is stored", body = FlowDefinition),
        (status = 304, description = "the client has it already"),
        NotFound,
    ),
)]
pub(in crate::http) async fn flow(
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    flows::newest(&app, node.flow_id_at(now()), &headers).await
}
