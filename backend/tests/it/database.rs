//! The database of a test: SQLite in the test's data folder, or with `PULSEN_TEST_POSTGRES` a schema of that PostgreSQL,
//! named after the folder. `make test` runs all tests of servers on both.

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::path::Path;
use std::process::Command;
use tokio::runtime::Builder;

/// Takes the lock of PostgreSQL that servers hold while they write.
const WRITE_LOCK: &str = "SELECT pg_advisory_xact_lock('feedbacks'::regclass::oid::bigint);";

/// Whether the tests run on PostgreSQL.
pub(crate) fn is_postgres() -> bool {
    postgres().is_some()
}

fn postgres() -> Option<String> {
    std::env::var("PULSEN_TEST_POSTGRES").ok()
}

/// Returns the address of the schema of a data folder if the tests run on PostgreSQL. One that is missing is created.
pub(crate) fn database(data: &Path) -> Option<String> {
    let address = postgres()?;
    let name = data.file_name().unwrap().to_str().unwrap().to_owned();
    let schema = format!("{address}?options[search_path]=%22{name}%22");
    block_on(async move {
        let mut connection = PgConnection::connect(&address).await.unwrap();
        let create = AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS \"{name}\""));
        sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
    });
    Some(schema)
}

/// Has a command use the database of a data folder.
pub(crate) fn with_data<'c>(command: &'c mut Command, data: &Path) -> &'c mut Command {
    if let Some(address) = database(data) {
        command.env("PULSEN_DATABASE", address);
    }
    command.arg("--data").arg(data)
}

/// Runs statements on the database of a data folder.
pub(crate) async fn execute(data: &Path, sql: impl Into<String>) {
    let sql = sqlx::raw_sql(AssertSqlSafe(sql.into()));
    match database(data) {
        None => {
            let mut connection = sqlite(data).await;
            sql.execute(&mut connection).await.unwrap();
            // Dropped, it would still be closing while the caller continues, who may look at the file.
            connection.close().await.unwrap();
        }
        Some(address) => {
            let mut connection = PgConnection::connect(&address).await.unwrap();
            sql.execute(&mut connection).await.unwrap();
        }
    }
}

/// Runs statements of one transaction while no server writes: two that change the same rows in another order would wait for each
/// other.
pub(crate) async fn execute_alone(data: &Path, sql: &str) {
    let lock = if is_postgres() { WRITE_LOCK } else { "" };
    execute(data, format!("{lock}{sql}")).await;
}

/// Returns the only column, of texts, of a query on the database of a data folder.
pub(crate) async fn texts(data: &Path, sql: &'static str) -> Vec<String> {
    match database(data) {
        None => sqlx::query_scalar(sql).fetch_all(&mut sqlite(data).await).await,
        Some(address) => {
            let mut connection = PgConnection::connect(&address).await.unwrap();
            sqlx::query_scalar(sql).fetch_all(&mut connection).await
        }
    }
    .unwrap()
}

/// The write lock of a database, as another process holds it.
pub(crate) enum Lock {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Lock {
    pub(crate) async fn take(data: &Path) -> Self {
        if let Some(address) = database(data) {
            let mut connection = PgConnection::connect(&address).await.unwrap();
            let lock = AssertSqlSafe(format!("BEGIN; {WRITE_LOCK}"));
            sqlx::raw_sql(lock).execute(&mut connection).await.unwrap();
            Self::Postgres(connection)
        } else {
            let mut connection = sqlite(data).await;
            sqlx::raw_sql("BEGIN IMMEDIATE")
                .execute(&mut connection)
                .await
                .unwrap();
            Self::Sqlite(connection)
        }
    }

    pub(crate) async fn release(self) {
        match self {
            Self::Sqlite(connection) => connection.close().await.unwrap(),
            Self::Postgres(connection) => connection.close().await.unwrap(),
        }
    }
}

async fn sqlite(data: &Path) -> SqliteConnection {
    let file = format!("sqlite://{}/pulsen.db", data.display());
    SqliteConnection::connect(&file).await.unwrap()
}

/// Waits for a future on a thread of its own, since the caller may be on a thread of a runtime.
fn block_on(future: impl Future<Output = ()> + Send + 'static) {
    let run = || {
        Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(future)
    };
    std::thread::spawn(run).join().unwrap();
}
