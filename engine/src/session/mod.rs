//! One visitor's run through a flow. The router hands each event to its owners, a module each. See docs/engine.md.

mod action_log;
mod answered_flow;
mod clock;
mod context;
mod customer;
mod effect;
mod element_texts;
mod event;
mod filling;
#[cfg(feature = "native")]
mod first_view;
mod idle;
mod language;
mod look_up_state;
mod look_ups;
mod model;
mod navigation;
mod notice;
mod page_validation;
mod payload;
mod pending_update;
mod percent_encoding;
mod phone_verification;
mod piping;
mod preview;
mod progress;
mod redirect;
mod request_ids;
mod reset;
mod router;
mod saves;
mod scrolling;
mod submitting;
mod timed_event;
mod tracking;
mod unsubscriptions;
mod uploads;
mod verification;
mod view;
mod view_builder;

pub use action_log::Report;
pub use context::{ChannelQuota, NodeContext, SessionContext};
pub use effect::{Answers, FlowEffect, Headers, HostMessageData};
pub use event::{Channel, FlowEvent, RequestResult, SubmitResult, Timer, Uploads};
pub use language::{LanguageChoices, first_language};
pub use model::Session;
pub use timed_event::TimedEvent;
pub use tracking::{TRACKING_PAIRS, TrackingPair};
pub use view::{
    ElementChange, ElementView, GaugeView, LanguageView, LookUpStep, OptionView, PageStatus, QuestionView,
    StatementView, Update, VerificationStep, View,
};

#[cfg(feature = "native")]
pub(crate) use answered_flow::{Advance, AnsweredFlow};
#[cfg(feature = "native")]
pub use first_view::first_view;
#[cfg(feature = "native")]
pub(crate) use payload::build_responses;
