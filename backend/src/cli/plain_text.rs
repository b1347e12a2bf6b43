//! Texts of others on a terminal.

/// Returns a text as one line that shows what it holds and nothing else: characters that control a terminal, end a line, turn
/// the direction of writing or are invisible become spaces. A visitor's text must neither move the cursor nor look like another line, and a
/// name must not make what follows it read backwards.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .map(|character| if is_harmless(character) { character } else { ' ' })
        .collect()
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
    use super::one_line;

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
}
