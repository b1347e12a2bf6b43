//! `agreement`: a box to check. Unchecked it is no answer; checked its text is `true`.

use super::items::one_body;
use super::{Behavior, Question};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;

/// What a checked agreement says in rules and response items (`wire.md`, Answer).
pub(crate) const CHECKED: &str = "true";

pub(super) struct Agreement;

impl Behavior for Agreement {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.checked.map(Answer::Checked)
    }

    fn validate(&self, _: &Question, answer: &Answer) -> Option<Message> {
        (*answer != Answer::Checked(true)).then(|| MessageKey::InvalidAnswer.into())
    }

    fn build_items(&self, _: &Question, _: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        one_body(CHECKED.into())
    }

    #[cfg(feature = "native")]
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> super::ReadItemsResult {
        match super::items::only_body(items)? {
            CHECKED => Ok(AnswerInput {
                checked: Some(true),
                ..AnswerInput::default()
            }),
            _ => Err((0, super::ResponseItemError::InvalidAnswer)),
        }
    }
}
