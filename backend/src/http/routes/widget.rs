//! `/widget`: the widget's content frame, and the page that shows only a widget (docs/api.md#pages).

use super::pages::{FOR_ISOLATED_HOSTS, HTML, PageResult, empty_page, page_response, present, theme_of};
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::openapi::problems::{InvalidQuery, NoPages, NotFound};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::pages::{Boot, FramedBy, loader_page_policy};
use crate::server_address::ServerAddress;
use axum::extract::{Extension, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::IntoResponse;
use base::languages::accepted_language;
use base::records::{Theme, WidgetConfiguration, is_widget_code};
use base::time::now;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The query of [`show`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct WidgetQuery {
    /// The code of the widget.
    code: Option<String>,
    /// `1`: the loader requests its content frame.
    frame: Option<String>,
    /// Code of the language.
    lang: Option<String>,
}

/// Shows a page with nothing but the widget on it.
///
/// With `frame=1`, which the loader adds: the content frame, which only pages of the widget's enabled domains
/// may frame.
///
/// # Errors
/// 404 for an unknown code.
#[utoipa::path(
    get,
    path = "/widget",
    operation_id = "show_widget_page",
    tag = "Pages",
    params(WidgetQuery),
    responses(
        (status = 200, description = "the page; empty without its parameter", body = String, content_type = "text/html"),
        (status = 304, description = "the browser has it already"),
        (status = 404, description = "a page that says that there is no such thing", body = String, content_type = "text/html"),
        InvalidQuery, NotFound, NoPages,
    ),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Parameters(query): Parameters<WidgetQuery>,
    headers: HeaderMap,
) -> PageResult {
    let Some(code) = present(&query.code) else {
        return Ok(empty_page());
    };
    let widget = find_widget(&app, code).await?;
    if query.frame.as_deref() == Some("1") {
        frame(&app, &widget, client, &query, &headers).await
    } else {
        let node = app.store.node(&widget.node_id).await?;
        loader_page(&app, &widget, theme_of(node.as_ref()))
    }
}

/// The query of [`unread`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct UnreadQuery {
    /// The code of the widget.
    code: Option<String>,
    /// Code of the language. By default that of the widget.
    lang: Option<String>,
}

/// Shows a page that tells its parent how many replies of staff are unread, and shows the beginning of the newest one.
///
/// Only pages of the widget's enabled domains may frame it.
///
/// # Errors
/// 404 for an unknown code.
#[utoipa::path(
    get,
    path = "/widget/unread",
    operation_id = "show_unread_page",
    tag = "Pages",
    params(UnreadQuery),
    responses(
        (status = 200, description = "the page; empty without its parameter", body = String, content_type = "text/html"),
        InvalidQuery, NotFound, NoPages,
    ),
)]
pub(in crate::http) async fn unread(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<UnreadQuery>,
) -> PageResult {
    let Some(code) = present(&query.code) else {
        return Ok(empty_page());
    };
    let widget = find_widget(&app, code).await?;
    let node = app.store.node(&widget.node_id).await?;
    let language = present(&query.lang).or(widget.default_language_code.as_deref());
    let page = app
        .pages
        .unread_page(&widget, language.unwrap_or_default(), theme_of(node.as_ref()));
    let (html, policy) = page.ok_or(Problem::NoPages)?;
    let policy = HeaderValue::try_from(policy).map_err(|_| Problem::Internal)?;
    let headers = [
        (CONTENT_TYPE, HTML),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, FOR_ISOLATED_HOSTS, html).into_response())
}

async fn find_widget(app: &AppState, code: &str) -> Result<WidgetConfiguration, Problem> {
    let widget = if is_widget_code(code) {
        app.store.widget(code).await?
    } else {
        None
    };
    widget.ok_or(Problem::NotFound("widget"))
}

async fn frame(
    app: &AppState,
    widget: &WidgetConfiguration,
    ClientAddress(client): ClientAddress,
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
        Some(node) => {
            app.unavailability_for(node, &node.check_signature(None), client)
                .await?
        }
        None => None,
    };
    let boot = Boot {
        route: "widget",
        node: node.as_ref(),
        flow: flow.as_deref(),
        widget: Some(widget),
        theme: theme_of(node.as_ref()),
        url_language: present(&query.lang),
        accepted_language: accepted_language(headers),
        site_url: app.site_url(),
        error: flow.is_none().then_some("not_found"),
        opens_offline: app.has_service_worker,
        is_counted: app.counter.is_some(),
        unavailable,
        framed_by: FramedBy::widget(widget.enabled_domains.as_deref()),
        ..Boot::default()
    };
    page_response(app, &boot, headers).await
}

/// Responds with a page that holds only the loader, as host pages do. It has no style sheet: the theme is that of the
/// browser's own colors.
fn loader_page(app: &AppState, widget: &WidgetConfiguration, theme: Theme) -> PageResult {
    let public_origin = app.public_url.as_ref().map(ServerAddress::origin);
    let policy =
        HeaderValue::try_from(loader_page_policy(public_origin.as_deref())).map_err(|_| Problem::Internal)?;
    // Safe in HTML: import accepts only letters, digits and hyphens in a code.
    let code = &widget.code;
    let scheme = theme.color_scheme();
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"{scheme}\"><title>Widget {code}</title>\
         <link rel=\"icon\" href=\"data:,\"><script async src=\"loader/{code}.js\"></script></html>"
    );
    let headers = [
        (CONTENT_TYPE, HTML),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, html).into_response())
}
