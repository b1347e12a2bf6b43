//! Texts by language (docs/flows.md#texts-by-language).

use crate::sorted_map::SortedMap;

/// A text by lower-case language code, or one text for all languages.
pub(crate) type Texts = SortedMap<Box<str>>;

/// Key of a text that is the same for all languages.
pub(crate) const ANY_LANGUAGE: &str = "";

/// Returns the text in `language`, or else in English, or else the first text.
#[must_use]
pub fn localized_text<'a>(texts: &'a SortedMap<Box<str>>, language: &str) -> Option<&'a str> {
    let text = texts.get(language).or_else(|| texts.get("en"));
    text.or_else(|| texts.iter().next().map(|(_, text)| text))
        .map(|text| &**text)
}
