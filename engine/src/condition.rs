//! Conditions: what a rule or a trigger requires of an answer (docs/flows.md#rules).

use crate::answer::Answer;
use crate::comparison::Comparison;
use crate::platform::Platform;
use crate::question::Question;

/// A condition on the answer to one question.
#[derive(Debug)]
pub enum Condition {
    /// At least one of these options is selected.
    Selected(Vec<u32>),
    /// At least one of these options is selected in this row of a matrix.
    SelectedInRow(u32, Vec<u32>),
    /// The answer's text satisfies the comparison.
    Compare(Comparison),
}

impl Condition {
    /// Returns whether the condition holds; `answer` is `None` if the question is hidden, off the path or unanswered.
    pub(crate) fn holds(
        &self,
        question: &Question,
        answer: Option<&Answer>,
        platform: &dyn Platform,
    ) -> bool {
        match (self, answer) {
            (Self::Selected(options), Some(answer)) => options
                .iter()
                .any(|at| answer.selects_option(*at, question, platform)),
            (Self::SelectedInRow(row, options), Some(Answer::Matrix(cells))) => cells
                .iter()
                .any(|(at, option)| at == row && options.contains(option)),
            (Self::Selected(_) | Self::SelectedInRow(..), _) => false,
            (Self::Compare(comparison), Some(answer)) => comparison.matches(question, answer, platform),
            (Self::Compare(comparison), None) => comparison.matches_unanswered(),
        }
    }
}
