//! Tests that need more of the store than what they test.

mod history;
mod record_cache;
mod writer;
mod writer_locks;
