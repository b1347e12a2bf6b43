//! Texts of others on a terminal.

use std::fmt::Write;

/// Returns a text as one line that shows what it holds and nothing else: characters that control a terminal, end a line, turn
/// the direction of writing or are invisible become spaces. A visitor's text must neither move the cursor nor look like another line, and a
/// name must not make what follows it read backwards.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .map(|character| if is_harmless(character) { character } else { ' ' })
        .collect()
}

/// Returns a text whose lines are each as [`one_line`] makes them.
pub(super) fn each_line(text: &str) -> String {
    text.split('\n').map(one_line).collect::<Vec<_>>().join("\n")
}

/// Returns a JSON text that means the same and has no such characters in it: they are in texts only, where they can be
/// escaped.
pub(super) fn json_text(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if is_harmless(character) || character == '\n' {
            text.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text
}

fn is_harmless(character: char) -> bool {
    !character.is_control()
        && !matches!(character,
            // Line and paragraph separators.
            '\u{2028}' | '\u{2029}'
            // Marks, embeddings, overrides and isolates of the direction of writing.
            | '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{206F}'
            // Invisible ones, and those in which texts are hidden. The joiners U+200C and U+200D stay: words and emoji need them.
            | '\u{00AD}' | '\u{200B}' | '\u{2060}'..='\u{2065}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_controls_the_terminal() {
        assert_eq!(one_line("a\u{1b}[2Jb\r\nc"), "a [2Jb  c");
        assert_eq!(one_line("a\u{9b}2Jb\u{7f}"), "a 2Jb ");
    }

    #[test]
    fn nothing_turns_the_direction_or_hides() {
        assert_eq!(one_line("a\u{202E}b\u{2066}c\u{2029}d\u{FEFF}e"), "a b c d e");
        assert_eq!(
            one_line("שלום 👩\u{200D}🚀 ü"),
            "שלום 👩\u{200D}🚀 ü",
            "words and emoji stay"
        );
    }

    #[test]
    fn transcripts_keep_their_lines_and_json_its_meaning() {
        assert_eq!(each_line("a\u{1b}\r\n  b\n"), "a  \n  b\n");
        let json = serde_json::json!({"a": "\u{202E}b\u{E0041}ü"});
        let clean = json_text(&json.to_string());
        assert!(clean.is_ascii() || clean.contains('ü'), "{clean}");
        assert!(!clean.contains('\u{202E}'), "{clean}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&clean).unwrap(), json);
    }
}
