//! Tracking headers: the invitation through which a visitor came (docs/api.md#tracking-pairs).

use axum::http::HeaderMap;
use serde_json::{Value, json};

/// The names of the pairs in URLs, by precedence. Their headers have the prefix `X-`.
pub(super) const TRACKING_PAIRS: [(&str, &str); 5] = [
    ("sdi", "sci"),
    ("edi", "eci"),
    ("ldi", "lci"),
    ("wdi", "wci"),
    ("pndi", "pnci"),
];

/// The node, sent if the URL has no pair.
const NODE: &str = "wwid";

/// Returns the first complete pair, or else the node, as a JSON object with the names in URLs.
pub(super) fn tracking(headers: &HeaderMap) -> Option<Value> {
    let header = |name: &str| {
        headers
            .get(format!("x-{name}"))
            .and_then(|value| value.to_str().ok())
            .filter(|value| !value.is_empty())
            .map(percent_decode)
    };
    for (kind, content) in TRACKING_PAIRS {
        if let (Some(kind_value), Some(content_value)) = (header(kind), header(content)) {
            return Some(json!({ kind: kind_value, content: content_value }));
        }
    }
    header(NODE).map(|value| json!({ NODE: value }))
}

/// Decodes percent-encoded UTF-8 (docs/api.md#header-values). An invalid escape is kept as it is, and so is a whole value
/// whose escapes are not UTF-8.
fn percent_decode(value: &str) -> String {
    let mut decoded = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = if *first == b'%' { escaped_byte(after) } else { None };
        match escaped {
            Some((byte, after)) => {
                decoded.push(byte);
                rest = after;
            }
            None => {
                decoded.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| value.to_owned())
}

/// Reads the two hexadecimal digits after `%`; returns the byte and what follows it.
fn escaped_byte(after: &[u8]) -> Option<(u8, &[u8])> {
    let digit = |byte: u8| {
        char::from(byte)
            .to_digit(16)
            .and_then(|digit| u8::try_from(digit).ok())
    };
    match after {
        [high, low, rest @ ..] => Some((digit(*high)? << 4 | digit(*low)?, rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(headers: &[(&'static str, &'static str)]) -> Option<Value> {
        tracking(
            &headers
                .iter()
                .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
                .collect(),
        )
    }

    #[test]
    fn the_first_complete_pair_wins() {
        assert_eq!(
            from(&[("X-SDI", "1"), ("X-EDI", "2"), ("X-ECI", "3")]),
            Some(json!({"edi": "2", "eci": "3"}))
        );
        assert_eq!(from(&[("X-WWID", "n")]), Some(json!({"wwid": "n"})));
        assert_eq!(from(&[("X-SDI", "1")]), None);
    }

    #[test]
    fn values_are_percent_decoded() {
        for (header, value) in [
            ("%C5%9Eube", "Şube"),
            ("%c5%9eube%2520", "Şube%20"),
            ("100%", "100%"),
            ("%4", "%4"),
            ("%zz%41", "%zzA"),
            ("%+1", "%+1"),
            ("%FF%41", "%FF%41"),
            ("a+b", "a+b"),
        ] {
            assert_eq!(
                from(&[("X-WWID", header)]),
                Some(json!({"wwid": value})),
                "{header}"
            );
        }
    }
}
