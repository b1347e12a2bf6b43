//! `file` and `screenshot`: uploaded files, referred to by the ids of the uploads.

use crate::answer::{Answer, AnswerInput, FileAnswer};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

pub(super) struct File;

impl Behavior for File {}

#[cfg(feature = "session")]
impl AnswerBehavior for File {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.files.clone().map(Answer::Files)
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Files(files) = answer else {
            return Some(MessageKey::InvalidAnswer.into());
        };
        (files.len() > 1 && !self.allows_multiple(question)).then(|| MessageKey::InvalidAnswer.into())
    }

    fn build_items(&self, _: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Files(files) = answer else {
            return Vec::new();
        };
        let item = |file: &FileAnswer| ResponseItem {
            active_storage_blob_id: Some(file.id.clone()),
            ..ResponseItem::default()
        };
        files.iter().map(item).collect()
    }
}
