//! What text messages say. Phones show them without the page, so they say whose they are.

use base::languages::texts_in;
use base::placeholders::fill;

/// Most characters of a node's name in a message. The whole message fits into one part of 160 characters.
const NAME_LENGTH: usize = 40;

/// Returns the message with a verification code. `language` is a code such as `tr` or `en-GB`.
pub(crate) fn code_message(language: Option<&str>, code: &str, node_name: Option<&str>) -> String {
    let texts = &texts_in(language.unwrap_or_default()).server;
    let name = node_name.map(shortened).filter(|name| !name.is_empty());
    let text = if name.is_some() {
        &texts.code_named
    } else {
        &texts.code
    };
    fill(text, &[("{code}", code), ("{name}", &name.unwrap_or_default())])
}

/// Returns a name on one line, shortened.
fn shortened(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").chars().take(NAME_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_in_the_language_of_the_visitor() {
        let message = |language, name| code_message(language, "012345", name);
        assert_eq!(message(None, None), "012345 is your verification code.");
        assert_eq!(
            message(Some("en-GB"), Some("Door")),
            "012345 is your verification code for Door."
        );
        assert_eq!(
            message(Some("TR"), Some("Kapı")),
            "Kapı doğrulama kodunuz: 012345"
        );
        assert_eq!(message(Some("tr-TR"), Some("  ")), "Doğrulama kodunuz: 012345");
        assert_eq!(message(Some("ja"), None), "確認コードは 012345 です。");
        assert_eq!(message(Some("xx"), None), "012345 is your verification code.");
    }

    #[test]
    fn a_name_stays_on_its_line_and_is_shortened() {
        let name = format!("a\nb {{code}} {}", "ü".repeat(100));
        let message = code_message(None, "012345", Some(&name));
        assert!(
            message.starts_with("012345 is your verification code for a b {code} üü"),
            "{message}"
        );
        assert!(message.chars().count() < 80, "{message}");
    }
}
