//! Conditions: what a rule or a trigger requires of an answer (docs/flows.md#operators).

use crate::answer::Answer;
use crate::comparison::{Comparison, Operator};
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
    /// The question is answered, or is not.
    Answered(bool),
}

impl Condition {
    /// The operators of rules and triggers.
    pub(crate) const OPERATORS: &'static [&'static str] = &[
        "equal",
        "not_equal",
        "contains",
        "not_contains",
        "regex",
        "greater",
        "less",
        "answered",
        "not_answered",
    ];

    /// Returns the condition that an operator makes with a value, or `None` if no operator has this name.
    ///
    /// # Errors
    /// A message for the author of the flow if the operator cannot use the value.
    pub(crate) fn from_operator(
        name: &str,
        value: &str,
        platform: &dyn Platform,
    ) -> Option<Result<Self, &'static str>> {
        let is_answered = name == "answered";
        if is_answered || name == "not_answered" {
            return Some(if value.is_empty() {
                Ok(Self::Answered(is_answered))
            } else {
                Err(reason!("this operator compares with nothing"))
            });
        }
        let operator = Operator::from_name(name)?;
        Some(Comparison::new(operator, value, platform).map(Self::Compare))
    }

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
            (Self::Answered(is_answered), answer) => *is_answered == answer.is_some(),
        }
    }

    /// Returns whether the condition holds as long as the question is not answered, and turns a trigger on then.
    pub(crate) fn awaits_answer(&self) -> bool {
        matches!(self, Self::Answered(false))
    }
}

/// What only the check of a flow asks of a condition.
#[cfg(feature = "check")]
impl Condition {
    /// Returns the value that answers are compared with, and it as a number if it is one.
    pub(crate) fn compared(&self) -> Option<(&str, Option<f64>)> {
        match self {
            Self::Compare(comparison) => Some(comparison.value()),
            _ => None,
        }
    }

    /// Returns whether the condition looks for a part of an answer's text.
    pub(crate) fn compares_parts(&self) -> bool {
        matches!(self, Self::Compare(comparison) if comparison.compares_parts())
    }

    /// Returns whether the condition compares numbers by their order, which nothing but a number has.
    pub(crate) fn compares_order(&self) -> bool {
        matches!(self, Self::Compare(comparison) if comparison.compares_order())
    }
}
