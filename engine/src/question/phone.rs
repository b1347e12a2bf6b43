//! `phone_number` and `phone_verification`: one number in E.164 form, `+905321234567`.

use super::items::one_body;
use super::{Behavior, Question};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;

/// Fewest and most digits of a number with its country code (E.164).
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// A family of styles whose answer is a telephone number.
pub(super) struct Phone {
    /// Whether the visitor has to prove that the number is theirs.
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
        one_body(phone.trim().into())
    }

    #[cfg(feature = "native")]
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> super::ReadItemsResult {
        Ok(AnswerInput {
            phone: Some(super::items::only_body(items)?.into()),
            ..AnswerInput::default()
        })
    }
}

/// Whether `text` has the form of E.164. Which numbers exist changes by the week: that is for the page's input to
/// know, which formats national numbers too.
fn is_e164(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or_default();
    DIGITS.contains(&digits.len()) && !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_e164;

    #[test]
    fn numbers_with_their_country_code() {
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
