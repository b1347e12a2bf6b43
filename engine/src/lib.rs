//! The engine: the rules of flows that the browser and the server share (docs/engine.md).
//!
//! A [`Session`] is one visitor's run through a [`Flow`], as a state machine without input or output:
//! [`Session::step`] handles a [`FlowEvent`] and returns [`FlowEffect`]s for the shell to carry out, and
//! [`Session::view`] returns what the page shows. The browser runs it behind the widget; the server runs the same code
//! for each submission ([`check_submission`]). The engine has no clock, no randomness and no I/O, and no input makes it
//! panic.
//!
//! # Layers
//!
//! A module uses modules of lower layers only, and within a folder no two files use each other:
//!
//! | layer | modules | content |
//! |---|---|---|
//! | 9 | `conversation`, `submission` | recorded sessions; the check of submissions |
//! | 8 | `session` | one visitor's run |
//! | 7 | `flow` | states, elements and transitions, parsed and checked |
//! | 6 | `trigger` | triggers and their targets |
//! | 5 | `condition` | what rules and triggers require of an answer |
//! | 4 | `comparison` | an answer's texts compared with a value |
//! | 3 | `question` | questions, and the behavior of each style |
//! | 2 | `answer`, `feedback` | answers, and the payload of a submission |
//! | 1 | `json`, `texts` | JSON with pointers; texts by language |
//! | 0 | `codes`, `contact_text`, `decimal`, `fix`, `heap_sort`, `message`, `ordered_map`, `pattern`, `pipe`, `platform`, `position`, `sorted_map`, `suggestions`, `time` | no dependencies, but `pattern` on `decimal` |
//!
//! # Features
//!
//! `session` adds one visitor's run, `check` the check of flows. `native` has both, and everything that only the server and
//! the command line need: the `regex` crate, conversations, and reading submissions. `wasm` is `session` with TypeScript
//! types for everything that crosses to the browser.
//!
//! # Example
//!
//! ```
//! use engine::{AnswerInput, Flow, FlowEvent, Session, SessionContext, native};
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
//! // The required question is unanswered, so it gets a message and the visitor stays on the page.
//! session.step(None, FlowEvent::Next { question_id: None });
//! let view = session.view();
//! let question = view.elements[0].question.as_ref().unwrap();
//! assert_eq!(question.message, Some(engine::MessageKey::Required.into()));
//!
//! let answer = AnswerInput::text("Lovely");
//! let answered = FlowEvent::Answered { question_id: "q1", answer: Some(&answer) };
//! session.step(None, answered);
//! session.step(None, FlowEvent::Next { question_id: None });
//! assert!(session.view().status.moving);
//! # Ok::<(), engine::FlowError>(())
//! ```

#![cfg_attr(
    not(feature = "session"),
    allow(
        dead_code,
        unused_imports,
        reason = "the linker leaves out what a check of flows needs not"
    )
)]

/// Gives the reason why a flow is refused. The session has none of them: only flows that have passed the check reach it, and
/// all reasons together are as large as a tenth of the engine.
macro_rules! reason {
    ($text:literal) => {
        if cfg!(feature = "check") { $text } else { "" }
    };
}

mod answer;
mod chance;
#[cfg(feature = "check")]
pub mod codes;
mod comparison;
mod condition;
mod contact_text;
mod decimal;
mod feedback;
mod flow;
#[cfg(feature = "check")]
mod heap_sort;
mod json;
mod message;
#[cfg(feature = "check")]
mod ordered_map;
pub mod pattern;
mod pipe;
mod platform;
mod position;
mod question;
mod score;
#[cfg(feature = "session")]
mod session;
mod sorted_map;
mod texts;
mod time;
mod trigger;

#[cfg(feature = "native")]
pub mod conversation;
#[cfg(feature = "check")]
mod fix;
#[cfg(feature = "native")]
mod submission;
#[cfg(feature = "check")]
mod suggestions;

pub use answer::{Answer, AnswerInput, FileAnswer, NameAnswer};
pub use contact_text::{contact_text, dialed};
pub use feedback::{Customer, Feedback, ResponseItem};
pub use flow::{Element, ElementKind, Flow, Language, ProgressStyle, State, StateStyle};
pub use json::{FlowError, Json};
pub use message::{Message, MessageKey, Params};
pub use platform::{LocalForm, Platform, PlatformRef};
pub use position::{ElementIx, StateIx};
pub use question::{MatrixForm, Question, QuestionOption, Statement, Style};
#[cfg(feature = "session")]
pub use session::{
    Answers, Channel, ChannelQuota, ElementChange, ElementView, FlowEffect, FlowEvent, GaugeView, Headers,
    HostMessageData, LanguageChoices, LanguageView, LookUpStep, NodeContext, OptionView, PageStatus,
    QuestionView, Report, RequestResult, Session, SessionContext, StatementView, SubmitResult,
    TRACKING_PAIRS, TimedEvent, Timer, TrackingPair, Update, Uploads, VerificationStep, View, first_language,
};
pub use sorted_map::SortedMap;
pub use texts::localized_text;

#[cfg(feature = "check")]
pub use check_api::*;
#[cfg(feature = "native")]
pub use native_api::*;

/// The check of a flow.
#[cfg(feature = "check")]
mod check_api {
    pub use crate::codes::{Code, Severity};
    pub use crate::fix::Fix;
    pub use crate::flow::{
        FLOW_SCHEMA, Finding, FindingParams, Pace, QuestionCounts, Silences, check_flow, fix_of,
        redirect_host,
    };
    pub use crate::json::{JsonFault, Position, check_json, positions_of};
    pub use crate::ordered_map::OrderedMap;
    pub use crate::question::AnswerKind;
    pub use crate::suggestions::{nearest, unknown_field};
}

/// Everything else that only the server and the command line use.
#[cfg(feature = "native")]
mod native_api {
    pub use crate::fix::apply_fixes;
    pub use crate::flow::private_fields;
    pub use crate::pipe::without_pipes;
    pub use crate::platform::native;
    pub use crate::session::first_view;
    pub use crate::submission::{
        SubmissionCheck, SubmissionError, check_submission, clean_contacts, shown_questions,
    };
}
