//! Texts by language (docs/flows.md#texts-by-language).

use crate::sorted_map::SortedMap;

/// A text by lower-case language code, or one text for all languages.
pub(crate) type Texts = SortedMap<Box<str>>;

/// Key of a text that is the same for all languages.
pub(crate) const ANY_LANGUAGE: &str = "";

/// Returns the text in `language`, or else in English, or else the first text.
#[must_use]
pub fn localized_text<'a>(texts: &'a SortedMap<Box<str>>, language: &str) -> Option<&'a str> {
    localized_text_of(texts, language).map(|(_, text)| text)
}

/// Returns the same text with its language: [`ANY_LANGUAGE`] where it is the same for all.
pub(crate) fn localized_text_of<'a>(texts: &'a Texts, language: &str) -> Option<(&'a str, &'a str)> {
    let found = texts.entry(language).or_else(|| texts.entry("en"));
    let (language, text) = found.or_else(|| texts.iter().next())?;
    Some((language, text))
}

/// Returns whether a character is a letter, or may be one: outside of ASCII all but symbols and punctuation count.
#[cfg(feature = "check")]
pub(crate) fn is_letter(c: char) -> bool {
    match c {
        '\0'..='\x7F' => c.is_ascii_alphabetic(),
        '\u{80}'..='\u{BF}' | '\u{D7}' | '\u{F7}' | '\u{2000}'..='\u{2BFF}' | '\u{3000}'..='\u{303F}' => {
            false
        }
        '\u{FE00}'..='\u{FE0F}' | '\u{1F000}'..='\u{1FAFF}' => false,
        _ => true,
    }
}
