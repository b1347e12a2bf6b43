//! In which order the page shows its elements, options and rows. Nothing else depends on it. See docs/engine.md#random-order.

use super::model::AnsweredFlow;
use crate::chance::display_order;
use crate::flow::State;
use crate::position::ElementIx;
use crate::question::{Question, QuestionOption, Statement};

impl AnsweredFlow {
    /// Returns the elements of the current page.
    pub(in crate::session) fn displayed_elements(&self) -> Vec<ElementIx> {
        let Some(state) = self.current_state() else {
            return Vec::new();
        };
        let order = display_order(
            state.elements.len(),
            &|at| !state.random_questions || !self.can_move(state, at),
            self.seed,
            ["questionOrder", &state.id],
        );
        order.into_iter().filter_map(|at| element_at(state, at)).collect()
    }

    /// Returns the positions of a question's options, or of those of one of its rows. `id` is that of the question or row.
    pub(in crate::session) fn displayed_options(
        &self,
        question: &Question,
        options: &[QuestionOption],
        id: &str,
    ) -> Vec<u32> {
        let is_pinned = |option: &QuestionOption| !question.random_options || option.is_pinned();
        display_order(
            options.len(),
            &|at| options.get(at as usize).is_none_or(is_pinned),
            self.seed,
            ["optionOrder", id],
        )
    }

    /// Returns the rows of a matrix.
    pub(in crate::session) fn displayed_statements<'a>(
        &self,
        question: &'a Question,
    ) -> impl Iterator<Item = &'a Statement> {
        let statement = |at: u32| question.statements.get(at as usize);
        let is_pinned = |row: &Statement| !question.random_statements || row.pinned == Some(true);
        let order = display_order(
            question.statements.len(),
            &|at| statement(at).is_none_or(is_pinned),
            self.seed,
            ["statementOrder", &question.id],
        );
        order.into_iter().filter_map(statement)
    }

    fn can_move(&self, state: &State, at: u32) -> bool {
        let element = element_at(state, at).and_then(|at| self.flow.element(at));
        element.is_some_and(|element| element.can_move())
    }
}

fn element_at(state: &State, at: u32) -> Option<ElementIx> {
    state.elements.get(at as usize).copied()
}
