//! `/loader`: the script of host pages (design.md, section 2).

use super::assets::file;
use crate::http::own_origin::OwnOrigin;
use crate::http::problem::Problem;
use crate::http::state::AppState;
use crate::loader::complaint;
use crate::records::is_widget_code;
use axum::extract::{Path, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// A change of configuration arrives within a minute; until it has, the visitor gets the old one at once.
const SHORT: HeaderValue = HeaderValue::from_static("public, max-age=60, stale-while-revalidate=86400");

/// What was wrong is asked for anew soon.
const SHORTER: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// How much of a wrong code is repeated.
const QUOTE_LENGTH: usize = 40;

/// `GET /loader/{code}.js`: the loader with a widget's configuration in it.
///
/// A code that is wrong is answered with a script, too, which says so on the console: that is where somebody looks who
/// has put the tag on a page. (With 200: a browser does not run a script that comes with 404.)
///
/// # Errors
/// 404 for what is no script.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let code = name.strip_suffix(".js").ok_or(Problem::NotFound("script"))?;
    if !is_widget_code(code) {
        let line = format!(
            "\"{}\" is not a widget code: those are \"PSN-\" and seven more characters. Check the address of the script.",
            quote(code)
        );
        return said(StatusCode::OK, &line, SHORTER);
    }
    let Some(widget) = app.store.widget(code).await? else {
        let line = format!("There is no widget \"{code}\". Check the address of the script.");
        return said(StatusCode::OK, &line, SHORTER);
    };
    let own_origin = OwnOrigin::of(&headers);
    let Some(origin) = own_origin.get(&app) else {
        let line = "The server does not know its own address. Start it with --public-url.";
        return said(StatusCode::OK, line, NO_STORE);
    };
    let Some(script) = app.loader.script(&widget, origin).await? else {
        let line = "This server was built without its loader (`npm run build -w loader`).";
        return said(StatusCode::SERVICE_UNAVAILABLE, line, NO_STORE);
    };
    let unchanged = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| *known == script.tag);
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        file(&script.file, &headers)
    };
    let answer = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&script.tag) {
        answer.insert(ETAG, tag);
    }
    Ok(for_any_site(response, SHORT))
}

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

fn said(status: StatusCode, line: &str, cache: HeaderValue) -> Result<Response, Problem> {
    let content_type = HeaderValue::from_static("text/javascript; charset=utf-8");
    let response = (status, [(CONTENT_TYPE, content_type)], complaint(line)?).into_response();
    Ok(for_any_site(response, cache))
}

/// Hosts embed it from wherever they are, isolated ones included, and may load it as a module.
fn for_any_site(mut response: Response, cache: HeaderValue) -> Response {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, cache);
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    response
}

fn quote(text: &str) -> String {
    text.chars().take(QUOTE_LENGTH).collect()
}
