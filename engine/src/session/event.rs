//! Events: what happens to a session. See docs/engine.md#events.

use crate::answer::{AnswerInput, FileAnswer};
use crate::feedback::Customer;
use crate::sorted_map::SortedMap;
use serde::Serialize;

/// One thing that happened: an action of the visitor, a timer, or a result from the network. An event that names an unknown
/// id, or does not fit the session's present state, changes nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(
    feature = "wasm",
    serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
pub enum FlowEvent<'a> {
    /// Changes nothing; a way to ask for the first view.
    Start,
    /// The visitor answered a question, or cleared the answer.
    Answered {
        question_id: &'a str,
        #[cfg_attr(feature = "wasm", tsify(optional, type = "AnswerInput | null"))]
        answer: Option<&'a AnswerInput>,
    },
    /// Uploads of a question have begun, failed, or are over.
    Uploading {
        question_id: &'a str,
        #[cfg_attr(feature = "wasm", tsify(optional))]
        uploads: Uploads,
    },
    /// Files are uploaded and become part of the answer, wherever the visitor is by now.
    Uploaded {
        question_id: &'a str,
        #[cfg_attr(
            feature = "wasm",
            serde(rename = "answer"),
            tsify(type = "{ files: FileAnswer[] }")
        )]
        files: &'a [FileAnswer],
    },
    /// The visitor pressed the button to the next page, or is done with one question of a page that shows one at a time: then
    /// only this question is validated, and the page stays.
    Next {
        #[cfg_attr(feature = "wasm", tsify(optional))]
        question_id: Option<&'a str>,
    },
    /// The visitor goes to the previous page.
    Back,
    /// The visitor skips to the end, past everything that is not required.
    Skip,
    /// The visitor picked a language, by its code.
    Language { code: &'a str },
    /// A scheduled time is over.
    Timer { timer: Timer },
    /// A save has its response, or has failed for good.
    Submitted {
        #[cfg_attr(feature = "wasm", serde(flatten))]
        result: &'a RequestResult,
    },
    /// Answers that were known beforehand, as text by question id or key. They may fill hidden questions, and cause no
    /// partial save.
    Preloaded {
        #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
        answers: &'a SortedMap<String>,
        /// Whether they are from the page's address, which may have lost plus signs.
        #[cfg_attr(feature = "wasm", tsify(optional))]
        is_from_address: bool,
    },
    /// It is known who the visitor is, instead of what was known before. Questions about that are filled in, unless they
    /// are answered.
    Customer {
        #[cfg_attr(feature = "wasm", tsify(optional, type = "Customer"))]
        customer: &'a Customer,
        /// The visitor's id in the host's own system.
        #[cfg_attr(feature = "wasm", tsify(optional))]
        user_id: Option<&'a str>,
    },
    /// Clears the answers of a state.
    ClearState { state_id: &'a str },
    /// Starts over for another visitor.
    Reset,
    /// The visitor has finished with a question whose answer is looked up.
    LookUp { question_id: &'a str },
    /// A look-up has its response, or has failed. The answers are as in `Preloaded`.
    LookedUp {
        question_id: &'a str,
        #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
        answers: &'a SortedMap<String>,
        #[cfg_attr(feature = "wasm", serde(flatten))]
        result: &'a RequestResult,
    },
    /// The visitor wants a verification code.
    SendCode { question_id: &'a str },
    /// A code was sent, or not.
    CodeSent {
        question_id: &'a str,
        #[cfg_attr(feature = "wasm", serde(flatten))]
        result: &'a RequestResult,
    },
    /// The visitor has typed the code.
    VerifyCode {
        question_id: &'a str,
        #[cfg_attr(feature = "wasm", tsify(optional))]
        code: &'a str,
    },
    /// A code was checked, or not.
    CodeVerified {
        question_id: &'a str,
        #[cfg_attr(feature = "wasm", serde(flatten))]
        result: &'a RequestResult,
    },
    /// The visitor wants no more messages on a channel.
    Unsubscribe { channel: Channel },
    /// A channel was unsubscribed, or not.
    Unsubscribed {
        channel: Channel,
        #[cfg_attr(feature = "wasm", serde(flatten))]
        result: &'a RequestResult,
    },
    /// The network is gone.
    Offline,
    /// The network is back.
    Online,
}

/// How a request ended.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "wasm", serde(rename_all = "camelCase"))]
pub struct RequestResult {
    /// The id in the effect of the request; `None` for the request under way.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub request_id: Option<u32>,
    /// The HTTP status; 0 if no response came.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub status: u32,
    /// The fields of the response that decide something.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub body: SubmitResult,
}

impl RequestResult {
    pub(super) fn is_success(&self) -> bool {
        self.status == 200
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
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
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

/// The response to a request: the fields of a success, and what a problem says. See docs/api.md#feedback and
/// docs/api.md#phone-verification.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
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
