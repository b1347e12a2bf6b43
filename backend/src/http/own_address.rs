//! The address by which others reach this server.

use crate::application::AppState;
use crate::loader::Base;
use crate::server_address::ServerAddress;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use url::Url;

/// The address of this server for scripts on other sites: the configured one, or else the origin that a request was sent to
/// over plain HTTP.
///
/// Forwarding headers are ignored: anybody could send them, and caches store the response. An operator with a proxy for
/// HTTPS has to configure the address.
pub(super) struct OwnAddress(Option<String>);

impl OwnAddress {
    /// Reads the `Host` header.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let host = headers.get(HOST).and_then(|value| value.to_str().ok());
        Self(host.and_then(origin_of_host))
    }

    /// Returns the address by which staff reach this server, as text; empty if there is none.
    pub(super) fn of_staff(&self, app: &AppState) -> String {
        match &app.staff_url {
            Some(address) => address.base(),
            None => self.get(app).map(Base::into_string).unwrap_or_default(),
        }
    }

    /// Returns the configured address, or else the origin of the request; `None` if there is neither.
    pub(super) fn get(&self, app: &AppState) -> Option<Base> {
        match &app.public_url {
            Some(address) => Some(Base::Configured(address.base())),
            None => self.0.clone().map(Base::Requested),
        }
    }
}

/// Returns the address by which staff reach this server: the configured one, or else the origin of the request.
pub(super) fn staff_address(app: &AppState, headers: &HeaderMap) -> Option<ServerAddress> {
    match app.staff_address() {
        Some(address) => Some(address.clone()),
        None => OwnAddress::of(headers).0?.parse().ok(),
    }
}

/// Returns the origin of a `Host` header; `None` unless it is a plain `host` or `host:port`.
pub(super) fn origin_of_host(host: &str) -> Option<String> {
    // A URL parser accepts more, such as quotes and semicolons, but no host has such a name.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    if !host.bytes().all(is_plain) {
        return None;
    }
    let url = Url::parse(&format!("http://{host}/")).ok()?;
    let origin = url.origin().ascii_serialization();
    (url.as_str() == format!("{origin}/")).then_some(origin)
}

#[cfg(test)]
mod tests {
    use super::origin_of_host;

    #[test]
    fn accepts_hosts_only() {
        for (host, origin) in [
            ("localhost:8080", "http://localhost:8080"),
            ("Pulsen.Example:80", "http://pulsen.example"),
            ("[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(origin_of_host(host).as_deref(), Some(origin));
        }
        for wrong in [
            "", "a/b", "user@a", "a?b", "a#b", "a b", "a:x", "a:b:c", "a\"", "a;b",
        ] {
            assert_eq!(origin_of_host(wrong), None, "{wrong}");
        }
    }
}
