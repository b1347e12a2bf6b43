//! Text by language.

use crate::sorted_map::SortedMap;

/// A text in several languages: an object from lower-case language code to text, or one plain text for all.
pub(crate) type Texts = SortedMap<Box<str>>;

/// The key of a text that was written plainly, without languages.
pub(crate) const ANY_LANGUAGE: &str = "";

/// The text in `language`, else in English, else the first there is (specification, section 4.2).
#[must_use]
pub fn localized_text<'a>(texts: &'a SortedMap<Box<str>>, language: &str) -> Option<&'a str> {
    let text = texts.get(language).or_else(|| texts.get("en"));
    text.or_else(|| texts.iter().next().map(|(_, text)| text))
        .map(|text| &**text)
}
