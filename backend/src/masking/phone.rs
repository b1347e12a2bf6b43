//! Phone numbers: with a country code, with a leading zero, in a shape that nothing else has, or announced by a word.
//! Which numbers exist is not asked: that changes by the week.

use super::clue::Clue;
use super::number::{Number, Separator};
use std::ops::Range;

/// Digits of a number with its country code (E.164).
const INTERNATIONAL: std::ops::RangeInclusive<usize> = 7..=15;
/// The same behind `00`. Short ones are left alone: numbers of orders are filled up with zeros.
const ABROAD: std::ops::RangeInclusive<usize> = 12..=17;
/// Digits of a number that a word announces.
const ANNOUNCED: std::ops::RangeInclusive<usize> = 7..=15;
/// Digits of a national number that begins with 0, the most usual first.
const NATIONAL: [usize; 4] = [11, 10, 12, 9];
/// Countries whose numbers all have the same length: so digits that follow do not count as part of them.
const COUNTRIES: [(&[u8], usize); 5] = [
    (&[9, 0], 12),
    (&[1], 11),
    (&[7], 11),
    (&[3, 3], 11),
    (&[4, 4], 12),
];
/// Shapes of a national number without its 0: Turkey, North America.
const BARE: [&[usize]; 2] = [&[3, 3, 2, 2], &[3, 3, 4]];

/// Numbers without a plus sign.
pub(super) fn find(number: &Number<'_>, clue: Clue) -> Option<Range<usize>> {
    let count = if clue == Clue::Phone {
        unmarked(number).or_else(|| announced(number))
    } else {
        unmarked(number).filter(|count| {
            let is_marked = number.starts_with(&[0]);
            !number.is_part_of_more() && (is_marked || !number.goes_on(*count))
        })
    };
    number.range(count?)
}

/// `+90 532 123 45 67`
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

/// Numbers that no plus sign and no word announces.
fn unmarked(number: &Number<'_>) -> Option<usize> {
    if number.starts_with(&[0, 0]) {
        abroad(number)
    } else if number.starts_with(&[0]) {
        national(number)
    } else {
        bare(number)
    }
}

/// `0090 532 123 45 67`
fn abroad(number: &Number<'_>) -> Option<usize> {
    let is_filled_up = number.starts_with(&[0, 0, 0]);
    number
        .counts(ABROAD)
        .find(|count| !is_filled_up && is_separated_well(number, *count))
}

/// `0532 123 45 67`, `0 (532) 123 45 67`, `030/1234567`
fn national(number: &Number<'_>) -> Option<usize> {
    match *number.lengths() {
        [1, ref rest @ ..] => {
            let is_decimal = number.separators(2).eq([Separator::Dot]);
            let mut shapes = BARE.into_iter().chain([&[10][..], &[3, 7]]);
            let shape = shapes.find(|shape| !is_decimal && rest.starts_with(shape))?;
            Some(shape.len() + 1).filter(|count| is_separated_well(number, *count))
        }
        [10..=12, ..] => Some(1),
        [area @ 2..=5, next, ..] => {
            // Two and two digits could be times or days, `08-09 10-11 12`, but for the French way.
            let is_plausible = |count: &usize| area > 2 || next > 2 || number.is_even(*count);
            NATIONAL
                .into_iter()
                .filter_map(|length| number.count_for(length))
                .find(|count| is_plausible(count) && is_separated_well(number, *count))
        }
        _ => None,
    }
}

/// `532 123 45 67`, `(555) 123-4567`; in one piece only Turkish mobile numbers, with or without their country code.
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
    count.filter(|count| is_separated_well(number, *count))
}

fn bare_shape(lengths: &[usize]) -> Option<usize> {
    let shape = BARE.into_iter().find(|shape| lengths.starts_with(shape));
    shape.map(<[usize]>::len)
}

/// Any digits where a word says that they are a phone number: `tel 555 12 34`.
fn announced(number: &Number<'_>) -> Option<usize> {
    let is_whole = number
        .lengths()
        .first()
        .is_some_and(|length| ANNOUNCED.contains(length));
    let is_amount = |count| is_thousands(number, count, &[Separator::Dot, Separator::Space]);
    let is_phone = |count: &usize| is_separated_well(number, *count) && !is_amount(*count);
    if is_whole {
        Some(1)
    } else {
        number.counts(ANNOUNCED).find(is_phone)
    }
}

/// Whether the separators are those of one number: after an area code all alike, and dots not among others.
fn is_separated_well(number: &Number<'_>, count: usize) -> bool {
    let separators = number
        .separators(count)
        .filter(|between| *between != Separator::Parenthesis);
    let mut rest = separators.clone().skip(1);
    let next = rest.next();
    let is_first_well = match separators.clone().next() {
        Some(Separator::Slash) => number.lengths().first() > Some(&2),
        Some(Separator::Dot) => next.is_none_or(|next| next == Separator::Dot),
        _ => next != Some(Separator::Dot),
    };
    is_first_well && next != Some(Separator::Slash) && rest.all(|between| Some(between) == next)
}

/// Whether it is a large number in groups of three: `1.250.000`.
fn is_thousands(number: &Number<'_>, count: usize, between: &[Separator]) -> bool {
    let groups = number.lengths().iter().take(count).skip(1);
    let mut separators = number.separators(count);
    count > 1
        && number.is_even(count)
        && separators.all(|separator| between.contains(&separator))
        && groups.copied().all(|length| length == 3)
}
