//! Texts by language, as plain text with pipes.

use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A text in some languages. The language `""` is the survey's only one, whose name is unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Text(BTreeMap<String, String>);

// A pipe while its question has no id yet: opening, the question's name, a divider, the fallback, an end. Texts of the source
// cannot contain them: `literal` removes them.
const OPENING: char = '\u{E000}';
const DIVIDER: char = '\u{E001}';
const END: char = '\u{E002}';

/// Writes a pipe to a question of the source.
pub(crate) fn pipe(question: &str, fallback: &str) -> String {
    let question = literal(question);
    let fallback = literal(fallback).replace(['{', '}'], "");
    format!("{OPENING}{question}{DIVIDER}{fallback}{END}")
}

fn literal(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(*c, OPENING | DIVIDER | END | '\0'))
        .collect()
}

impl Text {
    /// Returns a text in a language; `""` is the only one.
    pub(crate) fn of(language: &str, text: impl Into<String>) -> Self {
        let mut texts = Self::default();
        texts.set(language, text);
        texts
    }

    /// Adds the text of a language. Blank ones count as absent.
    pub(crate) fn set(&mut self, language: &str, text: impl Into<String>) {
        let text: String = text.into();
        if !text.trim().is_empty() {
            self.0.insert(code(language), text.trim().to_owned());
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn languages(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns any of its texts, for messages and names.
    pub(crate) fn any(&self) -> &str {
        self.0.values().next().map_or("", String::as_str)
    }

    /// Changes each text.
    pub(crate) fn map(&mut self, mut change: impl FnMut(&str) -> String) {
        for text in self.0.values_mut() {
            *text = change(text);
        }
        self.0.retain(|_, text| !text.is_empty());
    }

    /// Changes each text, with its language.
    pub(crate) fn joined(&self, with: &Self, separator: &str) -> Self {
        let mut texts = self.clone();
        for (language, text) in &with.0 {
            let first = texts.0.entry(language.clone()).or_default();
            if !first.is_empty() {
                first.push_str(separator);
            }
            first.push_str(text);
        }
        texts
    }

    /// Gives the text of the unnamed language to a named one.
    pub(crate) fn name_language(&mut self, name: &str) {
        if let Some(text) = self.0.remove("") {
            self.0.entry(code(name)).or_insert(text);
        }
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.get("") {
            Some(text) => serializer.serialize_str(text),
            None => self.0.serialize(serializer),
        }
    }
}

/// Writes the code of a language as flows do: in lower case, with `-`.
pub(crate) fn code(language: &str) -> String {
    language.trim().to_lowercase().replace('_', "-")
}

/// Reads a text of the source as it is written, without markup.
pub(crate) fn verbatim(text: &str) -> String {
    literal(text)
}

/// Tags that begin a line.
const LINES: [&str; 14] = [
    "br", "p", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6",
];

/// Reads a text that may contain HTML: tags are left out, blocks and breaks become lines, entities their characters.
pub(crate) fn without_html(text: &str) -> String {
    let text = literal(text);
    if !text.contains(['<', '&']) {
        return text;
    }
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        plain.push_str(before);
        let starts_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let Some(end) = tag.find('>').filter(|_| starts_tag) else {
            plain.push('<');
            rest = &tag[1..];
            continue;
        };
        let name: String = tag[1..end]
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        rest = &tag[end + 1..];
        let name = name.to_ascii_lowercase();
        if matches!(name.as_str(), "script" | "style") && !tag.starts_with("</") {
            let closing = rest.to_ascii_lowercase().find(&format!("</{name}"));
            rest = closing.map_or(rest, |at| &rest[at..]);
        } else if LINES.contains(&name.as_str()) && !plain.is_empty() && !plain.ends_with('\n') {
            plain.push('\n');
        }
    }
    plain.push_str(rest);
    decoded(&plain).trim().to_owned()
}

/// Decodes the entities of HTML that texts have.
fn decoded(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, entity) = rest.split_at(at);
        plain.push_str(before);
        let end = entity.char_indices().take(10).find(|(_, c)| *c == ';');
        let decoded = end.and_then(|(end, _)| Some((entity_character(&entity[1..end])?, &entity[end + 1..])));
        let (character, after) = decoded.unwrap_or(('&', &entity[1..]));
        plain.push(character);
        rest = after;
    }
    plain.push_str(rest);
    plain
}

fn entity_character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(number).filter(|c| !matches!(*c, OPENING | DIVIDER | END | '\0'));
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "copy" => '©',
        "reg" => '®',
        "euro" => '€',
        _ => return None,
    })
}

/// Writes a text as flows have it: `id` gives the id of a question that a pipe names, or `None` if its answer cannot be shown.
/// What only looks like a pipe is taken apart.
pub(crate) fn with_pipes(text: &str, mut id: impl FnMut(&str) -> Option<String>) -> String {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, pipe)) = rest.split_once(OPENING) {
        whole.push_str(&without_braces(before));
        let (pipe, after) = pipe.split_once(END).unwrap_or((pipe, ""));
        let (name, fallback) = pipe.split_once(DIVIDER).unwrap_or((pipe, ""));
        match id(name) {
            Some(id) if fallback.is_empty() => whole.push_str(&format!("{{{{{id}}}}}")),
            Some(id) => whole.push_str(&format!("{{{{{id}|{fallback}}}}}")),
            None if fallback.is_empty() => whole.push('…'),
            None => whole.push_str(fallback),
        }
        rest = after;
    }
    whole.push_str(&without_braces(rest));
    whole
}

fn without_braces(text: &str) -> String {
    let mut plain = text.to_owned();
    while plain.contains("{{") {
        plain = plain.replace("{{", "{ {");
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_html_as_plain_text() {
        for (html, plain) in [
            ("How was it?", "How was it?"),
            (
                "<p>Good&nbsp;day</p><p>A &lt; B &amp; C</p>",
                "Good\u{a0}day\nA < B & C",
            ),
            ("a<br/>b", "a\nb"),
            ("1 < 2 and <b>bold</b>", "1 < 2 and bold"),
            ("<style>p { color: red }</style>Hi", "Hi"),
            ("AT&T &#233;&#x2014;&unknown;", "AT&T é—&unknown;"),
            ("<b", "<b"),
        ] {
            assert_eq!(without_html(html), plain, "{html}");
        }
    }

    #[test]
    fn writes_pipes_by_id_and_fallbacks_where_no_answer_can_be_shown() {
        let text = format!("Hi {}, {} {{{{x}}}}", pipe("name", "you"), pipe("lost", ""));
        let shown = with_pipes(&text, |name| (name == "name").then(|| "q1".to_owned()));
        assert_eq!(shown, "Hi {{q1|you}}, … { {x}}");
    }

    #[test]
    fn is_one_string_where_the_language_is_unknown() {
        let mut text = Text::of("", "Hello");
        assert_eq!(serde_json::to_string(&text).ok().as_deref(), Some("\"Hello\""));
        text.name_language("pt_BR");
        assert_eq!(
            serde_json::to_string(&text).ok().as_deref(),
            Some(r#"{"pt-br":"Hello"}"#)
        );
    }
}
