//! `/v1/flows`: definitions of flows, for previews and other clients (docs/api.md#flows).

use super::assets::document_response;
use crate::application::AppState;
use crate::flows::LoadedFlow;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::openapi::shapes::FlowDefinition;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// A named revision never changes.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// An import can make another revision the newest one at any moment.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The query of [`show`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ShowQuery {
    /// Absent: the newest one.
    revision: Option<u32>,
}

/// Shows a flow's definition with the number of its revision.
///
/// # Errors
/// 404 for an unknown flow or revision.
#[utoipa::path(
    get,
    path = "/v1/flows/{flow_id}",
    operation_id = "show_flow",
    tag = "Nodes, flows and widgets",
    params(ShowQuery),
    responses(
        (status = 200, description = "the definition as it is stored", body = FlowDefinition),
        (status = 304, description = "the client has it already"),
        InvalidQuery, NotFound,
    ),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    match query.revision {
        None => newest(&app, &flow_id, &headers).await,
        Some(revision) => {
            let flow = app.flows.revision(&app.store, &flow_id, revision).await?;
            let flow = flow.ok_or(Problem::NotFound("flow with that revision"))?;
            Ok(respond(&app, &flow, IMMUTABLE, &headers).await)
        }
    }
}

/// Responds with the newest revision of a flow.
pub(super) async fn newest(app: &AppState, flow_id: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let flow = app
        .flows
        .newest(&app.store, flow_id)
        .await?
        .ok_or(Problem::NotFound("flow"))?;
    Ok(respond(app, &flow, REVALIDATE, headers).await)
}

async fn respond(app: &AppState, flow: &LoadedFlow, cache: HeaderValue, headers: &HeaderMap) -> Response {
    let mut response = document_response(&*app.flows.document(flow).await, headers);
    response.headers_mut().insert(CACHE_CONTROL, cache);
    response
}
