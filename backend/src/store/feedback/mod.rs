//! Feedback: submissions, their receipts and quotas, lists of feedback for staff, what look-ups added to it.

pub(in crate::store) mod binding_reads;
pub(in crate::store) mod bindings;
pub(in crate::store) mod feedback_filter;
pub(in crate::store) mod feedback_rows;
pub(in crate::store) mod quota_reads;
pub(in crate::store) mod quotas;
pub(in crate::store) mod state_times;
pub(in crate::store) mod submissions;
