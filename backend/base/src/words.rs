//! Texts as words.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns the words of a text. As the databases take texts apart: everything but letters, their marks, and digits is between words.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric() && !is_combining_mark(character))
        .filter(|word| !word.is_empty())
}

/// Returns a text in lower case, in its composed form.
pub fn lower_case(text: &str) -> String {
    text.to_lowercase().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_belong_to_their_letters() {
        let found: Vec<&str> = words("Das Hotel-Zimmer, कि o\u{301}k!").collect();
        assert_eq!(found, ["Das", "Hotel", "Zimmer", "कि", "o\u{301}k"]);
        assert_eq!(lower_case("CAFE\u{301} ΟΔΟΣ"), "caf\u{e9} οδος");
    }
}
