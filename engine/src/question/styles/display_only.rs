//! `plain` and `link`: texts that take no answer.

use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::Message;
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

pub(super) struct DisplayOnly;

impl Behavior for DisplayOnly {
    fn expects_answer(&self) -> bool {
        false
    }
}

#[cfg(feature = "session")]
impl AnswerBehavior for DisplayOnly {
    fn parse_answer(&self, _: &Question, _: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        None
    }

    fn validate(&self, _: &Question, _: &Answer) -> Option<Message> {
        None
    }

    fn build_items(&self, _: &Question, _: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        Vec::new()
    }
}
