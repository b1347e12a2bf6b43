//! `agreement`: a check box. Unchecked it counts as unanswered; checked, its text is `true`.

use super::response_items::body_item;
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

/// Text of a checked agreement in rules and response items.
pub(in crate::question) const CHECKED: &str = "true";

pub(super) struct Agreement;

impl Behavior for Agreement {}

#[cfg(feature = "session")]
impl AnswerBehavior for Agreement {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.checked.map(Answer::Checked)
    }

    fn validate(&self, _: &Question, answer: &Answer) -> Option<Message> {
        (*answer != Answer::Checked(true)).then(|| MessageKey::InvalidAnswer.into())
    }

    fn build_items(&self, _: &Question, _: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        body_item(CHECKED.into())
    }
}
