//! By which address others reach this server.

use super::state::App;
use crate::loader::Origin;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use url::Url;

/// The origin of this server as a script on another site has to write it: what the operator configured, or else what
/// the request was sent to, over plain HTTP. (Behind a proxy that speaks HTTPS only the operator knows the address; what
/// a proxy adds in headers could as well come from anybody, and the answer is stored by caches.)
pub(super) struct OwnOrigin(Option<String>);

impl OwnOrigin {
    /// Reads the header `Host`.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let host = headers.get(HOST).and_then(|value| value.to_str().ok());
        Self(host.and_then(origin_of_host))
    }

    /// The configured origin, or else the request's; `None` where neither names one.
    pub(super) fn get<'a>(&'a self, app: &'a App) -> Option<Origin<'a>> {
        match &app.public_origin {
            Some(origin) => Some(Origin::Configured(origin)),
            None => self.0.as_deref().map(Origin::Requested),
        }
    }
}

/// `host` or `host:port`, and nothing else, as an origin.
fn origin_of_host(host: &str) -> Option<String> {
    // An address takes more (quotes, semicolons), but no host is called like that.
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
    fn takes_hosts_only() {
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
