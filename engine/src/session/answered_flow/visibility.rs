//! What is visible: a function of the answers and the path. See docs/engine.md#visibility.

use super::model::AnsweredFlow;
use crate::answer::Answer;
use crate::flow::Element;
use crate::position::{ElementIx, TriggerIx};
use crate::question::{Question, QuestionOption};
use crate::trigger::Target;

/// An element or option that triggers showed or hid.
pub(crate) struct VisibilityChange {
    pub(crate) target: Target,
    pub(crate) was_visible: bool,
}

impl AnsweredFlow {
    /// Returns whether an element is shown when its page is.
    pub(crate) fn is_visible(&self, element: &Element) -> bool {
        self.trigger_override(&element.visibility_triggers)
            .unwrap_or(element.visible)
    }

    /// Returns whether an option is offered.
    pub(crate) fn is_option_visible(&self, question: &Question, at: u32) -> bool {
        question.option(at).is_some_and(|option| self.is_offered(option))
    }

    /// Returns whether an option is offered, of a question or of a row, whose options no trigger can target.
    pub(in crate::session) fn is_offered(&self, option: &QuestionOption) -> bool {
        self.trigger_override(&option.visibility_triggers)
            .unwrap_or(option.visible)
    }

    /// Returns whether an option is offered in a row of a matrix. Triggers cannot target a row's own options.
    pub(super) fn is_cell_visible(&self, question: &Question, row: u32, option: u32) -> bool {
        if question.uses_shared_options(row) {
            return self.is_option_visible(question, option);
        }
        let statement = question.statements.get(row as usize);
        let own = statement.and_then(|statement| statement.options.get(option as usize));
        own.is_some_and(|option| option.visible)
    }

    pub(super) fn count_visible_options(&self, question: &Question) -> usize {
        (0..)
            .zip(&question.options)
            .filter(|(at, _)| self.is_option_visible(question, *at))
            .count()
    }

    /// Returns the options in the answer that are not offered at present.
    pub(super) fn hidden_options(&self, question: &Question, at: ElementIx) -> Vec<u32> {
        let is_hidden = |option: &u32| !self.is_option_visible(question, *option);
        match self.records.answer(at) {
            Some(Answer::Options(options, _) | Answer::Ranking(options)) => {
                options.iter().copied().filter(is_hidden).collect()
            }
            Some(Answer::Matrix(cells)) => cells
                .iter()
                .filter(|(row, _)| question.uses_shared_options(*row))
                .map(|(_, option)| *option)
                .filter(is_hidden)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the visibility that the last of these triggers that is on decides, if one is on.
    fn trigger_override(&self, triggers: &[TriggerIx]) -> Option<bool> {
        let last = triggers.iter().rev().find(|at| self.triggers.is_on(**at))?;
        self.flow
            .triggers
            .get(last.0 as usize)
            .map(|trigger| trigger.shows)
    }
}
