//! Chats that staff put off until a time (docs/staff.md#snooze).

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use base::time::Millis;
use std::convert::Infallible;

/// How many chats come back in one transaction.
const AT_ONCE: i64 = 200;

/// Brings chats back whose time has come: in the database, so that it is a change like any other, at whatever server.
struct SnoozeEnd {
    now: Millis,
}

impl Job for SnoozeEnd {
    /// How many have come back.
    type Reply = usize;
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<usize, JobError<Infallible>> {
        let ended: Vec<(String,)> = query(
            "UPDATE chats SET snoozed_until = NULL WHERE feedback_id IN (SELECT feedback_id FROM chats
                 WHERE snoozed_until IS NOT NULL AND snoozed_until <= $1 ORDER BY snoozed_until LIMIT $2)
             RETURNING feedback_id",
        )
        .bind(self.now)
        .bind(AT_ONCE)
        .fetch_all(transaction.connection())
        .await?;
        for (feedback_id,) in &ended {
            transaction.mark_inbox_changed(feedback_id);
        }
        Ok(ended.len())
    }
}

impl Store {
    /// Brings some of the chats back whose time has come; returns whether there may be more.
    ///
    /// # Errors
    /// Those of every write.
    pub async fn end_snoozes(&self, now: Millis) -> Result<bool, WriteError<Infallible>> {
        let ended = self.writer.write(SnoozeEnd { now }).await?;
        Ok(ended >= usize::try_from(AT_ONCE).unwrap_or(usize::MAX))
    }

    /// Returns whether the time of a chat has come.
    pub async fn has_ended_snoozes(&self, now: Millis) -> Result<bool, StoreError> {
        let has = query(
            "SELECT EXISTS (SELECT 1 FROM chats WHERE snoozed_until IS NOT NULL AND snoozed_until <= $1)",
        )
        .bind(now);
        Ok(has.scalar(&self.db).await?)
    }
}
