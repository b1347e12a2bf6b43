//! The interface that every question style implements.

use super::model::{MatrixForm, Question};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::Message;
use crate::platform::Platform;

/// What a question style is. Implementations hold no state.
pub(super) trait Behavior: AnswerBehavior + CheckedBehavior + NativeBehavior + Sync {
    /// Returns whether the visitor is expected to answer.
    fn expects_answer(&self) -> bool {
        true
    }

    /// Returns whether several options or files may be given; of a matrix, in each row.
    fn allows_multiple(&self, question: &Question) -> bool {
        question.multi_select
    }

    /// Returns whether the answer is sent to a look-up whose result fills other answers.
    fn is_dynamic_request(&self) -> bool {
        false
    }

    /// Returns whether the visitor must verify the answer with a code.
    fn requires_verification(&self) -> bool {
        false
    }

    /// Returns the form of a matrix, or `None` for every other style.
    fn matrix_form(&self, _question: &Question) -> Option<MatrixForm> {
        None
    }

    /// Returns the lowest and the highest number that the visitor can choose.
    fn scale(&self, question: &Question) -> (Option<f64>, Option<f64>) {
        (question.min, question.max)
    }
}

/// The decisions of a question style about its answers.
///
/// `visible_options` is always the number of the question's own options that are visible at the moment.
#[cfg(feature = "session")]
pub(super) trait AnswerBehavior {
    /// Converts `input` to an answer, or returns `None` if it is not an answer of this style.
    fn parse_answer(
        &self,
        question: &Question,
        input: &AnswerInput,
        previous: Option<&Answer>,
    ) -> Option<Answer>;

    /// Validates the value of a non-empty answer.
    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message>;

    /// Validates that a non-empty, otherwise valid answer has as many parts as the question requires and the visible
    /// options allow.
    fn validate_minimum(
        &self,
        _question: &Question,
        _answer: &Answer,
        _visible_options: usize,
    ) -> Option<Message> {
        None
    }

    /// Returns whether the visitor can give any answer at all.
    fn is_answerable(&self, _question: &Question, _visible_options: usize) -> bool {
        true
    }

    /// Returns whether a non-empty answer satisfies a required question.
    fn is_complete(&self, _answer: &Answer, _visible_options: usize) -> bool {
        true
    }

    /// Returns whether a single selection completes the answer, so that the page scrolls to the next question.
    fn completes_on_selection(&self, _question: &Question) -> bool {
        false
    }

    /// Returns the answer that the session's seed selects, for styles that no visitor answers.
    fn random_answer(&self, _question: &Question, _seed: u32) -> Option<Answer> {
        None
    }

    /// Builds the response items of an answer, without flags, and without the question's id unless it differs.
    fn build_items(&self, question: &Question, answer: &Answer, platform: &dyn Platform)
    -> Vec<ResponseItem>;
}

/// What only the server and the check of flows need to know of a question style.
#[cfg(feature = "check")]
pub(super) trait CheckedBehavior {
    /// Returns what the answers are to those who count and export them. Without a default, so that each new style decides.
    fn answer_kind(&self) -> AnswerKind;

    /// Returns whether a question of this style is useless without options.
    fn requires_options(&self) -> bool {
        false
    }
}

/// The decisions of a question style that only the server needs.
#[cfg(feature = "native")]
pub(super) trait NativeBehavior {
    /// Reads the answer back from the response items of one question; the inverse of `build_items`.
    ///
    /// # Errors
    /// Returns the position of the first invalid item, and the reason.
    fn read_items(
        &self,
        question: &Question,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> ReadItemsResult;
}

/// What the answers to a question are to those who count and export them (docs/results.md#columns).
#[cfg(feature = "check")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerKind {
    /// Nobody answers.
    Nothing,
    /// A text.
    Text,
    /// Ids of files.
    Files,
    /// A number.
    Number,
    /// One of the question's options, or several.
    Options,
    /// All options in an order.
    Ranking,
    /// Options for each row.
    Rows,
}

/// An answer read from response items, or the position of the first invalid item and the reason.
#[cfg(feature = "native")]
pub(super) type ReadItemsResult = Result<AnswerInput, (usize, ResponseItemError)>;

/// Why a response item cannot be an answer to its question.
#[cfg(feature = "native")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResponseItemError {
    /// The item names an option that the question does not have.
    UnknownOption,
    /// The item does not have the form of the question's style.
    InvalidAnswer,
}

/// In the browser there is nothing to add to [`Behavior`].
#[cfg(not(feature = "check"))]
pub(super) trait CheckedBehavior {}

#[cfg(not(feature = "check"))]
impl<T> CheckedBehavior for T {}

/// In the browser there is nothing to add to [`Behavior`].
#[cfg(not(feature = "native"))]
pub(super) trait NativeBehavior {}

#[cfg(not(feature = "native"))]
impl<T> NativeBehavior for T {}

/// The check of flows has no answers.
#[cfg(not(feature = "session"))]
pub(super) trait AnswerBehavior {}

#[cfg(not(feature = "session"))]
impl<T> AnswerBehavior for T {}
