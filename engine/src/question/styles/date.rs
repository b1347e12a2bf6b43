//! `datepicker`: an ISO 8601 date such as `2026-11-21`.

use super::response_items::body_item;
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;
use std::ops::RangeInclusive;

pub(super) struct Datepicker;

impl Behavior for Datepicker {}

#[cfg(feature = "session")]
impl AnswerBehavior for Datepicker {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.date.as_deref().map(|date| Answer::Date(date.into()))
    }

    fn validate(&self, _: &Question, answer: &Answer) -> Option<Message> {
        match answer {
            Answer::Date(date) => match year_of(date.trim()) {
                None => Some(MessageKey::InvalidAnswer.into()),
                Some(year) => (!YEARS.contains(&year)).then(|| MessageKey::InvalidYear.into()),
            },
            _ => Some(MessageKey::InvalidAnswer.into()),
        }
    }

    fn build_items(&self, _: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Date(date) = answer else {
            return Vec::new();
        };
        body_item(date.trim().into())
    }
}

/// The years that somebody may mean. They have no year of the Buddhist, Persian, Islamic or Hebrew calendar that is near ours:
/// such a year was typed as one of the Gregorian calendar.
const YEARS: RangeInclusive<u32> = 1800..=2200;

/// Returns the year of an ISO 8601 date; `None` if it is no day of the Gregorian calendar.
fn year_of(text: &str) -> Option<u32> {
    let bytes = text.as_bytes();
    let number = |range: std::ops::Range<usize>| {
        let digits = bytes.get(range)?;
        digits.iter().try_fold(0_u32, |number, digit| {
            digit
                .is_ascii_digit()
                .then(|| number * 10 + u32::from(digit - b'0'))
        })
    };
    let separated = bytes.len() == 10 && bytes.get(4) == Some(&b'-') && bytes.get(7) == Some(&b'-');
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    (separated && (1..=days_in_month(year, month)).contains(&day)).then_some(year)
}

fn days_in_month(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::year_of;

    #[test]
    fn accepts_only_existing_days() {
        for (good, year) in [
            ("2026-11-21", 2026),
            ("2024-02-29", 2024),
            ("2000-02-29", 2000),
            ("0025-01-01", 25),
            ("9999-12-31", 9999),
        ] {
            assert_eq!(year_of(good), Some(year), "{good}");
        }
        for bad in [
            "",
            "2026-11-31",
            "2025-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "26-11-21",
            "2026-11-21T",
            "2026/11/21",
            "2026-11-2٣",
        ] {
            assert_eq!(year_of(bad), None, "{bad}");
        }
    }
}
