//! Headers of every response (docs/api.md#security-headers).

use crate::server_address::ServerAddress;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use url::Host;

/// The headers that a response gets unless its route sets them.
const DEFAULTS: [(HeaderName, HeaderValue); 5] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // The query of a URL can contain tokens and tracking pairs; other sites get the origin at most.
    (REFERRER_POLICY, HeaderValue::from_static("strict-origin")),
    // No other site keeps a handle on a page that it has opened, nor a page on the site that opened it.
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
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

/// For responses that fail, whatever their form: nothing is loaded, and nobody frames them.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// For how long browsers use no plain http: a year. Not for subdomains, which need not be this server's; none of them can set the
/// cookie of a session, because of its prefix.
const ENCRYPTED_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the default headers that the route has not set, and what [`transport_security`] returns.
pub(super) async fn add_security_headers(
    State(transport): State<Option<HeaderValue>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let has_failed = response.status().is_client_error() || response.status().is_server_error();
    let headers = response.headers_mut();
    for (name, value) in DEFAULTS {
        headers.entry(name).or_insert(value);
    }
    if has_failed {
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(NOTHING);
    }
    if let Some(transport) = transport {
        headers.insert(STRICT_TRANSPORT_SECURITY, transport);
    }
    response
}

/// Returns what tells browsers to use https only, if others reach this server at an address that may say so.
pub(super) fn transport_security(public_url: Option<&ServerAddress>) -> Option<HeaderValue> {
    public_url
        .is_some_and(is_always_encrypted)
        .then_some(ENCRYPTED_ONLY)
}

/// Returns whether an address's host can be told to be reached by https only. What is told counts for every path and port of the
/// host: only a server that has the host for itself, at the usual port, may tell it, and not the machine on which somebody tries
/// the server out.
fn is_always_encrypted(address: &ServerAddress) -> bool {
    let is_name = matches!(address.host(), Some(Host::Domain(name)) if name != "localhost" && !name.ends_with(".localhost"));
    address.is_encrypted() && address.has_usual_port() && address.path().is_empty() && is_name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_name_with_the_usual_port_is_always_encrypted() {
        for (origin, expected) in [
            ("https://feedback.example.com", true),
            ("https://feedback.example.com:443", true),
            ("https://feedback.example.com:8443", false),
            ("https://example.com/feedback", false),
            ("http://feedback.example.com", false),
            ("https://192.0.2.1", false),
            ("https://[::1]", false),
            ("https://localhost", false),
            ("https://pulsen.localhost", false),
        ] {
            assert_eq!(
                is_always_encrypted(&origin.parse().unwrap()),
                expected,
                "{origin}"
            );
        }
    }
}
