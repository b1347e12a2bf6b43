//! A submission, from the request to a job for the store (docs/api.md#feedback).
//!
//! 1. [`Submission::read`] reads headers and body, the latter straight into types, and keeps only what is stored.
//! 2. [`SubmissionCheck`] validates the answers with the engine against the stored flow, checks the proofs of phone numbers,
//!    adds what was looked up, puts what is proven about the customer in place of what is claimed ([`Evidence`]), and masks
//!    personal data.
//! 3. The store decides what depends on stored data: repeats, second feedbacks, continuations.

mod bindings;
mod check;
mod evidence;
mod origin;
mod payload;
mod personal_data;
mod phone_proofs;
mod state_times;
mod stored_responses;
mod submission;
mod tracking;

pub(crate) use bindings::{answer_hash, named_bindings};
pub(crate) use check::SubmissionCheck;
pub(crate) use evidence::Evidence;
pub(crate) use payload::SubmittedFeedback;
pub(crate) use submission::{DEVICE_ID_LENGTH, ID_LENGTH, Submission, SubmissionError, signature_header};
