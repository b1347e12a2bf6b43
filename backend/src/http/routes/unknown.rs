//! Paths without a route (docs/api.md#unknown-paths).

use super::pages::static_page;
use crate::http::problem::Problem;
use crate::http::state::AppState;
use axum::extract::State;
use axum::http::header::{ACCEPT, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// First parts of paths that belong to the server even where nothing is (yet): a client that requests one must not take
/// the provider's site for an answer.
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

const NOT_FOUND_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>404 Not Found</title>\
    <h1>404 Not Found</h1><p>There is no page at this address.</p></html>";

/// Redirects browsers to the provider's site. Reserved paths, other methods, and every path of a server without a site
/// are 404: a page for browsers, a problem document for other clients.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let first = uri
        .path()
        .trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default();
    let is_page = matches!(method, Method::GET | Method::HEAD) && !RESERVED.contains(&first);
    match &app.site_url {
        Some(site) if is_page => (StatusCode::FOUND, [(LOCATION, site.clone())]).into_response(),
        None if is_page => {
            let mut response = if accepts_html(&headers) {
                static_page(StatusCode::NOT_FOUND, NOT_FOUND_PAGE)
            } else {
                Problem::NotFound("page or call").into_response()
            };
            response
                .headers_mut()
                .insert(VARY, HeaderValue::from_static("accept"));
            response
        }
        _ => Problem::NotFound("page or call").into_response(),
    }
}

/// Tells whether a browser asks: browsers name HTML explicitly, API clients at most by `*/*`.
fn accepts_html(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .any(|value| value.to_ascii_lowercase().contains("text/html"))
}
