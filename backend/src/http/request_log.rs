//! One log line for each request, with an id that the response carries too.
//!
//! The line holds method, route, status and duration. It holds no path or query (they can contain ids and tokens), no
//! header, no body and no network address.

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use base::random::random_id;
use base::telemetry::{describe_request, request_answered};
use std::time::Instant;
use tracing::{Instrument, info, info_span};

/// The header with the id of a request, which a visitor can quote and the log can be searched for.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives a request an id, logs it, and adds the id to the response.
pub(super) async fn log_request(request: Request, next: Next) -> Response {
    let started = Instant::now();
    // An id from outside is not used: it could collide on purpose, or contain what must not be logged.
    let id = random_id().unwrap_or_default();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("none", MatchedPath::as_str)
        .to_owned();
    let method = request.method().clone();
    let span = info_span!("request", %id, %method, route = route.as_str());
    let described = span.clone();
    let respond = async move {
        let mut response = next.run(request).await;
        let (status, elapsed) = (response.status(), started.elapsed());
        let elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        info!(status = status.as_u16(), elapsed_ms, "request completed");
        describe_request(&described, method.as_str(), &route, status.as_u16());
        request_answered(&method, route, status, elapsed);
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        response
    };
    respond.instrument(span).await
}
