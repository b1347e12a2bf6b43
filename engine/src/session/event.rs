//! Events: what happens to a session. See docs/engine.md#events.

use crate::answer::AnswerInput;
use crate::feedback::Customer;
use crate::json::{FlowError, Reader, Result};
use crate::platform::PlatformRef;
use crate::sorted_map::SortedMap;
use serde::Serialize;

/// One thing that happened: an action of the visitor, a timer, or a result from the network.
///
/// The struct is flat and has the fields of all kinds. An event that lacks a field that its kind needs, or names an
/// unknown id, changes nothing.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, Serialize))]
#[cfg_attr(feature = "wasm", serde(rename_all = "camelCase"))]
pub struct FlowEvent {
    #[cfg_attr(feature = "wasm", serde(rename = "type"))]
    pub kind: FlowEventKind,
    /// Milliseconds since the session's start.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub at: Option<f64>,
    /// The question of the event `answered` and of all events of uploads, look-ups and verifications.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub question_id: Option<String>,
    /// `answered`: the new answer. Null or no answer clears it. `uploaded`: the files that are added.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "AnswerInput | null"))]
    pub answer: Option<AnswerInput>,
    /// `language`: the code of the language; `verify_code`: the code that the visitor typed.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub code: Option<String>,
    /// The state of the event `clear_state`.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub state_id: Option<String>,
    /// The channel of the events `unsubscribe` and `unsubscribed`.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub channel: Option<Channel>,
    /// `preloaded`, `looked_up`: answers as text, by question id or key.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub answers: Option<SortedMap<String>>,
    /// `preloaded`: whether the answers are from the page's address, which may have lost plus signs.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub is_from_address: bool,
    /// The timer of the event `timer`.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub timer: Option<Timer>,
    /// `uploading`: how far the uploads of the question have come; without it there are none.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub uploads: Option<Uploads>,
    /// The id in the effect that this event is the result of. Without an id it is the result of the request under way.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub request_id: Option<u32>,
    /// The HTTP status of a result; 0 if no response came.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub status: Option<u32>,
    /// `customer`: what is known about the visitor from now on, instead of what was known before.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Customer"))]
    pub customer: Option<Box<Customer>>,
    /// `customer`: the visitor's id in the host's own system.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub user_id: Option<String>,
    /// `submitted`, `looked_up`, `code_sent`, `code_verified`: the fields of the response that decide something.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub body: Option<SubmitResult>,
}

/// The kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "wasm", serde(rename_all = "snake_case"))]
pub enum FlowEventKind {
    /// Changes nothing; a way to ask for the first view.
    #[default]
    Start,
    /// The visitor answered a question, or cleared the answer.
    Answered,
    /// Uploads of a question have begun, failed, or are over.
    Uploading,
    /// A file is uploaded and becomes part of the answer, wherever the visitor is by now.
    Uploaded,
    /// The visitor pressed the button to the next page.
    Next,
    /// The visitor goes to the previous page.
    Back,
    /// The visitor skips to the end, past everything that is not required.
    Skip,
    /// The visitor picked a language.
    Language,
    /// A scheduled time is over.
    Timer,
    /// A save has its response, or has failed for good.
    Submitted,
    /// Answers that were known beforehand, from the link for example. They may fill hidden questions, and cause no
    /// partial save.
    Preloaded,
    /// It is known who the visitor is. Questions about that are filled in, unless they are answered.
    Customer,
    /// Clears the answers of a state.
    ClearState,
    /// Starts over for another visitor.
    Reset,
    /// The visitor has finished with a question whose answer is looked up.
    LookUp,
    /// A look-up has its response, or has failed.
    LookedUp,
    /// The visitor wants a verification code.
    SendCode,
    /// A code was sent, or not.
    CodeSent,
    /// The visitor has typed the code.
    VerifyCode,
    /// A code was checked, or not.
    CodeVerified,
    /// The visitor wants no more messages on a channel.
    Unsubscribe,
    /// A channel was unsubscribed, or not.
    Unsubscribed,
    /// The network is gone.
    Offline,
    /// The network is back.
    Online,
}

/// The names of the kinds.
const KINDS: &[(&str, FlowEventKind)] = &[
    ("start", FlowEventKind::Start),
    ("answered", FlowEventKind::Answered),
    ("uploading", FlowEventKind::Uploading),
    ("uploaded", FlowEventKind::Uploaded),
    ("next", FlowEventKind::Next),
    ("back", FlowEventKind::Back),
    ("skip", FlowEventKind::Skip),
    ("language", FlowEventKind::Language),
    ("timer", FlowEventKind::Timer),
    ("submitted", FlowEventKind::Submitted),
    ("preloaded", FlowEventKind::Preloaded),
    ("customer", FlowEventKind::Customer),
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
];

