//! The cookie that holds a session (docs/staff.md#sessions), and the one by which a browser is known.

use crate::accounts::ATTEMPT_LIFE;
use crate::application::AppState;
use crate::server_address::ServerAddress;
use axum::http::header::{COOKIE as COOKIES, HOST, InvalidHeaderValue};
use axum::http::{HeaderMap, HeaderValue};
use base::this_machine::is_this_machine;
use url::Url;

/// Its name. Browsers take a cookie with this prefix over HTTPS only, and from this host only.
pub(super) const COOKIE: &str = "__Host-pulsen_staff";

/// Its name at an address of this machine without HTTPS, where somebody tries the server out.
const PLAIN_COOKIE: &str = "pulsen_staff";

/// What follows the name in that of the other cookie.
const KNOWN: &str = "_known";

/// The same of what a browser keeps of a sign-in at the provider, which may come back from another site.
const ATTEMPT: &str = "_sign_in";

/// For how long browsers keep it, in seconds: as long as a session can last.
const LIFE_SECONDS: u32 = 14 * 24 * 60 * 60;

/// The same of the other one: who comes once in a year is known.
const KNOWN_LIFE_SECONDS: u32 = 366 * 24 * 60 * 60;

/// How the cookie is called where a request was sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SessionCookie {
    Secure,
    Plain,
}

/// Several cookies of one name with different values. A program at another port of this machine may have set one of them, and
/// nothing says which.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ambiguous;

impl SessionCookie {
    /// Decides by the configured address, or else by the host that the request names.
    pub(super) fn of(app: &AppState, headers: &HeaderMap) -> Self {
        Self::at(app.staff_address(), headers)
    }

    fn at(public_url: Option<&ServerAddress>, headers: &HeaderMap) -> Self {
        let is_here = match public_url {
            Some(address) if address.is_encrypted() => false,
            Some(address) => address
                .host()
                .is_some_and(|host| is_this_machine(&host.to_string())),
            None => host_of(headers).is_some_and(|host| is_this_machine(&host)),
        };
        if is_here { Self::Plain } else { Self::Secure }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Secure => COOKIE,
            Self::Plain => PLAIN_COOKIE,
        }
    }

    /// Returns what the cookie of a request holds.
    pub(super) fn read(self, headers: &HeaderMap) -> Result<Option<&str>, Ambiguous> {
        self.read_with(headers, "")
    }

    /// Returns the mark of the browser that sends a request.
    pub(super) fn read_mark(self, headers: &HeaderMap) -> Option<&str> {
        self.read_with(headers, KNOWN).ok().flatten()
    }

    /// Returns what the browser keeps of a sign-in at the provider.
    pub(super) fn read_attempt(self, headers: &HeaderMap) -> Option<&str> {
        self.read_with(headers, ATTEMPT).ok().flatten()
    }

    fn read_with<'h>(self, headers: &'h HeaderMap, ending: &str) -> Result<Option<&'h str>, Ambiguous> {
        let headers = headers.get_all(COOKIES).into_iter();
        let cookies = headers.filter_map(|header| header.to_str().ok());
        let pairs = cookies.flat_map(|cookies| cookies.split(';'));
        let mut values = pairs.filter_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            let is_it = name.strip_prefix(self.name()) == Some(ending);
            (is_it && !value.is_empty()).then_some(value)
        });
        match values.next() {
            Some(first) if values.any(|value| value != first) => Err(Ambiguous),
            found => Ok(found),
        }
    }

    /// Returns the header that has a browser keep a session; with an empty one, forget it.
    pub(super) fn header(self, session: &str) -> Result<HeaderValue, InvalidHeaderValue> {
        let life = if session.is_empty() { 0 } else { LIFE_SECONDS };
        self.header_with("", session, life, "Strict")
    }

    /// Returns the headers that have a browser forget all sessions that it sends with requests for a path. One that somebody else has
    /// set may be for a part of the path.
    pub(super) fn forget_all(self, path: &str) -> Vec<HeaderValue> {
        let until_slashes = path.match_indices('/');
        let until_slashes = until_slashes.flat_map(|(at, _)| [&path[..at], &path[..=at]]);
        let mut paths: Vec<_> = match self {
            // Browsers keep no other one.
            Self::Secure => vec!["/"],
            Self::Plain => until_slashes.chain([path]).collect(),
        };
        paths.dedup();
        let is_one = |path: &&str| !path.is_empty() && !path.contains(';');
        let headers = paths.into_iter().filter(is_one);
        headers
            .filter_map(|path| self.header_at(path, "", "", 0, "Strict").ok())
            .collect()
    }

    /// Returns the header that has a browser keep a mark.
    pub(super) fn mark_header(self, mark: &str) -> Result<HeaderValue, InvalidHeaderValue> {
        self.header_with(KNOWN, mark, KNOWN_LIFE_SECONDS, "Strict")
    }

    /// Returns the header that has a browser keep a sign-in at the provider; with an empty one, forget it. It is sent along when a page
    /// of the provider leads back here.
    pub(super) fn attempt_header(self, attempt: &str) -> Result<HeaderValue, InvalidHeaderValue> {
        let life = if attempt.is_empty() {
            0
        } else {
            ATTEMPT_LIFE / 1000
        };
        self.header_with(ATTEMPT, attempt, u32::try_from(life).unwrap_or_default(), "Lax")
    }

    fn header_with(
        self,
        ending: &str,
        value: &str,
        life: u32,
        same_site: &str,
    ) -> Result<HeaderValue, InvalidHeaderValue> {
        self.header_at("/", ending, value, life, same_site)
    }

    fn header_at(
        self,
        path: &str,
        ending: &str,
        value: &str,
        life: u32,
        same_site: &str,
    ) -> Result<HeaderValue, InvalidHeaderValue> {
        let secure = match self {
            Self::Secure => "; Secure",
            Self::Plain => "",
        };
        let name = self.name();
        format!("{name}{ending}={value}; Path={path}; Max-Age={life}; HttpOnly; SameSite={same_site}{secure}")
            .try_into()
    }
}

