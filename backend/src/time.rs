//! Moments: whole milliseconds since 1970 inside, RFC 3339 outside.

use jiff::Timestamp;

/// Milliseconds since 1970-01-01T00:00:00Z.
pub(crate) type Millis = i64;

/// One day; the unit of the delay periods (design.md, "What the specification leaves open").
pub(crate) const DAY: Millis = 24 * 60 * 60 * 1000;

/// This moment, by the server's clock.
pub(crate) fn now() -> Millis {
    Timestamp::now().as_millisecond()
}

/// Writes a moment as RFC 3339 in UTC, with milliseconds; a number beyond what that can say as its last moment.
pub(crate) fn to_rfc3339(millis: Millis) -> String {
    let moment = Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX);
    format!("{moment:.3}")
}

/// Reads a moment from RFC 3339, with any offset; `None` where the text is something else.
pub(crate) fn from_rfc3339(text: &str) -> Option<Millis> {
    text.parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_it_reads() {
        let millis = from_rfc3339("2026-11-21T10:20:30.456+03:00").unwrap();
        assert_eq!(to_rfc3339(millis), "2026-11-21T07:20:30.456Z");
        assert_eq!(from_rfc3339("yesterday"), None);
        assert!(to_rfc3339(i64::MAX).starts_with("9999-12-30T"));
    }
}
