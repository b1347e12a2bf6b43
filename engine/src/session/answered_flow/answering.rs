//! Changing answers.

use super::clearing::Clearing;
use super::element_records::Origin;
use super::model::AnsweredFlow;
use super::path::Page;
use super::visibility::VisibilityChange;
use crate::answer::{Answer, AnswerInput};
use crate::position::{ElementIx, StateIx};
use crate::question::Question;

impl AnsweredFlow {
    /// Sets an answer and applies its triggers; returns what that showed or hid. An input that does not fit the
    /// question changes nothing and gives `None`. Options that are not offered are left out.
    pub(in crate::session) fn set_answer(
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
            Some(Answer::Options(options, text)) => {
                options.retain(|option| self.is_option_visible(question, *option));
                if question.asking_option().is_none_or(|at| !options.contains(&at)) {
                    *text = Box::default();
                }
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
    pub(in crate::session) fn clear_answer(&mut self, at: ElementIx) {
        self.records.replace_answer(at, None, Origin::Visitor);
        self.apply_triggers(vec![at], Clearing::Everywhere);
    }

    /// Clears what the visitor answered on a state, unless the visitor has left the state: what was answered there has
    /// led to the current page.
    pub(crate) fn clear_state(&mut self, state_id: &str) {
        let flow = self.flow.clone();
        let mut states = (0..).map(StateIx).zip(&flow.states);
        let found = states.find(|(_, state)| *state.id == *state_id);
        let Some((at, state)) = found else { return };
        if self.path.contains(at) && self.path.page() != Page::State(at) {
            return;
        }
        for at in &state.elements {
            self.records.discard_files(*at);
            if self.records.answer(*at).is_some() && !self.records.is_preset(*at) {
                self.records.set_message(*at, None);
                self.clear_answer(*at);
            }
        }
    }

    /// Answers the random questions, and decides random orders. The same seed gives the same answers and orders.
    pub(in crate::session) fn take_seed(&mut self, seed: u32) {
        self.seed = seed;
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
}
