//! Adds the script that reloads to the pages, and to the loader's scripts for the pages of hosts.

use super::Teller;
use super::routes::script;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What the script needs of a page's policy.
const DIRECTIVES: [&str; 2] = ["script-src", "connect-src"];

/// Larger than any page.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Lets the server answer, and adds to what pages are made of.
pub(super) async fn add_script(State(teller): State<Teller>, mut request: Request, next: Next) -> Response {
    // What is compressed could not be added to.
    request.headers_mut().remove(ACCEPT_ENCODING);
    let is_loader = request.uri().path().starts_with("/loader/");
    // Before the page is made: it reloads once too often rather than never.
    let version = teller.borrow().version;
    let response = next.run(request).await;
    let content_type = response.headers().get(CONTENT_TYPE);
    let is_page = content_type.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if is_page {
        let tag = format!("<script async src=\"/_dev/reload.js?version={version}\"></script>");
        added_to(allow_script(response), &tag).await
    } else if is_loader && response.status().is_success() {
        added_to(response, &script(version)).await
    } else {
        response
    }
}

/// Adds a text at the end, where browsers take an element as part of the body.
async fn added_to(response: Response, text: &str) -> Response {
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MAX_BYTES).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let mut bytes = Vec::from(bytes);
    // A request for the head alone has none.
    if !bytes.is_empty() {
        bytes.extend_from_slice(b"\n");
        bytes.extend_from_slice(text.as_bytes());
    }
    head.headers.remove(CONTENT_LENGTH);
    head.headers.remove(ETAG);
    // A page that got the script of an older version again would reload again and again.
    let no_store = HeaderValue::from_static("no-store");
    head.headers.insert(CACHE_CONTROL, no_store);
    Response::from_parts(head, Body::from(bytes))
}

/// Pages that run no script, such as those about an error, may run this one.
fn allow_script(mut response: Response) -> Response {
    let policy = response.headers().get(CONTENT_SECURITY_POLICY);
    if let Some(policy) = policy.and_then(|policy| policy.to_str().ok()) {
        let missing = DIRECTIVES.into_iter().filter(|name| !policy.contains(name));
        let mut policy = policy.to_owned();
        policy.extend(missing.map(|name| format!("; {name} 'self'")));
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
    }
    response
}
