//! What a session asks its shell to do. The engine itself does nothing to the world.

use crate::feedback::Feedback;
use crate::sorted_map::SortedMap;
use serde::Serialize;

use super::event::{Channel, Timer};

/// One thing to be done, in the order given (`wire.md`, Effects).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum FlowEffect {
    /// Post this feedback and bring the answer back as `submitted`. Only one is ever in flight: the next one is
    /// asked for after that event (specification, section 4.4).
    SubmitFeedback {
        /// A partial save, not the end of the flow.
        partial: bool,
        /// The request's body.
        feedback: Box<Feedback>,
        /// Headers beside those of every request.
        headers: Headers,
    },
    /// Bring `timer` back as an event after this time.
    Schedule {
        /// Which timer.
        timer: Timer,
        /// Milliseconds.
        after_ms: u32,
    },
    /// Tell the host page.
    PostToHost {
        /// `PSN_END_OF_FLOW`, `PSN_FEEDBACK_SUBMITTED`, or an event of the flow's triggers: `PSN_REDIRECT_TO_STORE`.
        #[cfg_attr(feature = "wasm", tsify(type = "`PSN_${string}`"))]
        message: Box<str>,
        /// What it carries.
        data: HostMessageData,
        /// Milliseconds to wait first.
        delay_ms: u32,
    },
    /// Bring a newly shown element into view.
    ScrollTo {
        /// The element.
        element_id: Box<str>,
        /// Milliseconds to wait first.
        after_ms: u32,
    },
    /// Put the keyboard's focus on an element: the first one that blocks the way.
    Focus {
        /// The element.
        element_id: Box<str>,
    },
    /// Open the chat that belongs to the feedback.
    OpenChat {
        /// The feedback.
        feedback_id: Box<str>,
        /// The chat's token.
        token: Box<str>,
        /// Milliseconds to wait first.
        after_ms: u32,
    },
    /// Remember the partial save of this node and flow; a later record replaces an earlier one.
    StoreFeedback {
        /// The feedback.
        feedback_id: Box<str>,
        /// Its node.
        node_id: Box<str>,
        /// Its flow.
        flow_id: Box<str>,
    },
    /// Forget the partial save with this id.
    RemoveFeedback {
        /// The feedback.
        feedback_id: Box<str>,
    },
    /// The flow is complete: clear what is kept for the node and remember the submitted feedback's id.
    RecordSubmitted {
        /// The feedback.
        feedback_id: Box<str>,
        /// Its node.
        node_id: Box<str>,
        /// Whether to keep the time too, because the node takes one feedback per visitor.
        keep_time: bool,
    },
    /// Keep this complete feedback until there is a network, then post it.
    SaveOffline {
        /// The request's body.
        feedback: Box<Feedback>,
        /// Headers beside those of every request.
        headers: Headers,
    },
    /// Ask the flow's server for answers that follow from this one (`POST /v1/flows/{flowId}/requests`).
    DynamicRequest {
        /// The question that was answered.
        question_id: Box<str>,
        /// Its flow.
        flow_id: Box<str>,
        /// The answer as text.
        answer: Box<str>,
    },
    /// Ask the integration proxy about the answers so far (`POST {proxy}/integration`).
    BindingRequest {
        /// The question with the binding.
        question_id: Box<str>,
        /// Answers as text, by question key.
        body: Answers,
    },
    /// Send a verification code by text message.
    SendCode {
        /// The question.
        question_id: Box<str>,
        /// The telephone number.
        address: Box<str>,
    },
    /// Ask whether the visitor has typed the right code.
    VerifyCode {
        /// The question.
        question_id: Box<str>,
        /// Which sending it is about.
        verification_id: Box<str>,
        /// What the visitor typed.
        token: Box<str>,
    },
    /// Take the visitor off a channel.
    Unsubscribe {
        /// The channel.
        channel: Channel,
        /// Its node.
        node_id: Box<str>,
    },
    /// Count a complete feedback against the channel's quota.
    CountQuota {
        /// The node.
        node_id: Box<str>,
    },
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

/// Request headers that depend on the session (specification, section 7).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
pub struct Headers(pub Vec<(&'static str, Box<str>)>);

impl Serialize for Headers {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// What the flow's host messages carry (`wire.md`, HTTP details).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct HostMessageData {
    /// The stored feedback.
    pub feedback_id: Box<str>,
    /// Its node.
    pub node_id: Box<str>,
    /// Its flow.
    pub flow_id: Box<str>,
    /// The end state; absent for the default thank-you.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_id: Option<Box<str>>,
}
