//! The state of a database that is not opened for use: nothing is migrated or created.

use super::super::state::DatabaseState;
use super::address::DatabaseAddress;
use super::opening::newest_migration;
use crate::error::StoreError;
use base::time::{Millis, now};
use sqlx::{Connection, PgConnection};

/// Looks at a database.
pub(crate) async fn inspect(address: &DatabaseAddress) -> Result<DatabaseState, StoreError> {
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
        known: newest_migration(),
        damage: None,
        log_bytes: None,
        clock_difference: Some(clock_difference),
    })
}
