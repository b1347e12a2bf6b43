//! Writes of the server's own, such as what removes rows whose time is over.
//!
//! They go through the writer as well. SQLite lets one connection write at a time and does not queue the others: a second one
//! whose commit waits for the disk would make the writer refuse visitors.

use crate::database::Query;
use crate::handle::Store;
use crate::job::WriteError;
use base::time::Millis;
use std::convert::Infallible;

/// How many rows a part of a sweep may change: visitors wait for it no longer than for a group of their own.
pub(super) const SWEPT_AT_ONCE: i64 = 1_000;

impl Store {
    /// Removes all rows whose time is over. Returns the kinds of rows that could not be removed now, and why.
    pub async fn remove_old_rows(&self, now: Millis) -> Vec<(&'static str, WriteError<Infallible>)> {
        let results = [
            ("verification codes", self.remove_old_verifications(now).await),
            ("staff actions", self.remove_old_audit(now).await),
            ("ended address blocks", self.remove_ended_blocks(now).await),
            ("quota shares", self.remove_old_quota_shares().await),
            ("inactive devices", self.remove_silent_devices(now).await),
            ("looked-up data", self.remove_expired_bindings(now).await),
            ("email addresses", self.remove_old_chat_emails(now).await),
            ("webhook deliveries", self.remove_old_deliveries(now).await),
            ("ended sessions", self.remove_ended_sessions(now).await),
            ("counters", self.remove_old_counters(now).await),
        ];
        let failed = results.into_iter().map(|(what, result)| (what, result.err()));
        failed.filter_map(|(what, error)| Some((what, error?))).collect()
    }

    /// Carries out a statement in a transaction of the writer, and returns how many rows it has changed.
    pub(super) async fn write(&self, statement: Query) -> Result<u64, WriteError<Infallible>> {
        self.writer.write(statement).await
    }

    /// Carries out a statement again and again, until it changes nothing. Each time it may change [`SWEPT_AT_ONCE`] rows.
    ///
    /// # Errors
    /// What was changed before the error stays changed.
    pub(super) async fn sweep(&self, part: Query) -> Result<(), WriteError<Infallible>> {
        while self.write(part.clone()).await? > 0 {}
        Ok(())
    }
}
