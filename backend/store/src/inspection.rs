//! The state of a database that is not opened for use: nothing is migrated or created.

use crate::database::{
    DatabaseAddress, Location, Place, database_file, newest_migration, newest_postgres_migration,
    open_existing,
};
use crate::error::StoreError;
use base::time::{Millis, now};
use sqlx::{Connection, PgConnection};
use std::path::Path;

/// The state of a database.
#[derive(Debug)]
pub struct DatabaseState {
    /// The database with its version.
    pub system: String,
    /// The number of its newest migration; 0 if it has none.
    pub schema: i64,
    /// The number of the newest migration of this version.
    pub known: i64,
    /// What is wrong with a database of SQLite.
    pub damage: Option<String>,
    /// The size of SQLite's log.
    pub log_bytes: Option<u64>,
    /// By how much this machine's clock is ahead of that of PostgreSQL.
    pub clock_difference: Option<Millis>,
}

/// Returns whether there is a database of Pulsen. Nothing is created.
///
/// # Errors
/// PostgreSQL cannot be reached.
pub async fn holds_database(location: &Location) -> Result<bool, StoreError> {
    match &location.place {
        Place::Folder(folder) => Ok(database_file(folder).is_file()),
        Place::Postgres(address) => Ok(inspect_postgres(address).await?.schema > 0),
    }
}

/// Looks at a database; `None` if there is none in the folder.
///
/// # Errors
/// It cannot be opened or read.
pub async fn inspect_database(location: &Location) -> Result<Option<DatabaseState>, StoreError> {
    match &location.place {
        Place::Folder(folder) => inspect_sqlite(folder).await,
        Place::Postgres(address) => inspect_postgres(address).await.map(Some),
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

async fn inspect_postgres(address: &DatabaseAddress) -> Result<DatabaseState, StoreError> {
    let mut database = PgConnection::connect_with(address.options()).await?;
    let version: String = sqlx::query_scalar("SHOW server_version")
        .fetch_one(&mut database)
        .await?;
    let has_schema: bool = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut database)
        .await?;
    let schema = match has_schema {
        false => 0,
        true => {
            sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
                .fetch_one(&mut database)
                .await?
        }
    };
    let asked_at = now();
    let clock: Millis =
        sqlx::query_scalar("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
            .fetch_one(&mut database)
            .await?;
    // The answer may have been given at any moment in between.
    let clock_difference = clock.clamp(asked_at, now().max(asked_at)) - clock;
    database.close().await?;
    Ok(DatabaseState {
        system: format!("PostgreSQL {version}"),
        schema,
        known: newest_postgres_migration(),
        damage: None,
        log_bytes: None,
        clock_difference: Some(clock_difference),
    })
}
