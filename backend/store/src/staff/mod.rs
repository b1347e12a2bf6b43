//! Staff: their tokens, acts and audit, canned replies, blocked devices and addresses (docs/staff.md).

pub(crate) mod canned_replies;
pub(crate) mod staff_acts;
pub(crate) mod staff_reads;
pub(crate) mod staff_token_changes;
pub(crate) mod staff_token_uses;
pub(crate) mod staff_tokens;
pub(crate) mod staff_writes;
