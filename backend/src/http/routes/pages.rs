//! The link pages, the previews and the chat page (docs/api.md#pages).

use super::assets::{asset_response, document_response};
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::flows::LoadedFlow;
use crate::http::openapi::problems::{InvalidQuery, NoPages};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::security::{DISPLAY_CAPTURE_ALLOWED, PERMISSIONS_POLICY};
use crate::pages::{Boot, FramedBy, NOTHING_ALLOWED};
use axum::extract::{Extension, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base::customers::verified_customer;
use base::languages::accepted_language;
use base::records::{FeedbackNode, LinkSignature, Theme};
use base::time::now;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use utoipa::openapi::{Content, RefOr, ResponseBuilder};
use utoipa::{IntoParams, IntoResponses, PartialSchema};

/// What the server reads of the address of a node's page. The page reads more.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct NodePageQuery {
    /// The node.
    node_id: Option<String>,
    /// Code of the language.
    lang: Option<String>,
    /// Of a signed link.
    signature: Option<String>,
    /// `1`: as a kiosk.
    kiosk: Option<String>,
    /// All others, of which a flow may read some (docs/flows.md#prefilled-answers).
    #[serde(flatten)]
    #[param(ignore)]
    others: HashMap<String, String>,
}

/// What the server reads of the address of a preview.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PreviewQuery {
    /// The flow.
    flow_id: Option<String>,
    /// Code of the language.
    lang: Option<String>,
    /// All others, of which a flow may read some (docs/flows.md#prefilled-answers).
    #[serde(flatten)]
    #[param(ignore)]
    others: HashMap<String, String>,
}

/// What the server reads of the address of the chat page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ChatPageQuery {
    /// The chat.
    feedback_id: Option<String>,
    /// Code of the language.
    lang: Option<String>,
}

/// How a page of a flow is answered, but for faults.
struct FlowPage;

impl IntoResponses for FlowPage {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let described = |description| ResponseBuilder::new().description(description);
        let html = || Content::new(Some(String::schema()));
        let page = described("the page; empty without its parameter").content("text/html", html());
        let same = described("the browser has it already");
        let error = described("a page that says that there is no such thing").content("text/html", html());
        let responses = [("200", page), ("304", same), ("404", error)];
        responses
            .map(|(status, response)| (status.to_owned(), response.build().into()))
            .into()
    }
}

/// The parameter of preloaded answers, which the browser reads (docs/engine.md#preloaded-answers).
const ANSWERS: &str = "responses";

pub(super) type PageResult = Result<Response, Problem>;

/// Shows the flow of a node.
///
/// The page reads more parameters (docs/api.md#pages).
#[utoipa::path(
    get,
    path = "/feedback",
    operation_id = "show_link_page",
    tag = "Pages",
    params(NodePageQuery),
    responses(FlowPage, InvalidQuery, NoPages)
)]
pub(in crate::http) async fn feedback(
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Parameters(query): Parameters<NodePageQuery>,
    headers: HeaderMap,
) -> PageResult {
    node_page(&app, "feedback", client, &query, &headers).await
}

/// Shows the flow of a node, as `/feedback` does.
#[utoipa::path(
    get,
    path = "/web_feedback",
    operation_id = "show_link_page_too",
    tag = "Pages",
    params(NodePageQuery),
    responses(FlowPage, InvalidQuery, NoPages)
)]
pub(in crate::http) async fn web_feedback(
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Parameters(query): Parameters<NodePageQuery>,
    headers: HeaderMap,
) -> PageResult {
    node_page(&app, "web_feedback", client, &query, &headers).await
}

/// Shows a preview of the newest revision of a flow.
#[utoipa::path(
    get,
    path = "/web_flow_preview",
    operation_id = "preview_flow",
    tag = "Pages",
    params(PreviewQuery),
    responses(FlowPage, InvalidQuery, NoPages)
)]
pub(in crate::http) async fn web_flow_preview(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PreviewQuery>,
    headers: HeaderMap,
) -> PageResult {
    flow_page(&app, "web_flow_preview", &query, &headers).await
}

/// Shows the same preview, as if inside the widget.
#[utoipa::path(
    get,
    path = "/flow_preview",
    operation_id = "preview_flow_in_widget",
    tag = "Pages",
    params(PreviewQuery),
    responses(FlowPage, InvalidQuery, NoPages)
)]
pub(in crate::http) async fn flow_preview(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<PreviewQuery>,
    headers: HeaderMap,
) -> PageResult {
    flow_page(&app, "flow_preview", &query, &headers).await
}

