//! Addresses that are none of ours (specification, section 2.1, "any other path").

use crate::http::problem::Problem;
use crate::http::state::AppState;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Paths that are ours even where they have nothing (yet): a client that asks for them must not be led to a marketing
/// page and take that for an answer (`wire.md`, "Reserved").
const RESERVED: [&str; 13] = [
    "v1",
    "v2",
    "loader",
    "assets",
    "socket.io",
    "healthz",
    "readyz",
    "metrics",
    "openapi.json",
    "staff",
    "sw.js",
    "favicon.ico",
    "robots.txt",
];

/// Leads browsers to the product's site; says 404 to everything else, and where no site is configured.
pub(in crate::http) async fn show(State(app): State<Arc<AppState>>, method: Method, uri: Uri) -> Response {
    let first = uri
        .path()
        .trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default();
    let browses = matches!(method, Method::GET | Method::HEAD);
    match &app.site_url {
        Some(site) if browses && !RESERVED.contains(&first) => {
            (StatusCode::FOUND, [(LOCATION, site.clone())]).into_response()
        }
        _ => Problem::NotFound("page or call").into_response(),
    }
}
