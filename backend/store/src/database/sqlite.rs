//! Opens the database file with the settings on which durability depends.

use super::timeouts::DatabaseTimeouts;
use crate::error::StoreError;
use base::panics::TaskError;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection, SqlitePool};
use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the database file in the data folder.
const FILE: &str = "pulsen.db";

/// Locked during migrations, so that processes that start together migrate one after the other.
const LOCK_FILE: &str = "pulsen.lock";

/// Locked by the server for as long as it runs.
const SERVE_LOCK_FILE: &str = "serve.lock";

/// How long a rare write waits for the transaction of another process, such as an import.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Memory for pages of the writer, in KiB (negative: not in pages). Ids of visitors are random, so that each feedback touches
/// other pages of the indexes.
const WRITER_CACHE: &str = "-32768";

/// How many pages the log may have before they are copied into the database. A page of an index changes with many commits,
/// and is copied once for all of them.
const CHECKPOINT_PAGES: &str = "4096";

/// Rows that a reader's thread may be ahead of anyone who takes them: with fewer the two wake each other more often.
const ROW_BUFFER: usize = 1_000;

/// How many connections read. SQLite reads are short, so more would only compete for the processor cores.
const READERS: u32 = 4;

/// Only the owner may enter the folder.
const FOLDER_MODE: u32 = 0o700;

/// Only the owner may read and write the files. SQLite gives its log and its index the permissions of the database.
const FILE_MODE: u32 = 0o600;

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// Returns the number of the newest migration that this version knows.
pub(crate) fn newest_migration() -> i64 {
    MIGRATIONS
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or(0)
}

/// Returns the path of the database in a folder.
pub(crate) fn database_file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Opens a database file for reading, as it is.
pub(crate) async fn open_existing(file: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(BUSY_TIMEOUT);
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// Copies a database, as it is at one moment, without what was deleted from it. Others may write meanwhile. Returns when the copy
/// is on disk.
pub(crate) async fn vacuum_into(file: &Path, copy: &Path) -> Result<(), StoreError> {
    let unusable = |source| StoreError::Folder {
        path: copy.to_owned(),
        source,
    };
    // SQLite writes into an empty file, and keeps its permissions.
    let copied = private_file(copy).map_err(unusable)?;
    let mut database = open_existing(file).await?;
    sqlx::query("VACUUM INTO $1")
        .bind(copy.to_string_lossy().into_owned())
        .execute(&mut database)
        .await?;
    database.close().await?;
    copied.sync_all().map_err(unusable)
}

/// Checks that a copy is whole.
pub(crate) async fn check_copy(copy: &mut SqliteConnection) -> Result<(), StoreError> {
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(copy)
        .await?;
    match verdict.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::DamagedDatabase(verdict)),
    }
}

/// Opens the database for reads and rare writes. Creates it if it is missing, and migrates it.
pub(super) async fn open(folder: &Path) -> Result<SqlitePool, StoreError> {
    let unusable = |source| StoreError::Folder {
        path: folder.to_owned(),
        source,
    };
    create_folder(folder).map_err(unusable)?;
    let lock = private_file(&folder.join(LOCK_FILE)).map_err(unusable)?;
    // Waiting for another process blocks, so it must not happen on a thread of the runtime.
    let lock = tokio::task::spawn_blocking(move || lock.lock().map(|()| lock));
    let lock = lock.await.map_err(TaskError::io).flatten().map_err(unusable)?;
    private_file(&folder.join(FILE)).map_err(unusable)?;
    for suffix in ["-wal", "-shm"] {
        restrict_if_present(&folder.join(format!("{FILE}{suffix}"))).map_err(unusable)?;
    }
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        // There is no network that could have failed.
        .test_before_acquire(false)
        .connect_with(
            options(folder)
                .busy_timeout(BUSY_TIMEOUT)
                .row_buffer_size(ROW_BUFFER),
        )
        .await?;
    let migrated = MIGRATIONS.run(&pool).await;
    migrated.map_err(|error| StoreError::of_migration(error, newest_migration()))?;
    drop(lock);
    Ok(pool)
}

/// Opens an existing database for reads.
pub(super) async fn open_reader(folder: &Path) -> Result<SqlitePool, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(database_file(folder))
        .read_only(true)
        .busy_timeout(BUSY_TIMEOUT);
    Ok(SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await?)
}

/// Opens the one connection of the writer. It is a pool so that a broken connection is replaced.
pub(super) async fn open_writer(folder: &Path, timeouts: DatabaseTimeouts) -> Result<SqlitePool, StoreError> {
    Ok(SqlitePoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        .after_release(|connection, _| Box::pin(has_ended_its_transaction(connection)))
        .connect_with(
            options(folder)
                .busy_timeout(timeouts.lock)
                .pragma("cache_size", WRITER_CACHE)
                .pragma("wal_autocheckpoint", CHECKPOINT_PAGES),
        )
        .await?)
}

