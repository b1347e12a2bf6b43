//! Feedback: submissions, their receipts and quotas, lists of feedback for staff, what look-ups added to it.

pub(crate) mod binding_reads;
pub(crate) mod bindings;
pub(crate) mod feedback_filter;
pub(crate) mod feedback_rows;
pub(crate) mod quota_reads;
pub(crate) mod quotas;
pub(crate) mod review_state;
pub(crate) mod scores;
pub(crate) mod state_times;
pub(crate) mod submissions;
