//! The parameters of addresses that say how a visitor was won (docs/api.md#campaign-parameters).

use super::text_form::{TextForm, form_with_pattern};

/// Ends an entry that represents all names that begin so.
const ANY_END: char = '*';

/// Fewest characters before [`ANY_END`]: fewer would keep what nobody has thought of.
const LEAST_START: usize = 3;

/// Longest name in characters.
const LONGEST_NAME: usize = 64;

/// Parameters of Pulsen's own addresses, of which some let their holder read or write.
const OWN: [&str; 9] = [
    "token",
    "signature",
    "responses",
    "feedback_id",
    "node_id",
    "flow_id",
    "creator_id",
    "lang",
    "internal",
];

/// An entry of a node's `campaign_parameters`.
pub(super) const CAMPAIGN_PARAMETER: TextForm = form_with_pattern(
    is_entry,
    "[A-Za-z0-9_.-]{1,64}|[A-Za-z0-9_.-]{3,64}\\*",
    "the name of a parameter, such as `gclid`, or the beginning of names, such as `utm_*`, and none that Pulsen uses itself",
);

/// Returns whether one of a node's entries names a parameter.
pub fn is_campaign_parameter(entries: &[String], name: &str) -> bool {
    entries.iter().any(|entry| names(entry, name))
}

fn names(entry: &str, name: &str) -> bool {
    match entry.strip_suffix(ANY_END) {
        Some(start) => name.starts_with(start),
        None => name == entry,
    }
}

fn is_entry(entry: &str) -> bool {
    let start = entry.strip_suffix(ANY_END);
    let name = start.unwrap_or(entry);
    let least = if start.is_some() { LEAST_START } else { 1 };
    let is_name_character = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    (least..=LONGEST_NAME).contains(&name.len())
        && name.chars().all(is_name_character)
        && !OWN.iter().any(|own| names(entry, own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Case {
        names: Vec<String>,
        kept: Vec<String>,
        dropped: Vec<String>,
    }

    #[test]
    fn a_name_is_kept_as_in_the_browser() {
        let fixture = include_str!("../../../../engine/fixtures/campaign-parameters.json");
        let cases: Vec<Case> = serde_json::from_str(fixture).unwrap();
        for case in cases {
            for (names, is_kept) in [(&case.kept, true), (&case.dropped, false)] {
                for name in names {
                    let found = is_campaign_parameter(&case.names, name);
                    assert_eq!(found, is_kept, "{name} of {:?}", case.names);
                }
            }
        }
    }

    #[test]
    fn entries_keep_neither_everything_nor_what_is_secret() {
        for entry in ["utm_*", "gclid", "fbclid", "mc_eid", "a.b-c", "x"] {
            assert!(is_entry(entry), "{entry}");
        }
        let long = "x".repeat(65);
        for entry in [
            "", "*", "ut*", "utm_*_x", "a b", "a=b", "token", "tok*", "sign*", "lang", "ş", &long,
        ] {
            assert!(!is_entry(entry), "{entry}");
        }
    }
}
