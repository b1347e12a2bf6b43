//! What the page shows now.

use crate::answer::AnswerInput;
use crate::flow::{ElementKind, StateStyle};
use crate::message::Message;
use crate::question::{MatrixForm, Style};
use serde::Serialize;

use super::effect::FlowEffect;
use super::event::Channel;

/// The current page, whole (`wire.md`, view). It never holds more than the current state.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct View<'a> {
    /// The state; absent for the default thank-you.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_id: Option<&'a str>,
    /// How the page looks.
    pub style: StateStyle,
    /// The custom page's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'a str>,
    /// The custom page's own style rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css: Option<&'a str>,
    /// The custom page's style sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css_url: Option<&'a str>,
    /// The current language's code.
    pub language: &'a str,
    /// The flow's languages, in its order.
    pub languages: Vec<LanguageView<'a>>,
    /// What changes without a new page.
    #[serde(flatten)]
    pub status: PageStatus,
    /// The visible elements in order.
    pub elements: Vec<ElementView<'a>>,
}

/// What of a page changes while it stays.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PageStatus {
    /// Whether there is a previous page to go back to.
    pub can_go_back: bool,
    /// Whether the page is being left: validated, waiting for the pause or the server.
    pub moving: bool,
    /// Whether the complete feedback is on its way.
    pub submitting: bool,
    /// A message about the page as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<Message>,
    /// The channels that the visitor has left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub unsubscribed: Vec<Channel>,
}

/// A language to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LanguageView<'a> {
    /// Lower-case code.
    pub code: &'a str,
    /// The language's own name.
    pub name: &'a str,
}

/// One visible element.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ElementView<'a> {
    /// The element.
    pub id: &'a str,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: ElementKind,
    /// Its text in the current language.
    pub text: &'a str,
    /// `button_link`: where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// `gauge`: what it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauge: Option<GaugeView>,
    /// `question`: the question.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionView<'a>>,
}

/// A gauge's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct GaugeView {
    /// The value shown.
    pub value: f64,
    /// Its lower end.
    pub min: f64,
    /// Its upper end.
    pub max: f64,
}

/// The question in an element.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QuestionView<'a> {
    /// The question.
    pub question_id: &'a str,
    /// How it is asked.
    pub style: Style,
    /// Whether it must be answered.
    pub required: bool,
    /// Whether several options may be selected.
    pub multi_select: bool,
    /// A longer explanation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<&'a str>,
    /// Shown in the empty input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<&'a str>,
    /// Lowest number of a scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Highest number of a scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Distance of the numbers that can be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// What the lowest number means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_label: Option<&'a str>,
    /// What the highest number means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_label: Option<&'a str>,
    /// Longest text, in Unicode scalars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<f64>,
    /// Whether an answer is being looked up elsewhere.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub loading: bool,
    /// `phone_verification`: how far the proof has come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<VerificationStep>,
    /// The visible options.
    pub options: Vec<OptionView<'a>>,
    /// `matrix`: what its answers mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix_form: Option<MatrixForm>,
    /// `matrix`: the rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub statements: Vec<StatementView<'a>>,
    /// The present answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerInput>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

/// How far the proof of a telephone number has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum VerificationStep {
    /// No code has been asked for.
    Unsent,
    /// The code is being sent.
    Sending,
    /// The visitor is to type the code.
    Sent,
    /// The code is being checked.
    Checking,
    /// The number is proven.
    Verified,
}

/// A row of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StatementView<'a> {
    /// The statement.
    pub id: &'a str,
    /// Its text in the current language.
    pub label: &'a str,
    /// Its own options; empty: those of the question.
    pub options: Vec<OptionView<'a>>,
}

/// A visible option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OptionView<'a> {
    /// The option.
    pub id: &'a str,
    /// Its text in the current language.
    pub label: &'a str,
    /// A picture of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url: Option<&'a str>,
}

/// What one event brought: the effects, and of the view only what changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Update<'a> {
    /// What to do now.
    pub effects: Vec<FlowEffect>,
    /// The whole view, when the page or its language changed; then nothing else is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View<'a>>,
    /// The page's own fields, when they changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<PageStatus>,
    /// Ids of the visible elements in order, when some came or went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<&'a str>>,
    /// The elements that came, or that offer other options now, whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub shown: Vec<ElementView<'a>>,
    /// Of all others, the elements whose answer or message changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub changes: Vec<ElementChange<'a>>,
}

/// The new answer and message of one element; an absent one is gone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ElementChange<'a> {
    /// The element.
    pub id: &'a str,
    /// The present answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerInput>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
