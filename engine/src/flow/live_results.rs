//! The questions whose results thank-you pages show (docs/flows.md#live-results).

use super::{Element, ElementKind, Flow};
use crate::question::{Question, Style};

impl Flow {
    /// Returns the elements that show how many have answered as the visitor has, each with its question.
    pub fn live_results(&self) -> impl Iterator<Item = (&Element, &Question)> {
        let elements = self.elements.iter();
        elements.filter_map(|element| Some((element, self.question_of_result(element)?)))
    }

    /// Returns the question whose result an element shows; `None` if it shows none.
    pub(super) fn question_of_result(&self, element: &Element) -> Option<&Question> {
        let named = element.question_key.as_deref()?;
        let question = self.element(self.element_named(named)?)?.question.as_deref()?;
        let is_shown = element.kind == ElementKind::LiveResult && has_shared_answers(question);
        is_shown.then_some(question)
    }
}

/// Returns whether an answer to a question is one that visitors share: one of its options, or a point of its scale.
fn has_shared_answers(question: &Question) -> bool {
    let is_shared = matches!(
        question.style,
        Style::Radio | Style::Dropdown | Style::Score | Style::Star | Style::Ces | Style::CustomScore
    );
    is_shared && !question.multi_select
}
