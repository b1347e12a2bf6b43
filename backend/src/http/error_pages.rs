//! Failed requests of browsers as pages, in their visitor's language (docs/api.md#error-pages).

use crate::application::AppState;
use crate::pages::{ERROR_PAGE_POLICY, ErrorPage, Failure};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::Response;
use base::languages::{accepted_language, known_language};
use std::sync::Arc;
use url::form_urlencoded;

/// First parts of paths that belong to the server even where nothing is (yet): a client that requests one gets neither a
/// page nor the provider's site for an answer.
pub(super) const RESERVED: [&str; 12] = [
    "v1",
    "v2",
    "loader",
    "assets",
    "socket.io",
    "healthz",
    "readyz",
    "metrics",
    "openapi.json",
    "sw.js",
    "favicon.ico",
    "robots.txt",
];

/// Replaces a problem document by a page where a browser has asked for a page. Status and other headers stay.
pub(super) async fn show_error_pages(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let wants_page = is_page_request(request.method(), request.uri());
    let accepted = wants_page && accepts_html(request.headers());
    let language = accepted.then(|| language_of(request.uri(), request.headers()));
    let mut response = next.run(request).await;
    if !wants_page || !is_problem(&response) {
        return response;
    }
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept, accept-language"));
    let Some(language) = language else {
        return response;
    };
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.remove(CONTENT_LENGTH);
    headers.remove(CONTENT_ENCODING);
    if let Ok(policy) = HeaderValue::from_str(&ERROR_PAGE_POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    let page = ErrorPage {
        failure: Failure::Status(response.status()),
        language,
        site_url: app.site_url(),
    };
    *response.body_mut() = Body::from(page.html());
    response
}

/// Returns whether a request is for a page, and not for a call or a file.
pub(super) fn is_page_request(method: &Method, uri: &Uri) -> bool {
    matches!(*method, Method::GET | Method::HEAD) && is_page(uri.path())
}

/// Returns whether a path is that of a page.
pub(super) fn is_page(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    !RESERVED.contains(&first)
}

/// Tells whether a browser asks: browsers name HTML explicitly, API clients at most by `*/*`.
fn accepts_html(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .any(|value| value.to_ascii_lowercase().contains("text/html"))
}

fn is_problem(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.is_some_and(|kind| kind == "application/problem+json")
}

/// Returns the language of a page: that of its address, or else one that the browser accepts, or else English.
pub(super) fn language_of(uri: &Uri, headers: &HeaderMap) -> &'static str {
    let query = uri.query().unwrap_or_default();
    let asked = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "lang");
    let asked = asked.and_then(|(_, language)| known_language(&language));
    asked.or_else(|| accepted_language(headers)).unwrap_or("en")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::ACCEPT_LANGUAGE;

    #[test]
    fn only_requests_of_pages_are_answered_with_pages() {
        for (method, path, expected) in [
            (Method::GET, "/feedback?node_id=x", true),
            (Method::HEAD, "/pricing", true),
            (Method::GET, "/", true),
            (Method::POST, "/feedback", false),
            (Method::GET, "/v1/nodes/x", false),
            (Method::GET, "/assets/x.js", false),
            (Method::GET, "//loader/x", false),
        ] {
            let uri = Uri::try_from(path).unwrap();
            assert_eq!(is_page_request(&method, &uri), expected, "{method} {path}");
        }
    }

    #[test]
    fn the_address_decides_the_language_before_the_browser() {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static("de"));
        for (address, expected) in [
            ("/x?lang=tr-TR", "tr"),
            ("/x?lang=xx", "de"),
            ("/x?lang=%22%3E", "de"),
            ("/x", "de"),
        ] {
            let uri = Uri::try_from(address).unwrap();
            assert_eq!(language_of(&uri, &headers), expected, "{address}");
        }
        assert_eq!(language_of(&Uri::from_static("/x"), &HeaderMap::new()), "en");
    }
}
