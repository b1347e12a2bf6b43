//! A flow with the answers given so far: all that rules, visibility and the payload depend on.
//!
//! The session drives it with a visitor's events, the submission check with the answers that were sent. Its fields are
//! private to this module, so every change of an answer or of the path goes through a method that keeps the triggers in
//! line.

mod active_triggers;
mod clearing;
mod element_records;
mod path;
mod position_set;
mod route;
#[cfg(feature = "native")]
mod submission_walk;
mod triggers;
mod visibility;

pub(crate) use element_records::{ElementRecords, Origin};
pub(crate) use path::{Page, Path};
#[cfg(feature = "native")]
pub(crate) use submission_walk::Advance;
pub(crate) use triggers::VisibilityChange;

use super::verification::Verification;
use crate::answer::{Answer, AnswerInput};
use crate::flow::{Element, Flow};
use crate::message::{Message, MessageKey};
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use crate::question::Question;
use active_triggers::ActiveTriggers;
use std::sync::Arc;
use triggers::Clearing;

/// The answers to a flow and the path through it.
#[derive(Clone)]
pub(crate) struct AnsweredFlow {
    flow: Arc<Flow>,
    platform: PlatformRef,
    path: Path,
    records: ElementRecords,
    triggers: ActiveTriggers,
    /// Whether a phone number counts as missing until it is verified. Previews and the submission check cannot know
    /// whether it is.
    enforces_verification: bool,
}

impl AnsweredFlow {
    pub(super) fn new(
        flow: Arc<Flow>,
        platform: PlatformRef,
        first: StateIx,
        enforces_verification: bool,
    ) -> Self {
        Self {
            platform,
            path: Path::new(first),
            records: ElementRecords::new(flow.elements.len()),
            triggers: ActiveTriggers::default(),
            enforces_verification,
            flow,
        }
    }

    pub(super) fn flow(&self) -> &Arc<Flow> {
        &self.flow
    }

    pub(super) fn platform(&self) -> PlatformRef {
        self.platform
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn triggers(&self) -> &ActiveTriggers {
        &self.triggers
    }

    pub(super) fn records(&self) -> &ElementRecords {
        &self.records
    }

    /// The records, to change what no other element depends on.
    pub(super) fn records_mut(&mut self) -> &mut ElementRecords {
        &mut self.records
    }

    pub(super) fn is_on_page(&self, element: &Element) -> bool {
        self.path.page() == Page::State(element.state)
    }

    /// The answer that rules and payload see: not blank, visible and on the path.
    pub(super) fn counted_answer(&self, at: ElementIx) -> Option<&Answer> {
        let element = self.flow.element(at)?;
        let answer = self.records.answer(at).filter(|answer| !answer.is_empty())?;
        (self.path.contains(element.state) && self.is_visible(element)).then_some(answer)
    }

    /// Sets an answer and applies its triggers; returns what that showed or hid. An input that does not fit the question
    /// changes nothing and gives `None`. Options that are not offered are left out.
    pub(super) fn set_answer(
        &mut self,
        at: ElementIx,
        question: &Question,
        input: Option<&AnswerInput>,
        origin: Origin,
    ) -> Option<Vec<VisibilityChange>> {
        let mut answer = match input {
            None => None,
            Some(input) => Some(question.parse_answer(input, self.records.answer(at))?),
        };
        match &mut answer {
            Some(Answer::Options(options)) => {
                options.retain(|option| self.is_option_visible(question, *option));
                if options.is_empty() {
                    answer = None;
                }
            }
            Some(Answer::Ranking(ranking)) => {
                ranking.retain(|option| self.is_option_visible(question, *option));
            }
            Some(Answer::Matrix(cells)) => {
                cells.retain(|(row, option)| self.is_cell_visible(question, *row, *option));
            }
            _ => {}
        }
        self.records.replace_answer(at, answer, origin);
        Some(self.apply_triggers(vec![at], Clearing::Everywhere))
    }

    /// Removes an answer and applies its triggers.
    pub(super) fn clear_answer(&mut self, at: ElementIx) {
        self.records.replace_answer(at, None, Origin::Visitor);
        self.apply_triggers(vec![at], Clearing::Everywhere);
    }

    /// Answers the random questions. The same seed gives the same answers.
    pub(super) fn answer_random_questions(&mut self, seed: u32) {
        let flow = self.flow.clone();
        let mut answered = Vec::new();
        for (at, element) in (0..).map(ElementIx).zip(&flow.elements) {
            let question = element.question.as_deref();
            if let Some(answer) = question.and_then(|question| question.random_answer(seed)) {
                let origin = Origin::Preset { by_look_up: false };
                self.records.replace_answer(at, Some(answer), origin);
                answered.push(at);
            }
        }
        self.apply_triggers(answered, Clearing::Everywhere);
    }

    /// Returns what is wrong with the answer to a question, if anything.
    pub(super) fn validate(&self, at: ElementIx, question: &Question) -> Option<Message> {
        let offered = self.count_visible_options(question);
        let message = question.validate(self.records.answer(at), offered);
        message.or_else(|| {
            let is_unverified = self.enforces_verification
                && question.requires_verification()
                && *self.records.verification(at) != Verification::Verified
                && self.counted_answer(at).is_some();
            is_unverified.then(|| MessageKey::Required.into())
        })
    }

    /// Updates the message of a question that has one.
    pub(super) fn revalidate(&mut self, at: ElementIx, question: &Question) {
        if self.records.message(at).is_some() {
            let message = self.validate(at, question);
            self.records.set_message(at, message);
        }
    }

    /// Returns the questions on the path, in order of the path, then of the page.
    pub(super) fn questions_on_path(&self) -> impl Iterator<Item = (ElementIx, &Question)> {
        let states = self.path.states().iter().filter_map(|at| self.flow.state(*at));
        let elements = states.flat_map(|state| &state.elements);
        elements.filter_map(|at| Some((*at, question_at(&self.flow, *at)?.1)))
    }
}

/// Returns an element that has a question, with the question.
pub(crate) fn question_at(flow: &Flow, at: ElementIx) -> Option<(&Element, &Question)> {
    let element = flow.element(at)?;
    Some((element, element.question.as_deref()?))
}

/// Returns the question with this id, and its element.
pub(crate) fn question_by_id<'a>(flow: &'a Flow, id: &str) -> Option<(ElementIx, &'a Element, &'a Question)> {
    let at = flow.element_of_question(id)?;
    let (element, question) = question_at(flow, at)?;
    Some((at, element, question))
}
