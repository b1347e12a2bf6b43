//! Reading events from JSON. See docs/engine.md#events.

use super::{Channel, FlowEvent, RequestResult, SubmitResult, Timer, Uploads};
use crate::answer::AnswerInput;
use crate::feedback::Customer;
use crate::json::{FlowError, Reader, Result};
use crate::platform::PlatformRef;
use crate::sorted_map::SortedMap;

/// An event as it came: its time, and the fields of all events.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "wasm", tsify(type = "FlowEvent & { at?: number }"))]
pub struct TimedEvent {
    /// Milliseconds since the session's start; `None` for the time of the event before.
    pub at: Option<f64>,
    kind: Option<Kind>,
    question_id: Option<Box<str>>,
    answer: Option<AnswerInput>,
    code: Option<Box<str>>,
    state_id: Option<Box<str>>,
    channel: Option<Channel>,
    answers: SortedMap<String>,
    is_from_address: bool,
    timer: Option<Timer>,
    uploads: Uploads,
    customer: Customer,
    user_id: Option<Box<str>>,
    result: RequestResult,
}

impl TimedEvent {
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
        r.object(&mut |r, key| {
            match key {
                "type" => event.kind = Some(r.choose(KINDS)?),
                "at" => event.at = Some(r.number()?),
                "questionId" => event.question_id = Some(r.string()?),
                "answer" => event.answer = Some(AnswerInput::read(r)?),
                "code" => event.code = Some(r.string()?),
                "stateId" => event.state_id = Some(r.id()?),
                "channel" => event.channel = Some(r.choose(CHANNELS)?),
                "answers" => event.answers = r.string_map()?,
                "isFromAddress" => event.is_from_address = r.boolean()?,
                "timer" => event.timer = Some(r.choose(TIMERS)?),
                "uploads" => event.uploads = r.choose(UPLOADS)?,
                "requestId" => event.result.request_id = Some(r.count()?),
                "status" => event.result.status = r.count()?,
                "customer" => event.customer = Customer::read(r)?,
                "userId" => event.user_id = Some(r.string()?),
                "body" => event.result.body = SubmitResult::read(r)?,
                _ => r.skip()?,
            }
            Ok(())
        })?;
        event.kind.ok_or_else(|| r.error("an event needs a `type`"))?;
        Ok(event)
    }

    /// Returns what happened: [`FlowEvent::Start`], which changes nothing, if a field is missing.
    #[must_use]
    pub fn event(&self) -> FlowEvent<'_> {
        self.complete().unwrap_or(FlowEvent::Start)
    }

    fn complete(&self) -> Option<FlowEvent<'_>> {
        let (answer, answers, result) = (self.answer.as_ref(), &self.answers, &self.result);
        let (code, state_id) = (self.code.as_deref(), self.state_id.as_deref());
        let (customer, user_id) = (&self.customer, self.user_id.as_deref());
        let (channel, uploads, is_from_address) = (self.channel, self.uploads, self.is_from_address);
        Some(match (self.kind?, self.question_id.as_deref()) {
            (Kind::Start, _) => FlowEvent::Start,
            (Kind::Answered, Some(question_id)) => FlowEvent::Answered { question_id, answer },
            (Kind::Uploading, Some(question_id)) => FlowEvent::Uploading { question_id, uploads },
            (Kind::Uploaded, Some(question_id)) => {
                let files = answer?.files.as_deref()?;
                FlowEvent::Uploaded { question_id, files }
            }
            (Kind::Next, question_id) => FlowEvent::Next { question_id },
            (Kind::Back, _) => FlowEvent::Back,
            (Kind::Skip, _) => FlowEvent::Skip,
            (Kind::Language, _) => FlowEvent::Language { code: code? },
            (Kind::Timer, _) => FlowEvent::Timer { timer: self.timer? },
            (Kind::Submitted, _) => FlowEvent::Submitted { result },
            (Kind::Preloaded, _) => FlowEvent::Preloaded {
                answers,
                is_from_address,
            },
            (Kind::Customer, _) => FlowEvent::Customer { customer, user_id },
            (Kind::ClearState, _) => FlowEvent::ClearState { state_id: state_id? },
            (Kind::Reset, _) => FlowEvent::Reset,
            (Kind::LookUp, Some(question_id)) => FlowEvent::LookUp { question_id },
            (Kind::LookedUp, Some(question_id)) => FlowEvent::LookedUp {
                question_id,
                answers,
                result,
            },
            (Kind::SendCode, Some(question_id)) => FlowEvent::SendCode { question_id },
            (Kind::CodeSent, Some(question_id)) => FlowEvent::CodeSent { question_id, result },
            (Kind::VerifyCode, Some(question_id)) => {
                let code = code.unwrap_or_default();
                FlowEvent::VerifyCode { question_id, code }
            }
            (Kind::CodeVerified, Some(question_id)) => FlowEvent::CodeVerified { question_id, result },
            (Kind::Unsubscribe, _) => FlowEvent::Unsubscribe { channel: channel? },
            (Kind::Unsubscribed, _) => {
                let channel = channel?;
                FlowEvent::Unsubscribed { channel, result }
            }
            (Kind::Offline, _) => FlowEvent::Offline,
            (Kind::Online, _) => FlowEvent::Online,
            (_, None) => return None,
        })
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

