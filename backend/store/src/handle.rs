//! The open database.

use crate::cached_records::kept_records::KeptRecords;
use crate::cached_records::record_versions::{RecordVersion, RecordVersions};
use crate::database::{DatabaseTimeouts, Db, Location, ServeLock};
use crate::error::StoreError;
use crate::heartbeats::Heartbeat;
use crate::history::History;
use crate::job::chat_changes::ChatChange;
use crate::writer::Writer;
use base::time::{Millis, now};
use serde::Serialize;
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;

/// For how long a commit proves that the next one is possible (docs/constants.md#delays).
const RECENT: Millis = 5_000;

/// How long a command waits for the database (docs/constants.md#delays): no visitor waits with it.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(30);

/// The open, migrated database. Its methods are in the modules of their subjects.
pub struct Store {
    pub(super) db: Db,
    pub(super) writer: Writer,
    pub(super) record_versions: RecordVersions,
    pub(super) kept_records: KeptRecords,
    history: History,
    takes_changes_of_imported_records: bool,
    /// Held by a server for as long as it runs.
    _serve_lock: Option<ServeLock>,
}

/// The system that a database is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DatabaseKind {
    Sqlite,
    Postgresql,
}

impl Store {
    /// Opens the database for a command, creates the one in a folder if it is missing, migrates it, and starts its writer.
    ///
    /// # Errors
    /// The folder cannot be used, or the database cannot be opened or migrated.
    pub async fn open(location: impl Into<Location>) -> Result<Self, StoreError> {
        let location = location
            .into()
            .with_timeouts(DatabaseTimeouts::of(COMMAND_TIMEOUT));
        Self::start(&location, None, |_, _| {}).await
    }

    /// Opens the database as [`Store::open`] does, for a server. `on_chat_changed` is called with the feedback id of each
    /// chat that a committed transaction changed, and with how it changed, whether or not somebody still waits for the
    /// result. It must not block.
    ///
    /// # Errors
    /// As of [`Store::open`]; and another server uses the folder.
    pub async fn open_for_server(
        location: &Location,
        on_chat_changed: impl Fn(&str, ChatChange) + Send + Sync + 'static,
    ) -> Result<Self, StoreError> {
        let lock = Db::take_serve_lock(location)?;
        Self::start(location, lock, on_chat_changed).await
    }

    async fn start(
        location: &Location,
        serve_lock: Option<ServeLock>,
        on_chat_changed: impl Fn(&str, ChatChange) + Send + Sync + 'static,
    ) -> Result<Self, StoreError> {
        let db = Db::open(location).await?;
        let writer = Writer::start(Db::open_writer(location).await?, on_chat_changed);
        Ok(Self {
            record_versions: RecordVersions::start(db.clone()),
            kept_records: KeptRecords::default(),
            history: History::read(&db).await?,
            takes_changes_of_imported_records: true,
            db,
            writer,
            _serve_lock: serve_lock,
        })
    }

    /// Has records that files have change by imports only, whatever asks for it (`pulsen serve --records files`).
    pub fn fix_imported_records(&mut self) {
        self.takes_changes_of_imported_records = false;
    }

    /// Returns whether records that files have may be changed in the console.
    pub fn takes_changes_of_imported_records(&self) -> bool {
        self.takes_changes_of_imported_records
    }

    /// Commits the jobs that were queued, then closes the database. Nothing can be written afterwards.
    pub async fn close(&self) {
        self.writer.close().await;
        self.db.close().await;
    }

    /// Returns the history of the database, which cursors name.
    pub fn history(&self) -> History {
        self.history
    }

    /// Begins another history: cursors that were given out so far are of an earlier one. For a database that was restored, while no
    /// server uses it.
    pub async fn begin_history(&self) -> Result<(), StoreError> {
        History::begin(&self.db).await
    }

    /// Returns the state of the imported records, not older than this call.
    pub async fn record_version(&self) -> Result<RecordVersion, StoreError> {
        self.record_versions.current().await
    }

    /// Returns what changes with each commit of this process from now on. It is closed with the store.
    pub fn commits(&self) -> watch::Receiver<()> {
        self.writer.commits()
    }

    /// Returns how many jobs wait for the writer, and the bytes of those that wait or are being written.
    pub fn writer_queue(&self) -> (usize, usize) {
        self.writer.queue()
    }

    /// Returns the system that the database is of.
    pub fn kind(&self) -> DatabaseKind {
        match self.db {
            Db::Sqlite(_) => DatabaseKind::Sqlite,
            Db::Pg(..) => DatabaseKind::Postgresql,
        }
    }

    /// Returns whether the writer can commit: it has lately, or it does so now. A writer that cannot makes the caller wait
    /// for at most two seconds.
    pub async fn is_ready(&self) -> bool {
        self.writer.has_committed_since(now() - RECENT) || self.writer.write(Heartbeat).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::query;
    use crate::database::test_database::test_location;

    #[tokio::test]
    async fn a_command_waits_longer_for_postgresql_than_a_server() {
        let folder = tempfile::tempdir().unwrap();
        let location = test_location(folder.path())
            .await
            .with_timeouts(DatabaseTimeouts::default());
        let command = Store::open(location.clone()).await.unwrap();
        if !matches!(command.db, Db::Pg(..)) {
            return;
        }
        let server = Store::open_for_server(&location, |_, _| {}).await.unwrap();
        let slow = || query("SELECT 1::bigint FROM pg_sleep(2)");
        let (of_command, of_server) = tokio::join!(
            slow().scalar::<i64>(&command.db),
            slow().scalar::<i64>(&server.db)
        );
        assert_eq!(of_command.unwrap(), 1);
        assert!(of_server.is_err());
    }
}
