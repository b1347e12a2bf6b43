//! What can happen to a session.

use crate::answer::AnswerInput;
use crate::json::{FlowError, Reader, Result};
use crate::platform::PlatformRef;
use crate::sorted_map::SortedMap;
use serde::Serialize;

/// One thing that happened: an act of the visitor, a timer, or a result from the network (`wire.md`, Events).
///
/// Flat, with the fields that its `type` needs; an event that lacks them, or names an unknown id, changes nothing.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, Serialize))]
#[cfg_attr(feature = "wasm", serde(rename_all = "camelCase"))]
pub struct FlowEvent {
    /// What happened.
    #[cfg_attr(feature = "wasm", serde(rename = "type"))]
    pub kind: FlowEventKind,
    /// Milliseconds since the session's start.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub at: Option<f64>,
    /// `answered`: which question.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub question_id: Option<String>,
    /// `answered`: the new answer; absent or null clears.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "AnswerInput | null"))]
    pub answer: Option<AnswerInput>,
    /// `language`: the code of the language; `verify_code`: the code that the visitor typed.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub code: Option<String>,
    /// `clear_state`: which state.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub state_id: Option<String>,
    /// `unsubscribe`, `unsubscribed`: which channel.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub channel: Option<Channel>,
    /// `preloaded`, `looked_up`: answers as text, by question id or key.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub answers: Option<SortedMap<String>>,
    /// `timer`: which timer has run out.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub timer: Option<Timer>,
    /// `submitted`, `looked_up`, `code_sent`, `code_verified`, `unsubscribed`: the HTTP status; 0 where no answer came.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub status: Option<u32>,
    /// `submitted`, `code_sent`: the answer's body, of which a few fields decide something.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub body: Option<SubmitResult>,
}

/// The kinds of [`FlowEvent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, Serialize))]
#[cfg_attr(feature = "wasm", serde(rename_all = "snake_case"))]
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
    /// The visitor wants to get to the end, past everything that is not required.
    Skip,
    /// The visitor picked a language.
    Language,
    /// A scheduled time has passed.
    Timer,
    /// The submission in flight was answered, or has failed for good.
    Submitted,
    /// Answers that were known before: from the link, or from an earlier visit. They may fill hidden questions, and
    /// are not saved by themselves.
    Preloaded,
    /// Take back all answers of a state.
    ClearState,
    /// Begin anew: another visitor may be here.
    Reset,
    /// The visitor has finished with a question that is looked up elsewhere.
    LookUp,
    /// A look-up was answered, or has failed.
    LookedUp,
    /// The visitor wants a verification code.
    SendCode,
    /// The code has been sent, or not.
    CodeSent,
    /// The visitor has typed the code.
    VerifyCode,
    /// The code was right, or not.
    CodeVerified,
    /// The visitor wants no more messages on a channel.
    Unsubscribe,
    /// The channel has been unsubscribed, or not.
    Unsubscribed,
    /// The network went away.
    Offline,
    /// The network came back.
    Online,
}

/// The timers that a session schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Timer {
    /// The pause before a page changes (specification, section 4.3).
    StateChange,
    /// Nothing has happened for as long as the node allows; the flow begins anew (specification, section 3.2).
    Idle,
}

/// Ways on which a node writes to people (specification, section 4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Text messages.
    Sms,
    /// WhatsApp.
    Whatsapp,
    /// Push notifications.
    PushNotification,
}

const CHANNELS: &[(&str, Channel)] = &[
    ("sms", Channel::Sms),
    ("whatsapp", Channel::Whatsapp),
    ("push_notification", Channel::PushNotification),
];

/// What the server said to a submission: the success's fields and the problem's code (`wire.md`, HTTP details).
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, Serialize))]
pub struct SubmitResult {
    /// The stored feedback's id.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub id: Option<String>,
    /// The chat's token, where the flow ends in a chat.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub chat_token_string: Option<String>,
    /// A problem's code: a number, or a short text.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "number | string"))]
    pub code: Option<Box<str>>,
}