/// Lists the events once, for what is read and for [`FlowEvent::name`].
macro_rules! kinds {
    ($($name:literal $kind:ident,)*) => {
        #[derive(Debug, Clone, Copy)]
        enum Kind {
            $($kind,)*
        }

        const KINDS: &[(&str, Kind)] = &[$(($name, Kind::$kind),)*];

        impl FlowEvent<'_> {
            /// Returns the `type` that the event has on the wire.
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Self::$kind { .. } => $name,)*
                }
            }
        }
    };
}

kinds! {
    "start" Start, "answered" Answered, "uploading" Uploading, "uploaded" Uploaded, "next" Next,
    "back" Back, "skip" Skip, "language" Language, "timer" Timer, "submitted" Submitted,
    "preloaded" Preloaded, "customer" Customer, "clear_state" ClearState, "reset" Reset, "look_up" LookUp,
    "looked_up" LookedUp, "send_code" SendCode, "code_sent" CodeSent, "verify_code" VerifyCode,
    "code_verified" CodeVerified, "unsubscribe" Unsubscribe, "unsubscribed" Unsubscribed, "offline" Offline,
    "online" Online,
}

const TIMERS: &[(&str, Timer)] = &[("state_change", Timer::StateChange), ("idle", Timer::Idle)];

const UPLOADS: &[(&str, Uploads)] = &[
    ("none", Uploads::None),
    ("under_way", Uploads::UnderWay),
    ("failed", Uploads::Failed),
];

const CHANNELS: &[(&str, Channel)] = &[
    ("sms", Channel::Sms),
    ("whatsapp", Channel::Whatsapp),
    ("push_notification", Channel::PushNotification),
];

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;

    fn read(json: &str) -> std::result::Result<TimedEvent, FlowError> {
        TimedEvent::parse(json, crate::native())
    }

    #[test]
    fn each_event_has_the_name_that_it_is_read_by() {
        for (name, _) in KINDS {
            let event = read(&format!(
                r#"{{"type": "{name}", "questionId": "q", "answer": {{"files": []}}, "code": "en", "stateId": "s", "channel": "sms",
                    "timer": "idle"}}"#
            ))
            .unwrap();
            assert_eq!(event.event().name(), *name);
        }
    }

    #[test]
    fn an_event_that_lacks_a_field_is_a_start() {
        for name in [
            "answered",
            "uploading",
            "language",
            "timer",
            "clear_state",
            "unsubscribed",
        ] {
            let event = read(&format!(
                r#"{{"type": "{name}", "at": 5, "answer": {{"text": "a"}}}}"#
            ))
            .unwrap();
            assert_eq!((event.at, event.event()), (Some(5.0), FlowEvent::Start));
        }
        let without_files =
            read(r#"{"type": "uploaded", "questionId": "q", "answer": {"text": "a"}}"#).unwrap();
        assert_eq!(without_files.event(), FlowEvent::Start);
    }
}
