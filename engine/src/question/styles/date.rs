//! `datepicker`: an ISO 8601 date such as `2026-11-21`.

use super::response_items::body_item;
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::Behavior;
use crate::question::model::Question;

pub(super) struct Datepicker;

impl Behavior for Datepicker {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.date.as_deref().map(|date| Answer::Date(date.into()))
    }

    fn validate(&self, _: &Question, answer: &Answer) -> Option<Message> {
        match answer {
            Answer::Date(date) if is_date(date.trim()) => None,
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

/// Returns whether `text` is an ISO 8601 date of the Gregorian calendar in the years 1 to 9999.
fn is_date(text: &str) -> bool {
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
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else {
        return false;
    };
    separated && year > 0 && (1..=days_in_month(year, month)).contains(&day)
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
    use super::is_date;

    #[test]
    fn accepts_only_existing_days() {
        for good in [
            "2026-11-21",
            "2024-02-29",
            "2000-02-29",
            "0001-01-01",
            "9999-12-31",
        ] {
            assert!(is_date(good), "{good}");
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
            "0000-01-01",
            "2026-11-2٣",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }
}
