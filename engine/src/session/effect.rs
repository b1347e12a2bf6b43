//! Effects: what a session asks its shell to do. See docs/engine.md#effects.

use crate::feedback::Feedback;
use crate::sorted_map::SortedMap;
use serde::Serialize;

use super::event::{Channel, Timer};

/// One thing to do. Effects are carried out in the order given.
///
/// An effect with a `request_id` expects a result: an event that echoes the id. See
/// docs/engine.md#requests-and-results.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum FlowEffect {
    /// Posts a feedback; the result is `submitted`. One is in flight at a time.
    SubmitFeedback {
        request_id: u32,
        /// Whether this is a partial save, not the end of the flow.
        partial: bool,
        feedback: Box<Feedback>,
        /// Headers beside those of every request.
        headers: Headers,
    },
    /// Sends `timer` back as an event after some time.
    Schedule { timer: Timer, after_ms: u32 },
    /// Posts a message to the host page.
    PostToHost {
        /// `PSN_END_OF_FLOW`, `PSN_FEEDBACK_SUBMITTED`, or an event of the flow's triggers: `PSN_REDIRECT_TO_STORE`.
        #[cfg_attr(feature = "wasm", tsify(type = "`PSN_${string}`"))]
        message: Box<str>,
        data: HostMessageData,
        delay_ms: u32,
    },
    /// Scrolls to an element.
    ScrollTo { element_id: Box<str>, after_ms: u32 },
    /// Focuses an element: the first one that keeps the visitor on the page.
    Focus { element_id: Box<str> },
    /// Opens the chat of a feedback.
    OpenChat {
        feedback_id: Box<str>,
        token: Box<str>,
        after_ms: u32,
    },
    /// Leads the visitor to another page, after seconds in which it says so. The feedback is stored (docs/flows.md#redirects).
    Redirect {
        /// An https address.
        url: Box<str>,
        after_seconds: u32,
    },
    /// Records the partial save of this node and flow. A later record replaces an earlier one.
    StoreFeedback {
        feedback_id: Box<str>,
        node_id: Box<str>,
        flow_id: Box<str>,
    },
    /// Removes the record of a partial save.
    RemoveFeedback { feedback_id: Box<str> },
    /// Records that the flow is complete.
    RecordSubmitted {
        /// The stored feedback; absent while it is only kept offline.
        #[serde(skip_serializing_if = "Option::is_none")]
        feedback_id: Option<Box<str>>,
        node_id: Box<str>,
        /// Whether the time is recorded too, because one feedback per visitor is taken.
        keep_time: bool,
    },
    /// Keeps a complete feedback and posts it when there is a network.
    SaveOffline {
        feedback: Box<Feedback>,
        /// Headers beside those of every request.
        headers: Headers,
    },
    /// Looks up answers that follow from this one; the result is `looked_up`.
    DynamicRequest {
        request_id: u32,
        question_id: Box<str>,
        flow_id: Box<str>,
        answer: Box<str>,
    },
    /// Looks up answers that follow from all answers; the result is `looked_up`.
    BindingRequest {
        request_id: u32,
        question_id: Box<str>,
        /// Answers as text, by question key.
        body: Answers,
    },
    /// Sends a verification code as a text message; the result is `code_sent`.
    SendCode {
        request_id: u32,
        question_id: Box<str>,
        /// The phone number.
        address: Box<str>,
    },
    /// Checks a verification code; the result is `code_verified`.
    VerifyCode {
        request_id: u32,
        question_id: Box<str>,
        /// The id in the result of `send_code`.
        verification_id: Box<str>,
        /// What the visitor typed.
        token: Box<str>,
    },
    /// Unsubscribes the visitor from a channel; the result is `unsubscribed`.
    Unsubscribe {
        request_id: u32,
        channel: Channel,
        node_id: Box<str>,
    },
    /// Cancels the uploads of a question that is not asked any more, and deletes its uploaded files.
    DiscardUploads {
        /// Absent: those of all questions, because the flow starts over.
        #[serde(skip_serializing_if = "Option::is_none")]
        question_id: Option<Box<str>>,
    },
    /// Tells the developers of the page which preloaded answers were left out.
    AnswersLeftOut {
        /// As the answers were named: keys or ids of questions.
        names: Vec<Box<str>>,
    },
    /// Counts a complete feedback against the channel's quota.
    CountQuota { node_id: Box<str> },
}

/// Answers as text, by question key.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
pub struct Answers(pub SortedMap<Box<str>>);

impl Serialize for Answers {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Request headers that depend on the session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
pub struct Headers(pub Vec<(&'static str, Box<str>)>);

impl Serialize for Headers {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The data of the flow's host messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct HostMessageData {
    pub feedback_id: Box<str>,
    pub node_id: Box<str>,
    pub flow_id: Box<str>,
    /// The end state; absent for the default thank-you.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_id: Option<Box<str>>,
}
