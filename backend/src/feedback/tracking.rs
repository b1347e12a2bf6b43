//! Tracking headers: through which invitation a visitor came (specification, section 7, "Feedback submission headers").

use axum::http::HeaderMap;
use serde_json::{Value, json};

/// Names of the pairs, in the order of precedence; the headers are the same with `X-` before them.
pub(crate) const PAIRS: [(&str, &str); 5] = [
    ("sdi", "sci"),
    ("edi", "eci"),
    ("ldi", "lci"),
    ("wdi", "wci"),
    ("pndi", "pnci"),
];

/// Names the node where no pair came with the address.
const NODE: &str = "wwid";

/// The first complete pair, or else the node, as a JSON object by the names in the address.
pub(crate) fn tracking(headers: &HeaderMap) -> Option<Value> {
    let header = |name: &str| {
        headers
            .get(format!("x-{name}"))
            .and_then(|value| value.to_str().ok())
            .filter(|value| !value.is_empty())
    };
    for (kind, content) in PAIRS {
        if let (Some(kind_value), Some(content_value)) = (header(kind), header(content)) {
            return Some(json!({ kind: kind_value, content: content_value }));
        }
    }
    header(NODE).map(|value| json!({ NODE: value }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(headers: &[(&'static str, &'static str)]) -> Option<Value> {
        tracking(
            &headers
                .iter()
                .map(|(n, v)| (n.parse().unwrap(), v.parse().unwrap()))
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
}
