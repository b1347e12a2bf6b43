//! Texts that look like personal data but are not: URLs, dates and IP addresses.

use super::number::{Number, Separator};
use super::text::Text;

/// Returns the end of the URL that begins with the word at `at`.
pub(super) fn find_url(text: &Text, at: usize) -> Option<usize> {
    let end = text.word_end(at);
    let word = text.word(at..end);
    let is_followed_by = |text_after: &str| {
        text_after
            .chars()
            .enumerate()
            .all(|(place, c)| text.get(end + place) == Some(c))
    };
    let is_www = word.len() == 3 && word.iter().all(|c| c.eq_ignore_ascii_case(&'w')) && is_followed_by(".");
    let is_scheme = word.first().is_some_and(char::is_ascii_alphabetic) && is_followed_by("://");
    (is_www || is_scheme).then(|| text.end_while(end, |c| !c.is_whitespace()))
}

/// Returns the end of the date or IPv4 address that the number begins with.
pub(super) fn find_date_or_address(number: &Number<'_>) -> Option<usize> {
    let count = if is_date(number) {
        3
    } else if is_address(number) {
        4
    } else {
        return None;
    };
    number.range(count).map(|range| range.end)
}

/// Returns whether the number is a date of the years 1900 to 2099: `2026-11-21`, `21.11.2026`, `11/21/2026`.
fn is_date(number: &Number<'_>) -> bool {
    let lengths = number.lengths();
    let (year, days) = match *lengths {
        [4, 1..=2, 1..=2, ..] => (0, [1, 2]),
        [1..=2, 1..=2, 4, ..] => (2, [0, 1]),
        _ => return false,
    };
    let values = values(number, lengths);
    let value = |at: usize| values.get(at).copied().unwrap_or_default();
    let [one, other] = days.map(value);
    (1900..=2099).contains(&value(year))
        && (1..=12).contains(&one.min(other))
        && (1..=31).contains(&one.max(other))
        && number.has_uniform_separators(3)
}

/// Returns whether the number is four numbers up to 255, separated by dots.
fn is_address(number: &Number<'_>) -> bool {
    let lengths = number.lengths();
    let has_shape = number.separators(4).eq([Separator::Dot; 3]);
    has_shape && values(number, lengths).iter().take(4).all(|value| *value <= 255)
}

/// Returns the numbers that the groups spell.
fn values(number: &Number<'_>, lengths: &[usize]) -> Vec<u32> {
    let mut digits = number.digits(lengths.len());
    let value = |length: &usize| {
        let group = digits.by_ref().take(*length);
        group.fold(0_u32, |value, digit| {
            value.saturating_mul(10).saturating_add(u32::from(digit))
        })
    };
    lengths.iter().map(value).collect()
}
