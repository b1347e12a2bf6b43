//! Opens the connections to PostgreSQL, with the settings on which durability and waiting times depend.

use super::address::DatabaseAddress;
use super::pool::Pool;
use crate::error::StoreError;
use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnection, PgPoolOptions};
use std::time::Duration;

/// How many connections read. Further reads wait for a free one.
const READERS: u32 = 16;

/// One connection writes. The others take its place when it hangs.
const WRITERS: u32 = 3;

/// How long a rare write, such as an import, waits for the transaction of another process.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Returns the number of the newest migration that this version knows.
pub(super) fn newest_migration() -> i64 {
    MIGRATIONS
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or(0)
}

/// Opens the database for reads and rare writes, and migrates it. Processes that start together migrate one after the
/// other: the migrations hold a lock of the database. `connection_timeout` bounds the wait for a connection.
pub(crate) async fn open(
    address: &DatabaseAddress,
    connection_timeout: Duration,
) -> Result<Pool, StoreError> {
    // Of its own: waiting for the migrations of another process has no limit.
    migrate(address).await?.close().await?;
    connect(address, READERS, LOCK_TIMEOUT, connection_timeout).await
}

/// Migrates the database, and returns the connection that did it.
pub(super) async fn migrate(address: &DatabaseAddress) -> Result<PgConnection, StoreError> {
    // It would be noted at each start that the table of migrations is there already.
    let quiet = address
        .options()
        .clone()
        .options([("client_min_messages", "warning")]);
    let mut connection = PgConnection::connect_with(&quiet).await?;
    let migrated = MIGRATIONS.run(&mut connection).await;
    migrated.map_err(|error| StoreError::of_migration(error, newest_migration()))?;
    Ok(connection)
}

/// Opens an existing database for reads.
pub(crate) async fn open_reader(
    address: &DatabaseAddress,
    connection_timeout: Duration,
) -> Result<Pool, StoreError> {
    connect(address, 1, LOCK_TIMEOUT, connection_timeout).await
}

/// Opens the connections of the writer.
pub(crate) async fn open_writer(
    address: &DatabaseAddress,
    connection_timeout: Duration,
    lock_timeout: Duration,
) -> Result<Pool, StoreError> {
    connect(address, WRITERS, lock_timeout, connection_timeout).await
}

async fn connect(
    address: &DatabaseAddress,
    size: u32,
    lock_timeout: Duration,
    connection_timeout: Duration,
) -> Result<Pool, StoreError> {
    let lock_timeout = format!("{}ms", lock_timeout.as_millis());
    // A database may be set to acknowledge commits before they are on disk; a submission may not.
    let settings = [("synchronous_commit", "on"), ("lock_timeout", &lock_timeout)];
    let options = address
        .options()
        .clone()
        .application_name("pulsen")
        .options(settings);
    let pool = PgPoolOptions::new()
        .max_connections(size)
        .acquire_timeout(connection_timeout)
        .after_release(move |connection, _| Box::pin(is_responsive(connection, connection_timeout)))
        .connect_with(options)
        .await?;
    Ok(Pool(pool))
}

/// Fails if the connection does not respond: it is closed then, and makes room for a new one.
async fn is_responsive(
    connection: &mut PgConnection,
    connection_timeout: Duration,
) -> Result<bool, sqlx::Error> {
    match tokio::time::timeout(connection_timeout, connection.ping()).await {
        Ok(ping) => ping.map(|()| true),
        Err(_) => Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into()),
    }
}
