//! A flow with the answers given so far: all that rules, visibility and the payload depend on.
//!
//! The session drives it with a visitor's events, the submission check with the answers that were sent. Its fields are
//! private to this module, so every change of an answer or of the path goes through a method that keeps the triggers in
//! line.

mod active_triggers;
mod answering;
mod clearing;
mod display;
mod element_records;
mod model;
mod pages_ahead;
mod path;
mod position_set;
mod questions;
mod route;
#[cfg(feature = "native")]
mod submission_walk;
mod triggers;
mod visibility;

pub(crate) use element_records::Origin;
pub(crate) use model::AnsweredFlow;
pub(crate) use path::Page;
pub(crate) use questions::{question_at, question_by_id};
#[cfg(feature = "native")]
pub(crate) use submission_walk::Advance;
pub(crate) use visibility::VisibilityChange;
