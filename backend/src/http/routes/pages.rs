//! The link pages, previews and the chat (specification, section 2.1).

use crate::flows::LoadedFlow;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::AppState;
use crate::pages::{Boot, EMPTY_PAGE_POLICY};
use crate::random::base64url;
use crate::records::Node;
use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// What the server itself reads of a page's query; the widget reads more.
#[derive(Deserialize)]
pub(in crate::http) struct PageQuery {
    node_id: Option<String>,
    flow_id: Option<String>,
    lang: Option<String>,
}

pub(super) type Answer = Result<Response, Problem>;

/// `GET /feedback?node_id=`: the node's flow.
pub(in crate::http) async fn feedback(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    headers: HeaderMap,
) -> Answer {
    of_node(&app, "feedback", &query, &headers).await
}

/// `GET /web_feedback?node_id=`: the same.
pub(in crate::http) async fn web_feedback(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    headers: HeaderMap,
) -> Answer {
    of_node(&app, "web_feedback", &query, &headers).await
}

/// `GET /web_flow_preview?flow_id=`: the newest revision of a flow, to look at.
pub(in crate::http) async fn web_flow_preview(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    headers: HeaderMap,
) -> Answer {
    of_flow(&app, "web_flow_preview", &query, &headers).await
}

/// `GET /flow_preview?flow_id=`: the same, as if inside the widget.
pub(in crate::http) async fn flow_preview(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
    headers: HeaderMap,
) -> Answer {
    of_flow(&app, "flow_preview", &query, &headers).await
}

/// `GET /chat`: the chat that address or storage name. It says nothing about any chat, so it is the same for everyone;
/// but its address can hold a token, which neither a cache nor another site may learn.
pub(in crate::http) async fn chat(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PageQuery>,
) -> Answer {
    let boot = Boot {
        route: "chat",
        node_record: None,
        flow_record: None,
        widget_record: None,
        language: given(&query.lang),
        site_url: app.site_url(),
        error: None,
    };
    let mut response = answer(&app, &boot, &HeaderMap::new())?;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.remove(ETAG);
    Ok(response)
}

async fn of_node(app: &AppState, route: &'static str, query: &PageQuery, headers: &HeaderMap) -> Answer {
    let Some(node_id) = given(&query.node_id) else {
        return Ok(empty());
    };
    let node = app.store.node(node_id).await?;
    let flow = match &node {
        Some(node) => app.flows.newest(&app.store, &node.flow_id).await?,
        None => None,
    };
    page(app, route, node.as_ref(), flow.as_deref(), query, headers)
}

async fn of_flow(app: &AppState, route: &'static str, query: &PageQuery, headers: &HeaderMap) -> Answer {
    let Some(flow_id) = given(&query.flow_id) else {
        return Ok(empty());
    };
    let flow = app.flows.newest(&app.store, flow_id).await?;
    page(app, route, None, flow.as_deref(), query, headers)
}

pub(super) fn given(parameter: &Option<String>) -> Option<&str> {
    parameter.as_deref().filter(|value| !value.is_empty())
}

/// A page with its boot data: 200 where there is a flow to show, 404 otherwise.
///
/// It holds public records and nothing of the visitor, so it may be stored; but an import changes it at any moment, so
/// it is asked for again each time, and the answer to that is short while nothing changed.
fn page(
    app: &AppState,
    route: &'static str,
    node: Option<&Node>,
    flow: Option<&LoadedFlow>,
    query: &PageQuery,
    headers: &HeaderMap,
) -> Answer {
    let boot = Boot {
        route,
        node_record: node,
        flow_record: flow,
        widget_record: None,
        language: given(&query.lang),
        site_url: app.site_url(),
        error: flow.is_none().then_some("not_found"),
    };
    answer(app, &boot, headers)
}

/// Renders a page: 404 where there is nothing to show, else 200, or 304 for who has it already.
pub(super) fn answer(app: &AppState, boot: &Boot<'_>, headers: &HeaderMap) -> Answer {
    let page = app.pages.render(boot)?.ok_or(Problem::NoPages)?;
    let policy = HeaderValue::try_from(page.policy).map_err(|_| Problem::Internal)?;
    // Weak: the same page is sent in several encodings.
    let tag = format!("W/\"{}\"", base64url(&Sha256::digest(&page.html)));
    let unchanged = boot.error.is_none() && headers.get(IF_NONE_MATCH).is_some_and(|known| *known == tag);
    let status = match boot.error {
        None if unchanged => StatusCode::NOT_MODIFIED,
        None => StatusCode::OK,
        Some(_) => StatusCode::NOT_FOUND,
    };
    let mut response = (status, if unchanged { String::new() } else { page.html }).into_response();
    let answer = response.headers_mut();
    answer.insert(CONTENT_TYPE, HTML);
    answer.insert(CONTENT_SECURITY_POLICY, policy);
    answer.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        answer.insert(ETAG, tag);
    }
    Ok(response)
}

pub(super) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// Without its required parameter a route renders nothing (specification, section 2.1).
pub(super) fn empty() -> Response {
    const EMPTY: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title></title></html>";
    let headers = [
        (CONTENT_TYPE, HTML),
        (
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(EMPTY_PAGE_POLICY),
        ),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, EMPTY).into_response()
}
