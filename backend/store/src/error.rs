//! What can go wrong with the database itself.

use serde::de::DeserializeOwned;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteError;
use std::path::PathBuf;
use std::sync::Arc;

/// An error of the database, or of what it holds.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the data folder {} cannot be used: {source}", path.display())]
    Folder { path: PathBuf, source: std::io::Error },
    #[error(
        "the data folder {} is in use by another server: stop that server, or use another folder",
        .0.display()
    )]
    InUse(PathBuf),
    #[error("database migration failed: {0}")]
    Migration(MigrateError),
    #[error(
        "the database belongs to a newer version of Pulsen (its schema has number {found}, this version knows {known}): start \
         that version, or restore a backup from before the upgrade (docs/operate.md#downgrade)"
    )]
    Newer { found: i64, known: i64 },
    #[error("the database is damaged: {0}")]
    DamagedDatabase(String),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    #[error("system random generator unavailable: {0}")]
    NoRandomBits(#[from] getrandom::Error),
    /// A stored document cannot be read: it was written by another version, or by hand.
    #[error("{what} in the database cannot be read: {message}")]
    Document { what: String, message: String },
    /// The error of a read that several requests shared.
    #[error(transparent)]
    Shared(Arc<StoreError>),
}

impl StoreError {
    /// Explains a failed migration; `known` is the newest of this version. A database with migrations that this version does not
    /// have belongs to a later one, and may hold what this one would misread.
    pub(crate) fn of_migration(error: MigrateError, known: i64) -> Self {
        match error {
            MigrateError::VersionMissing(found) if found > known => Self::Newer { found, known },
            error => Self::Migration(error),
        }
    }

    /// Returns whether SQLite's file is damaged, or is none of SQLite.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::DamagedDatabase(_) => true,
            Self::Database(sqlx::Error::Database(error)) if error.as_error().is::<SqliteError>() => {
                matches!(error.code().as_deref().and_then(sqlite_error_kind), Some(11 | 26))
            }
            _ => false,
        }
    }

    /// Returns whether the database cannot be used at present: it is locked, full, down or does not respond. A repeat may
    /// succeed, while another statement at once would fail as well.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(sqlx::Error::Database(error)) => match error.code() {
                Some(code) if error.as_error().is::<SqliteError>() => is_unavailable_sqlite(&code),
                Some(code) => is_unavailable_postgres(&code),
                None => false,
            },
            Self::Database(error) => matches!(
                error,
                sqlx::Error::Io(_)
                    | sqlx::Error::Tls(_)
                    | sqlx::Error::Protocol(_)
                    | sqlx::Error::PoolTimedOut
                    | sqlx::Error::PoolClosed
                    | sqlx::Error::WorkerCrashed
            ),
            Self::Shared(error) => error.is_unavailable(),
            _ => false,
        }
    }
}

/// Tells by SQLite's result code: busy, locked, an error of the disk, full, or a file that cannot be opened.
fn is_unavailable_sqlite(code: &str) -> bool {
    matches!(sqlite_error_kind(code), Some(5 | 6 | 8 | 10 | 13 | 14))
}

/// The lowest byte of SQLite's result code is the kind of the error, the others are its details.
fn sqlite_error_kind(code: &str) -> Option<u32> {
    code.parse::<u32>().ok().map(|code| code & 0xFF)
}

/// Tells by PostgreSQL's SQLSTATE: the connection, its resources (such as the disk), an intervention of the operator, an
/// error of the system, a serialization failure or a deadlock, a lock, a server that only reads.
fn is_unavailable_postgres(code: &str) -> bool {
    const CLASSES: [&str; 5] = ["08", "53", "57", "58", "40"];
    CLASSES.iter().any(|class| code.starts_with(class)) || matches!(code, "55P03" | "25006")
}

/// Parses a JSON document of the database; `what` names the document in the error.
pub(super) fn parse_document<T: DeserializeOwned>(
    text: &str,
    what: impl FnOnce() -> String,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Document {
        what: what(),
        message: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_an_unavailable_database_from_a_wrong_statement() {
        for code in ["5", "517", "13", "10", "1802"] {
            assert!(is_unavailable_sqlite(code), "{code}");
        }
        for code in ["1", "19", "2067", "x"] {
            assert!(!is_unavailable_sqlite(code), "{code}");
        }
        for code in ["57P01", "08006", "53100", "55P03", "25006"] {
            assert!(is_unavailable_postgres(code), "{code}");
        }
        for code in ["23505", "42P01", "22021"] {
            assert!(!is_unavailable_postgres(code), "{code}");
        }
        assert!(StoreError::Database(sqlx::Error::PoolTimedOut).is_unavailable());
        assert!(!StoreError::Database(sqlx::Error::RowNotFound).is_unavailable());
    }
}
