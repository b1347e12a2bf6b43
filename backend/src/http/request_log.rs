//! One line in the log for each request, with an id that its answer carries too.
//!
//! The line holds method, route, status and time: no address (its query can hold tokens, its path ids), no header, no
//! body, no visitor's network address.

use crate::random::random_id;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;
use tracing::{Instrument, info, info_span};

/// The header that names the request; what a visitor can quote, and the log can be searched for.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives the request an id, logs it, and names the id in the answer.
pub(super) async fn log_request(request: Request, next: Next) -> Response {
    let started = Instant::now();
    // Always our own: an id from outside could be made to collide, or hold what must not be logged.
    let id = random_id().unwrap_or_default();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("none", MatchedPath::as_str)
        .to_owned();
    let span = info_span!("request", %id, method = %request.method(), route);
    let answer = async {
        let mut response = next.run(request).await;
        let elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        info!(status = response.status().as_u16(), elapsed_ms, "answered");
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        response
    };
    answer.instrument(span).await
}
