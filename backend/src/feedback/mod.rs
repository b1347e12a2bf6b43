//! A submission, from the request to a job for the store (docs/api.md#feedback).
//!
//! 1. [`Submission::read`] reads body and headers, and keeps only what is stored.
//! 2. [`check`] validates the answers with the engine against the stored flow, checks the proofs of phone numbers, and masks personal
//!    data.
//! 3. The store decides what depends on stored data: repeats, second feedbacks, continuations.

mod check;
mod origin;
mod personal_data;
mod phone_proofs;
mod submission;
mod tracking;

pub(crate) use check::check;
pub(crate) use submission::{DEVICE_ID_LENGTH, ID_LENGTH, Submission, SubmissionError, signature_header};
