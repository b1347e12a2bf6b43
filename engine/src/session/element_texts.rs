//! The texts of an element as the page shows them (docs/engine.md#texts-in-another-language).

use super::answered_flow::AnsweredFlow;
use super::piping::fill_pipes;
use crate::sorted_map::SortedMap;
use crate::texts::{ANY_LANGUAGE, Texts, localized_text_of};
use std::borrow::Cow;

/// Reads texts in the page's language, and notes which are there in another one only.
pub(super) struct ElementTexts<'a> {
    answered: &'a AnsweredFlow,
    language: &'a str,
    /// Languages by text.
    others: SortedMap<&'a str>,
}

impl<'a> ElementTexts<'a> {
    pub(super) fn new(answered: &'a AnsweredFlow, language: &'a str) -> Self {
        Self {
            answered,
            language,
            others: SortedMap::new(),
        }
    }

    /// Returns a text with the answers that it shows.
    pub(super) fn text(&mut self, texts: &'a Texts) -> Option<Cow<'a, str>> {
        let (language, text) = localized_text_of(texts, self.language)?;
        let text = fill_pipes(self.answered, self.language, text);
        if language != self.language && language != ANY_LANGUAGE && !text.is_empty() {
            self.others.insert(&text, language);
        }
        Some(text)
    }

    /// Returns a text, or else the key of what it names.
    pub(super) fn label(&mut self, texts: &'a Texts, key: &'a str) -> Cow<'a, str> {
        self.text(texts).unwrap_or(Cow::Borrowed(key))
    }

    /// Returns the languages of the texts that were not there in the page's, by text.
    pub(super) fn into_other_languages(self) -> SortedMap<&'a str> {
        self.others
    }
}
