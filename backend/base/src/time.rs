//! Time: whole milliseconds since 1970 in the server and its database, RFC 3339 in the API.

use jiff::Timestamp;

/// Milliseconds since 1970-01-01T00:00:00Z.
pub type Millis = i64;

/// One hour.
pub const HOUR: Millis = 60 * 60 * 1000;

/// One day: the unit of delay periods (docs/widget.md#periods).
pub const DAY: Millis = 24 * HOUR;

/// Returns the present time by the server's clock.
pub fn now() -> Millis {
    Timestamp::now().as_millisecond()
}

/// Formats a time as RFC 3339 in UTC, with milliseconds. A time too late for that becomes the latest one possible.
pub fn to_rfc3339(millis: Millis) -> String {
    let moment = Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX);
    format!("{moment:.3}")
}

/// Parses a time from RFC 3339, with any offset; `None` for any other text.
pub fn from_rfc3339(text: &str) -> Option<Millis> {
    text.parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_survive_formatting_and_parsing() {
        let millis = from_rfc3339("2026-11-21T10:20:30.456+03:00").unwrap();
        assert_eq!(to_rfc3339(millis), "2026-11-21T07:20:30.456Z");
        assert_eq!(from_rfc3339("yesterday"), None);
        assert!(to_rfc3339(i64::MAX).starts_with("9999-12-30T"));
    }
}
