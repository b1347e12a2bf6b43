//! A second, simple implementation of the engine's rules. It computes everything from scratch, from the flow's JSON, the
//! path and the answers, and keeps no state. The session must always agree with it.

pub(crate) mod items;
pub(crate) mod json;
pub(crate) mod submission;
mod texts;
pub(crate) mod validation;
mod visibility;

pub(crate) use visibility::{Answers, Reference, reaches_back};
