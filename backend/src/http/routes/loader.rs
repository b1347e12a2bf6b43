//! `/loader`: the script for host pages (docs/api.md#loader-script), and the module that it loads.

use super::assets::{IMMUTABLE, asset_response, document_response};
use super::counters::count_shown;
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::openapi::problems::NotFound;
use crate::http::own_address::OwnAddress;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::security::FOR_ANY_SITE;
use crate::loader::{Base, Channel, SHOWN_PREFIX, console_error_script, is_module, labels_module};
use axum::extract::{Extension, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use base::records::{BubbleQuestion, FeedbackNode, WidgetConfiguration, is_widget_code};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A changed configuration arrives within a minute; meanwhile visitors get the old one at once.
const STALE_WHILE_REVALIDATE: HeaderValue =
    HeaderValue::from_static("public, max-age=60, stale-while-revalidate=86400");

/// A script that only reports an error is requested again soon, when the error may be corrected. So is a module that
/// replaces another.
const ONE_MINUTE: HeaderValue = HeaderValue::from_static("public, max-age=60");

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// How the names of modules with labels begin; then follows the language.
const LABELS_PREFIX: &str = "labels-";

/// The most characters of a wrong code that the script repeats.
const QUOTE_LENGTH: usize = 40;

/// Shows the loader with a widget's configuration in it, or a module that it asks for.
///
/// For a wrong code the response is a script, too, which reports the error on the console: that is where
/// somebody looks who has put the tag on a page. Its status is 200 because a browser does not run a script that
/// comes with 404.
///
/// # Errors
/// 404 for a name that does not end in `.js`.
#[utoipa::path(
    get,
    path = "/loader/{name}",
    operation_id = "show_loader",
    tag = "Pages",
    responses(
        (status = 200, description = "the script", body = String, content_type = "text/javascript"),
        (status = 304, description = "the browser has it already"),
        (
            status = 503,
            description = "a script that says that this server has no loader",
            body = String,
            content_type = "text/javascript",
        ),
        NotFound,
    ),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(name): Path<String>,
    Extension(client): Extension<ClientAddress>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    // Only a page that loads the module has shown the widget.
    let counts = method != Method::HEAD;
    let script = find_script(&app, &name, counts.then_some(client), &headers).await;
    // Otherwise a host page would see a mistyped address as a policy of this server.
    script.unwrap_or_else(|problem| (FOR_ANY_SITE, problem).into_response())
}

async fn find_script(
    app: &AppState,
    name: &str,
    counted_for: Option<ClientAddress>,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    if let Some(response) = module(app, name, headers) {
        return Ok(response);
    }
    let code = name.strip_suffix(".js").ok_or(Problem::NotFound("script"))?;
    if let Some(language) = code.strip_prefix(LABELS_PREFIX) {
        let content_type = HeaderValue::from_static("text/javascript; charset=utf-8");
        let module = ([(CONTENT_TYPE, content_type)], labels_module(language)?);
        return Ok(for_any_site(module.into_response(), STALE_WHILE_REVALIDATE));
    }
    if let Some(code) = code.strip_prefix(SHOWN_PREFIX) {
        count_shown(app, code, counted_for, headers).await?;
        let content_type = HeaderValue::from_static("text/javascript; charset=utf-8");
        return Ok(for_any_site(
            ([(CONTENT_TYPE, content_type)], "").into_response(),
            NO_STORE,
        ));
    }
    if is_module(code) {
        // A module that only prints an error would look to the core as if it had come.
        return Err(Problem::NotFound("script"));
    }
    if !is_widget_code(code) {
        let line = format!(
            "\"{}\" is not a widget code: those are \"PSN-\" and seven more characters. Check the address of the script.",
            quote(code)
        );
        return error_script(StatusCode::OK, &line, ONE_MINUTE);
    }
    let Some(widget) = app.store.widget(code).await? else {
        let line = format!("There is no widget \"{code}\". Check the address of the script.");
        return error_script(StatusCode::OK, &line, ONE_MINUTE);
    };
    let Some(base) = OwnAddress::of(headers).get(app) else {
        let line = "The server does not know its own address. Start it with --public-url.";
        return error_script(StatusCode::OK, line, NO_STORE);
    };
    let node = app.store.node(&widget.node_id).await?;
    let channel = Channel {
        is_available: match &node {
            Some(node) => app
                .unavailability_of(node, &node.check_signature(None))
                .await?
                .is_none(),
            None => false,
        },
        hidden_fields: hidden_fields_of(app, node.as_ref()).await?,
        is_counted: app.counter.is_some(),
        question: question_of(app, &widget, node.as_ref()).await?,
        node: node.as_ref(),
    };
    let Some(script) = app.loader.script(&widget, &channel, &base).await? else {
        let line = "This server was built without its loader (`npm run build -w loader`).";
        return error_script(StatusCode::SERVICE_UNAVAILABLE, line, NO_STORE);
    };
    let response = document_response(&script, headers);
    let cache = match base {
        Base::Configured(_) => STALE_WHILE_REVALIDATE,
        // A cache in between could give it to visitors who reach the server by another name.
        Base::Requested(_) => NO_STORE,
    };
    Ok(for_any_site(response, cache))
}

