//! Uploads: files on their way to the server, and what waits for them. See docs/engine.md#uploads.

use super::answered_flow::question_by_id;
use super::model::Session;
use super::{FlowEffect, Uploads};
use crate::answer::{Answer, AnswerInput, FileAnswer};
use crate::question::Style;

impl Session {
    /// Notes how far the uploads of a question have come. They begin on the question's page and may end anywhere.
    pub(super) fn note_uploads(&mut self, question_id: &str, uploads: Uploads) {
        let flow = self.answered.flow().clone();
        let Some((at, element, question)) = question_by_id(&flow, question_id) else {
            return;
        };
        let is_asked = self.answered.is_on_page(element) && self.answered.is_visible(element);
        let may_begin = is_asked && matches!(question.style, Style::File | Style::Screenshot);
        if !may_begin && self.answered.records().uploads(at) == Uploads::None {
            return;
        }
        let records = self.answered.records_mut();
        records.set_uploads(at, uploads);
        // What the visitor was told about the question is being mended.
        if uploads == Uploads::UnderWay {
            records.set_message(at, None);
        }
        self.answered.revalidate(at, question);
    }

    /// Adds uploaded files to the answer of their question, unless its uploads were given up meanwhile.
    pub(super) fn add_files(
        &mut self,
        question_id: &str,
        added: &[FileAnswer],
        effects: &mut Vec<FlowEffect>,
    ) {
        let Some(at) = self.answered.flow().element_of_question(question_id) else {
            return;
        };
        let records = self.answered.records();
        if self.answered.has_ended() || records.uploads(at) == Uploads::None {
            return;
        }
        let mut files = match records.answer(at) {
            Some(Answer::Files(files)) => files.clone(),
            _ => Vec::new(),
        };
        files.extend_from_slice(added);
        let input = AnswerInput {
            files: Some(files),
            ..AnswerInput::default()
        };
        self.take_answer(at, Some(&input), effects);
    }

    /// Tells the shell which uploads the event has made useless.
    pub(super) fn discard_uploads(&mut self, effects: &mut Vec<FlowEffect>) {
        for at in self.answered.records_mut().take_discarded() {
            let element = self.answered.flow().element(at);
            if let Some(question) = element.and_then(|element| element.question.as_ref()) {
                effects.push(FlowEffect::DiscardUploads {
                    question_id: Some(question.id.clone()),
                });
            }
        }
    }
}
