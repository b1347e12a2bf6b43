//! Texts as a search compares them (docs/staff.md#search).

use deunicode::deunicode_char;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Returns a text without the differences that a search passes over: capitals, accents, widths, and Latin letters that have a
/// spelling in ASCII. Its words stay words, and what is between them stays between them. What is searched for is folded by the same
/// function.
pub fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return text.into();
    }
    let mut letters = String::with_capacity(text.len());
    text.chars().for_each(|letter| push_folded(letter, &mut letters));
    // Syllables of Korean and Japanese are one character again.
    letters.nfc().collect::<String>().into()
}

fn push_folded(letter: char, folded: &mut String) {
    if letter.is_ascii() {
        folded.push(letter.to_ascii_lowercase());
        return;
    }
    if is_accent(letter) {
        return;
    }
    let mut parts = String::new();
    decompose_compatible(letter, |part| parts.push(part));
    // A sign such as ™ is between words, and would become a part of one.
    if !letter.is_alphanumeric()
        || !parts
            .chars()
            .all(|part| part.is_alphanumeric() || is_combining_mark(part))
    {
        folded.push(letter);
        return;
    }
    for part in parts
        .chars()
        .filter(|part| !is_accent(*part))
        .flat_map(char::to_lowercase)
    {
        match part {
            _ if is_accent(part) => {}
            'ς' => folded.push('σ'),
            _ if is_latin(part) => match deunicode_char(part) {
                Some(ascii) if ascii.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                    folded.push_str(&ascii.to_ascii_lowercase());
                }
                _ => folded.push(part),
            },
            _ => folded.push(part),
        }
    }
}

/// Tells whether a mark only changes how a letter is read. In the scripts of India and Southeast Asia marks are vowels, and count.
fn is_accent(letter: char) -> bool {
    matches!(letter,
        // Of Latin, Greek and Cyrillic letters.
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{487}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}'
        | '\u{FE20}'..='\u{FE2F}'
        // Of Hebrew and Arabic ones, most of which are left out in writing.
        | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}'
        | '\u{64B}'..='\u{65F}' | '\u{670}')
}

fn is_latin(letter: char) -> bool {
    matches!(letter, '\u{AA}'..='\u{2AF}' | '\u{1E00}'..='\u{1EFF}' | '\u{2C60}'..='\u{2C7F}' | '\u{A720}'..='\u{A7FF}')
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn case_accents_and_marks_are_folded() {
        for (text, words) in [
            ("plain words, 42", "plain words, 42"),
            ("Łódź", "lodz"),
            ("L\u{301}o\u{301}dz\u{301}", "lodz"),
            ("Smørrebrød Straße GROẞ", "smorrebrod strasse gross"),
            ("Ærø Đorđe ÞÓR Œuvre", "aero dorde thor oeuvre"),
            ("İstanbul ISPARTA Iğdır ılık", "istanbul isparta igdir ilik"),
            ("ＡＢＣ １２３ ｶﾞ", "abc 123 ガ"),
            ("Άνθρωπος ΑΝΘΡΩΠΟΣ", "ανθρωποσ ανθρωποσ"),
            ("Ещё йод", "еще иод"),
            ("ﬁn", "fin"),
            ("한국어 が", "한국어 が"),
            ("हिन्दी", "हिन्दी"),
            ("שָׁלוֹם مُحَمَّد", "שלום محمد"),
            ("北京 Brand™ ½", "北京 brand™ ½"),
        ] {
            assert_eq!(folded(text), words, "{text}");
            assert_eq!(folded(words), words, "twice: {text}");
        }
    }

    #[test]
    fn folding_makes_no_words_of_other_characters() {
        for letter in ('\0'..='\u{FFFF}').filter(|letter| !letter.is_alphanumeric()) {
            let text = letter.to_string();
            assert!(!folded(&text).chars().any(char::is_alphanumeric), "{letter:?}");
        }
    }
}
