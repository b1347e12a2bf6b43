//! Passport numbers. Hardly any has a check digit, so there is one that is known by its shape, a capital letter and
//! eight digits (Turkey, the United States), and all others only after a word such as "passport".

use super::clue::Clue;
use super::number::is_glued;
use super::text::{Text, is_dash, is_hidden, is_word};
use std::ops::Range;

/// The lengths of passport numbers (ICAO 9303 has room for nine signs).
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=9;
/// The fewest digits in one: letters alone are a word.
const MIN_DIGITS: usize = 3;

pub(super) fn find(text: &Text, at: usize, clue: Clue) -> Option<Range<usize>> {
    let range = at..text.word_end(at);
    let word = text.word(range.clone());
    let is_found = match clue {
        Clue::Passport => {
            LENGTHS.contains(&word.len())
                && word.iter().all(char::is_ascii_alphanumeric)
                && word.iter().filter(|c| c.is_ascii_digit()).count() >= MIN_DIGITS
        }
        _ => has_known_shape(word) && !is_glued(text, at) && !goes_on(text, range.end),
    };
    is_found.then_some(range)
}

fn has_known_shape(word: &[char]) -> bool {
    match word {
        [letter, digits @ ..] => {
            letter.is_ascii_uppercase() && digits.len() == 8 && digits.iter().all(char::is_ascii_digit)
        }
        [] => false,
    }
}

/// Whether it is the beginning of a code, as in `A12345678-01`.
fn goes_on(text: &Text, end: usize) -> bool {
    text.get(end).is_some_and(is_dash) && text.get(end + 1).is_some_and(|c| is_word(c) || is_hidden(c))
}
