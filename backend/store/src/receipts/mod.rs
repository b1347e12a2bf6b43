//! Receipts of idempotent requests, which a repeat gets again.

pub(crate) mod idempotency;
pub(crate) mod old_receipts;
