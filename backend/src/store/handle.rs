//! The open database.

use super::database;
use super::error::StoreError;
use super::writer::Writer;
use sqlx::SqlitePool;
use std::path::Path;

/// The open, migrated database. Its methods are in the modules of their subjects.
pub(crate) struct Store {
    pub(super) pool: SqlitePool,
    pub(super) writer: Writer,
}

impl Store {
    /// Opens the database in a folder, creates it where there is none, and starts its writer.
    ///
    /// # Errors
    /// The folder cannot be used, or the database cannot be opened or migrated.
    pub(crate) async fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_observed(folder, |_| {}).await
    }

    /// Opens the database as [`Store::open`] does. `on_chat_changed` is called with the feedback id of each chat that a
    /// committed transaction changed, whether or not somebody still waits for the result. It must not block.
    ///
    /// # Errors
    /// The folder cannot be used, or the database cannot be opened or migrated.
    pub(crate) async fn open_observed(
        folder: &Path,
        on_chat_changed: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, StoreError> {
        let pool = database::open(folder).await?;
        let writer = Writer::start(database::open_writer(folder).await?, on_chat_changed);
        Ok(Self { pool, writer })
    }

    /// Commits the jobs that were queued, then closes the database. Nothing can be written afterwards.
    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
    }

    /// Returns whether the database answers and the writer takes jobs.
    pub(crate) async fn is_healthy(&self) -> bool {
        let responds = sqlx::query("SELECT 1").execute(&self.pool).await.is_ok();
        responds && self.writer.is_open()
    }
}
