//! `/openapi.json` and `/docs/api`: the description of this interface, for programs and for people (docs/api.md#description).

use super::assets::document_response;
use super::pages::HTML;
use crate::application::AppState;
use crate::assets::Asset;
use crate::http::openapi::problems::NoPages;
use crate::http::problem::Problem;
use crate::pages::FOR_API_REFERENCE;
use axum::extract::State;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use std::sync::{Arc, LazyLock};
use tokio::task::spawn_blocking;

/// Describes this interface as OpenAPI 3.1.
///
/// `pulsen openapi` prints the same.
#[utoipa::path(
    get,
    path = "/openapi.json",
    operation_id = "describe",
    tag = "Pages",
    responses(
        (status = 200, description = "this description", body = Object, content_type = "application/json"),
        (status = 304, description = "the client has it already"),
    ),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let making = Arc::clone(&app);
    // Made and compressed at the first request, which takes longer than other requests may have to wait for.
    let made = spawn_blocking(move || {
        LazyLock::force(&making.description);
    });
    made.await.map_err(|_| Problem::Internal)?;
    let mut response = document_response(&app.description, &headers);
    let headers = response.headers_mut();
    // Tools on other sites may read it, as they may call what it describes.
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// Shows the description of this interface to people.
///
/// # Errors
/// 503 if the widget has not been built.
#[utoipa::path(
    get,
    path = "/docs/api",
    operation_id = "show_reference",
    tag = "Pages",
    responses((status = 200, description = "the page", body = String, content_type = "text/html"), NoPages),
)]
pub(in crate::http) async fn page(State(app): State<Arc<AppState>>) -> Result<Response, Problem> {
    let html = app
        .pages
        .asset("reference.html")
        .and_then(Asset::text)
        .ok_or(Problem::NoPages)?;
    let headers = [
        (CONTENT_TYPE, HTML),
        (
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(FOR_API_REFERENCE),
        ),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, html.to_owned()).into_response())
}
