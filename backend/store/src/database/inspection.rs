//! The state of a database that is not opened for use: nothing is migrated or created.

use super::location::{Location, Target};
use super::postgres;
use super::sqlite::{database_file, newest_migration, open_existing};
use super::state::DatabaseState;
use crate::error::StoreError;
use sqlx::Connection;
use std::path::Path;

/// Returns whether there is a database of Pulsen. Nothing is created.
///
/// # Errors
/// PostgreSQL cannot be reached.
pub async fn holds_database(location: &Location) -> Result<bool, StoreError> {
    match &location.target {
        Target::Folder(folder) => Ok(database_file(folder).is_file()),
        Target::Postgres(address) => Ok(postgres::inspect(address).await?.schema > 0),
    }
}

/// Looks at a database; `None` if there is none in the folder.
///
/// # Errors
/// It cannot be opened or read.
pub async fn inspect_database(location: &Location) -> Result<Option<DatabaseState>, StoreError> {
    match &location.target {
        Target::Folder(folder) => inspect_sqlite(folder).await,
        Target::Postgres(address) => postgres::inspect(address).await.map(Some),
    }
}

async fn inspect_sqlite(folder: &Path) -> Result<Option<DatabaseState>, StoreError> {
    let file = database_file(folder);
    if !file.is_file() {
        return Ok(None);
    }
    let mut database = open_existing(&file).await?;
    let version: String = sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(&mut database)
        .await?;
    let tables: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_one(&mut database)
            .await?;
    let schema = match tables {
        0 => 0,
        _ => {
            sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
                .fetch_one(&mut database)
                .await?
        }
    };
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut database)
        .await?;
    database.close().await?;
    let log = std::fs::metadata(file.with_extension("db-wal"));
    Ok(Some(DatabaseState {
        system: format!("SQLite {version}"),
        schema,
        known: newest_migration(),
        damage: (verdict != "ok").then_some(verdict),
        log_bytes: log.ok().map(|log| log.len()),
        clock_difference: None,
    }))
}
