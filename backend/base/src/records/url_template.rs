//! Addresses of connectors with places for values (docs/connectors.md#address).

use super::template::{Part, Template, TemplateError, TemplateValues};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

/// What a value in an address is written without.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// An address whose path and query have places for values. Scheme, host and port are fixed: no value can change where a
/// call goes.
#[derive(Debug)]
pub struct UrlTemplate {
    origin: String,
    segments: Vec<Template>,
    query: Option<Template>,
}

/// Why a text is no address of a connector; completes the sentence "… ".
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum UrlTemplateError {
    #[error("is not an http or https address")]
    Scheme,
    #[error("must not have values, a user or a password in its host")]
    Host,
    #[error("must not have a fragment: it would not be sent")]
    Fragment,
    #[error("must not have the steps `.` and `..` in its path")]
    Steps,
    #[error(transparent)]
    Template(#[from] TemplateError),
}

/// A value does not fit its place: it is empty, or a step to another folder.
#[derive(Debug, PartialEq, Eq)]
pub struct UnfitValue;

impl UrlTemplate {
    /// Reads an address.
    ///
    /// # Errors
    /// It is not an address, or has a place for a value where none may be.
    pub fn parse(text: &str) -> Result<Self, UrlTemplateError> {
        let scheme = ["https://", "http://"]
            .into_iter()
            .find(|scheme| text.starts_with(scheme));
        let rest = scheme.and_then(|scheme| text.strip_prefix(scheme));
        let (scheme, rest) = scheme.zip(rest).ok_or(UrlTemplateError::Scheme)?;
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        if authority.contains(['{', '}', '@']) {
            return Err(UrlTemplateError::Host);
        }
        let url = Url::parse(&format!("{scheme}{authority}")).map_err(|_| UrlTemplateError::Scheme)?;
        let (segments, query) = split(Template::parse(rest)?);
        let template = Self {
            origin: url.origin().ascii_serialization(),
            segments,
            query,
        };
        template.check_text(rest)?;
        Ok(template)
    }

    /// Tells whether calls go to the server of another address: the same scheme, host and port.
    pub fn has_origin_of(&self, other: &Self) -> bool {
        self.origin == other.origin
    }

    /// Tells whether calls are encrypted.
    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https:")
    }

    /// Puts the values in, percent-encoded.
    ///
    /// # Errors
    /// A value would leave its step of the path empty, or lead to another folder.
    pub fn render(&self, values: &TemplateValues<'_>) -> Result<Url, UnfitValue> {
        let encode = |value: &str| utf8_percent_encode(value, ENCODED).to_string();
        let mut address = self.origin.clone();
        for segment in &self.segments {
            let text = segment.render(values, encode);
            if segment.has_values() && is_step(&text) {
                return Err(UnfitValue);
            }
            address.push('/');
            address.push_str(&text);
        }
        if let Some(query) = &self.query {
            address.push('?');
            address.push_str(&query.render(values, encode));
        }
        Url::parse(&address).map_err(|_| UnfitValue)
    }

    fn check_text(&self, rest: &str) -> Result<(), UrlTemplateError> {
        // Encoded values contain no `#`, so it is the file's own.
        if rest.contains('#') {
            return Err(UrlTemplateError::Fragment);
        }
        let has_step = |segment: &Template| {
            let text = segment.clone().into_parts();
            matches!(text.as_slice(), [Part::Text(text)] if !text.is_empty() && is_step(&text.to_lowercase().replace("%2e", ".")))
        };
        if rest.contains('\\') || self.segments.iter().any(has_step) {
            return Err(UrlTemplateError::Steps);
        }
        Ok(())
    }
}

/// Tells whether a part of a path names no resource.
fn is_step(text: &str) -> bool {
    matches!(text, "" | "." | "..")
}

