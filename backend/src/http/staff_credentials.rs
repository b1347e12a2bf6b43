//! With what a request proves that it is of staff: a token, or the session of a person (docs/staff.md#sessions).

use super::problem::Problem;
use super::session_cookie::{Ambiguous, SessionCookie};
use super::socket_origin::PageOrigin;
use crate::application::AppState;
use crate::server_address::ServerAddress;
use crate::staff::hash_token;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderName, Uri};

/// Where a browser says from whose page a request comes.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What a request has, as the hash that is stored of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Credentials {
    Token(String),
    /// Of a request of one of this server's own pages.
    Session(String),
    Nothing,
}

impl Credentials {
    /// Reads the headers of a request for an address.
    ///
    /// # Errors
    /// 400 `two_credentials`; 401 `not_signed_in` for two sessions; 403 `foreign_origin` where a page of another site has the browser
    /// send the cookie.
    pub(super) fn of(app: &AppState, headers: &HeaderMap, uri: &Uri) -> Result<Self, Problem> {
        let cookie = SessionCookie::of(app, headers);
        match (bearer(headers), cookie.read(headers)) {
            (Some(_), Ok(Some(_)) | Err(Ambiguous)) => Err(Problem::TwoCredentials),
            (Some(token), Ok(None)) => Ok(Self::Token(hash_token(token))),
            (None, Ok(None)) => Ok(Self::Nothing),
            (None, _) if !is_of_own_page(app, headers) => Err(Problem::ForeignOrigin),
            (None, Ok(Some(session))) => Ok(Self::Session(hash_token(session))),
            (None, Err(Ambiguous)) => {
                let base = app.staff_address().map_or("", ServerAddress::path);
                let path = format!("{base}{}", uri.path());
                Err(Problem::TwoSessions(cookie.forget_all(&path)))
            }
        }
    }
}

/// Returns the token of a request.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let header = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Returns whether a request is one of this server's own pages: browsers say so, or name the page's origin.
pub(super) fn is_of_own_page(app: &AppState, headers: &HeaderMap) -> bool {
    let own_origin = app.staff_address().map(ServerAddress::origin);
    is_same_origin(headers, own_origin.as_deref())
}

fn is_same_origin(headers: &HeaderMap, public_origin: Option<&str>) -> bool {
    let mut sites = headers.get_all(FETCH_SITE).into_iter();
    match (sites.next(), sites.next()) {
        (Some(site), None) => site == "same-origin",
        (Some(_), Some(_)) => false,
        (None, _) => PageOrigin::of(headers, public_origin) == PageOrigin::Own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::{HOST, ORIGIN};

    #[test]
    fn only_own_pages_are_of_the_same_origin() {
        let own = "https://feedback.example";
        for (site, origin, expected) in [
            (Some("same-origin"), None, true),
            (Some("same-origin"), Some(own), true),
            (Some("same-site"), Some(own), false),
            (Some("cross-site"), Some(own), false),
            (Some("none"), None, false),
            (Some(""), Some(own), false),
            (None, Some(own), true),
            (None, Some("http://127.0.0.1:8080"), true),
            (None, Some("https://evil.example"), false),
            (None, Some("null"), false),
            (None, None, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, "127.0.0.1:8080".parse().unwrap());
            if let Some(site) = site {
                headers.insert(FETCH_SITE, site.parse().unwrap());
            }
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(
                is_same_origin(&headers, Some(own)),
                expected,
                "{site:?} {origin:?}"
            );
        }
    }

    #[test]
    fn a_token_is_read_whatever_the_case_of_its_scheme() {
        let read = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, value.parse().unwrap());
            bearer(&headers).map(str::to_owned)
        };
        assert_eq!(read("Bearer abc"), Some("abc".into()));
        assert_eq!(read("bearer  abc "), Some("abc".into()));
        assert_eq!(read("Basic abc"), None);
        assert_eq!(read("Bearer"), None);
    }
}
