//! In which order the page shows its elements, options and rows. Nothing else depends on it. See docs/engine.md#random-order.

use super::model::AnsweredFlow;
use crate::chance::display_order;
use crate::flow::Element;
use crate::position::ElementIx;
use crate::question::{Question, QuestionOption};

impl AnsweredFlow {
    /// Returns the elements of the current page.
    pub(in crate::session) fn displayed_elements(&self) -> Vec<ElementIx> {
        let Some(state) = self.current_state() else {
            return Vec::new();
        };
        let written = &state.elements;
        if !state.random_questions {
            return written.clone();
        }
        let element = |at: u32| self.flow.element(*written.get(at as usize)?);
        let can_move = |at: u32| element(at).is_some_and(Element::can_move);
        let order = display_order(written.len(), &can_move, self.seed, "questionOrder", &state.id);
        let displayed = order.into_iter().filter_map(|at| written.get(at as usize));
        displayed.copied().collect()
    }

    /// Returns the positions of a question's options, or of those of one of its rows. `id` is that of the question or row.
    pub(in crate::session) fn displayed_options(
        &self,
        question: &Question,
        options: &[QuestionOption],
        id: &str,
    ) -> Vec<u32> {
        let can_move = |at: u32| {
            let option = options.get(at as usize);
            question.random_options && option.is_some_and(|option| !option.is_pinned())
        };
        display_order(options.len(), &can_move, self.seed, "optionOrder", id)
    }

    /// Returns the positions of a matrix's rows.
    pub(in crate::session) fn displayed_statements(&self, question: &Question) -> Vec<u32> {
        let rows = &question.statements;
        let can_move = |at: u32| {
            let row = rows.get(at as usize);
            question.random_statements && row.is_some_and(|row| row.pinned != Some(true))
        };
        display_order(rows.len(), &can_move, self.seed, "statementOrder", &question.id)
    }
}
