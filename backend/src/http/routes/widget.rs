//! `/widget`: the widget's content frame, and the page that shows only a widget (docs/api.md#pages).

use super::pages::{HTML, PageResult, empty_page, page_response, present};
use crate::http::own_origin::OwnOrigin;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::AppState;
use crate::loader::Origin;
use crate::pages::{Boot, loader_page_policy};
use crate::records::{WidgetConfiguration, is_widget_code};
use crate::time::now;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::IntoResponse;
use serde::Deserialize;
use std::sync::Arc;

/// The query of [`show`].
#[derive(Deserialize)]
pub(in crate::http) struct WidgetQuery {
    code: Option<String>,
    /// `1`: the loader requests its content frame.
    frame: Option<String>,
    lang: Option<String>,
}

/// `GET /widget?code=`: a page with nothing but the widget on it. With `frame=1`, which the loader adds: the content
/// frame, which only pages of the widget's enabled domains may frame.
///
/// # Errors
/// 404 for an unknown code.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<WidgetQuery>,
    headers: HeaderMap,
) -> PageResult {
    let Some(code) = present(&query.code) else {
        return Ok(empty_page());
    };
    let widget = if is_widget_code(code) {
        app.store.widget(code).await?
    } else {
        None
    };
    let widget = widget.ok_or(Problem::NotFound("widget"))?;
    if query.frame.as_deref() == Some("1") {
        frame(&app, &widget, &query, &headers).await
    } else {
        loader_page(&app, &widget, &headers)
    }
}

async fn frame(
    app: &AppState,
    widget: &WidgetConfiguration,
    query: &WidgetQuery,
    headers: &HeaderMap,
) -> PageResult {
    let node = app.store.node(&widget.node_id).await?;
    let flow = match &node {
        Some(node) => app.flows.newest(&app.store, node.flow_id_at(now())).await?,
        None => None,
    };
    let unavailable = match &node {
        // A widget has no link, so it cannot have a link's signature.
        Some(node) => app.unavailability_of(node, &node.check_signature(None)).await?,
        None => None,
    };
    let boot = Boot {
        route: "widget",
        node: node.as_ref(),
        flow: flow.as_deref(),
        widget: Some(widget),
        url_language: present(&query.lang),
        site_url: app.site_url(),
        error: flow.is_none().then_some("not_found"),
        unavailable,
        signature_valid: None,
    };
    let mut response = page_response(app, &boot, headers).await?;
    let headers = response.headers_mut();
    // A cross-origin isolated host page accepts only frames with this header. Not `require-corp`: that would block
    // logos from other origins.
    headers.insert(
        HeaderName::from_static("cross-origin-embedder-policy"),
        HeaderValue::from_static("credentialless"),
    );
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    Ok(response)
}

/// Responds with a page that holds only the loader, as host pages do.
fn loader_page(app: &AppState, widget: &WidgetConfiguration, headers: &HeaderMap) -> PageResult {
    let public_origin = match OwnOrigin::of(headers).get(app) {
        Some(Origin::Configured(origin)) => Some(origin.to_owned()),
        _ => None,
    };
    let policy =
        HeaderValue::try_from(loader_page_policy(public_origin.as_deref())).map_err(|_| Problem::Internal)?;
    // Safe in HTML: import accepts only letters, digits and hyphens in a code.
    let code = &widget.code;
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Widget {code}</title>\
         <link rel=\"icon\" href=\"data:,\"><script async src=\"/loader/{code}.js\"></script></html>"
    );
    let headers = [
        (CONTENT_TYPE, HTML),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, html).into_response())
}
