//! Writes of the server's own, such as what removes rows whose time is over.
//!
//! They go through the writer as well. SQLite lets one connection write at a time and does not queue the others: a second one
//! whose commit waits for the disk would make the writer refuse visitors.

use crate::database::Query;
use crate::handle::Store;
use crate::job::WriteError;
use std::convert::Infallible;

/// How many rows a part of a sweep may change: visitors wait for it no longer than for a group of their own.
pub(super) const SWEPT_AT_ONCE: i64 = 1_000;

impl Store {
    /// Carries out a statement in a transaction of the writer, and returns how many rows it has changed.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed.
    pub(super) async fn write(&self, statement: Query) -> Result<u64, WriteError<Infallible>> {
        self.writer.write(statement).await
    }

    /// Carries out a statement again and again, until it changes nothing. Each time it may change [`SWEPT_AT_ONCE`] rows.
    ///
    /// # Errors
    /// As of [`Store::write`]; what was changed until then stays changed.
    pub(super) async fn sweep(&self, part: Query) -> Result<(), WriteError<Infallible>> {
        while self.write(part.clone()).await? > 0 {}
        Ok(())
    }
}