/// Returns whether a connection may be used again. When the disk is full, SQLite rolls a transaction back by itself; sqlx does
/// not learn of it and would begin no other.
async fn has_ended_its_transaction(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // The rollback of a transaction that was dropped is under way before it.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// WAL lets readers continue during a commit. FULL waits until each commit is on disk: with NORMAL, which is usual for WAL,
/// a power failure could undo acknowledged feedback. What is deleted is overwritten with zeros.
fn options(folder: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(folder.join(FILE))
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("secure_delete", "ON")
}

/// The right to serve a data folder, held until it is dropped or the process ends. Two servers would miss each other's
/// changes of chats. Imports and other commands do not need it.
pub struct ServeLock {
    _file: File,
}

impl ServeLock {
    /// Takes the lock of a data folder, which is created if it is missing.
    ///
    /// # Errors
    /// Another server holds it, or the folder cannot be used.
    pub fn take(folder: &Path) -> Result<Self, StoreError> {
        let unusable = |source| StoreError::Folder {
            path: folder.to_owned(),
            source,
        };
        create_folder(folder).map_err(unusable)?;
        let file = private_file(&folder.join(SERVE_LOCK_FILE)).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }
}

/// Creates the folder if it is missing. One that exists is closed to others only if it is empty or holds a database:
/// anything else is a folder of somebody's with other files in it, whose access is not changed.
fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        let is_ours = folder.join(FILE).exists() || folder.read_dir()?.next().is_none();
        return if is_ours {
            restrict(folder, FOLDER_MODE)
        } else {
            Ok(())
        };
    }
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(FOLDER_MODE)
        .create(folder)
}

/// Opens a file, creates it if it is missing, and closes it to others.
fn private_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(FILE_MODE)
        .open(path)?;
    restrict(path, FILE_MODE)?;
    Ok(file)
}

fn restrict_if_present(path: &Path) -> io::Result<()> {
    match restrict(path, FILE_MODE) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    let present = std::fs::metadata(path)?.permissions().mode() & 0o777;
    if present == mode {
        return Ok(());
    }
    std::fs::set_permissions(path, Permissions::from_mode(mode))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_connection_has_the_durable_settings() {
        let folder = tempfile::tempdir().unwrap();
        for pool in [
            open(folder.path()).await.unwrap(),
            open_writer(folder.path(), DatabaseTimeouts::default())
                .await
                .unwrap(),
        ] {
            let setting = async |name: &'static str| -> String {
                let sql = sqlx::AssertSqlSafe(format!(
                    "SELECT CAST(value AS TEXT) FROM (SELECT {name} AS value FROM pragma_{name})"
                ));
                sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap()
            };
            assert_eq!(setting("journal_mode").await, "wal");
            assert_eq!(setting("synchronous").await, "2", "2 is FULL");
            assert_eq!(setting("foreign_keys").await, "1");
            assert_eq!(setting("secure_delete").await, "1");
        }
    }

    #[tokio::test]
    async fn two_processes_may_create_the_database_at_the_same_time() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = tokio::join!(open(folder.path()), open(folder.path()));
        assert!(one.is_ok() && other.is_ok());
    }

    #[tokio::test]
    async fn only_the_owner_can_read_the_data() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("data");
        let pool = open(&folder).await.unwrap();
        let _lock = ServeLock::take(&folder).unwrap();
        drop(pool);
        // As a copy by hand leaves them.
        std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        for entry in folder.read_dir().unwrap() {
            std::fs::set_permissions(entry.unwrap().path(), Permissions::from_mode(0o644)).unwrap();
        }
        let _pool = open(&folder).await.unwrap();
        let _lock = ServeLock::take(&folder);
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        let files: Vec<_> = folder
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        assert!(files.len() >= 5, "database, log, index and two locks: {files:?}");
        for file in files {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
    }

    #[tokio::test]
    async fn a_folder_with_files_of_others_stays_open() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        std::fs::write(folder.path().join("other.txt"), "").unwrap();
        drop(open(folder.path()).await.unwrap());
        let mode = std::fs::metadata(folder.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o755);
    }

    #[tokio::test]
    async fn one_server_at_a_time_may_serve_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let first = ServeLock::take(folder.path()).unwrap();
        let refusal = ServeLock::take(folder.path()).err().unwrap().to_string();
        assert!(refusal.contains("is in use by another server"), "{refusal}");
        drop(first);
        assert!(ServeLock::take(folder.path()).is_ok());
        assert!(ServeLock::take(&folder.path().join("missing")).is_ok());
    }
}
