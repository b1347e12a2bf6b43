//! Staff: their tokens, acts and audit, reviews of feedback, canned replies (docs/staff.md).

pub(crate) mod canned_replies;
pub(crate) mod feedback_notes;
pub(crate) mod feedback_reviews;
pub(crate) mod staff_acts;
pub(crate) mod staff_presence;
pub(crate) mod staff_reads;
pub(crate) mod staff_token_changes;
pub(crate) mod staff_token_uses;
pub(crate) mod staff_tokens;
pub(crate) mod staff_writes;