/// Writes the name from the table: a derived implementation would have a table of its own.
#[cfg(feature = "wasm")]
impl Serialize for FlowEventKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let entry = KINDS.iter().find(|(_, kind)| kind == self);
        serializer.serialize_unit_variant("FlowEventKind", 0, entry.map_or("", |(name, _)| *name))
    }
}

/// The timers that a session schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Timer {
    /// The delay before the page changes.
    StateChange,
    /// The page was untouched for as long as the node allows.
    Idle,
}

/// How far the uploads of a question have come, all of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, Serialize))]
#[cfg_attr(feature = "wasm", serde(rename_all = "snake_case"))]
pub enum Uploads {
    /// What the visitor has added is uploaded or removed.
    #[default]
    None,
    /// A file is on its way.
    UnderWay,
    /// No file is on its way, and one could not be uploaded.
    Failed,
}

const UPLOADS: &[(&str, Uploads)] = &[
    ("none", Uploads::None),
    ("under_way", Uploads::UnderWay),
    ("failed", Uploads::Failed),
];

/// Channels on which a node writes to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Text messages on phones.
    Sms,
    /// Messages in WhatsApp.
    Whatsapp,
    /// Notifications of browsers and apps.
    PushNotification,
}

const CHANNELS: &[(&str, Channel)] = &[
    ("sms", Channel::Sms),
    ("whatsapp", Channel::Whatsapp),
    ("push_notification", Channel::PushNotification),
];

/// The response to a request: the fields of a success, and what a problem says. See docs/api.md#feedback and
/// docs/api.md#phone-verification.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, Serialize))]
pub struct SubmitResult {
    /// The id of the stored feedback, of what the server keeps of a look-up's result, or of the code that was sent.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub id: Option<String>,
    /// The chat token, if the flow ends in a chat.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub chat_token_string: Option<String>,
    /// The code of a problem: a number or a short text.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "number | string"))]
    pub code: Option<Box<str>>,
    /// `code_verified`: the proof that the number is the visitor's.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub token: Option<Box<str>>,
    /// `code_sent`: seconds before another code may be requested.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub resend_after_in_seconds: Option<u32>,
    /// `code_verified`: how often a code can still be tried.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub tries_left: Option<u32>,
}

impl FlowEvent {
    /// Reads an event from JSON text. Unknown fields are ignored.
    ///
    /// # Errors
    /// The first mistake, with its JSON pointer: an unknown `type`, a field of a wrong type.
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
                "type" => kind = Some(r.choose(KINDS)?),
                "at" => event.at = Some(r.number()?),
                "questionId" => event.question_id = Some(r.string()?.into()),
                "answer" => event.answer = Some(AnswerInput::read(r)?),
                "code" => event.code = Some(r.string()?.into()),
                "stateId" => event.state_id = Some(r.id()?.into()),
                "channel" => event.channel = Some(r.choose(CHANNELS)?),
                "answers" => event.answers = Some(r.string_map()?),
                "isFromAddress" => event.is_from_address = r.boolean()?,
                "timer" => {
                    event.timer =
                        Some(r.choose(&[("state_change", Timer::StateChange), ("idle", Timer::Idle)])?)
                }
                "uploads" => event.uploads = Some(r.choose(UPLOADS)?),
                "requestId" => event.request_id = Some(r.count()?),
                "status" => event.status = Some(r.count()?),
                "customer" => event.customer = Some(Box::new(Customer::read(r)?)),
                "userId" => event.user_id = Some(r.string()?.into()),
                "body" => event.body = Some(SubmitResult::read(r)?),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        event.kind = kind.ok_or_else(|| r.error("an event needs a `type`"))?;
        Ok(event)
    }

    /// Creates an event of a kind that needs no fields.
    #[must_use]
    pub fn of(kind: FlowEventKind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    /// Creates the event of an answer; `None` clears it.
    #[must_use]
    pub fn answered(question_id: &str, answer: Option<AnswerInput>) -> Self {
        Self {
            question_id: Some(question_id.into()),
            answer,
            ..Self::of(FlowEventKind::Answered)
        }
    }

    /// Creates the event of a timer.
    #[must_use]
    pub fn timer(timer: Timer) -> Self {
        Self {
            timer: Some(timer),
            ..Self::of(FlowEventKind::Timer)
        }
    }

    /// Creates the result of the save in flight.
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
                "token" => result.token = Some(r.string()?),
                "resend_after_in_seconds" => result.resend_after_in_seconds = Some(r.count()?),
                "tries_left" => result.tries_left = Some(r.count()?),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        Ok(result)
    }
}
