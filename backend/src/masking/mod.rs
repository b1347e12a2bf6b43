//! Masking of personal data in texts (specification, section 5; `docs/masking.md` says what is recognised and why).
//!
//! A character that is hidden becomes one `*`: nothing moves, and no text gets longer. Addresses come first, since they
//! may hold any number; then the rest in one pass from left to right. A pass decides about whole words, looks to the
//! left only at what is final and to the right only at what hiding cannot turn into something else, so that masking a
//! second time changes nothing.

mod card;
mod clue;
mod email;
mod national_id;
mod number;
mod ordinary;
mod passport;
mod phone;
mod text;

#[cfg(test)]
mod tests;

use clue::Clue;
use number::Number;
use std::borrow::Cow;
use std::ops::Range;
use text::{Text, digit, is_word};

/// Hides card numbers, national ids, e-mail addresses, phone and passport numbers.
///
/// Takes time linear in the text's length, whatever it holds.
#[must_use]
pub(crate) fn mask(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c == '@' || digit(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut masked = Text::new(text);
    email::hide(&mut masked);
    hide_numbers(&mut masked);
    masked.finish().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Hides everything but addresses, word by word.
fn hide_numbers(text: &mut Text) {
    let mut clue = Clue::None;
    let mut at = 0;
    while let Some(c) = text.get(at) {
        if !is_word(c) {
            at += 1;
            continue;
        }
        match Found::at(text, at, clue) {
            Found::Personal(range) => {
                at = range.end;
                text.hide(range);
            }
            Found::Remainder(end) => at = end,
            Found::Ordinary(end) => {
                clue = Clue::None;
                at = end;
            }
            Found::Word(end) => {
                clue = clue.after(text.word(at..end));
                at = end;
            }
        }
    }
}

/// What begins with a word, and where it ends.
enum Found {
    Personal(Range<usize>),
    /// What stays of a card.
    Remainder(usize),
    /// What looks like personal data and is not.
    Ordinary(usize),
    Word(usize),
}

impl Found {
    fn at(text: &Text, at: usize, clue: Clue) -> Self {
        let found = if text.digit(at).is_some() {
            Self::number(text, at, clue)
        } else if let Some(end) = ordinary::find_url(text, at) {
            Some(Self::Ordinary(end))
        } else {
            let code = national_id::find_nino(text, at).or_else(|| passport::find(text, at, clue));
            code.map(Self::Personal)
        };
        found.unwrap_or_else(|| Self::Word(text.word_end(at)))
    }

    /// What begins with the digit at `at`, as the first kind that recognises it: what a sign or a check digit proves
    /// goes before what only looks alike.
    fn number(text: &Text, at: usize, clue: Clue) -> Option<Self> {
        if card::is_remainder(text, at) {
            return Some(Self::Remainder(text.word_end(at)));
        }
        let number = Number::read(text, at);
        if let Some(end) = ordinary::find_date_or_address(&number) {
            return Some(Self::Ordinary(end));
        }
        phone::find_international(&number)
            .or_else(|| card::find(&number))
            .or_else(|| national_id::find_tckn(&number))
            .or_else(|| national_id::find_ssn(&number, clue))
            .or_else(|| passport::find(text, at, clue))
            .or_else(|| phone::find(&number, clue))
            .map(Self::Personal)
    }
}
