//! Questions: what is asked and what counts as an answer. One file per family of styles.

mod agreement;
mod choice;
mod date;
mod email;
mod file;
mod matrix;
mod naming;
mod number;
mod phone;
mod random;
mod ranking;
mod read;
mod silent;
mod text;
mod wording;

use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::flow::TriggerIx;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::texts::Texts;
use number::{Bounds, Number};
pub(crate) use random::choose as choose_at_random;
use serde::Serialize;

/// How a question is asked (specification, section 3.4: question types).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// One line of text.
    #[default]
    Text,
    /// Several lines of text.
    Textarea,
    /// One e-mail address.
    Email,
    /// The visitor's id in another system.
    ExternalId,
    /// A text that is looked up elsewhere; the result fills other answers.
    DynamicRequest,
    /// A field of the customer: a text, or one of the options where there are any.
    CustomerSchema,
    /// One of the options.
    Radio,
    /// One of the options, from a list that opens.
    Dropdown,
    /// One of the options; becomes the customer's gender.
    Gender,
    /// Any number of the options.
    Checklist,
    /// One of the options, which a look-up may select.
    DynamicMultipleChoice,
    /// Any number of the options, which a look-up may select.
    DynamicMultipleValue,
    /// Nothing to answer: the session's seed selects one of the options.
    Random,
    /// All options, best first.
    Ranking,
    /// Statements, each with its options.
    Matrix,
    /// A number.
    Numeric,
    /// Whole years.
    Age,
    /// A number on a line, 0 to 100 by default.
    Slider,
    /// A whole number on a scale, 0 to 10 by default.
    Score,
    /// Stars, 1 to 5 by default.
    Star,
    /// Customer effort, 1 to 7 by default.
    Ces,
    /// A number on a scale of its own.
    CustomScore,
    /// Given and family name.
    Naming,
    /// A box to check.
    Agreement,
    /// A day.
    Datepicker,
    /// A telephone number.
    PhoneNumber,
    /// A telephone number that the visitor proves to have.
    PhoneVerification,
    /// Uploaded files.
    File,
    /// A picture of the page.
    Screenshot,
    /// Nothing to answer: a text.
    Plain,
    /// Nothing to answer: an address, shown in the chat as a link.
    Link,
}

/// Every style with its name in flows and its behaviour: the one table.
const STYLES: &[(&str, Style, &dyn Behaviour)] = &[
    ("text", Style::Text, &text::Text),
    ("textarea", Style::Textarea, &text::Text),
    ("email", Style::Email, &email::Email),
    ("external_id", Style::ExternalId, &text::Text),
    ("dynamic_request", Style::DynamicRequest, &text::Text),
    ("customer_schema", Style::CustomerSchema, &choice::CustomerSchema),
    ("radio", Style::Radio, &choice::Choice { many: false }),
    ("dropdown", Style::Dropdown, &choice::Choice { many: false }),
    ("gender", Style::Gender, &choice::Choice { many: false }),
    ("checklist", Style::Checklist, &choice::Choice { many: true }),
    (
        "dynamic_multiple_choice",
        Style::DynamicMultipleChoice,
        &choice::Choice { many: false },
    ),
    (
        "dynamic_multiple_value",
        Style::DynamicMultipleValue,
        &choice::Choice { many: true },
    ),
    ("random", Style::Random, &random::Random),
    ("ranking", Style::Ranking, &ranking::Ranking),
    ("matrix", Style::Matrix, &matrix::Matrix),
    (
        "numeric",
        Style::Numeric,
        &Number {
            bounds: Bounds::Limits { lower: None },
            whole: false,
            picked: false,
        },
    ),
    (
        "age",
        Style::Age,
        &Number {
            bounds: Bounds::Limits { lower: Some(0.0) },
            whole: true,
            picked: false,
        },
    ),
    (
        "slider",
        Style::Slider,
        &Number {
            bounds: Bounds::Scale { min: 0.0, max: 100.0 },
            whole: false,
            picked: false,
        },
    ),
    (
        "score",
        Style::Score,
        &Number {
            bounds: Bounds::Scale { min: 0.0, max: 10.0 },
            whole: true,
            picked: true,
        },
    ),
    (
        "star",
        Style::Star,
        &Number {
            bounds: Bounds::Scale { min: 1.0, max: 5.0 },
            whole: true,
            picked: true,
        },
    ),
    (
        "ces",
        Style::Ces,
        &Number {
            bounds: Bounds::Scale { min: 1.0, max: 7.0 },
            whole: true,
            picked: true,
        },
    ),
    (
        "custom_score",
        Style::CustomScore,
        &Number {
            bounds: Bounds::OpenScale,
            whole: false,
            picked: true,
        },
    ),
    ("naming", Style::Naming, &naming::Naming),
    ("agreement", Style::Agreement, &agreement::Agreement),
    ("datepicker", Style::Datepicker, &date::Datepicker),
    ("phone_number", Style::PhoneNumber, &phone::Phone),
    ("phone_verification", Style::PhoneVerification, &phone::Phone),
    ("file", Style::File, &file::File),
    ("screenshot", Style::Screenshot, &file::File),
    ("plain", Style::Plain, &silent::Silent),
    ("link", Style::Link, &silent::Silent),
];

/// What a style decides about answers. Implementations hold no state.
trait Behaviour: Sync {
    /// The answer in `input`, or `None` where it is not one of this style; `before` is the answer until now.
    fn accept(&self, question: &Question, input: &AnswerInput, before: Option<&Answer>) -> Option<Answer>;

