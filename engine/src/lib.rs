//! The engine: what browser and server must agree on about a flow.
//!
//! A [`Session`] is one visitor's run through a [`Flow`], written as a state machine without input or output:
//! [`Session::step`] takes what happened as a [`FlowEvent`] and returns what to do as [`FlowEffect`]s, and
//! [`Session::view`] is what the page shows. The browser runs it behind the widget, the server runs the same code over
//! each submission ([`check_submission`]). There is no clock, no randomness and no I/O in here, and no input makes it
//! panic.
//!
//! ```
//! use engine::{AnswerInput, Flow, FlowEvent, FlowEventKind, Session, SessionContext, native};
//! use std::sync::Arc;
//!
//! let flow = Flow::parse(
//!     r#"{"id": "visit", "states": [{"id": "start", "elements": [
//!           {"id": "e1", "type": "question",
//!            "question": {"id": "q1", "style": "text", "isRequired": true, "body": "How was it?"}}]}]}"#,
//!     native(),
//! )?;
//! let mut session = Session::new(Arc::new(flow), SessionContext::default(), native());
//!
//! // Left empty, the required question keeps the visitor on the page and says why.
//! session.step(FlowEvent::of(FlowEventKind::Next));
//! let view = session.view();
//! let question = view.elements[0].question.as_ref().unwrap();
//! assert_eq!(question.message, Some(engine::MessageKey::Required.into()));
//!
//! session.step(FlowEvent::answered("q1", Some(AnswerInput::text("Lovely"))));
//! session.step(FlowEvent::of(FlowEventKind::Next));
//! assert!(session.view().status.moving);
//! # Ok::<(), engine::FlowError>(())
//! ```

mod answer;
mod comparison;
mod condition;
mod decimal;
mod feedback;
mod flow;
mod json;
mod message;
pub mod pattern;
mod platform;
mod position;
mod question;
mod session;
mod sorted_map;
mod texts;
mod time;
mod trigger;

#[cfg(feature = "native")]
pub mod conversation;
#[cfg(feature = "native")]
mod submission;

pub use answer::{Answer, AnswerInput, FileAnswer, NameAnswer};
pub use feedback::{Customer, Feedback, ResponseItem};
pub use flow::{Element, ElementKind, Flow, Language, State, StateStyle};
pub use json::FlowError;
pub use message::{Message, MessageKey, Params};
pub use platform::{Platform, PlatformRef};
pub use position::{ElementIx, StateIx};
pub use question::{MatrixForm, Question, QuestionOption, Statement, Style};
pub use session::{
    Answers, Channel, ChannelQuota, ElementChange, ElementView, FlowEffect, FlowEvent, FlowEventKind,
    GaugeView, Headers, HostMessageData, LanguageChoices, LanguageView, NodeContext, OptionView, PageStatus,
    QuestionView, Report, Session, SessionContext, StatementView, SubmitResult, TRACKING_PAIRS, Timer,
    TrackingPair, Update, VerificationStep, View, first_language,
};
pub use sorted_map::SortedMap;
pub use texts::localized_text;

#[cfg(feature = "native")]
pub use flow::{Finding, Severity, check_flow};
#[cfg(feature = "native")]
pub use platform::native;
#[cfg(feature = "native")]
pub use question::ResponseItemError;
#[cfg(feature = "native")]
pub use submission::{SubmissionCheck, SubmissionError, check_submission};
