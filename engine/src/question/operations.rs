//! The operations of a question, decided by its style's behavior.

#[cfg(feature = "native")]
use super::behavior::{ReadItemsResult, ResponseItemError};
use super::model::{MatrixForm, Question};
use super::styles::behavior_of;
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;

impl Question {
    /// Converts `input` to an answer, or returns `None` if it is not an answer to this question.
    pub(crate) fn parse_answer(&self, input: &AnswerInput, previous: Option<&Answer>) -> Option<Answer> {
        behavior_of(self).parse_answer(self, input, previous)
    }

    /// Validates an answer (docs/engine.md#validation). `visible_options` is the number of the question's options that
    /// are visible: a hidden option is never required.
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

    /// Returns whether the visitor is expected to answer.
    #[must_use]
    pub fn expects_answer(&self) -> bool {
        behavior_of(self).expects_answer()
    }

    /// Returns whether a single selection completes the answer (docs/engine.md#scrolling).
    pub(crate) fn completes_on_selection(&self) -> bool {
        behavior_of(self).completes_on_selection(self)
    }

    /// Returns whether several options or files may be given; of a matrix, in each row.
    #[must_use]
    pub fn allows_multiple(&self) -> bool {
        behavior_of(self).allows_multiple(self)
    }

    /// Returns whether a question of this style is useless without options.
    #[cfg(feature = "native")]
    pub(crate) fn requires_options(&self) -> bool {
        behavior_of(self).requires_options()
    }

    /// Returns the answer that the session's seed selects, for questions that no visitor answers
    /// (docs/engine.md#random-questions).
    pub(crate) fn random_answer(&self, seed: u32) -> Option<Answer> {
        behavior_of(self).random_answer(self, seed)
    }

    /// Returns whether the answer is sent to a look-up. A question of any style may have a binding, which also causes
    /// a look-up (docs/engine.md#look-ups).
    pub(crate) fn is_dynamic_request(&self) -> bool {
        behavior_of(self).is_dynamic_request()
    }

    /// Returns whether the visitor must verify the answer with a code (docs/engine.md#phone-verification).
    pub(crate) fn requires_verification(&self) -> bool {
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

    /// Reads an answer from response items, all of which belong to this question.
    ///
    /// # Errors
    /// Returns the position of the first invalid item, and the reason.
    #[cfg(feature = "native")]
    pub(crate) fn read_items(&self, items: &[&ResponseItem], platform: &dyn Platform) -> ReadItemsResult {
        let input = behavior_of(self).read_items(self, items, platform)?;
        let answer = self
            .parse_answer(&input, None)
            .filter(|answer| !answer.is_empty());
        let with_unused_field = answer.and_then(|answer| {
            let built = behavior_of(self).build_items(self, &answer, platform);
            find_item_with_unused_field(items, &built)
        });
        match with_unused_field {
            Some(at) => Err((at, ResponseItemError::InvalidAnswer)),
            None => Ok(input),
        }
    }
}

/// Returns the position of the first item that sets a field which no built item of the same answer sets. Such a field
/// would be stored without ever having been validated.
#[cfg(feature = "native")]
fn find_item_with_unused_field(items: &[&ResponseItem], built: &[ResponseItem]) -> Option<usize> {
    let fields: [fn(&ResponseItem) -> bool; 4] = [
        |item| item.option_id.is_some(),
        |item| item.body.as_deref().is_some_and(|body| !body.is_empty()),
        |item| item.ranking.is_some(),
        |item| item.active_storage_blob_id.is_some(),
    ];
    let unused = fields.map(|has| (has, !built.iter().any(has)));
    items
        .iter()
        .position(|item| unused.iter().any(|(has, unused)| *unused && has(item)))
}