/// Shows the chat page.
///
/// It is the same for every chat of a node, but its address can hold a token, which neither a cache nor another site may
/// learn.
#[utoipa::path(
    get,
    path = "/chat",
    operation_id = "show_chat_page",
    tag = "Pages",
    params(ChatPageQuery),
    responses(
        (status = 200, description = "the page", body = String, content_type = "text/html"),
        InvalidQuery, NoPages,
    ),
)]
pub(in crate::http) async fn chat(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ChatPageQuery>,
    mut headers: HeaderMap,
) -> PageResult {
    headers.remove(IF_NONE_MATCH);
    let node = match present(&query.feedback_id) {
        Some(feedback_id) => app.store.node_of_chat(feedback_id).await?,
        None => None,
    };
    let boot = Boot {
        route: "chat",
        node: node.as_ref(),
        theme: theme_of(node.as_ref()),
        url_language: present(&query.lang),
        accepted_language: accepted_language(&headers),
        site_url: app.site_url(),
        framed_by: node.as_ref().map(framing_pages).unwrap_or_default(),
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
    ClientAddress(client): ClientAddress,
    query: &NodePageQuery,
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
    let mut boot = Boot {
        node: node.as_ref(),
        theme: theme_of(node.as_ref()),
        opens_offline: app.has_service_worker,
        is_counted: app.counter.is_some(),
        framed_by: node.as_ref().map(framing_pages).unwrap_or_default(),
        url_language: present(&query.lang),
        is_prefilled: is_prefilled(flow.as_deref(), &query.others),
        has_answers: query.others.contains_key(ANSWERS),
        ..flow_boot(app, route, flow.as_deref(), headers)
    };
    if let Some(node) = &node {
        let signature = node.check_signature(present(&query.signature));
        boot.unavailable = app.unavailability_for(node, &signature, client).await?;
        boot.signature_valid = signature.is_valid();
        boot.kiosk = node.kiosk(query.kiosk.as_deref() == Some("1"));
        if boot.kiosk.is_some() {
            // Nothing on a kiosk leads to other pages.
            boot.site_url = None;
        }
        boot.is_already_given = is_already_given(app, node, &signature).await?;
    }
    page_response(app, &boot, headers).await
}

/// Returns who may frame the link page of a node, and its chats.
fn framing_pages(node: &FeedbackNode) -> FramedBy<'_> {
    FramedBy::Domains(&node.enabled_domains)
}

/// Returns the theme of a node's pages. Where there is no node there are no colors that an operator has chosen: such a page
/// is as the visitor's browser prefers.
pub(super) fn theme_of(node: Option<&FeedbackNode>) -> Theme {
    node.map_or(Theme::Auto, FeedbackNode::theme)
}

/// Returns whether the customer whom a link's signature names has given the one feedback that the node takes, on whatever
/// device, so that nobody answers in vain.
async fn is_already_given(
    app: &AppState,
    node: &FeedbackNode,
    signature: &LinkSignature,
) -> Result<bool, Problem> {
    let customer = signature
        .claims()
        .and_then(|claims| verified_customer(&claims.customer));
    match (node.once_within(), customer) {
        (Some(once_within), Some(customer)) => Ok(app
            .store
            .has_complete_of_customer(&customer, &node.id, once_within, now())
            .await?),
        _ => Ok(false),
    }
}

async fn flow_page(
    app: &AppState,
    route: &'static str,
    query: &PreviewQuery,
    headers: &HeaderMap,
) -> PageResult {
    let Some(flow_id) = present(&query.flow_id) else {
        return Ok(empty_page());
    };
    let flow = app.flows.newest(&app.store, flow_id).await?;
    let boot = Boot {
        url_language: present(&query.lang),
        is_prefilled: is_prefilled(flow.as_deref(), &query.others),
        has_answers: query.others.contains_key(ANSWERS),
        ..flow_boot(app, route, flow.as_deref(), headers)
    };
    page_response(app, &boot, headers).await
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
    headers: &HeaderMap,
) -> Boot<'a> {
    Boot {
        route,
        flow,
        accepted_language: accepted_language(headers),
        site_url: app.site_url(),
        theme: if flow.is_some() { Theme::Light } else { Theme::Auto },
        error: flow.is_none().then_some("not_found"),
        ..Boot::default()
    }
}

/// Returns whether the flow reads one of these parameters.
fn is_prefilled(flow: Option<&LoadedFlow>, parameters: &HashMap<String, String>) -> bool {
    flow.is_some_and(|flow| flow.reads_any(parameters.keys()))
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
    if boot.flow.is_none() {
        headers.append(VARY, HeaderValue::from_static("accept-language"));
    }
    if boot.captures_screen() {
        headers.insert(PERMISSIONS_POLICY, DISPLAY_CAPTURE_ALLOWED);
    }
    if boot.framed_by.includes_other_sites() {
        headers.extend(FOR_ISOLATED_HOSTS);
    }
    Ok(response)
}

/// A cross-origin isolated host page accepts only frames with these headers. Not `require-corp`: that would block logos from
/// other origins.
pub(super) const FOR_ISOLATED_HOSTS: [(HeaderName, HeaderValue); 2] = [
    (
        HeaderName::from_static("cross-origin-embedder-policy"),
        HeaderValue::from_static("credentialless"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    ),
];

pub(super) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// Responds with a page that has a title and nothing else: a route without its required parameter renders nothing.
pub(super) fn empty_page() -> Response {
    const EMPTY: &str =
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Pulsen</title></html>";
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
