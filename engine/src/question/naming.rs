//! `naming`: a person's given and family name.

use super::items::one_body;
use super::{Behavior, Question, text::validate_length};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;

pub(super) struct Naming;

impl Behavior for Naming {
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
        one_body(name.joined())
    }

    /// The wire has both names in one text, and nothing decides by the border between them: all of it is the name.
    #[cfg(feature = "native")]
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> super::ReadItemsResult {
        let fields = crate::answer::NameAnswer {
            name: super::items::only_body(items)?.into(),
            surname: String::new(),
        };
        Ok(AnswerInput {
            fields: Some(fields),
            ..AnswerInput::default()
        })
    }
}
