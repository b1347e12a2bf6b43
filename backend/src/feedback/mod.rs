//! A submission from the request to what may be stored (specification, sections 3.5 and 7).
//!
//! 1. [`Submission::read`] reads body and headers: right types, nothing more than we keep.
//! 2. [`check`] asks the engine whether a visitor of that flow could have sent it.
//! 3. The store decides what only its transaction can know: repeats, second feedbacks, continuations.

mod accept;
mod chat_token;
mod fault;
mod origin;
mod request_key;
mod submission;
mod tracking;

pub(crate) use accept::check;
pub(crate) use chat_token::{ChatTokens, FIRST_EPOCH, KeyError};
pub(crate) use fault::Fault;
pub(crate) use request_key::{NoUuid, request_key};
pub(crate) use submission::{DEVICE_ID_LENGTH, Submission, Unreadable};
