//! Which country a telephone number belongs to, and which numbers a node sends codes to
//! (docs/widget.md#node-fields).

use super::FeedbackNode;
use super::phone_country::countries_with_calling_code;
use super::schema::SchemaFinding;
use engine::codes::WRONG_VALUE;
use serde_json::Value;

/// The area codes after +1 of countries other than the United States and Canada, from the North American Numbering Plan.
const AREA_CODES: &str = "AG:268 AI:264 AS:684 BB:246 BM:441 BS:242 DM:767 DO:809,829,849 GD:473 GU:671 JM:658,876 KN:869 KY:345 LC:758 \
     MP:670 MS:664 PR:787,939 SX:721 TC:649 TT:868 VC:784 VG:284 VI:340";

impl FeedbackNode {
    /// Returns whether codes are sent to a number, in the format of E.164: it belongs to one of the node's countries, or to any
    /// where the node names none. Networks that belong to no country, such as those of satellites, get none.
    pub fn sends_codes_to(&self, number: &str) -> bool {
        let countries = countries_of(number);
        let mut accepted = self.code_countries().peekable();
        if accepted.peek().is_none() {
            return !countries.is_empty();
        }
        accepted.any(|accepted| countries.contains(&accepted))
    }

    /// Returns the countries whose numbers get codes; none: all.
    pub fn code_countries(&self) -> impl Iterator<Item = &str> {
        let named = self.phone_countries.iter().map(String::as_str);
        let own = self.country_code.as_deref().filter(|code| !code.is_empty());
        named.chain(own.filter(|_| self.phone_countries.is_empty()))
    }
}

/// Finds a list of countries that names none.
pub(super) fn check_phone_countries(document: &Value) -> Option<SchemaFinding> {
    let countries = document.get("phone_countries")?.as_array()?;
    countries.is_empty().then(|| SchemaFinding {
        code: WRONG_VALUE,
        pointer: "/phone_countries".into(),
        message: "names no country: leave it out, and `country_code` counts".into(),
    })
}

/// Returns the countries that a number may belong to. Those that share a calling code cannot be told apart, but for +1 and +7.
fn countries_of(number: &str) -> Vec<&'static str> {
    let Some(digits) = number.trim().strip_prefix('+') else {
        return Vec::new();
    };
    // No calling code is the beginning of another one.
    let found = (1..=3).find_map(|length| {
        let (code, rest) = digits.split_at_checked(length)?;
        let countries = countries_with_calling_code(code);
        (!countries.is_empty()).then_some((code, rest, countries))
    });
    match found {
        None => Vec::new(),
        Some(("1", rest, _)) => match country_of_area(rest) {
            Some(country) => vec![country],
            None => vec!["US", "CA"],
        },
        Some(("7", rest, _)) if rest.starts_with(['6', '7']) => vec!["KZ"],
        Some(("7", ..)) => vec!["RU"],
        Some((.., countries)) => countries,
    }
}

fn country_of_area(rest: &str) -> Option<&'static str> {
    let area = rest.get(..3)?;
    AREA_CODES.split_whitespace().find_map(|entry| {
        let (country, codes) = entry.split_once(':')?;
        codes.split(',').any(|code| code == area).then_some(country)
    })
}

#[cfg(test)]
mod tests {
    use super::super::phone_country::phone_country;
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_belong_to_countries() {
        for (number, expected) in [
            ("+905321234567", &["TR"] as &[&str]),
            ("+12125550100", &["US", "CA"]),
            ("+18765550100", &["JM"]),
            ("+16585550100", &["JM"]),
            ("+17875550100", &["PR"]),
            ("+77011234567", &["KZ"]),
            ("+79161234567", &["RU"]),
            ("+393331234567", &["IT", "VA"]),
            ("+881612345678", &[]),
            ("+979123456789", &[]),
            ("+999", &[]),
            ("905321234567", &[]),
            ("+", &[]),
            ("", &[]),
            ("+9ğ", &[]),
        ] {
            assert_eq!(countries_of(number), expected, "{number}");
        }
    }

    #[test]
    fn each_area_is_of_a_country_with_the_calling_code_1() {
        for entry in AREA_CODES.split_whitespace() {
            let (country, codes) = entry.split_once(':').unwrap();
            assert_eq!(phone_country(country).unwrap().calling_code, "1", "{country}");
            assert!(codes.split(',').all(|code| code.len() == 3), "{entry}");
        }
        let listed = countries_with_calling_code("1").into_iter();
        for country in listed.filter(|country| !["US", "CA"].contains(country)) {
            assert!(AREA_CODES.contains(&format!("{country}:")), "{country}");
        }
    }

    #[test]
    fn a_node_sends_codes_to_its_countries() {
        let sends = |fields: Value, number: &str| {
            let mut record = json!({"id": "n", "flow_id": "f"});
            record
                .as_object_mut()
                .unwrap()
                .extend(fields.as_object().unwrap().clone());
            crate::json::read::<FeedbackNode>(record)
                .unwrap()
                .sends_codes_to(number)
        };
        let (turkish, german, satellite) = ("+905321234567", "+4915112345678", "+881612345678");
        for (fields, accepted, refused) in [
            (json!({}), vec![turkish, german], vec![satellite]),
            (
                json!({"country_code": "TR"}),
                vec![turkish],
                vec![german, satellite],
            ),
            (json!({"country_code": ""}), vec![german], vec![satellite]),
            (
                json!({"country_code": "TR", "phone_countries": ["DE", "AT"]}),
                vec![german],
                vec![turkish],
            ),
        ] {
            for number in accepted {
                assert!(sends(fields.clone(), number), "{fields}: {number}");
            }
            for number in refused {
                assert!(!sends(fields.clone(), number), "{fields}: {number}");
            }
        }
    }

    #[test]
    fn a_list_of_no_countries_does_nothing() {
        assert!(check_phone_countries(&json!({"phone_countries": []})).is_some());
        assert!(check_phone_countries(&json!({"phone_countries": ["TR"]})).is_none());
        assert!(check_phone_countries(&json!({})).is_none());
    }
}
