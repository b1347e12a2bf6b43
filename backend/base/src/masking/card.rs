//! Payment cards: a prefix and a length that a card network uses, and a check digit (Luhn). The last four digits stay
//! visible, as on a receipt: `**** **** **** 1234`.

use super::number::{Number, Separator};
use super::text::{Text, is_dash, is_hidden, is_space};
use std::ops::Range;

/// The first four digits of each network's cards, and their lengths.
const NETWORKS: &[(std::ops::RangeInclusive<u32>, &[usize])] = &[
    // Mir.
    (2200..=2204, &[16, 17, 18, 19]),
    // Mastercard.
    (2221..=2720, &[16]),
    (5100..=5599, &[16]),
    // Diners Club.
    (3000..=3059, &[14, 16, 17, 18, 19]),
    (3095..=3095, &[14, 16, 17, 18, 19]),
    (3600..=3699, &[14, 16, 17, 18, 19]),
    (3800..=3999, &[14, 16, 17, 18, 19]),
    // American Express.
    (3400..=3499, &[15]),
    (3700..=3799, &[15]),
    // JCB.
    (3528..=3589, &[16, 17, 18, 19]),
    // Visa.
    (4000..=4999, &[13, 16, 19]),
    // Maestro, Elo, Verve.
    (5000..=5099, &[13, 14, 15, 16, 17, 18, 19]),
    (5600..=5899, &[13, 14, 15, 16, 17, 18, 19]),
    // Discover, UnionPay, RuPay, Maestro.
    (6000..=6999, &[13, 14, 15, 16, 17, 18, 19]),
    (8100..=8299, &[16, 17, 18, 19]),
    // Troy.
    (9792..=9792, &[16]),
];

/// The groups in which card numbers are written, apart from a single group.
const SHAPES: &[&[usize]] = &[&[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 4, 4, 4, 3]];

/// Number of digits that stay visible.
const SHOWN: usize = 4;
/// Minimum number of masked digits: those of a card with 13 digits.
const HIDDEN: usize = 9;

/// Returns the range of the digits to mask: all but the last four, or but the last group if that is shorter.
pub(super) fn find(number: &Number<'_>) -> Option<Range<usize>> {
    let lengths = number.lengths();
    let has_shape = |shape: &[usize]| lengths.starts_with(shape);
    let grouped = SHAPES
        .iter()
        .filter(|shape| has_shape(shape))
        .map(|shape| shape.len());
    let mut counts = grouped.chain(std::iter::once(1));
    let count = counts.find(|count| is_card(number, *count))?;
    let last = *lengths.get(count - 1)?;
    let range = number.range(count)?;
    Some(range.start..range.end - last.min(SHOWN))
}

/// Returns whether the word at `at` consists of the visible digits of a masked card.
pub(super) fn is_remainder(text: &Text, at: usize) -> bool {
    let shown = text.word_end(at) - at;
    if !(SHOWN - 1..=SHOWN).contains(&shown) || text.digit(at).is_none() {
        return false;
    }
    // The groups from last to first. Other stars may precede the first group.
    let mut groups = groups_before(text, at);
    if let Some(last) = groups.first_mut() {
        *last += shown;
    }
    let is_shape = |shape: &[usize]| {
        let (first, others) = shape.split_first().unwrap_or((&0, &[]));
        groups.get(others.len()).is_some_and(|group| group >= first)
            && others
                .iter()
                .rev()
                .zip(&groups)
                .all(|(length, group)| length == group)
    };
    is_shape(&[HIDDEN + SHOWN]) || SHAPES.iter().any(|shape| is_shape(shape))
}

/// Returns the number of masked characters that end at `at`, and of those in each group before.
fn groups_before(text: &Text, at: usize) -> Vec<usize> {
    const MAX_SEPARATOR: usize = 3;
    let is_separator = |c: char| is_space(c) || is_dash(c) || c == '.';
    let mut groups = Vec::new();
    let mut end = at;
    while groups.len() < 5 {
        let hidden = (1..=20)
            .take_while(|back| text.before(end, *back).is_some_and(is_hidden))
            .count();
        groups.push(hidden);
        end -= hidden;
        let between =
            (1..=MAX_SEPARATOR).take_while(|back| text.before(end, *back).is_some_and(is_separator));
        end -= between.count();
    }
    groups
}

fn is_card(number: &Number<'_>, count: usize) -> bool {
    let digits: Vec<u8> = number.digits(count).take(20).collect();
    let first = digits
        .iter()
        .take(4)
        .fold(0, |first, digit| first * 10 + u32::from(*digit));
    let is_known = NETWORKS
        .iter()
        .any(|(firsts, lengths)| firsts.contains(&first) && lengths.contains(&digits.len()));
    let has_valid_separators = number.has_uniform_separators(count)
        && !number
            .separators(count)
            .any(|between| matches!(between, Separator::Slash | Separator::Parenthesis));
    let is_fraction = count == 1 && number.is_fraction();
    is_known && has_valid_separators && !is_fraction && has_check_digit(&digits)
}

/// Luhn's formula (ISO/IEC 7812-1): from the right, every second digit counts double, as the sum of its digits.
fn has_check_digit(digits: &[u8]) -> bool {
    let weight = |(place, digit): (usize, &u8)| match (place % 2, *digit) {
        (0, digit) => u32::from(digit),
        (_, digit @ 0..=4) => u32::from(digit) * 2,
        (_, digit) => u32::from(digit) * 2 - 9,
    };
    digits
        .iter()
        .rev()
        .enumerate()
        .map(weight)
        .sum::<u32>()
        .is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::has_check_digit;

    #[test]
    fn check_digits_catch_each_wrong_digit() {
        let card = [4, 5, 5, 6, 7, 3, 7, 5, 8, 6, 8, 9, 9, 8, 5, 5];
        assert!(has_check_digit(&card));
        for place in 0..card.len() {
            let mut wrong = card;
            wrong[place] = (wrong[place] + 1) % 10;
            assert!(!has_check_digit(&wrong), "{wrong:?}");
        }
    }
}
