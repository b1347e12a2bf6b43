//! The header `Accept-Language` (RFC 9110, section 12.5.4).

use super::known_language;
use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

/// Most languages of a header that are read. Browsers send a handful.
const MOST_LANGUAGES: usize = 20;

/// Returns the code of the language that a visitor prefers, among those that have texts.
pub fn accepted_language(headers: &HeaderMap) -> Option<&'static str> {
    let values = headers.get_all(ACCEPT_LANGUAGE).iter();
    let ranges = values.filter_map(|value| value.to_str().ok());
    let ranges = ranges.flat_map(|value| value.split(',')).take(MOST_LANGUAGES);
    let mut best: Option<(&'static str, f32)> = None;
    for (language, weight) in ranges.map(weighted) {
        let is_better = weight > best.map_or(0.0, |(_, weight)| weight);
        if is_better && let Some(code) = known_language(language) {
            best = Some((code, weight));
        }
    }
    best.map(|(code, _)| code)
}

/// Splits `de-at;q=0.8` into the language and its weight, from 0 to 1. What cannot be read weighs nothing.
fn weighted(range: &str) -> (&str, f32) {
    let (language, weight) = range.split_once(';').unwrap_or((range, "q=1"));
    let weight = weight
        .trim()
        .strip_prefix("q=")
        .and_then(|q| q.parse::<f32>().ok());
    let weight = weight.filter(|q| (0.0..=1.0).contains(q)).unwrap_or_default();
    (language.trim(), weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn the_preferred_language_with_texts_is_taken() {
        for (header, expected) in [
            ("de", Some("de")),
            ("de-AT,en;q=0.5", Some("de")),
            ("en;q=0.5, fr-CA;q=0.9, fr;q=0.8", Some("fr-ca")),
            ("xx,tr;q=0.3,*;q=0.1", Some("tr")),
            ("en-GB,tr;q=0.9", Some("en")),
            ("ja;q=0", None),
            ("ja;q=2", None),
            ("ja;level=1", None),
            ("*", None),
            ("", None),
            (",;,;q=,-", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(header));
            assert_eq!(accepted_language(&headers), expected, "{header}");
        }
        assert_eq!(accepted_language(&HeaderMap::new()), None);
    }

    #[test]
    fn a_long_header_costs_little() {
        let mut headers = HeaderMap::new();
        let long = format!("{}de", "x,".repeat(MOST_LANGUAGES));
        headers.insert(ACCEPT_LANGUAGE, HeaderValue::try_from(long).unwrap());
        assert_eq!(accepted_language(&headers), None);
    }
}
