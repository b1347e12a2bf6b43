//! `/staff`: the console (docs/console.md).

use super::assets::{IMMUTABLE, asset_response};
use super::pages::{HTML, PageResult};
use crate::application::AppState;
use crate::assets::CONSOLE_FOLDER;
use crate::http::openapi::problems::{NoPages, NotFound};
use crate::http::path::Path;
use crate::http::problem::Problem;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Shows the console.
#[utoipa::path(
    get,
    path = "/staff",
    operation_id = "show_console",
    tag = "Pages",
    responses((status = 200, description = "the page", body = String, content_type = "text/html"), NoPages, NotFound),
)]
pub(in crate::http) async fn start(State(app): State<Arc<AppState>>) -> PageResult {
    console_page(&app).await
}

/// Shows the console, as `/staff` does.
#[utoipa::path(
    get,
    path = "/staff/",
    operation_id = "show_console_too",
    tag = "Pages",
    responses((status = 200, description = "the page", body = String, content_type = "text/html"), NoPages, NotFound),
)]
pub(in crate::http) async fn start_with_slash(State(app): State<Arc<AppState>>) -> PageResult {
    console_page(&app).await
}

/// Shows a page of the console.
///
/// It is the same HTML for every path: its script decides what is shown, and says so where there is no such page.
#[utoipa::path(
    get,
    path = "/staff/{*path}",
    operation_id = "show_console_page",
    tag = "Pages",
    params(("path" = String, Path, description = "The page.")),
    responses((status = 200, description = "the page", body = String, content_type = "text/html"), NoPages, NotFound),
)]
pub(in crate::http) async fn page(State(app): State<Arc<AppState>>) -> PageResult {
    console_page(&app).await
}

/// Shows a file of the console, which is named by a hash of its content.
///
/// # Errors
/// 404 for a name that this build does not have.
#[utoipa::path(
    get,
    path = "/staff/assets/{*path}",
    operation_id = "show_console_asset",
    tag = "Pages",
    responses((status = 200, description = "the file", content(("*/*"))), NotFound),
)]
pub(in crate::http) async fn asset(
    State(app): State<Arc<AppState>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let asset = app.pages.asset(&format!("{CONSOLE_FOLDER}assets/{path}"));
    let mut response = asset_response(asset.ok_or(Problem::NotFound("file"))?, &headers);
    response.headers_mut().insert(CACHE_CONTROL, IMMUTABLE);
    Ok(response)
}

/// Responds with a page that no cache keeps, because of its nonce, and that tells no other site its address.
async fn console_page(app: &AppState) -> PageResult {
    let has_users = app.store.has_users().await?;
    let page = app.console.page(has_users).map_err(|_| Problem::Internal)?;
    let page = page.ok_or(Problem::NoPages)?;
    let policy = HeaderValue::try_from(page.policy).map_err(|_| Problem::Internal)?;
    let headers = [
        (CONTENT_TYPE, HTML),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    Ok((headers, page.html).into_response())
}
