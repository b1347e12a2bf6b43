//! Webhooks, and the queue of what they are told (docs/webhooks.md).

pub(in crate::store) mod webhook_changes;
pub(in crate::store) mod webhook_queue;
pub(in crate::store) mod webhook_reads;
pub(in crate::store) mod webhook_replays;
pub(in crate::store) mod webhook_schedule;
pub(in crate::store) mod webhook_writes;
