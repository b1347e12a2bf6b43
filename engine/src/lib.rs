//! The engine: what browser and server must agree on about a flow.
//!
//! A [`Session`] is one visitor's run through a [`Flow`], written as a state machine without input or output:
//! [`Session::step`] takes what happened as a [`FlowEvent`] and returns what to do as [`FlowEffect`]s, and
//! [`Session::view`] is what the page shows. The browser runs it behind the widget, the server runs the same code over
//! each submission ([`check_submission`]). There is no clock, no randomness and no I/O in here, and no input makes it
//! panic.

mod answer;
mod comparison;
mod feedback;
mod flow;
mod json;
mod message;
mod pairs;
pub mod pattern;
mod platform;
mod question;
mod rule;
mod session;
mod texts;
mod trigger;

#[cfg(feature = "native")]
pub mod conversation;
#[cfg(feature = "native")]
mod submission;

pub use answer::{Answer, AnswerInput};
pub use feedback::{Feedback, ResponseItem};
pub use flow::{Element, ElementIx, ElementKind, Flow, Language, State, StateIx, StateStyle};
pub use json::FlowError;
pub use message::{Message, MessageKey, Params};
pub use pairs::Pairs;
pub use platform::{Platform, PlatformRef};
pub use question::{Misfit, Question, QuestionOption, Style};
pub use session::{
    ChannelQuota, ElementChange, ElementView, FlowEffect, FlowEvent, FlowEventKind, GaugeView, Headers,
    HostMessage, HostMessageData, LanguageView, NodeContext, OptionView, PageStatus, QuestionView, Session,
    SessionContext, SubmitResult, Timer, Update, View,
};
pub use texts::in_language;

#[cfg(feature = "native")]
pub use flow::{Finding, Severity, check_flow};
#[cfg(feature = "native")]
pub use platform::native;
#[cfg(feature = "native")]
pub use submission::{Refusal, SubmissionCheck, check_submission};
