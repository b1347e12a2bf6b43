//! The link pages, the previews and the chat page (docs/api.md#pages).

use super::assets::{asset_response, document_response};
use crate::flows::LoadedFlow;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::AppState;
use crate::pages::{Boot, NOTHING_ALLOWED};
use crate::time::now;
use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;

/// The query parameters that the server reads. The widget reads more of them.
#[derive(Deserialize)]
pub(in crate::http) struct PageQuery {
    node_id: Option<String>,
    flow_id: Option<String>,
    lang: Option<String>,
    /// Of a signed link.
    signature: Option<String>,
}

pub(super) type PageResult = Result<Response, Problem>;

/// `GET /feedback?node_id=`: the flow of a node.
pub(in crate::http) async fn feedback(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    headers: HeaderMap,
) -> PageResult {
    node_page(&app, "feedback", &query, &headers).await
}

/// `GET /web_feedback?node_id=`: the same as [`feedback`].
pub(in crate::http) async fn web_feedback(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    headers: HeaderMap,
) -> PageResult {
    node_page(&app, "web_feedback", &query, &headers).await
}

/// `GET /web_flow_preview?flow_id=`: a preview of the newest revision of a flow.
pub(in crate::http) async fn web_flow_preview(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    headers: HeaderMap,
) -> PageResult {
    flow_page(&app, "web_flow_preview", &query, &headers).await
}

/// `GET /flow_preview?flow_id=`: the same preview, as if inside the widget.
pub(in crate::http) async fn flow_preview(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    headers: HeaderMap,
) -> PageResult {
    flow_page(&app, "flow_preview", &query, &headers).await
}

/// `GET /chat`: the chat page. It is the same for every chat, but its address can hold a token, which neither a cache
/// nor another site may learn.
pub(in crate::http) async fn chat(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    mut headers: HeaderMap,
) -> PageResult {
    headers.remove(IF_NONE_MATCH);
    let boot = Boot {
        route: "chat",
        url_language: present(&query.lang),
        site_url: app.site_url(),
        ..Boot::default()
    };
    let mut response = page_response(&app, &boot, &headers).await?;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.remove(ETAG);
    Ok(response)
}

async fn node_page(
    app: &AppState,
    route: &'static str,
    query: &PageQuery,
    headers: &HeaderMap,
) -> PageResult {
    let Some(node_id) = present(&query.node_id) else {
        return Ok(empty_page());
    };
    let node = app.store.node(node_id).await?;
    let flow = match &node {
        Some(node) => app.flows.newest(&app.store, node.flow_id_at(now())).await?,
        None => None,
    };
    let (unavailable, signature_valid) = match &node {
        Some(node) => {
            let signature = node.check_signature(present(&query.signature));
            (
                app.unavailability_of(node, &signature).await?,
                signature.is_valid(),
            )
        }
        None => (None, None),
    };
    let boot = Boot {
        node: node.as_ref(),
        unavailable,
        signature_valid,
        ..flow_boot(app, route, flow.as_deref(), query)
    };
    page_response(app, &boot, headers).await
}

async fn flow_page(
    app: &AppState,
    route: &'static str,
    query: &PageQuery,
    headers: &HeaderMap,
) -> PageResult {
    let Some(flow_id) = present(&query.flow_id) else {
        return Ok(empty_page());
    };
    let flow = app.flows.newest(&app.store, flow_id).await?;
    page_response(app, &flow_boot(app, route, flow.as_deref(), query), headers).await
}

/// Returns a query parameter that is neither absent nor empty.
pub(super) fn present(parameter: &Option<String>) -> Option<&str> {
    parameter.as_deref().filter(|value| !value.is_empty())
}

/// Returns the boot data of a page for a flow; an error if there is no flow to show.
fn flow_boot<'a>(
    app: &'a AppState,
    route: &'static str,
    flow: Option<&'a LoadedFlow>,
    query: &'a PageQuery,
) -> Boot<'a> {
    Boot {
        route,
        flow,
        url_language: present(&query.lang),
        site_url: app.site_url(),
        error: flow.is_none().then_some("not_found"),
        ..Boot::default()
    }
}

/// Renders a page: 404 if it shows an error, 304 if the client has it already, else 200.
///
/// A page holds public records and nothing about its visitor, so browsers may keep it. An import can change it at any
/// moment, so they must ask each time whether it is still the same (docs/api.md#caching).
pub(super) async fn page_response(app: &AppState, boot: &Boot<'_>, headers: &HeaderMap) -> PageResult {
    let page = app.pages.render(boot).await?.ok_or(Problem::NoPages)?;
    let policy = HeaderValue::try_from(page.policy).map_err(|_| Problem::Internal)?;
    let mut response = document_response(&page.html, headers);
    if boot.error.is_some() {
        response = asset_response(&page.html.file, headers);
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HTML);
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

pub(super) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// Responds with an empty page: a route without its required parameter renders nothing.
pub(super) fn empty_page() -> Response {
    const EMPTY: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title></title></html>";
    static_page(StatusCode::OK, EMPTY)
}

/// Responds with a page that loads nothing.
pub(super) fn static_page(status: StatusCode, html: &'static str) -> Response {
    let headers = [
        (CONTENT_TYPE, HTML),
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(NOTHING_ALLOWED)),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (status, headers, html).into_response()
}
