//! Masks personal data in texts (docs/masking.md).
//!
//! Each masked letter or digit becomes one `*`, so positions stay and no text gets longer. E-mail addresses are masked
//! first, because they may contain any number, and everything else in one pass from left to right. The pass decides about
//! whole words. It looks back only at masked text, and ahead only at text that masking cannot change into something else,
//! so masking a text twice has the same result as masking it once.

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

/// Masks card numbers, national ids, e-mail addresses, phone numbers and passport numbers, in time linear in the text's
/// length. Returns the text itself if nothing is masked.
#[must_use]
pub fn mask(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c == '@' || digit(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut masked = Text::new(text);
    email::hide(&mut masked);
    hide_numbers(&mut masked);
    masked.finish().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Masks everything but e-mail addresses, word by word.
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

/// The kind of text that begins with a word, and where it ends.
enum Found {
    Personal(Range<usize>),
    /// The visible digits of a card that is already masked.
    Remainder(usize),
    /// Text that looks like personal data but is not.
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

    /// Returns the first kind of text that matches at the digit at `at`. Kinds with a sign or a check digit come before
    /// those that only have a shape.
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
