//! `naming`: a person's given and family name.

use super::response_items::body_item;
use super::text::validate_length;
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

pub(super) struct Naming;

impl Behavior for Naming {}

#[cfg(feature = "session")]
impl AnswerBehavior for Naming {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.fields.clone().map(Answer::Name)
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Name(name) = answer else {
            return Some(MessageKey::InvalidAnswer.into());
        };
        validate_length(question, &name.joined())
    }

    fn build_items(&self, _: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Name(name) = answer else {
            return Vec::new();
        };
        body_item(name.joined())
    }
}
