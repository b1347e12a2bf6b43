//! Receipts of idempotent requests, which a repeat gets again.

pub(in crate::store) mod idempotency;
pub(in crate::store) mod old_receipts;
