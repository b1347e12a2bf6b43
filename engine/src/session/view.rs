//! Views: what the page shows. See docs/engine.md#view.

use crate::answer::AnswerInput;
use crate::flow::{ElementKind, ProgressStyle, StateStyle};
use crate::message::Message;
use crate::question::{MatrixForm, Style};
use crate::sorted_map::SortedMap;
use serde::Serialize;
use std::borrow::Cow;

use super::effect::FlowEffect;
use super::event::Channel;

/// The whole current page, and nothing else of the flow.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct View<'a> {
    /// Absent on the default thank-you page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_id: Option<&'a str>,
    pub style: StateStyle,
    /// The title of a custom page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'a, str>>,
    /// The style rules of a custom page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css: Option<&'a str>,
    /// The address of a custom page's style sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css_url: Option<&'a str>,
    /// The code of the current language.
    pub language: &'a str,
    pub languages: Vec<LanguageView<'a>>,
    /// How far the visitor has come; absent at an end and where the flow does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<ProgressView>,
    #[serde(flatten)]
    pub status: PageStatus,
    /// The visible elements, in display order.
    pub elements: Vec<ElementView<'a>>,
}

/// The part of a page that changes without a new page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PageStatus {
    pub can_go_back: bool,
    /// Whether the page is being left: it is valid, and the delay or the submission runs.
    pub moving: bool,
    /// Whether the complete feedback is being submitted.
    pub submitting: bool,
    /// A message about the page as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<Message>,
    /// The channels that the visitor has left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub unsubscribed: Vec<Channel>,
    /// The channels that the visitor could not leave.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub unsubscribe_failed: Vec<Channel>,
}

/// A language that the visitor can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LanguageView<'a> {
    pub code: &'a str,
    /// The name in the language itself.
    pub name: &'a str,
}

/// A visible element.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ElementView<'a> {
    pub id: &'a str,
    #[serde(rename = "type")]
    pub kind: ElementKind,
    /// The text in the current language.
    pub text: Cow<'a, str>,
    /// The languages of those of its texts that are not there in the current language, by text.
    #[serde(skip_serializing_if = "SortedMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub other_languages: SortedMap<&'a str>,
    /// The address of a `button_link` or a `card`; a card without one opens a chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// The text of a card's button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauge: Option<GaugeView>,
    /// Whether a `next_page` skips to the end.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub is_skip: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionView<'a>>,
}

/// How far the visitor has come.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ProgressView {
    pub style: ProgressStyle,
    /// The number of the current page on the visitor's path, from 1.
    pub page: u32,
    /// The number of pages of the longest way that is still open.
    pub pages: u32,
}

/// The numbers of a gauge.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct GaugeView {
    pub value: f64,
    pub min: f64,
    pub max: f64,
}

/// The question of an element.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QuestionView<'a> {
    pub question_id: &'a str,
    pub style: Style,
    pub required: bool,
    pub multi_select: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Cow<'a, str>>,
    /// The text in the empty input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<Cow<'a, str>>,
    /// The full text of an `agreement`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<Cow<'a, str>>,
    /// The style whose answers a `customer_schema` takes, where it is not its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema_type: Option<Style>,
    /// The lower end of a scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The upper end of a scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The distance between numbers that can be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// The meaning of the lowest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_label: Option<Cow<'a, str>>,
    /// The meaning of the highest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_label: Option<Cow<'a, str>>,
    /// The maximum length of a text, in Unicode scalar values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<f64>,
    /// How far the look-up has come, of a question that is looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_up: Option<LookUpStep>,
    /// Whether an upload is under way.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub uploading: bool,
    /// How far a `phone_verification` has come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<VerificationStep>,
    /// How long the visitor has to wait for another verification code, counted from the moment at which the sending of
    /// the last one ended; absent without a pause.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub resend_after_in_seconds: Option<u32>,
    pub options: Vec<OptionView<'a>>,
    /// The meaning of the answers of a `matrix`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix_form: Option<MatrixForm>,
    /// The rows of a `matrix`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub statements: Vec<StatementView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerInput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

/// How far a look-up has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum LookUpStep {
    /// The answer has not been looked up.
    Unasked,
    /// The look-up is under way.
    Loading,
    /// The result had answers.
    Found,
    /// The result was empty.
    Nothing,
    /// There was no result.
    Failed,
}

/// How far the verification of a phone number has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum VerificationStep {
    /// No code was requested.
    Unsent,
    /// A code is being sent.
    Sending,
    /// The visitor has to type the code.
    Sent,
    /// A code is being checked.
    Checking,
    /// The number is the visitor's.
    Verified,
}

/// A row of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StatementView<'a> {
    pub id: &'a str,
    /// The text in the current language.
    pub label: Cow<'a, str>,
    /// The row's own options. If empty, the question's options apply.
    pub options: Vec<OptionView<'a>>,
}

/// An option that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OptionView<'a> {
    pub id: &'a str,
    /// The text in the current language.
    pub label: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url: Option<&'a str>,
    /// Whether the visitor has to add a text to the option.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub asks_for_text: bool,
    /// Whether selecting the option deselects all others.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub is_exclusive: bool,
}

/// The effects of an event, and what changed in the view.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Update<'a> {
    pub effects: Vec<FlowEffect>,
    /// The whole view, if the page or its language changed. All other fields but the effects are empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View<'a>>,
    /// The page's own fields, if they changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<PageStatus>,
    /// The ids of the visible elements in display order, if elements appeared or disappeared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<&'a str>>,
    /// Elements that appeared, or whose options, look-up, uploads or verification changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub shown: Vec<ElementView<'a>>,
    /// Other elements whose answer or message changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub changes: Vec<ElementChange<'a>>,
}

/// The answer and message of an element. Absent ones are removed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ElementChange<'a> {
    pub id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerInput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
