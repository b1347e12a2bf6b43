//! `/widget`: the widget's content frame, and the page that shows a widget alone (specification, section 2.1;
//! `wire.md`: "`frame-ancestors`").

use super::pages::{Answer, HTML, answer, empty, given};
use crate::http::own_origin::OwnOrigin;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::AppState;
use crate::loader::Origin;
use crate::pages::{Boot, loader_page_policy};
use crate::records::{Widget, is_widget_code};
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
    /// `1`: the loader asks for its content frame.
    frame: Option<String>,
    lang: Option<String>,
}

/// `GET /widget?code=`: a page of ours with nothing but the widget on it. With `frame=1`, as the loader asks: the content
/// frame, with widget, node and flow in its boot data, for the pages that the widget's domains allow.
///
/// # Errors
/// 404 for an unknown code. Without a code nothing is rendered.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<WidgetQuery>,
    headers: HeaderMap,
) -> Answer {
    let Some(code) = given(&query.code) else {
        return Ok(empty());
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
        alone(&app, &widget, &headers)
    }
}

async fn frame(app: &AppState, widget: &Widget, query: &WidgetQuery, headers: &HeaderMap) -> Answer {
    let node = app.store.node(&widget.node_id).await?;
    let flow = match &node {
        Some(node) => app.flows.newest(&app.store, &node.flow_id).await?,
        None => None,
    };
    let boot = Boot {
        route: "widget",
        node_record: node.as_ref(),
        flow_record: flow.as_deref(),
        widget_record: Some(widget),
        language: given(&query.lang),
        site_url: app.site_url(),
        error: flow.is_none().then_some("not_found"),
    };
    let mut response = answer(app, &boot, headers)?;
    let headers = response.headers_mut();
    // A host that is isolated takes only frames that say so themselves. Not `require-corp`: logos come from elsewhere.
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

/// The widget alone, by the same loader that hosts have.
fn alone(app: &AppState, widget: &Widget, headers: &HeaderMap) -> Answer {
    let public = match OwnOrigin::of(headers).get(app) {
        Some(Origin::Configured(origin)) => Some(origin.to_owned()),
        _ => None,
    };
    let policy =
        HeaderValue::try_from(loader_page_policy(public.as_deref())).map_err(|_| Problem::Internal)?;
    // An import takes nothing but letters, digits and hyphens in a code.
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
