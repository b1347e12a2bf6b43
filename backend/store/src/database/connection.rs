//! The open database and its transactions.

use super::location::{Location, Target};
use super::sqlite::ServeLock;
use super::timeouts::DatabaseTimeouts;
use super::{postgres, sqlite};
use crate::error::StoreError;
use sqlx::{Sqlite, SqliteConnection, SqlitePool};

/// Connections to the database. A disk of this machine is waited for as long as it takes.
#[derive(Debug, Clone)]
pub(crate) enum Db {
    Sqlite(SqlitePool),
    Pg(postgres::Pool, DatabaseTimeouts),
}

/// A transaction. It is rolled back if it is dropped.
pub(crate) enum Transaction {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Pg(postgres::Transaction, DatabaseTimeouts),
}

/// What runs a statement: the database, on any free connection, or a transaction.
pub(crate) enum Executor<'a> {
    SqlitePool(&'a SqlitePool),
    Sqlite(&'a mut SqliteConnection),
    Pg(postgres::Executor<'a>, DatabaseTimeouts),
}

impl Db {
    /// Opens the database for reads and rare writes. Creates the one in a folder if it is missing, and migrates it.
    pub(crate) async fn open(location: &Location) -> Result<Self, StoreError> {
        let Location { target, timeouts } = location;
        Ok(match target {
            Target::Folder(folder) => Self::Sqlite(sqlite::open(folder).await?),
            Target::Postgres(address) => {
                Self::Pg(postgres::open(address, timeouts.connection).await?, *timeouts)
            }
        })
    }

    /// Opens the connection of the writer to a migrated database. It does not wait long for others.
    pub(crate) async fn open_writer(location: &Location) -> Result<Self, StoreError> {
        let Location { target, timeouts } = location;
        Ok(match target {
            Target::Folder(folder) => Self::Sqlite(sqlite::open_writer(folder, *timeouts).await?),
            Target::Postgres(address) => {
                let pool = postgres::open_writer(address, timeouts.connection, timeouts.lock).await?;
                Self::Pg(pool, *timeouts)
            }
        })
    }

    /// Opens a database for reading, as it is: nothing is created or migrated.
    pub(crate) async fn open_existing(location: &Location) -> Result<Self, StoreError> {
        let Location { target, timeouts } = location;
        Ok(match target {
            Target::Folder(folder) => Self::Sqlite(sqlite::open_reader(folder).await?),
            Target::Postgres(address) => Self::Pg(
                postgres::open_reader(address, timeouts.connection).await?,
                *timeouts,
            ),
        })
    }

    /// Takes the right to serve this database, if only one server may.
    pub(crate) fn take_serve_lock(location: &Location) -> Result<Option<ServeLock>, StoreError> {
        match &location.target {
            Target::Folder(folder) => ServeLock::take(folder).map(Some),
            Target::Postgres(_) => Ok(None),
        }
    }

    /// Begins a transaction that writes. It has the write lock from its first statement on.
    pub(crate) async fn begin_write(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => Transaction::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await?),
            Self::Pg(pool, timeouts) => Transaction::Pg(pool.begin_write().await?, *timeouts),
        })
    }

    /// Begins a transaction whose reads all see the same state of the database.
    pub(crate) async fn begin_snapshot(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => Transaction::Sqlite(pool.begin().await?),
            Self::Pg(pool, timeouts) => Transaction::Pg(pool.begin_snapshot().await?, *timeouts),
        })
    }

    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Pg(pool, _) => pool.close().await,
        }
    }
}

impl Transaction {
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(transaction) => transaction.commit().await?,
            Self::Pg(transaction, _) => transaction.commit().await?,
        }
        Ok(())
    }
}

impl<'a> From<&'a Db> for Executor<'a> {
    fn from(db: &'a Db) -> Self {
        match db {
            Db::Sqlite(pool) => Self::SqlitePool(pool),
            Db::Pg(pool, timeouts) => Self::Pg(pool.into(), *timeouts),
        }
    }
}

impl<'a> From<&'a mut Transaction> for Executor<'a> {
    fn from(transaction: &'a mut Transaction) -> Self {
        match transaction {
            Transaction::Sqlite(transaction) => Self::Sqlite(transaction),
            Transaction::Pg(transaction, timeouts) => Self::Pg(transaction.into(), *timeouts),
        }
    }
}
