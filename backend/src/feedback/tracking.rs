//! Tracking headers: the invitation through which a visitor came (docs/api.md#tracking-pairs).

use axum::http::HeaderMap;
use base::null_character::without_null;
use engine::TRACKING_PAIRS;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

/// The node, sent if the URL has no pair.
const NODE_HEADER: &str = "x-wwid";

/// Returns the first complete pair, or else the node, as a JSON object with the names of the query parameters.
pub(super) fn tracking(headers: &HeaderMap) -> Option<Value> {
    let header = |name: &str| {
        let value = headers.get(name)?.to_str().ok()?;
        (!value.is_empty()).then(|| decode(value))
    };
    for pair in &TRACKING_PAIRS {
        let [first_name, second_name] = pair.parameters;
        let [first, second] = pair.headers.map(header);
        if let (Some(first), Some(second)) = (first, second) {
            return Some(json!({ first_name: first, second_name: second }));
        }
    }
    header(NODE_HEADER).map(|node| json!({ "wwid": node }))
}

/// Decodes percent-encoded UTF-8 (docs/api.md#header-values). An invalid escape is kept as it is, and so is a whole value
/// whose escapes are not UTF-8.
fn decode(value: &str) -> String {
    let decoded = percent_decode_str(value).decode_utf8();
    without_null(decoded.map_or_else(|_| value.to_owned(), Into::into))
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
