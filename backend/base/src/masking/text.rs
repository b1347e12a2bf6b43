//! The text that is being masked, by characters.

use std::ops::Range;

/// Replaces each masked character.
const HIDDEN: char = '*';

/// A text whose characters are masked one by one.
pub(super) struct Text {
    chars: Vec<char>,
    changed: bool,
}

impl Text {
    pub(super) fn new(text: &str) -> Self {
        Self {
            chars: text.chars().collect(),
            changed: false,
        }
    }

    /// Returns the masked text, or `None` if nothing was masked.
    pub(super) fn finish(self) -> Option<String> {
        self.changed.then(|| self.chars.into_iter().collect())
    }

    pub(super) fn get(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    /// Returns the character `back` positions before `at`.
    pub(super) fn before(&self, at: usize, back: usize) -> Option<char> {
        self.get(at.checked_sub(back)?)
    }

    pub(super) fn digit(&self, at: usize) -> Option<u8> {
        digit(self.get(at)?)
    }

    /// Returns the end of the word at `at`.
    pub(super) fn word_end(&self, at: usize) -> usize {
        self.end_while(at, is_word)
    }

    /// Returns the first position from `at` on whose character does not satisfy `test`.
    pub(super) fn end_while(&self, at: usize, test: impl Fn(char) -> bool) -> usize {
        let rest = self.chars.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|c| test(**c)).count()
    }

    pub(super) fn word(&self, range: Range<usize>) -> &[char] {
        self.chars.get(range).unwrap_or_default()
    }

    /// Masks the letters and digits of a range, but not the characters between them.
    pub(super) fn hide(&mut self, range: Range<usize>) {
        for c in self.chars.get_mut(range).unwrap_or_default() {
            if c.is_alphanumeric() {
                *c = HIDDEN;
                self.changed = true;
            }
        }
    }
}

/// Returns whether a character is masked, or looks like it.
pub(super) fn is_hidden(c: char) -> bool {
    c == HIDDEN
}

/// Returns the value of a digit: ASCII, Arabic, Persian, Devanagari, Bengali or full-width.
pub(super) fn digit(c: char) -> Option<u8> {
    const ZEROS: [char; 6] = ['0', '\u{660}', '\u{6F0}', '\u{966}', '\u{9E6}', '\u{FF10}'];
    let value = |zero: char| {
        u32::from(c)
            .checked_sub(u32::from(zero))
            .filter(|value| *value < 10)
    };
    ZEROS
        .into_iter()
        .find_map(value)
        .and_then(|value| u8::try_from(value).ok())
}

/// Returns whether a character is part of a word. Only letters of scripts that separate words by spaces, and numbers from
/// words, count: Latin, Greek, Cyrillic, Armenian.
pub(super) fn is_word(c: char) -> bool {
    let is_spaced = c < '\u{590}' || ('\u{1E00}'..'\u{2000}').contains(&c);
    digit(c).is_some() || c == '_' || (is_spaced && c.is_alphanumeric())
}

pub(super) fn is_space(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{A0}' | '\u{2007}' | '\u{2009}' | '\u{202F}' | '\u{3000}'
    )
}

pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FF0D}')
}
