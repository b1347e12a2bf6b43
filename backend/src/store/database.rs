//! Opens the database file with the settings on which durability depends.

use super::error::StoreError;
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::fs::File;
use std::path::Path;
use std::time::Duration;

/// The name of the database file in the data folder.
const FILE: &str = "pulsen.db";

/// Locked during migrations, so that processes that start together migrate one after the other.
const LOCK_FILE: &str = "pulsen.lock";

/// How long a statement waits for the transaction of another process, such as an import.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// How many connections read. SQLite reads are short, so more would only compete for the processor cores.
const READERS: u32 = 4;

/// Opens the database for reads and rare writes. Creates it if it is missing, and migrates it.
pub(super) async fn open(folder: &Path) -> Result<SqlitePool, StoreError> {
    let unusable = |source| StoreError::Folder {
        path: folder.to_owned(),
        source,
    };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    let lock = File::create(folder.join(LOCK_FILE)).map_err(unusable)?;
    // Waiting for another process blocks, so it must not happen on a thread of the runtime.
    let lock = tokio::task::spawn_blocking(move || lock.lock().map(|()| lock));
    let lock = lock
        .await
        .map_err(std::io::Error::other)
        .flatten()
        .map_err(unusable)?;
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_with(options(folder))
        .await?;
    sqlx::migrate!("migrations/sqlite").run(&pool).await?;
    drop(lock);
    Ok(pool)
}

/// Opens the one connection of the writer. It is a pool so that a broken connection is replaced.
pub(super) async fn open_writer(folder: &Path) -> Result<SqlitePool, StoreError> {
    Ok(SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options(folder))
        .await?)
}

/// WAL lets readers continue during a commit. FULL waits until each commit is on disk: with NORMAL, which is usual for WAL,
/// a power failure could undo acknowledged feedback.
fn options(folder: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(folder.join(FILE))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_connection_has_the_durable_settings() {
        let folder = tempfile::tempdir().unwrap();
        for pool in [
            open(folder.path()).await.unwrap(),
            open_writer(folder.path()).await.unwrap(),
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
        }
    }

    #[tokio::test]
    async fn two_processes_may_create_the_database_at_the_same_time() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = tokio::join!(open(folder.path()), open(folder.path()));
        assert!(one.is_ok() && other.is_ok());
    }
}