fn host_of(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let url = Url::parse(&format!("http://{host}/")).ok()?;
    url.host_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, cookies: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        for cookie in cookies {
            headers.append(COOKIES, cookie.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_this_machine_goes_without_https() {
        for (public_url, host, expected) in [
            (None, "127.0.0.1:8080", SessionCookie::Plain),
            (None, "localhost", SessionCookie::Plain),
            (None, "[::1]:8080", SessionCookie::Plain),
            (None, "feedback.example", SessionCookie::Secure),
            (None, "127.0.0.1.example", SessionCookie::Secure),
            (
                Some("https://feedback.example"),
                "localhost",
                SessionCookie::Secure,
            ),
            (Some("https://localhost"), "localhost", SessionCookie::Secure),
            (
                Some("http://feedback.example"),
                "localhost",
                SessionCookie::Secure,
            ),
            (
                Some("http://localhost:8080"),
                "feedback.example",
                SessionCookie::Plain,
            ),
        ] {
            let address: Option<ServerAddress> = public_url.map(|url| url.parse().unwrap());
            let cookie = SessionCookie::at(address.as_ref(), &headers(host, &[]));
            assert_eq!(cookie, expected, "{public_url:?} {host}");
        }
    }

    #[test]
    fn the_cookie_is_read_by_its_whole_name() {
        let read = |cookie: SessionCookie, cookies: &[&str]| {
            let headers = headers("localhost", cookies);
            cookie.read(&headers).unwrap().map(str::to_owned)
        };
        let found = Some("abc".to_owned());
        assert_eq!(read(SessionCookie::Plain, &["a=b; pulsen_staff=abc"]), found);
        assert_eq!(
            read(SessionCookie::Plain, &["a=b", "pulsen_staff=abc;c=d"]),
            found
        );
        assert_eq!(read(SessionCookie::Secure, &["__Host-pulsen_staff=abc"]), found);
        assert_eq!(read(SessionCookie::Secure, &["pulsen_staff=abc"]), None);
        assert_eq!(
            read(SessionCookie::Plain, &["xpulsen_staff=abc", "pulsen_staff="]),
            None
        );
    }

    #[test]
    fn of_two_different_ones_none_counts() {
        let plain = SessionCookie::Plain;
        for cookies in [
            &["pulsen_staff=a; pulsen_staff=b"][..],
            &["pulsen_staff=b", "pulsen_staff=a"],
            &["pulsen_staff=a; pulsen_staff=a; pulsen_staff=b"],
        ] {
            assert_eq!(
                plain.read(&headers("localhost", cookies)),
                Err(Ambiguous),
                "{cookies:?}"
            );
        }
        let twice = headers(
            "localhost",
            &["pulsen_staff=a; pulsen_staff=; x=b", "pulsen_staff=a"],
        );
        assert_eq!(plain.read(&twice), Ok(Some("a")));
        let marks = headers(
            "localhost",
            &["pulsen_staff_known=a; pulsen_staff_known=b; pulsen_staff=c"],
        );
        assert_eq!(
            (plain.read(&marks), plain.read_mark(&marks)),
            (Ok(Some("c")), None)
        );
    }

    #[test]
    fn all_are_forgotten_that_a_browser_sends_for_a_path() {
        let forgotten = |cookie: SessionCookie, path: &str| -> Vec<_> {
            let headers = cookie.forget_all(path).into_iter();
            headers
                .map(|header| header.to_str().unwrap().to_owned())
                .collect()
        };
        let at = |path: &str| format!("pulsen_staff=; Path={path}; Max-Age=0; HttpOnly; SameSite=Strict");
        let paths = ["/", "/v1", "/v1/", "/v1/x"];
        assert_eq!(forgotten(SessionCookie::Plain, "/v1/x"), paths.map(at));
        assert_eq!(
            forgotten(SessionCookie::Plain, "/v1/"),
            ["/", "/v1", "/v1/"].map(at)
        );
        assert_eq!(forgotten(SessionCookie::Plain, "/;Domain=x/"), ["/"].map(at));
        assert_eq!(
            forgotten(SessionCookie::Secure, "/v1/x"),
            ["__Host-pulsen_staff=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure"]
        );
    }

    #[test]
    fn scripts_and_other_sites_never_get_it() {
        let secure = SessionCookie::Secure.header("abc").unwrap();
        assert_eq!(
            secure,
            "__Host-pulsen_staff=abc; Path=/; Max-Age=1209600; HttpOnly; SameSite=Strict; Secure"
        );
        let ended = SessionCookie::Plain.header("").unwrap();
        assert_eq!(
            ended,
            "pulsen_staff=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"
        );
        let mark = SessionCookie::Secure.mark_header("abc").unwrap();
        assert_eq!(
            mark,
            "__Host-pulsen_staff_known=abc; Path=/; Max-Age=31622400; HttpOnly; SameSite=Strict; Secure"
        );
        let attempt = SessionCookie::Secure.attempt_header("abc").unwrap();
        assert_eq!(
            attempt,
            "__Host-pulsen_staff_sign_in=abc; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"
        );
        let both = headers("localhost", &["pulsen_staff_known=a.b; pulsen_staff=c"]);
        assert_eq!(SessionCookie::Plain.read(&both), Ok(Some("c")));
        assert_eq!(SessionCookie::Plain.read_mark(&both), Some("a.b"));
    }
}
