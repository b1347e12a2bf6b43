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
