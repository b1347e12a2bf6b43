//! Lists of feedback, for staff and for the index of answers.

pub(crate) mod answered_feedbacks;
pub(crate) mod feedback_changes;
pub(crate) mod feedback_list;
pub(crate) mod feedback_search;
pub(crate) mod feedback_source;
pub(crate) mod feedback_total;
