//! Lists of feedback, for staff and for the index of answers.

pub(in crate::store) mod feedback_changes;
pub(in crate::store) mod feedback_list;
pub(in crate::store) mod feedback_source;
