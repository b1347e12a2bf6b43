//! Tests that need more of the store than what they test.

mod canceled_calls;
mod history;
mod record_cache;
mod records;
mod writer;
mod writer_locks;
