//! What a change expects to find (RFC 9110): `If-Match` with an `ETag` that was seen, or `If-None-Match: *`
//! (docs/records.md#versions).

use super::problem::Problem;
use axum::extract::FromRequestParts;
use axum::http::header::{ETAG, IF_MATCH, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// What a request without a precondition is told.
pub(super) const NEEDED: &str =
    "Send the ETag that was seen as `If-Match`, or `If-None-Match: *` for what is not there yet.";

/// What a change expects to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expected {
    Nothing,
    /// The present version.
    Version(String),
}

impl Expected {
    /// Returns the version, or `None` for nothing.
    pub(super) fn version(self) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::Version(version) => Some(version),
        }
    }

    /// Returns the version of what must be there.
    pub(super) fn present(self) -> Result<String, Problem> {
        self.version().ok_or(Problem::PreconditionRequired(NEEDED))
    }

    fn of(headers: &HeaderMap) -> Option<Self> {
        match (headers.get(IF_MATCH), headers.get(IF_NONE_MATCH)) {
            (Some(seen), None) => Some(Self::Version(version_of(seen)?.to_owned())),
            (None, Some(any)) if any == "*" => Some(Self::Nothing),
            _ => None,
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Expected {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::of(&parts.headers).ok_or(Problem::PreconditionRequired(NEEDED))
    }
}

/// Returns the header that names a version.
pub(super) fn etag(version: &str) -> [(HeaderName, HeaderValue); 1] {
    let value = HeaderValue::from_str(&format!("\"{version}\""));
    // Versions have only letters and digits.
    [(ETAG, value.unwrap_or(HeaderValue::from_static("\"\"")))]
}

/// Reads one `ETag`. Proxies that compress what passes make weak ones of them.
fn version_of(header: &HeaderValue) -> Option<&str> {
    let text = header.to_str().ok()?.trim();
    let quoted = text.strip_prefix("W/").unwrap_or(text);
    let version = quoted.strip_prefix('"')?.strip_suffix('"')?;
    (!version.is_empty() && !version.contains('"')).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_version_or_nothing_is_expected() {
        let of = |headers: &[(HeaderName, &'static str)]| {
            let headers = headers
                .iter()
                .map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
            Expected::of(&headers.collect())
        };
        let seven = Some(Expected::Version("7".into()));
        assert_eq!(of(&[(IF_MATCH, "\"7\"")]), seven);
        assert_eq!(of(&[(IF_MATCH, "W/\"7\"")]), seven);
        assert_eq!(of(&[(IF_NONE_MATCH, "*")]), Some(Expected::Nothing));
        for wrong in ["", "*", "7", "\"\"", "\"7\", \"8\"", "\"7"] {
            assert_eq!(of(&[(IF_MATCH, wrong)]), None, "{wrong}");
        }
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(IF_NONE_MATCH, "\"7\"")]), None);
        assert_eq!(of(&[(IF_MATCH, "\"7\""), (IF_NONE_MATCH, "*")]), None);
    }
}
