//! Webhooks, and the queue of what they are told (docs/webhooks.md).

pub(crate) mod webhook_changes;
pub(crate) mod webhook_queue;
pub(crate) mod webhook_reads;
pub(crate) mod webhook_replays;
pub(crate) mod webhook_schedule;
pub(crate) mod webhook_writes;
