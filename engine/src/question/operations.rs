//! The operations of a question, decided by its style's behavior.

#[cfg(feature = "check")]
use super::behavior::AnswerKind;
use super::model::{MatrixForm, Question};
use super::styles::behavior_of;
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;

impl Question {
    /// Returns whether the visitor is expected to answer.
    #[must_use]
    pub fn expects_answer(&self) -> bool {
        behavior_of(self).expects_answer()
    }

    /// Returns whether several options or files may be given; of a matrix, in each row.
    #[must_use]
    pub fn allows_multiple(&self) -> bool {
        behavior_of(self).allows_multiple(self)
    }

    /// Returns whether the answer is looked up elsewhere (docs/engine.md#look-ups).
    #[must_use]
    pub fn is_looked_up(&self) -> bool {
        self.is_dynamic_request() || self.binding_model.is_some()
    }

    /// Returns whether the answer alone is sent to the look-up, as the style `dynamic_request` does. The others send all
    /// answers.
    #[must_use]
    pub fn is_dynamic_request(&self) -> bool {
        behavior_of(self).is_dynamic_request()
    }

    /// Returns whether the visitor must verify the answer with a code (docs/engine.md#phone-verification).
    #[must_use]
    pub fn requires_verification(&self) -> bool {
        behavior_of(self).requires_verification()
    }

    /// Returns the form of a matrix, or `None` for every other style.
    pub(crate) fn matrix_form(&self) -> Option<MatrixForm> {
        behavior_of(self).matrix_form(self)
    }

    /// Returns the lowest and the highest number that the visitor can choose.
    #[must_use]
    pub fn scale(&self) -> (Option<f64>, Option<f64>) {
        behavior_of(self).scale(self)
    }
}

/// Answers.
#[cfg(feature = "session")]
impl Question {
    /// Converts `input` to an answer, or returns `None` if it is not an answer to this question.
    pub(crate) fn parse_answer(&self, input: &AnswerInput, previous: Option<&Answer>) -> Option<Answer> {
        behavior_of(self).parse_answer(self, input, previous)
    }

    /// Validates an answer (docs/engine.md#validation). `visible_options` is the number of the question's options that
    /// are visible, because no answer has to name a hidden option.
    #[must_use]
    pub fn validate(&self, answer: Option<&Answer>, visible_options: usize) -> Option<Message> {
        let behavior = behavior_of(self);
        match answer.filter(|answer| !answer.is_empty()) {
            Some(answer) if self.required && !behavior.is_complete(answer, visible_options) => {
                Some(MessageKey::Required.into())
            }
            Some(answer) => behavior
                .validate(self, answer)
                .or_else(|| behavior.validate_minimum(self, answer, visible_options)),
            None => {
                (self.required && behavior.expects_answer() && behavior.is_answerable(self, visible_options))
                    .then(|| MessageKey::Required.into())
            }
        }
    }

    /// Returns whether a single selection completes the answer (docs/engine.md#scrolling).
    pub(crate) fn completes_on_selection(&self) -> bool {
        behavior_of(self).completes_on_selection(self)
    }

    /// Returns the answer that the session's seed selects, for questions that no visitor answers
    /// (docs/engine.md#random-questions).
    pub(crate) fn random_answer(&self, seed: u32) -> Option<Answer> {
        behavior_of(self).random_answer(self, seed)
    }

    /// Builds the complete response items of an answer.
    pub(crate) fn build_items(&self, answer: &Answer, platform: &dyn Platform) -> Vec<ResponseItem> {
        let mut items = behavior_of(self).build_items(self, answer, platform);
        for item in &mut items {
            if item.question_id.is_empty() {
                item.question_id = self.id.as_ref().into();
            }
            item.hide_personal_data = self.hide_personal_data;
        }
        items
    }
}

/// What only the server and the check of flows need to know.
#[cfg(feature = "check")]
impl Question {
    /// Returns what the answers to the question are to those who count and export them.
    #[must_use]
    pub fn answer_kind(&self) -> AnswerKind {
        behavior_of(self).answer_kind()
    }

    /// Returns whether a question of this style is useless without options.
    pub(crate) fn requires_options(&self) -> bool {
        behavior_of(self).requires_options()
    }
}