/// Returns the parameters of the host page's address that hidden fields of a node's flows read.
async fn hidden_fields_of(
    app: &AppState,
    node: Option<&FeedbackNode>,
) -> Result<BTreeSet<Box<str>>, Problem> {
    let mut parameters = BTreeSet::new();
    let Some(node) = node else {
        return Ok(parameters);
    };
    // The script may be older than the change from one flow to the other.
    for id in [Some(&node.flow_id), node.non_operating_hours_flow_id.as_ref()]
        .into_iter()
        .flatten()
    {
        if let Some(flow) = app.flows.newest(&app.store, id).await? {
            parameters.extend(flow.outline.hidden_fields.iter().cloned());
        }
    }
    Ok(parameters)
}

/// Returns the question that stands beside a widget's launcher. `None` also where the flow has changed since the widget's import,
/// and a tap cannot answer its first question any more.
async fn question_of(
    app: &AppState,
    widget: &WidgetConfiguration,
    node: Option<&FeedbackNode>,
) -> Result<Option<Value>, Problem> {
    let node = node.filter(|node| node.non_operating_hours_flow_id().is_none());
    let (Some(true), Some(node)) = (widget.popover_question, node) else {
        return Ok(None);
    };
    let flow = app.flows.newest(&app.store, &node.flow_id).await?;
    let question = flow
        .as_deref()
        .and_then(|flow| BubbleQuestion::of(&flow.flow).ok());
    Ok(question.map(serde_json::to_value).transpose()?)
}

/// Responds with a module of the loader; `None` if this is not a name of one, or of one that this server does not have.
fn module(app: &AppState, name: &str, headers: &HeaderMap) -> Option<Response> {
    let module = app.loader.modules.find(name)?;
    let asset = app.pages.asset(&module.path)?;
    let cache = if module.is_exact { IMMUTABLE } else { ONE_MINUTE };
    Some(for_any_site(asset_response(asset, headers), cache))
}

/// Responds with a script that reports an error on the console of the host page.
fn error_script(status: StatusCode, line: &str, cache: HeaderValue) -> Result<Response, Problem> {
    let content_type = HeaderValue::from_static("text/javascript; charset=utf-8");
    let response = (
        status,
        [(CONTENT_TYPE, content_type)],
        console_error_script(line)?,
    )
        .into_response();
    Ok(for_any_site(response, cache))
}

/// Adds the headers with which pages of any site, cross-origin isolated ones included, may load a script or module.
fn for_any_site(mut response: Response, cache: HeaderValue) -> Response {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, cache);
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.extend(FOR_ANY_SITE);
    response
}

fn quote(text: &str) -> String {
    text.chars().take(QUOTE_LENGTH).collect()
}
