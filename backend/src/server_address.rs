//! Where a server is reached: its origin, and the path that it serves below (docs/deploy.md#below-a-path).

use std::fmt::{Display, Formatter};
use std::str::FromStr;
use url::Url;

/// The address of a server, such as `https://feedback.example.com` or `https://example.com/feedback`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerAddress(Url);

/// Why a text is not the address of a server.
#[derive(Debug, thiserror::Error)]
pub enum ServerAddressError {
    /// It cannot be read as an address.
    #[error(transparent)]
    Unreadable(#[from] url::ParseError),
    /// It is of another scheme.
    #[error("an http or https address is expected")]
    OtherScheme,
    /// It has more than a host and a path.
    #[error(
        "an address with nothing but a host and perhaps a path is expected, such as https://feedback.example.com or \
         https://example.com/feedback"
    )]
    TooMuch,
    /// Its path has characters that would be written differently by browsers, proxies and this server.
    #[error("the path may have only letters, digits, `-`, `_`, `.` and `~` between its slashes")]
    PathCharacters,
}

impl FromStr for ServerAddress {
    type Err = ServerAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut url = Url::parse(text)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(ServerAddressError::OtherScheme);
        }
        let has_user = !url.username().is_empty() || url.password().is_some();
        if has_user || url.query().is_some() || url.fragment().is_some() {
            return Err(ServerAddressError::TooMuch);
        }
        let path = url.path().trim_matches('/').to_owned();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
        if !path
            .split('/')
            .all(|segment| segment.bytes().all(is_plain) && (!segment.is_empty() || path.is_empty()))
        {
            return Err(ServerAddressError::PathCharacters);
        }
        url.set_path(&path);
        Ok(Self(url))
    }
}

impl ServerAddress {
    /// Returns scheme, host and port, such as `https://example.com`.
    #[must_use]
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Returns the path that the server serves below, such as `/feedback`; empty for one that has its origin for itself.
    #[must_use]
    pub fn path(&self) -> &str {
        self.0.path().trim_end_matches('/')
    }

    /// Returns the address without a slash at its end: what paths of the server are appended to.
    #[must_use]
    pub fn base(&self) -> String {
        self.origin() + self.path()
    }

    /// Returns the address of a path of the server, such as `/chat`.
    #[must_use]
    pub fn at(&self, path: &str) -> Url {
        let mut url = self.0.clone();
        url.set_path(&format!("{}{path}", self.path()));
        url
    }

    /// Returns the address of the path of these segments, whose characters are escaped.
    #[must_use]
    pub fn below(&self, segments: &[&str]) -> Url {
        let mut url = self.0.clone();
        // An http or https address always has segments.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url
    }

    /// Returns whether visitors reach the server by HTTPS.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Returns whether the address names no port.
    #[must_use]
    pub fn has_usual_port(&self) -> bool {
        self.0.port().is_none()
    }

    /// Returns the host.
    #[must_use]
    pub fn host(&self) -> Option<url::Host<&str>> {
        self.0.host()
    }
}

impl Display for ServerAddress {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.base())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_with_or_without_a_path() {
        for (text, origin, path) in [
            ("https://f.example", "https://f.example", ""),
            ("https://f.example:443/", "https://f.example", ""),
            ("http://F.example:81/a", "http://f.example:81", "/a"),
            (
                "https://f.example/a-b/c.d_e~f/",
                "https://f.example",
                "/a-b/c.d_e~f",
            ),
            ("https://f.example/a/../b", "https://f.example", "/b"),
        ] {
            let address: ServerAddress = text.parse().unwrap();
            assert_eq!((address.origin().as_str(), address.path()), (origin, path));
            assert_eq!(address.to_string(), format!("{origin}{path}"));
            assert_eq!(address.at("/chat").as_str(), format!("{origin}{path}/chat"));
            let segments = address.below(&["v1", "a/b"]);
            assert_eq!(segments.as_str(), format!("{origin}{path}/v1/a%2Fb"));
        }
        for wrong in [
            "f.example",
            "ftp://f.example",
            "https://ann@f.example",
            "https://f.example/?a",
            "https://f.example/#a",
            "https://f.example/a b",
            "https://f.example/a%2Fb",
            "https://f.example/a//b",
            "https://f.example/a;b",
        ] {
            assert!(wrong.parse::<ServerAddress>().is_err(), "{wrong}");
        }
    }
}
