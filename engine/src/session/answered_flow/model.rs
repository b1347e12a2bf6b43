//! The answers to a flow and the path through it.

use super::active_triggers::ActiveTriggers;
use super::element_records::ElementRecords;
use super::path::{Page, Path};
use super::questions::question_at;
use crate::answer::Answer;
use crate::flow::{Element, Flow};
use crate::message::{Message, MessageKey};
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use crate::question::Question;
use crate::session::Uploads;
use crate::session::verification::Verification;
use std::sync::Arc;

/// The answers to a flow and the path through it.
#[derive(Clone)]
pub(crate) struct AnsweredFlow {
    pub(super) flow: Arc<Flow>,
    pub(super) platform: PlatformRef,
    pub(super) path: Path,
    pub(super) records: ElementRecords,
    pub(super) triggers: ActiveTriggers,
    /// Decides in which order the page shows what has a random order.
    pub(super) seed: u32,
    /// Whether a phone number counts as missing until it is verified. Previews and the submission check cannot know
    /// whether it is.
    pub(super) enforces_verification: bool,
}

impl AnsweredFlow {
    pub(in crate::session) fn new(
        flow: Arc<Flow>,
        platform: PlatformRef,
        first: StateIx,
        enforces_verification: bool,
    ) -> Self {
        Self {
            platform,
            path: Path::new(first),
            records: ElementRecords::new(flow.elements.len()),
            triggers: ActiveTriggers::of_unanswered(&flow),
            seed: 0,
            enforces_verification,
            flow,
        }
    }

    pub(in crate::session) fn flow(&self) -> &Arc<Flow> {
        &self.flow
    }

    pub(in crate::session) fn platform(&self) -> PlatformRef {
        self.platform
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(in crate::session) fn triggers(&self) -> &ActiveTriggers {
        &self.triggers
    }

    pub(in crate::session) fn records(&self) -> &ElementRecords {
        &self.records
    }

    /// Returns the records, to change what no other element depends on.
    pub(in crate::session) fn records_mut(&mut self) -> &mut ElementRecords {
        &mut self.records
    }

    pub(in crate::session) fn is_on_page(&self, element: &Element) -> bool {
        self.path.page() == Page::State(element.state)
    }

    /// Returns the answer that rules and payload see: not blank, visible and on the path.
    pub(in crate::session) fn counted_answer(&self, at: ElementIx) -> Option<&Answer> {
        let element = self.flow.element(at)?;
        let answer = self.records.answer(at).filter(|answer| !answer.is_empty())?;
        (self.path.contains(element.state) && self.is_visible(element)).then_some(answer)
    }

    /// Returns what is known as the answer to a question on the path: the one that counts, or what was filled in while the
    /// question was hidden.
    pub(in crate::session) fn known_answer(&self, at: ElementIx) -> Option<&Answer> {
        let is_on_path = self.path.contains(self.flow.element(at)?.state);
        let preset = self
            .records
            .answer(at)
            .filter(|_| is_on_path && self.records.is_preset(at));
        preset.or_else(|| self.counted_answer(at))
    }

    /// Returns what is wrong with the answer to a question, if anything.
    pub(in crate::session) fn validate(&self, at: ElementIx, question: &Question) -> Option<Message> {
        let offered = self.count_visible_options(question);
        let message = question.validate(self.records.answer(at), offered);
        message.or_else(|| {
            let is_unverified = self.enforces_verification
                && question.requires_verification()
                && !matches!(self.records.verification(at), Verification::Verified { .. })
                && self.counted_answer(at).is_some();
            is_unverified.then(|| MessageKey::Required.into())
        })
    }

    /// Returns what keeps the visitor from leaving a question: its uploads, or else what is wrong with the answer.
    pub(in crate::session) fn find_obstacle(&self, at: ElementIx, question: &Question) -> Option<Message> {
        match self.records.uploads(at) {
            Uploads::None => self.validate(at, question),
            Uploads::UnderWay => Some(MessageKey::Uploading.into()),
            Uploads::Failed => Some(MessageKey::UploadFailed.into()),
        }
    }

    /// Updates the message of a question that has one.
    pub(in crate::session) fn revalidate(&mut self, at: ElementIx, question: &Question) {
        if self.records.message(at).is_some() {
            let message = self.find_obstacle(at, question);
            self.records.set_message(at, message);
        }
    }

    /// Returns the questions on the path, in order of the path, then of the page.
    pub(in crate::session) fn questions_on_path(&self) -> impl Iterator<Item = (ElementIx, &Question)> {
        let states = self.path.states().iter().filter_map(|at| self.flow.state(*at));
        let elements = states.flat_map(|state| &state.elements);
        elements.filter_map(|at| Some((*at, question_at(&self.flow, *at)?.1)))
    }
}
