//! Variables of a source: numbers that its logic changes. They become scores if all that changes them is chosen answers.

use crate::condition::Condition;

pub(crate) struct Variable {
    /// What conditions and pipes name it by.
    pub(crate) name: String,
    /// What its author calls it.
    pub(crate) label: String,
    pub(crate) pointer: String,
    /// `None` if it holds no number.
    pub(crate) starts_at: Option<f64>,
}

/// What leaving a page does to a variable.
pub(crate) struct Change {
    /// The variable's name.
    pub(crate) variable: String,
    pub(crate) pointer: String,
    /// `None` always holds.
    pub(crate) when: Option<Condition>,
    pub(crate) by: By,
}

pub(crate) enum By {
    Adds(f64),
    Assigns(f64),
    /// Adds the answered number of a question, multiplied by a factor.
    AddsAnswer(String, f64),
    /// What flows cannot say about it.
    Unsayable(String),
}

/// Starts the names of variables: a question can be called the same.
const PREFIX: &str = "var:";

/// Returns what conditions and pipes name a variable by.
pub(crate) fn name_of(variable: &str) -> String {
    format!("{PREFIX}{variable}")
}

/// Returns what the source calls the variable with this name, or `None` if it is the name of a question.
pub(crate) fn called(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX)
}
