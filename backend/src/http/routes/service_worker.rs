//! What browsers need to open pages without a connection (docs/offline.md).

use super::assets::asset_response;
use super::pages::{HTML, PageResult};
use crate::application::AppState;
use crate::http::error_pages::language_of;
use crate::http::openapi::problems::NotFound;
use crate::http::problem::Problem;
use crate::pages::{ErrorPage, FOR_SERVICE_WORKER, Failure, OFFLINE_POLICY};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The worker's file in the widget's build.
const FILE: &str = "sw.js";

/// Takes the place of a worker that browsers have: it removes what that one kept, and itself.
const RETIREMENT: &str = include_str!("service_worker_retirement.js");

/// Shows the service worker, or the one that ends it.
///
/// Browsers ask for it again at each visit.
///
/// # Errors
/// 404 if the widget has not been built.
#[utoipa::path(
    get,
    path = "/sw.js",
    operation_id = "show_service_worker",
    tag = "Pages",
    responses(
        (status = 200, description = "the script", body = String, content_type = "text/javascript"),
        NotFound,
    ),
)]
pub(in crate::http) async fn script(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut response = if app.has_service_worker {
        let script = app.pages.asset(FILE).ok_or(Problem::NotFound("file"))?;
        asset_response(script, &headers)
    } else {
        let kind = [(
            CONTENT_TYPE,
            HeaderValue::from_static("text/javascript; charset=utf-8"),
        )];
        (kind, RETIREMENT).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(FOR_SERVICE_WORKER),
    );
    Ok(response)
}

/// Says in the visitor's language that a page was never opened before.
///
/// The worker keeps it.
///
/// # Errors
/// The policy of such pages cannot be sent in a header.
#[utoipa::path(
    get,
    path = "/offline",
    operation_id = "show_offline_page",
    tag = "Pages",
    params(("lang" = Option<String>, Query, description = "Code of the language.")),
    responses((status = 200, description = "the page", body = String, content_type = "text/html")),
)]
pub(in crate::http) async fn offline_page(uri: Uri, headers: HeaderMap) -> PageResult {
    let language = language_of(&uri, &headers);
    let page = ErrorPage {
        failure: Failure::Offline,
        language,
        site_url: None,
    };
    let policy = HeaderValue::from_str(&OFFLINE_POLICY).map_err(|_| Problem::Internal)?;
    let headers = [
        (CONTENT_TYPE, HTML),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (VARY, HeaderValue::from_static("accept-language")),
    ];
    Ok((headers, page.html()).into_response())
}
