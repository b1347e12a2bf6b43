//! `plain` and `link`: something to read, and nothing to answer.

use super::{Behavior, Question};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::Message;
use crate::platform::Platform;

pub(super) struct DisplayOnly;

impl Behavior for DisplayOnly {
    fn parse_answer(&self, _: &Question, _: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        None
    }

    fn expects_answer(&self) -> bool {
        false
    }

    fn validate(&self, _: &Question, _: &Answer) -> Option<Message> {
        None
    }

    fn build_items(&self, _: &Question, _: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        Vec::new()
    }

    #[cfg(feature = "native")]
    fn read_items(&self, _: &Question, _: &[&ResponseItem], _: &dyn Platform) -> super::ReadItemsResult {
        Err((0, super::ResponseItemError::InvalidAnswer))
    }
}
