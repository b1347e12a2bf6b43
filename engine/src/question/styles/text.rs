//! `text`, `email` and similar styles: a typed text within length limits.

use super::email::is_address;
use super::response_items::body_item;
use crate::answer::{Answer, AnswerInput};
use crate::contact_text::contact_text;
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

/// The styles whose answer is a typed text.
pub(super) struct Text {
    /// Whether the text must be an e-mail address.
    is_email: bool,
    /// Whether the text is sent to a look-up, whose result fills other answers.
    is_dynamic_request: bool,
    /// Whether the text comes from the page's address or the host page, and no visitor types it.
    is_hidden_field: bool,
}

impl Text {
    pub(super) const FREE: Self = Self {
        is_email: false,
        is_dynamic_request: false,
        is_hidden_field: false,
    };

    pub(super) const EMAIL: Self = Self {
        is_email: true,
        ..Self::FREE
    };

    pub(super) const DYNAMIC_REQUEST: Self = Self {
        is_dynamic_request: true,
        ..Self::FREE
    };

    pub(super) const HIDDEN_FIELD: Self = Self {
        is_hidden_field: true,
        ..Self::FREE
    };
}

impl Text {
    fn sent(&self, text: &str) -> String {
        if self.is_email {
            contact_text(text)
        } else {
            text.trim().into()
        }
    }
}

impl Behavior for Text {
    fn expects_answer(&self) -> bool {
        !self.is_hidden_field
    }

    fn is_dynamic_request(&self) -> bool {
        self.is_dynamic_request
    }
}

#[cfg(feature = "session")]
impl AnswerBehavior for Text {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.text.as_deref().map(|text| Answer::Text(text.into()))
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Text(text) = answer else {
            return Some(MessageKey::InvalidAnswer.into());
        };
        let text = self.sent(text);
        if self.is_email && !is_address(&text) {
            return Some(MessageKey::InvalidEmail.into());
        }
        validate_length(question, &text)
    }

    fn build_items(&self, _: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Text(text) = answer else {
            return Vec::new();
        };
        body_item(self.sent(text))
    }
}

/// Validates the length of a text, in Unicode scalar values after trimming.
pub(super) fn validate_length(question: &Question, text: &str) -> Option<Message> {
    let length = text.trim().chars().count();
    let least = question.min_length.unwrap_or(0);
    let most = question.longest_text();
    if (least as usize..=most as usize).contains(&length) {
        return None;
    }
    let min = ("minResponseLength", f64::from(least));
    let max = ("maxResponseLength", f64::from(most));
    Some(match (question.min_length, question.max_length) {
        (Some(_), Some(_)) => Message::with(MessageKey::LengthBetween, &[min, max]),
        (Some(_), None) if length < least as usize => Message::with(MessageKey::LengthMin, &[min]),
        _ => Message::with(MessageKey::LengthMax, &[max]),
    })
}
