//! `/v1/flows`: definitions of flows, for previews and other clients (docs/api.md#flows).

use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::AppState;
use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;

/// A named revision never changes.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// An import can make another revision the newest one at any moment.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The query of [`show`].
#[derive(Deserialize)]
pub(in crate::http) struct ShowQuery {
    /// Absent: the newest one.
    revision: Option<u32>,
}

/// `GET /v1/flows/{flow_id}`: a flow's definition with its revision number. `?revision=` selects an earlier one.
///
/// # Errors
/// 404 for an unknown flow or revision.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
) -> Result<Response, Problem> {
    match query.revision {
        None => newest(&app, &flow_id).await,
        Some(revision) => {
            let flow = app.flows.revision(&app.store, &flow_id, revision).await?;
            let flow = flow.ok_or(Problem::NotFound("flow with that revision"))?;
            Ok(json(&flow.json, IMMUTABLE))
        }
    }
}

/// Responds with the newest revision of a flow.
pub(super) async fn newest(app: &AppState, flow_id: &str) -> Result<Response, Problem> {
    let flow = app
        .flows
        .newest(&app.store, flow_id)
        .await?
        .ok_or(Problem::NotFound("flow"))?;
    Ok(json(&flow.json, REVALIDATE))
}

fn json(text: &str, cache: HeaderValue) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (CACHE_CONTROL, cache),
    ];
    (headers, text.to_owned()).into_response()
}
