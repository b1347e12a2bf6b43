//! Questions: what is asked and what counts as an answer. One file per family of styles.

mod choice;
mod email;
mod score;
mod text;

use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::flow::TriggerIx;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::texts::Texts;
pub(crate) use score::SCORE_BOUNDS;
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
    /// One of the options.
    Radio,
    /// Any number of the options.
    Checklist,
    /// A whole number on a scale, 0 to 10 unless the question says otherwise.
    Score,
}

/// Every style with its name in flows and its behaviour: the one table.
const STYLES: &[(&str, Style, &dyn Behaviour)] = &[
    ("text", Style::Text, &text::Text),
    ("textarea", Style::Textarea, &text::Text),
    ("email", Style::Email, &email::Email),
    ("radio", Style::Radio, &choice::Choice { many: false }),
    ("checklist", Style::Checklist, &choice::Choice { many: true }),
    ("score", Style::Score, &score::Score),
];

/// What a style decides about answers. Implementations hold no state.
trait Behaviour: Sync {
    /// The answer in `input`, or `None` where it is not one of this style; `before` is the answer until now.
    fn accept(&self, question: &Question, input: &AnswerInput, before: Option<&Answer>) -> Option<Answer>;

    /// What is wrong with a non-empty answer.
    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message>;

    /// The answer as response items, without question id and flags.
    fn build_items(&self, question: &Question, answer: &Answer, platform: &dyn Platform)
    -> Vec<ResponseItem>;

    /// The answer that these response items of one question stand for; the reverse of `build_items`.
    ///
    /// # Errors
    /// The position of the item that does not fit, and why.
    fn read_items(
        &self,
        question: &Question,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> Result<AnswerInput, (usize, Misfit)>;
}

/// Why a response item cannot be an answer to its question.
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
    /// Lowest number of the scale.
    pub min: Option<f64>,
    /// Highest number of the scale.
    pub max: Option<f64>,
    /// What can be selected, in document order.
    pub options: Vec<QuestionOption>,
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

    /// What is wrong with the answer, if anything (specification, section 5).
    #[must_use]
    pub fn validate(&self, answer: Option<&Answer>) -> Option<Message> {
        match answer {
            Some(answer) if !answer.is_empty() => self.style.behaviour().validate(self, answer),
            _ => self.required.then(|| MessageKey::Required.into()),
        }
    }

    /// The answer on the wire, each item complete.
    pub(crate) fn build_items(&self, answer: &Answer, platform: &dyn Platform) -> Vec<ResponseItem> {
        let mut items = self.style.behaviour().build_items(self, answer, platform);
        for item in &mut items {
            item.question_id = self.id.as_ref().into();
            item.hide_personal_data = self.hide_personal_data;
        }
        items
    }

    /// The answer that these items, all of this question, stand for.
    ///
    /// # Errors
    /// The position of the item that does not fit, and why.
    #[cfg_attr(
        not(feature = "native"),
        expect(dead_code, reason = "only the server reads submissions")
    )]
    pub(crate) fn read_items(
        &self,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> Result<AnswerInput, (usize, Misfit)> {
        self.style.behaviour().read_items(self, items, platform)
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

fn position(at: Option<usize>) -> Option<u32> {
    at.and_then(|at| u32::try_from(at).ok())
}

impl Answer {
    /// The same answer on the wire.
    pub(crate) fn to_input(&self, question: &Question) -> AnswerInput {
        match self {
            Self::Text(text) => AnswerInput::text(&**text),
            Self::Number(number) => AnswerInput::number(*number),
            Self::Options(options) => {
                AnswerInput::options(options.iter().filter_map(|at| Some(&*question.option(*at)?.id)))
            }
        }
    }

    /// Calls `test` with each text that rules and triggers compare with, until one passes: the trimmed text, the
    /// number, or the key of each selected option (design.md, open points).
    pub(crate) fn any_text(
        &self,
        question: &Question,
        platform: &dyn Platform,
        mut test: impl FnMut(&str) -> bool,
    ) -> bool {
        match self {
            Self::Text(text) => test(text.trim()),
            Self::Number(number) => test(&platform.text_from(*number)),
            Self::Options(options) => options
                .iter()
                .filter_map(|at| question.option(*at))
                .any(|option| test(&option.key)),
        }
    }

    /// Whether the option at `at` is selected, or, for a number, is the option whose key is that number.
    pub(crate) fn selects(&self, at: u32, question: &Question, platform: &dyn Platform) -> bool {
        match self {
            Self::Options(options) => options.contains(&at),
            Self::Number(number) => question
                .option(at)
                .is_some_and(|option| *option.key == *platform.text_from(*number)),
            Self::Text(_) => false,
        }
    }
}
