//! Questions: what is asked and what counts as an answer. One file per family of styles, and `style.rs` has the table
//! of them.

mod agreement;
mod answer_text;
mod behavior;
mod choice;
mod date;
mod display_only;
mod email;
mod file;
mod id_index;
mod items;
mod matrix;
mod naming;
mod number;
mod phone;
mod random;
mod ranking;
mod read;
mod style;
mod text;

#[cfg(feature = "native")]
pub use behavior::ResponseItemError;
pub use matrix::{MatrixForm, Statement};
pub(crate) use style::CustomerField;
pub use style::Style;

use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::{Platform, parse_number};
use crate::position::TriggerIx;
use crate::texts::Texts;
use behavior::Behavior;
#[cfg(feature = "native")]
use behavior::ReadItemsResult;
use id_index::IdIndex;

/// What is asked (specification, section 3.4).
#[derive(Debug, Default)]
pub struct Question {
    /// The question's id.
    pub id: Box<str>,
    /// Its name in rules, triggers and exports.
    pub key: Box<str>,
    /// How it is asked.
    pub style: Style,
    /// The question itself.
    pub body: Texts,
    /// A longer explanation.
    pub description: Texts,
    /// Shown in the empty input.
    pub placeholder: Texts,
    /// What the lowest number means.
    pub min_label: Texts,
    /// What the highest number means.
    pub max_label: Texts,
    /// Whether it must be answered.
    pub required: bool,
    /// Whether several options may be selected, whatever the style.
    pub multi_select: bool,
    /// Whether personal data in the answer is to be masked.
    pub hide_personal_data: bool,
    /// Fewest options.
    pub min_selection: Option<u32>,
    /// Most options.
    pub max_selection: Option<u32>,
    /// Shortest text, in Unicode scalars after trimming.
    pub min_length: Option<u32>,
    /// Longest text, likewise.
    pub max_length: Option<u32>,
    /// Lowest number, where the style has limits rather than a scale.
    pub lower_limit: Option<f64>,
    /// Highest number, likewise.
    pub upper_limit: Option<f64>,
    /// Distance of the numbers that can be chosen; above 0.
    pub step: Option<f64>,
    /// Lowest number of the scale.
    pub min: Option<f64>,
    /// Highest number of the scale.
    pub max: Option<f64>,
    /// What can be selected, in document order.
    pub options: Vec<QuestionOption>,
    /// `matrix`: what its answers mean.
    pub matrix_form: MatrixForm,
    /// `matrix`: the rows, in document order.
    pub statements: Vec<Statement>,
    /// Name of the binding that the integration proxy looks up (specification, section 7).
    pub binding_model: Option<Box<str>>,
    option_index: IdIndex,
    statement_index: IdIndex,
}

/// Something that can be selected.
#[derive(Debug, Default)]
pub struct QuestionOption {
    /// The option's id.
    pub id: Box<str>,
    /// Its name in rules, triggers and exports.
    pub key: Box<str>,
    /// Its text.
    pub body: Texts,
    /// Whether it is offered while no trigger says otherwise.
    pub visible: bool,
    /// A picture of it.
    pub image_url: Option<Box<str>>,
    /// Whether selecting it deselects all others.
    pub exclusive: bool,
    /// Triggers that show or hide it, in document order.
    pub visibility_triggers: Vec<TriggerIx>,
}

impl Question {
    /// The answer in `input`, or `None` where it is not one for this question.
    pub(crate) fn parse_answer(&self, input: &AnswerInput, before: Option<&Answer>) -> Option<Answer> {
        self.behavior().parse_answer(self, input, before)
    }

    /// What is wrong with the answer, if anything (specification, section 5); `offered` is the number of visible
    /// options: nothing is wanted that is not offered.
    #[must_use]
    pub fn validate(&self, answer: Option<&Answer>, offered: usize) -> Option<Message> {
        let behavior = self.behavior();
        match answer.filter(|answer| !answer.is_empty()) {
            Some(answer) if self.required && !behavior.is_complete(answer, offered) => {
                Some(MessageKey::Required.into())
            }
            Some(answer) => behavior
                .validate(self, answer)
                .or_else(|| behavior.validate_minimum(self, answer, offered)),
            None => (self.required && behavior.expects_answer() && behavior.offers(self, offered))
                .then(|| MessageKey::Required.into()),
        }
    }