    /// Whether the visitor is asked for anything.
    fn asks(&self) -> bool {
        true
    }

    /// What is wrong with a non-empty answer.
    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message>;

    /// Whether a non-empty answer says all that a required question wants; `offered` is the number of visible options.
    fn is_complete(&self, _answer: &Answer, _offered: usize) -> bool {
        true
    }

    /// Whether one pick completes the answer, so that the visitor looks for the next question.
    fn is_complete_by_a_pick(&self, _question: &Question) -> bool {
        false
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
    fn read_items(&self, question: &Question, items: &[&ResponseItem], platform: &dyn Platform) -> ReadItems;
}

/// What response items say, or the position of the item that does not fit, and why.
#[cfg(feature = "native")]
type ReadItems = Result<AnswerInput, (usize, Misfit)>;

/// Why a response item cannot be an answer to its question.
#[cfg(feature = "native")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// It names an option that the question does not have.
    UnknownOption,
    /// It is not of the question's style.
    InvalidAnswer,
}

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
}

/// A row of a matrix.
#[derive(Debug, Default)]
pub struct Statement {
    /// The statement's id; response items name it as their question.
    pub id: Box<str>,
    /// Its name in exports.
    pub key: Box<str>,
    /// Its text.
    pub body: Texts,
    /// Its own options; empty: those of the question.
    pub options: Vec<QuestionOption>,
}

/// What the answers of a matrix mean (`extra.matrix_question_type`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum MatrixForm {
    /// One answer for each statement.
    #[default]
    Other,
    /// One answer for each statement, compared across them.
    Conjoint,
    /// The best and the worst.
    Maxdiff,
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
    pub shown_by: Vec<TriggerIx>,
}

impl Style {
    /// The style with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        STYLES
            .iter()
            .find(|(known, ..)| *known == name)
            .map(|(_, style, _)| *style)
    }

    fn behaviour(self) -> &'static dyn Behaviour {
        STYLES
            .iter()
            .find(|(_, style, _)| *style == self)
            .map_or(&text::Text, |(.., behaviour)| *behaviour)
    }
}

impl Question {
    /// The answer in `input`, or `None` where it is not one for this question.
    pub(crate) fn accept(&self, input: &AnswerInput, before: Option<&Answer>) -> Option<Answer> {
        self.style.behaviour().accept(self, input, before)
    }

    /// What is wrong with the answer, if anything (specification, section 5); `offered` is the number of visible
    /// options.
    #[must_use]
    pub fn validate(&self, answer: Option<&Answer>, offered: usize) -> Option<Message> {
        let behaviour = self.style.behaviour();
        match answer.filter(|answer| !answer.is_empty()) {
            Some(answer) if self.required && !behaviour.is_complete(answer, offered) => {
                Some(MessageKey::Required.into())
            }
            Some(answer) => behaviour.validate(self, answer),
            None => (self.required && behaviour.asks()).then(|| MessageKey::Required.into()),
        }
    }

    /// Whether the visitor is asked for anything.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.style.behaviour().asks()
    }

    /// Whether one pick completes the answer (specification, section 4.3).
    pub(crate) fn is_complete_by_a_pick(&self) -> bool {
        self.style.behaviour().is_complete_by_a_pick(self)
    }

    /// Lowest and highest number of the scale that the visitor sees.
    #[must_use]
    pub fn scale(&self) -> (Option<f64>, Option<f64>) {
        self.style.behaviour().scale(self)
    }

    /// The answer on the wire, each item complete.
    pub(crate) fn build_items(&self, answer: &Answer, platform: &dyn Platform) -> Vec<ResponseItem> {
        let mut items = self.style.behaviour().build_items(self, answer, platform);
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
    ) -> Result<AnswerInput, (usize, Misfit)> {
        let input = self.style.behaviour().read_items(self, items, platform)?;
        match items
            .iter()
            .position(|item| self.is_overfull(item, &input, platform))
        {
            Some(at) => Err((at, Misfit::InvalidAnswer)),
            None => Ok(input),
        }
    }

    /// Whether an item has a field that no item of such an answer has: it would be stored unseen.
    #[cfg(feature = "native")]
    fn is_overfull(&self, item: &ResponseItem, input: &AnswerInput, platform: &dyn Platform) -> bool {
        let Some(answer) = self.accept(input, None).filter(|answer| !answer.is_empty()) else {
            return false;
        };
        let built = self.style.behaviour().build_items(self, &answer, platform);
        let lacks = |has: fn(&ResponseItem) -> bool| has(item) && !built.iter().any(has);
        lacks(|item| item.option_id.is_some())
            || lacks(|item| item.body.as_deref().is_some_and(|body| !body.is_empty()))
            || lacks(|item| item.ranking.is_some())
            || lacks(|item| item.active_storage_blob_id.is_some())
    }

    /// Position of the option with this id.
    pub(crate) fn option_with_id(&self, id: &str) -> Option<u32> {
        position(self.options.iter().position(|option| *option.id == *id))
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

/// The text of the only response item of an answer that is one text.
#[cfg(feature = "native")]
fn only_body<'a>(items: &[&'a ResponseItem]) -> Result<&'a str, (usize, Misfit)> {
    match items {
        [
            ResponseItem {
                body: Some(body),
                option_id: None,
                ..
            },
        ] => Ok(body),
        [_] => Err((0, Misfit::InvalidAnswer)),
        _ => Err((1, Misfit::InvalidAnswer)),
    }
}

fn position(at: Option<usize>) -> Option<u32> {
    at.and_then(|at| u32::try_from(at).ok())
}
