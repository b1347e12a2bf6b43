//! Headers of every response (docs/api.md#security-headers).

use axum::extract::Request;
use axum::http::header::{REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

/// The headers that a response gets unless its route sets them.
const DEFAULTS: [(HeaderName, HeaderValue); 4] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // The query of a URL can contain tokens and tracking pairs; other sites get the origin at most.
    (REFERRER_POLICY, HeaderValue::from_static("strict-origin")),
    // Other sites may not embed responses. Calls with `fetch` are the subject of CORS.
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        PERMISSIONS_POLICY,
        HeaderValue::from_static(
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ),
];

/// For responses that pages of any site may embed, cross-origin isolated ones included.
pub(super) const FOR_ANY_SITE: [(HeaderName, HeaderValue); 1] = [(
    HeaderName::from_static("cross-origin-resource-policy"),
    HeaderValue::from_static("cross-origin"),
)];

pub(super) const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// For pages that ask for screenshots: they may let their visitor choose a screen to capture.
pub(super) const DISPLAY_CAPTURE_ALLOWED: HeaderValue = HeaderValue::from_static(
    "camera=(), display-capture=(self), geolocation=(), microphone=(), payment=(), usb=()",
);

/// Adds the default headers that the route has not set.
pub(super) async fn add_security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in DEFAULTS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}
