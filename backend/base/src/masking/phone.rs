//! Phone numbers: with a country code, with a leading zero, in a shape of phone numbers only, or announced by a word.
//! Nothing checks that a number exists, because the set of assigned numbers changes weekly.

use super::clue::Clue;
use super::number::{Number, Separator};
use std::ops::Range;

/// Number of digits with a country code (E.164).
const INTERNATIONAL: std::ops::RangeInclusive<usize> = 7..=15;
/// Number of digits with `00` and a country code. Shorter ones are not masked, because order numbers may be padded with
/// zeros.
const ABROAD: std::ops::RangeInclusive<usize> = 12..=17;
/// Number of digits after an announcing word.
const ANNOUNCED: std::ops::RangeInclusive<usize> = 7..=15;
/// Numbers of digits of national numbers with a leading 0, most common first.
const NATIONAL: [usize; 4] = [11, 10, 12, 9];
/// Country codes whose numbers all have the same length, so that following digits do not belong to them.
const COUNTRIES: [(&[u8], usize); 5] = [
    (&[9, 0], 12),
    (&[1], 11),
    (&[7], 11),
    (&[3, 3], 11),
    (&[4, 4], 12),
];
/// Groups of national numbers without a leading 0: Turkey, North America.
const BARE: [&[usize]; 2] = [&[3, 3, 2, 2], &[3, 3, 4]];

/// Finds a number without a plus sign.
pub(super) fn find(number: &Number<'_>, clue: Clue) -> Option<Range<usize>> {
    let count = if clue == Clue::Phone {
        unmarked(number).or_else(|| announced(number))
    } else {
        unmarked(number).filter(|count| {
            let is_marked = number.starts_with(&[0]);
            !number.is_part_of_more() && (is_marked || !number.has_more_digits(*count))
        })
    };
    number.range(count?)
}

/// Finds a number such as `+90 532 123 45 67`.
pub(super) fn find_international(number: &Number<'_>) -> Option<Range<usize>> {
    if !number.has_plus() {
        return None;
    }
    let known = COUNTRIES.iter().find(|(code, _)| number.starts_with(code));
    let count = known
        .and_then(|(_, length)| number.count_for(*length))
        .or_else(|| {
            let mut counts = number.counts(INTERNATIONAL);
            counts.find(|count| !is_thousands(number, *count, &[Separator::Dot]))
        });
    number.range(count?)
}

/// Returns the number of groups of a phone number without a plus sign and an announcing word.
fn unmarked(number: &Number<'_>) -> Option<usize> {
    if number.starts_with(&[0, 0]) {
        abroad(number)
    } else if number.starts_with(&[0]) {
        national(number)
    } else {
        bare(number)
    }
}

/// Matches `0090 532 123 45 67`.
fn abroad(number: &Number<'_>) -> Option<usize> {
    let is_padded = number.starts_with(&[0, 0, 0]);
    number
        .counts(ABROAD)
        .find(|count| !is_padded && has_valid_separators(number, *count))
}

/// Matches `0532 123 45 67`, `0 (532) 123 45 67` and `030/1234567`.
fn national(number: &Number<'_>) -> Option<usize> {
    match *number.lengths() {
        [1, ref rest @ ..] => {
            let is_decimal = number.separators(2).eq([Separator::Dot]);
            let mut shapes = BARE.into_iter().chain([&[10][..], &[3, 7]]);
            let shape = shapes.find(|shape| !is_decimal && rest.starts_with(shape))?;
            Some(shape.len() + 1).filter(|count| has_valid_separators(number, *count))
        }
        [10..=12, ..] => Some(1),
        [area @ 2..=5, next, ..] => {
            // Groups of two digits could be times or days, `08-09 10-11 12`, unless all separators are the same, as in French
            // numbers.
            let is_plausible = |count: &usize| area > 2 || next > 2 || number.has_uniform_separators(*count);
            NATIONAL
                .into_iter()
                .filter_map(|length| number.count_for(length))
                .find(|count| is_plausible(count) && has_valid_separators(number, *count))
        }
        _ => None,
    }
}

/// Matches `532 123 45 67` and `(555) 123-4567`, and Turkish mobile numbers without separators, with or without their
/// country code.
fn bare(number: &Number<'_>) -> Option<usize> {
    let is_mobile = || (0..=6).any(|next| number.starts_with(&[5, next]));
    let is_mobile_with_code = || (0..=6).any(|next| number.starts_with(&[9, 0, 5, next]));
    let count = match *number.lengths() {
        [10, ..] => is_mobile().then_some(1),
        [12, ..] => is_mobile_with_code().then_some(1),
        [2, 10, ..] => is_mobile_with_code().then_some(2),
        [2, ref rest @ ..] if is_mobile_with_code() => bare_shape(rest).map(|count| count + 1),
        [3, 7, ..] => number.is_in_parentheses().then_some(2),
        _ if number.starts_with(&[1]) => None,
        ref lengths => bare_shape(lengths),
    };
    count.filter(|count| has_valid_separators(number, *count))
}

fn bare_shape(lengths: &[usize]) -> Option<usize> {
    let shape = BARE.into_iter().find(|shape| lengths.starts_with(shape));
    shape.map(<[usize]>::len)
}

/// Matches any digits after an announcing word: `tel 555 12 34`.
fn announced(number: &Number<'_>) -> Option<usize> {
    let is_whole = number
        .lengths()
        .first()
        .is_some_and(|length| ANNOUNCED.contains(length));
    let is_amount = |count| is_thousands(number, count, &[Separator::Dot, Separator::Space]);
    let is_phone = |count: &usize| has_valid_separators(number, *count) && !is_amount(*count);
    if is_whole {
        Some(1)
    } else {
        number.counts(ANNOUNCED).find(is_phone)
    }
}

/// Returns whether the separators are those of one number: uniform after the area code, and dots not mixed with others.
fn has_valid_separators(number: &Number<'_>, count: usize) -> bool {
    let separators = number
        .separators(count)
        .filter(|between| *between != Separator::Parenthesis);
    let mut rest = separators.clone().skip(1);
    let next = rest.next();
    let is_first_valid = match separators.clone().next() {
        Some(Separator::Slash) => number.lengths().first() > Some(&2),
        Some(Separator::Dot) => next.is_none_or(|next| next == Separator::Dot),
        _ => next != Some(Separator::Dot),
    };
    is_first_valid && next != Some(Separator::Slash) && rest.all(|between| Some(between) == next)
}

/// Returns whether the number is an amount in groups of three: `1.250.000`.
fn is_thousands(number: &Number<'_>, count: usize, between: &[Separator]) -> bool {
    let groups = number.lengths().iter().take(count).skip(1);
    let mut separators = number.separators(count);
    count > 1
        && number.has_uniform_separators(count)
        && separators.all(|separator| between.contains(&separator))
        && groups.copied().all(|length| length == 3)
}
