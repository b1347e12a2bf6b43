//! `plain` and `link`: something to read, and nothing to answer.

use super::{Behaviour, Question};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::Message;
use crate::platform::Platform;

pub(super) struct Silent;

impl Behaviour for Silent {
    fn accept(&self, _: &Question, _: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        None
    }

    fn asks(&self) -> bool {
        false
    }

    fn validate(&self, _: &Question, _: &Answer) -> Option<Message> {
        None
    }

    fn build_items(&self, _: &Question, _: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        Vec::new()
    }

    #[cfg(feature = "native")]
    fn read_items(&self, _: &Question, _: &[&ResponseItem], _: &dyn Platform) -> super::ReadItems {
        Err((0, super::Misfit::InvalidAnswer))
    }
}