    /// Whether the visitor is asked for anything.
    #[must_use]
    pub fn expects_answer(&self) -> bool {
        self.behavior().expects_answer()
    }

    /// Whether one pick completes the answer (specification, section 4.3).
    pub(crate) fn completes_on_selection(&self) -> bool {
        self.behavior().completes_on_selection(self)
    }

    /// Whether more than one option, or one file, may be given; of a matrix in each row.
    #[must_use]
    pub fn allows_multiple(&self) -> bool {
        self.behavior().allows_multiple(self)
    }

    /// Whether there is nothing to choose from without options.
    #[cfg(feature = "native")]
    pub(crate) fn requires_options(&self) -> bool {
        self.behavior().requires_options()
    }

    /// The answer that the session's seed gives, where nobody is asked.
    pub(crate) fn random_answer(&self, seed: u32) -> Option<Answer> {
        self.behavior().random_answer(self, seed)
    }

    /// Whether the answer itself is looked up elsewhere; a binding looks up whatever the style.
    pub(crate) fn is_dynamic_request(&self) -> bool {
        self.behavior().is_dynamic_request()
    }

    /// Whether the visitor has to prove that what they answered is theirs.
    pub(crate) fn requires_verification(&self) -> bool {
        self.behavior().requires_verification()
    }

    /// What the answers of a matrix mean, where it is one.
    pub(crate) fn matrix_form(&self) -> Option<MatrixForm> {
        self.behavior().matrix_form(self)
    }

    /// Lowest and highest number of the scale that the visitor sees.
    #[must_use]
    pub fn scale(&self) -> (Option<f64>, Option<f64>) {
        self.behavior().scale(self)
    }

    /// The answer on the wire, each item complete.
    pub(crate) fn build_items(&self, answer: &Answer, platform: &dyn Platform) -> Vec<ResponseItem> {
        let mut items = self.behavior().build_items(self, answer, platform);
        for item in &mut items {
            if item.question_id.is_empty() {
                item.question_id = self.id.as_ref().into();
            }
            item.hide_personal_data = self.hide_personal_data;
        }
        items
    }

    /// The answer that these items, all of this question, stand for.
    ///
    /// # Errors
    /// The position of the item that does not fit, and why.
    #[cfg(feature = "native")]
    pub(crate) fn read_items(
        &self,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> Result<AnswerInput, (usize, ResponseItemError)> {
        let input = self.behavior().read_items(self, items, platform)?;
        let answer = self
            .parse_answer(&input, None)
            .filter(|answer| !answer.is_empty());
        let overfull = answer.and_then(|answer| {
            let built = self.behavior().build_items(self, &answer, platform);
            find_overfull(items, &built)
        });
        match overfull {
            Some(at) => Err((at, ResponseItemError::InvalidAnswer)),
            None => Ok(input),
        }
    }

    /// Position of the option with this id.
    pub(crate) fn option_with_id(&self, id: &str) -> Option<u32> {
        self.option_index.find(&self.options, id, |option| &option.id)
    }

    /// Position of the option with this key.
    pub(crate) fn option_with_key(&self, key: &str) -> Option<u32> {
        position(self.options.iter().position(|option| *option.key == *key))
    }

    /// The option at a position.
    pub(crate) fn option(&self, at: u32) -> Option<&QuestionOption> {
        self.options.get(at as usize)
    }
}

impl QuestionOption {
    /// Whether its key spells this number.
    pub(crate) fn has_key_equal_to(&self, number: f64, platform: &dyn Platform) -> bool {
        parse_number(&self.key, platform) == Some(number)
    }
}

/// Position of the first item with a field that none of the items `built` from the answer has: it would be stored unseen.
#[cfg(feature = "native")]
fn find_overfull(items: &[&ResponseItem], built: &[ResponseItem]) -> Option<usize> {
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

fn position(at: Option<usize>) -> Option<u32> {
    at.and_then(|at| u32::try_from(at).ok())
}
