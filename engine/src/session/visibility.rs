//! The path, and what is visible: a function of the answers and the path, nothing else.

use super::Session;
use super::answers::with_question;
use super::settling::Clearing;
use crate::answer::Answer;
use crate::flow::{Element, State};
use crate::position::{ElementIx, StateIx, TriggerIx};
use crate::question::Question;
use crate::trigger::Target;

impl Session {
    /// The state has come onto the path: its answers count again, and what is hidden on it now holds nothing.
    pub(super) fn enter(&mut self, at: StateIx) {
        let flow = self.flow.clone();
        let Some(state) = flow.state(at) else { return };
        self.set_on_path(at, true);
        self.settle_path(state);
        for element_at in &state.elements {
            let Some((element, question)) = with_question(&flow, *element_at) else {
                continue;
            };
            let hidden = if self.is_visible(element) {
                self.hidden_options(question, *element_at)
            } else {
                vec![Target::Element(*element_at)]
            };
            for target in hidden {
                self.clear(&flow, target);
            }
        }
    }

    /// The state has left the path: its answers are kept, but show and hide nothing.
    pub(super) fn leave(&mut self, at: StateIx) {
        let flow = self.flow.clone();
        let Some(state) = flow.state(at) else { return };
        self.set_on_path(at, false);
        self.settle_path(state);
    }

    /// A page that leaves the path may hide things on other pages; those off the path keep their answers, because the
    /// visitor may come back to them.
    fn settle_path(&mut self, state: &State) {
        self.settle(state.elements.clone(), Clearing::OnPath);
    }

    /// The options of an answer that are not offered.
    pub(super) fn hidden_options(&self, question: &Question, at: ElementIx) -> Vec<Target> {
        let options: Vec<u32> = match self.answer(at) {
            Some(Answer::Options(options) | Answer::Ranking(options)) => options.clone(),
            Some(Answer::Matrix(cells)) => cells
                .iter()
                .filter(|(row, _)| question.uses_shared_options(*row))
                .map(|(_, option)| *option)
                .collect(),
            _ => return Vec::new(),
        };
        let hidden = options
            .into_iter()
            .filter(|option| !self.is_option_visible(question, *option));
        hidden.map(|option| Target::Option(at, option)).collect()
    }

    /// Whether an option is offered in a row of a matrix. A row's own options are no trigger's targets.
    pub(super) fn is_cell_visible(&self, question: &Question, row: u32, option: u32) -> bool {
        if question.uses_shared_options(row) {
            return self.is_option_visible(question, option);
        }
        let statement = question.statements.get(row as usize);
        let own = statement.and_then(|statement| statement.options.get(option as usize));
        own.is_some_and(|option| option.visible)
    }

    /// Whether an element is shown when its page is.
    pub(super) fn is_visible(&self, element: &Element) -> bool {
        self.say_triggers(&element.visibility_triggers)
            .unwrap_or(element.visible)
    }

    /// Whether an option is offered.
    pub(super) fn is_option_visible(&self, question: &Question, at: u32) -> bool {
        let option = question.option(at);
        option.is_some_and(|option| {
            self.say_triggers(&option.visibility_triggers)
                .unwrap_or(option.visible)
        })
    }

    /// What the last of these triggers that is on says.
    fn say_triggers(&self, triggers: &[TriggerIx]) -> Option<bool> {
        let last = triggers.iter().rev().find(|at| self.is_trigger_on(**at))?;
        self.flow
            .triggers
            .get(last.0 as usize)
            .map(|trigger| trigger.shows)
    }

    pub(super) fn is_trigger_on(&self, at: TriggerIx) -> bool {
        self.triggers_on.get(at.0 as usize) == Some(&true)
    }

    pub(super) fn is_on_path(&self, state: StateIx) -> bool {
        self.on_path.get(state.0 as usize) == Some(&true)
    }

    fn set_on_path(&mut self, state: StateIx, on: bool) {
        if let Some(on_path) = self.on_path.get_mut(state.0 as usize) {
            *on_path = on;
        }
    }
}
