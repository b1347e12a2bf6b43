//! Staff: their tokens, acts and audit, canned replies, blocked devices and addresses (docs/staff.md).

pub(in crate::store) mod canned_replies;
pub(in crate::store) mod staff_acts;
pub(in crate::store) mod staff_reads;
pub(in crate::store) mod staff_token_uses;
pub(in crate::store) mod staff_tokens;
pub(in crate::store) mod staff_writes;
