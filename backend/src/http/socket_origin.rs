//! Which pages may open a socket (docs/api.md#socket).

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue};
use url::Url;

/// Returns whether a request may open a socket. Browsers name the origin of the page: that has to be the server's own, the
/// configured one or the one that the request was sent to. Programs name none.
///
/// Pages of a widget are frames of this server on the host page, so their origin is the server's, whatever the host's is. In a
/// sandboxed host it is `null` (docs/widget.md#sandboxed-hosts): tokens, not cookies, decide what such a page may follow (`staff_credentials.rs`).
pub(super) fn may_open_socket(headers: &HeaderMap, public_origin: Option<&str>) -> bool {
    match PageOrigin::of(headers, public_origin) {
        PageOrigin::Unnamed | PageOrigin::Sandbox | PageOrigin::Own => true,
        PageOrigin::Foreign => false,
    }
}

/// Whose page sends a request, as its `Origin` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageOrigin {
    /// It names none.
    Unnamed,
    /// The page has no origin.
    Sandbox,
    /// This server's, the configured one or the one that the request was sent to.
    Own,
    Foreign,
}

impl PageOrigin {
    pub(super) fn of(headers: &HeaderMap, public_origin: Option<&str>) -> Self {
        let mut origins = headers.get_all(ORIGIN).into_iter();
        let origin = match (origins.next(), origins.next()) {
            (None, _) => return Self::Unnamed,
            (Some(origin), None) => origin.to_str().unwrap_or_default(),
            (Some(_), Some(_)) => return Self::Foreign,
        };
        if origin == "null" {
            Self::Sandbox
        } else if public_origin == Some(origin) || headers.get(HOST).is_some_and(|host| is_of(origin, host)) {
            Self::Own
        } else {
            Self::Foreign
        }
    }
}

/// Returns whether an origin is that of a `Host` header, over HTTP or HTTPS: a proxy may have been sent either.
pub(super) fn is_of(origin: &str, host: &HeaderValue) -> bool {
    let Some((scheme @ ("http" | "https"), _)) = origin.split_once("://") else {
        return false;
    };
    let Ok(host) = host.to_str() else { return false };
    let (Ok(page), Ok(server)) = (Url::parse(origin), Url::parse(&format!("{scheme}://{host}/"))) else {
        return false;
    };
    // Proxies leave out the port in `Host` (`$host` of nginx), whatever it is.
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| !port.contains(']'));
    page.host() == server.host()
        && (!has_port || page.port_or_known_default() == server.port_or_known_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(origins: &[&'static str], host: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        for origin in origins {
            headers.append(ORIGIN, HeaderValue::from_static(origin));
        }
        may_open_socket(&headers, Some("https://feedback.example.com"))
    }

    #[test]
    fn programs_and_the_servers_own_pages_may() {
        for (origins, host) in [
            (&[] as &[&'static str], "feedback.example.com"),
            (&["https://feedback.example.com"], "pulsen:8080"),
            (&["http://127.0.0.1:8080"], "127.0.0.1:8080"),
            (&["https://internal.example"], "internal.example"),
            (&["https://internal.example:8443"], "internal.example"),
            (&["http://internal.example"], "Internal.Example:80"),
            (&["http://[::1]:8080"], "[::1]:8080"),
            (&["http://[::1]:8080"], "[::1]"),
            (&["null"], "feedback.example.com"),
        ] {
            assert!(may(origins, host), "{origins:?} at {host}");
        }
    }

    #[test]
    fn other_pages_may_not() {
        for (origins, host) in [
            (
                &["https://shop.example"] as &[&'static str],
                "feedback.example.com",
            ),
            (&[""], "feedback.example.com"),
            (&["http://feedback.example.com"], "pulsen:8080"),
            (
                &["https://feedback.example.com.evil.example"],
                "feedback.example.com",
            ),
            (&["http://127.0.0.1:9090"], "127.0.0.1:8080"),
            (&["http://[::2]"], "[::1]"),
            (&["file://feedback.example.com"], "feedback.example.com"),
            (
                &["https://feedback.example.com", "https://shop.example"],
                "feedback.example.com",
            ),
        ] {
            assert!(!may(origins, host), "{origins:?} at {host}");
        }
    }
}
