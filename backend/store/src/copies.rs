//! Copies of a SQLite database, for backups. The database is opened as it is: anyone who backs up before an upgrade must not
//! have it upgraded by that.

use crate::database::{check_copy, database_file, newest_migration, open_existing, vacuum_into};
use crate::error::StoreError;
use base::time::now;
use sqlx::SqliteConnection;
use std::path::Path;

/// What is in a copy.
#[derive(Debug)]
pub struct DatabaseCopy {
    /// The number of its newest migration.
    pub schema: i64,
    /// The keys of the files of visitors that it names.
    pub files: Vec<String>,
}

/// Returns whether a folder holds a database.
pub fn has_database(folder: &Path) -> bool {
    database_file(folder).is_file()
}

/// Returns the number of the newest migration that this version knows.
pub fn newest_schema() -> i64 {
    newest_migration()
}

/// Copies the database of a folder, as it is at one moment, and checks the copy.
///
/// # Errors
/// The database was written by a newer version or is damaged, or a file cannot be read or written.
pub async fn copy_database(folder: &Path, to: &Path) -> Result<DatabaseCopy, StoreError> {
    vacuum_into(&database_file(folder), to).await?;
    let mut copy = open_existing(to).await?;
    check_copy(&mut copy).await?;
    let schema = schema_of(&mut copy).await?;
    if schema > newest_schema() {
        return Err(StoreError::Newer {
            found: schema,
            known: newest_schema(),
        });
    }
    Ok(DatabaseCopy {
        schema,
        files: files_of(&mut copy).await?,
    })
}

/// Returns the keys of the files that the database of a folder names.
///
/// # Errors
/// The database cannot be read.
pub async fn stored_files(folder: &Path) -> Result<Vec<String>, StoreError> {
    files_of(&mut open_existing(&database_file(folder)).await?).await
}

async fn schema_of(database: &mut SqliteConnection) -> Result<i64, StoreError> {
    Ok(
        sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
            .fetch_one(database)
            .await?,
    )
}

/// Files that are still on their way to the storage have no part in a backup: nobody has been notified of them. Nor have those that
/// no feedback took in time: they are deleted before their rows are.
async fn files_of(database: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let mut files = Vec::new();
    for (table, kept) in [
        (
            "uploads",
            "SELECT storage_key FROM uploads
                 WHERE stored_at IS NOT NULL AND (feedback_id IS NOT NULL OR expires_at > $1)",
        ),
        (
            "export_parts",
            "SELECT storage_key FROM export_parts JOIN exports ON exports.id = export_id
                 WHERE stored_at IS NOT NULL AND state = 'done' AND expires_at > $1",
        ),
    ] {
        // Databases from before there was such a table have none.
        let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema WHERE name = $1")
            .bind(table)
            .fetch_one(&mut *database)
            .await?;
        if tables > 0 {
            let keys: Vec<String> = sqlx::query_scalar(kept)
                .bind(now())
                .fetch_all(&mut *database)
                .await?;
            files.extend(keys);
        }
    }
    Ok(files)
}
