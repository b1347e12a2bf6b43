//! `phone_number` and `phone_verification`: one phone number in E.164 format, such as `+905321234567`.

use super::response_items::body_item;
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::Behavior;
use crate::question::model::Question;

/// Number of digits, country code included (E.164).
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// The styles whose answer is a phone number.
pub(super) struct Phone {
    requires_verification: bool,
}

impl Phone {
    pub(super) const UNVERIFIED: Self = Self {
        requires_verification: false,
    };
    pub(super) const VERIFIED: Self = Self {
        requires_verification: true,
    };
}

impl Behavior for Phone {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.phone.as_deref().map(|phone| Answer::Phone(phone.into()))
    }

    fn validate(&self, _: &Question, answer: &Answer) -> Option<Message> {
        match answer {
            Answer::Phone(phone) if is_e164(phone.trim()) => None,
            _ => Some(MessageKey::InvalidPhone.into()),
        }
    }

    fn requires_verification(&self) -> bool {
        self.requires_verification
    }

    fn build_items(&self, _: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Phone(phone) = answer else {
            return Vec::new();
        };
        body_item(phone.trim().into())
    }
}

/// Returns whether `text` has the format of E.164. The set of assigned numbers changes weekly, so only the page's input,
/// which also formats national numbers, checks that a number exists.
fn is_e164(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or_default();
    DIGITS.contains(&digits.len()) && !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_e164;

    #[test]
    fn accepts_numbers_with_a_country_code() {
        assert!(is_e164("+905321234567") && is_e164("+4912345678") && is_e164("+3725123456"));
        for bad in [
            "",
            "+",
            "905321234567",
            "+0532123456",
            "+90 532 123",
            "+123456",
            "+1234567890123456",
            "+90532a23456",
        ] {
            assert!(!is_e164(bad), "{bad}");
        }
    }
}
