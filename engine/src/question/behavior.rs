//! What tells one style from another.

use super::{MatrixForm, Question};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::Message;
use crate::platform::Platform;

/// What a style decides about answers. Implementations hold no state.
pub(super) trait Behavior: Sync {
    /// The answer in `input`, or `None` where it is not one of this style; `before` is the answer until now.
    fn parse_answer(
        &self,
        question: &Question,
        input: &AnswerInput,
        before: Option<&Answer>,
    ) -> Option<Answer>;

    /// Whether the visitor is asked for anything.
    fn expects_answer(&self) -> bool {
        true
    }

    /// What is wrong with a non-empty answer.
    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message>;

    /// What a non-empty answer without fault still lacks, of what can be had; `offered` is the number of visible options.
    fn validate_minimum(&self, _question: &Question, _answer: &Answer, _offered: usize) -> Option<Message> {
        None
    }

    /// Whether there is anything to answer with; `offered` is the number of visible options.
    fn offers(&self, _question: &Question, _offered: usize) -> bool {
        true
    }

    /// Whether a non-empty answer says all that a required question wants; `offered` is the number of visible options.
    fn is_complete(&self, _answer: &Answer, _offered: usize) -> bool {
        true
    }

    /// Whether one pick completes the answer, so that the visitor looks for the next question.
    fn completes_on_selection(&self, _question: &Question) -> bool {
        false
    }

    /// Whether more than one option, or one file, may be given; of a matrix in each row.
    fn allows_multiple(&self, question: &Question) -> bool {
        question.multi_select
    }

    /// Whether there is nothing to choose from without options.
    #[cfg(feature = "native")]
    fn requires_options(&self) -> bool {
        false
    }

    /// The answer that the session's seed gives, where nobody is asked.
    fn random_answer(&self, _question: &Question, _seed: u32) -> Option<Answer> {
        None
    }

    /// Whether the answer is looked up elsewhere, so that the result fills other answers.
    fn is_dynamic_request(&self) -> bool {
        false
    }

    /// Whether the visitor has to prove that what they answered is theirs.
    fn requires_verification(&self) -> bool {
        false
    }

    /// What the answers of a matrix mean, where it is one.
    fn matrix_form(&self, _question: &Question) -> Option<MatrixForm> {
        None
    }

    /// Lowest and highest number of the scale that the visitor sees.
    fn scale(&self, question: &Question) -> (Option<f64>, Option<f64>) {
        (question.min, question.max)
    }

    /// The answer as response items, without flags, and without the question's id unless it differs.
    fn build_items(&self, question: &Question, answer: &Answer, platform: &dyn Platform)
    -> Vec<ResponseItem>;

    /// The answer that these response items of one question stand for; the reverse of `build_items`.
    ///
    /// # Errors
    /// The position of the item that does not fit, and why.
    #[cfg(feature = "native")]
    fn read_items(
        &self,
        question: &Question,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> ReadItemsResult;
}

/// What response items say, or the position of the item that does not fit, and why.
#[cfg(feature = "native")]
pub(super) type ReadItemsResult = Result<AnswerInput, (usize, ResponseItemError)>;

/// Why a response item cannot be an answer to its question.
#[cfg(feature = "native")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseItemError {
    /// It names an option that the question does not have.
    UnknownOption,
    /// It is not of the question's style.
    InvalidAnswer,
}