impl FlowEvent {
    /// Reads an event from JSON text. Fields that no one knows are ignored.
    ///
    /// # Errors
    /// What is wrong, with its JSON pointer: an unknown `type`, a field of a wrong type.
    pub fn parse(json: &str, platform: PlatformRef) -> std::result::Result<Self, FlowError> {
        let mut r = Reader::new(json, platform);
        let event = Self::read(&mut r)?;
        r.end()?;
        Ok(event)
    }

    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut event = Self::default();
        let mut kind = None;
        r.object(&mut |r, key| {
            match key {
                "type" => {
                    kind = Some(r.choose(&[
                        ("start", FlowEventKind::Start),
                        ("answered", FlowEventKind::Answered),
                        ("next", FlowEventKind::Next),
                        ("back", FlowEventKind::Back),
                        ("skip", FlowEventKind::Skip),
                        ("language", FlowEventKind::Language),
                        ("timer", FlowEventKind::Timer),
                        ("submitted", FlowEventKind::Submitted),
                        ("preloaded", FlowEventKind::Preloaded),
                        ("clear_state", FlowEventKind::ClearState),
                        ("reset", FlowEventKind::Reset),
                        ("look_up", FlowEventKind::LookUp),
                        ("looked_up", FlowEventKind::LookedUp),
                        ("send_code", FlowEventKind::SendCode),
                        ("code_sent", FlowEventKind::CodeSent),
                        ("verify_code", FlowEventKind::VerifyCode),
                        ("code_verified", FlowEventKind::CodeVerified),
                        ("unsubscribe", FlowEventKind::Unsubscribe),
                        ("unsubscribed", FlowEventKind::Unsubscribed),
                        ("offline", FlowEventKind::Offline),
                        ("online", FlowEventKind::Online),
                    ])?);
                }
                "at" => event.at = Some(r.number()?),
                "questionId" => event.question_id = Some(r.string()?.into()),
                "answer" => event.answer = Some(AnswerInput::read(r)?),
                "code" => event.code = Some(r.string()?.into()),
                "stateId" => event.state_id = Some(r.id()?.into()),
                "channel" => event.channel = Some(r.choose(CHANNELS)?),
                "answers" => event.answers = Some(r.string_map()?),
                "timer" => {
                    event.timer =
                        Some(r.choose(&[("state_change", Timer::StateChange), ("idle", Timer::Idle)])?)
                }
                "status" => event.status = Some(r.count()?),
                "body" => event.body = Some(SubmitResult::read(r)?),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        event.kind = kind.ok_or_else(|| r.error("an event needs a `type`"))?;
        Ok(event)
    }

    /// An event of a kind that needs nothing else.
    #[must_use]
    pub fn of(kind: FlowEventKind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    /// The visitor answered, or cleared the answer with `None`.
    #[must_use]
    pub fn answered(question_id: &str, answer: Option<AnswerInput>) -> Self {
        Self {
            question_id: Some(question_id.into()),
            answer,
            ..Self::of(FlowEventKind::Answered)
        }
    }

    /// A timer has run out.
    #[must_use]
    pub fn timer(timer: Timer) -> Self {
        Self {
            timer: Some(timer),
            ..Self::of(FlowEventKind::Timer)
        }
    }

    /// The server answered the submission in flight.
    #[must_use]
    pub fn submitted(status: u32, body: SubmitResult) -> Self {
        Self {
            status: Some(status),
            body: Some(body),
            ..Self::of(FlowEventKind::Submitted)
        }
    }
}

impl SubmitResult {
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut result = Self::default();
        r.object(&mut |r, key| {
            match key {
                "id" => result.id = Some(r.id()?.into()),
                "chat_token_string" => result.chat_token_string = Some(r.string()?.into()),
                "code" => result.code = Some(r.text_or_number()?),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        Ok(result)
    }
}