/// Divides what follows the host into the steps of its path, and the query.
fn split(rest: Template) -> (Vec<Template>, Option<Template>) {
    let mut segments: Vec<Vec<Part>> = Vec::new();
    let mut query: Option<Vec<Part>> = None;
    for part in rest.into_parts() {
        match (part, &mut query) {
            (part, Some(query)) => query.push(part),
            (Part::Text(text), None) => {
                let (path, after) = match text.split_once('?') {
                    Some((path, after)) => (path, Some(after)),
                    None => (text.as_str(), None),
                };
                for (at, step) in path.split('/').enumerate() {
                    if at > 0 {
                        segments.push(Vec::new());
                    }
                    push_text(segments.last_mut(), step);
                }
                query = after.map(|after| {
                    let mut parts = Vec::new();
                    push_text(Some(&mut parts), after);
                    parts
                });
            }
            (value, None) => {
                if let Some(segment) = segments.last_mut() {
                    segment.push(value);
                }
            }
        }
    }
    let segments = segments.into_iter().map(Template::of).collect();
    (segments, query.map(Template::of))
}

fn push_text(parts: Option<&mut Vec<Part>>, text: &str) {
    if let Some(parts) = parts.filter(|_| !text.is_empty()) {
        parts.push(Part::Text(text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn render(template: &str, answer: &str) -> Result<String, UnfitValue> {
        let answers = BTreeMap::new();
        let values = TemplateValues {
            answer,
            answers: &answers,
            flow_id: "f",
            question_id: "q",
            node_id: "n",
        };
        let template = UrlTemplate::parse(template).unwrap();
        template.render(&values).map(String::from)
    }

    #[test]
    fn values_stay_in_their_place() {
        for (template, answer, expected) in [
            ("https://a.example", "x", "https://a.example/"),
            ("https://a.example/v1/", "x", "https://a.example/v1/"),
            (
                "https://a.example:8443/o/{{answer}}",
                "a/b",
                "https://a.example:8443/o/a%2Fb",
            ),
            (
                "https://a.example/o-{{answer}}/x",
                "..",
                "https://a.example/o-../x",
            ),
            (
                "https://a.example/o/{{answer}}",
                "?a=b#c",
                "https://a.example/o/%3Fa%3Db%23c",
            ),
            (
                "https://a.example/o/{{answer}}",
                "%2e%2e",
                "https://a.example/o/%252e%252e",
            ),
            (
                "https://a.example/o/{{answer}}",
                "\\..\\",
                "https://a.example/o/%5C..%5C",
            ),
            (
                "https://a.example?q={{answer}}",
                "a&b=c d+\r\n",
                "https://a.example/?q=a%26b%3Dc%20d%2B%0D%0A",
            ),
            (
                "https://a.example/?a={{answer}}/?x={{flow_id}}",
                "İ\"",
                "https://a.example/?a=%C4%B0%22/?x=f",
            ),
            (
                "https://a.example/?q={{answers.none}}",
                "x",
                "https://a.example/?q=",
            ),
        ] {
            assert_eq!(
                render(template, answer).as_deref(),
                Ok(expected),
                "{template} {answer}"
            );
        }
    }

    #[test]
    fn values_that_name_nothing_or_another_folder_are_refused() {
        for answer in ["", ".", ".."] {
            assert_eq!(render("https://a.example/o/{{answer}}", answer), Err(UnfitValue));
        }
        assert_eq!(
            render("https://a.example/o/{{answers.none}}/x", "x"),
            Err(UnfitValue)
        );
        assert_eq!(
            render("https://a.example/{{answers.none}}{{answer}}", ".."),
            Err(UnfitValue)
        );
    }

    #[test]
    fn host_and_scheme_are_fixed() {
        let error = |text: &str| UrlTemplate::parse(text).unwrap_err();
        for text in [
            "",
            "ftp://a",
            "//a",
            "{{answer}}://a",
            "https://",
            "https:///o",
            "https://a b/",
        ] {
            assert_eq!(error(text), UrlTemplateError::Scheme, "{text}");
        }
        for text in [
            "https://{{answer}}/",
            "https://a.{{answer}}",
            "https://u:p@a.example/",
            "http://a@b/",
        ] {
            assert_eq!(error(text), UrlTemplateError::Host, "{text}");
        }
        for text in [
            "https://a/../b",
            "https://a/./b",
            "https://a/%2E%2e/b",
            "https://a\\b",
            "https://a/x\\y",
        ] {
            assert_eq!(error(text), UrlTemplateError::Steps, "{text}");
        }
        assert_eq!(error("https://a/b#{{answer}}"), UrlTemplateError::Fragment);
        assert!(matches!(error("https://a/{{x}}"), UrlTemplateError::Template(_)));
    }
}
