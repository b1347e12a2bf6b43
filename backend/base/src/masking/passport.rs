//! Passport numbers. They have no check digit, so only one shape is masked anywhere: an upper-case letter and eight digits
//! (Turkey, the United States). All others are masked only after a word such as "passport".

use super::clue::Clue;
use super::number::is_glued;
use super::text::{Text, is_dash, is_hidden, is_word};
use std::ops::Range;

/// Length of passport numbers (ICAO 9303 allows nine characters).
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=9;
/// Minimum number of digits, because letters alone are a word.
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
        _ => has_known_shape(word) && !is_glued(text, at) && !continues(text, range.end),
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

/// Returns whether the word is the beginning of a code, as in `A12345678-01`.
fn continues(text: &Text, end: usize) -> bool {
    text.get(end).is_some_and(is_dash) && text.get(end + 1).is_some_and(|c| is_word(c) || is_hidden(c))
}
