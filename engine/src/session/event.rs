//! What can happen to a session.

use crate::answer::AnswerInput;
use serde::{Deserialize, Serialize};

/// One thing that happened: an act of the visitor, a timer, or a result from the network (`wire.md`, Events).
///
/// Flat, with the fields that its `type` needs; an event that lacks them, or names an unknown id, changes nothing.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FlowEvent {
    /// What happened.
    #[serde(rename = "type")]
    pub kind: FlowEventKind,
    /// Milliseconds since the session's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// `answered`: which question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_id: Option<String>,
    /// `answered`: the new answer; absent clears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerInput>,
    /// `language`: the code of the language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// `timer`: which timer has run out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer: Option<Timer>,
    /// `submitted`: the HTTP status; 0 where no answer came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// `submitted`: what of the answer's body decides something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<SubmitResult>,
}

/// The kinds of [`FlowEvent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum FlowEventKind {
    /// Changes nothing; a way to ask for the first view.
    #[default]
    Start,
    /// The visitor answered a question, or cleared the answer.
    Answered,
    /// The visitor pressed the button that leads on.
    Next,
    /// The visitor goes to the previous page.
    Back,
    /// The visitor picked a language.
    Language,
    /// A scheduled time has passed.
    Timer,
    /// The submission in flight was answered, or has failed for good.
    Submitted,
}

/// The timers that a session schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Timer {
    /// The pause before a page changes (specification, section 4.3).
    StateChange,
}

/// What the server said to a submission: the success's fields and the problem's code (`wire.md`, HTTP details).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(default)]
pub struct SubmitResult {
    /// The stored feedback's id.
    pub id: Option<String>,
    /// The chat's token, where the flow ends in a chat.
    pub chat_token_string: Option<String>,
    /// A problem's numeric code; texts are given as absent.
    #[serde(deserialize_with = "number_or_nothing")]
    pub code: Option<f64>,
}

/// A problem's `code` is a number or a short text; only numbers decide something here.
fn number_or_nothing<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    struct Code;
    impl serde::de::Visitor<'_> for Code {
        type Value = Option<f64>;
        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("a code")
        }
        #[expect(clippy::cast_precision_loss, reason = "codes are small")]
        fn visit_u64<E>(self, code: u64) -> Result<Self::Value, E> {
            Ok(Some(code as f64))
        }
        #[expect(clippy::cast_precision_loss, reason = "codes are small")]
        fn visit_i64<E>(self, code: i64) -> Result<Self::Value, E> {
            Ok(Some(code as f64))
        }
        fn visit_f64<E>(self, code: f64) -> Result<Self::Value, E> {
            Ok(Some(code))
        }
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
    }
    deserializer.deserialize_any(Code)
}

impl FlowEvent {
    /// An event of a kind that needs nothing else.
    #[must_use]
    pub fn of(kind: FlowEventKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// The visitor answered, or cleared the answer with `None`.
    #[must_use]
    pub fn answered(question_id: &str, answer: Option<AnswerInput>) -> Self {
        Self { question_id: Some(question_id.into()), answer, ..Self::of(FlowEventKind::Answered) }
    }

    /// A timer has run out.
    #[must_use]
    pub fn timer(timer: Timer) -> Self {
        Self { timer: Some(timer), ..Self::of(FlowEventKind::Timer) }
    }

    /// The server answered the submission in flight.
    #[must_use]
    pub fn submitted(status: u16, body: SubmitResult) -> Self {
        Self { status: Some(status), body: Some(body), ..Self::of(FlowEventKind::Submitted) }
    }
}
