//! The open database and its transactions.

use super::location::{Location, Place};
use super::patience::Patience;
use super::sqlite::ServeLock;
use super::{postgres, sqlite};
use crate::error::StoreError;
use sqlx::{Sqlite, SqliteConnection, SqlitePool};

/// Connections to the database. A disk of this machine is waited for as long as it takes.
#[derive(Debug, Clone)]
pub(crate) enum Db {
    Sqlite(SqlitePool),
    Pg(postgres::Pool, Patience),
}

/// A transaction. It is rolled back if it is dropped.
pub(crate) enum Transaction {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Pg(postgres::Transaction, Patience),
}

/// What runs a statement: the database, on any free connection, or a transaction.
pub(crate) enum Executor<'a> {
    SqlitePool(&'a SqlitePool),
    Sqlite(&'a mut SqliteConnection),
    Pg(postgres::Executor<'a>, Patience),
}

impl Db {
    /// Opens the database for reads and rare writes. Creates the one in a folder if it is missing, and migrates it.
    pub(crate) async fn open(location: &Location) -> Result<Self, StoreError> {
        let Location { place, patience } = location;
        Ok(match place {
            Place::Folder(folder) => Self::Sqlite(sqlite::open(folder).await?),
            Place::Postgres(address) => {
                Self::Pg(postgres::open(address, patience.connection).await?, *patience)
            }
        })
    }

    /// Opens the connection of the writer to a migrated database. It does not wait long for others.
    pub(crate) async fn open_writer(location: &Location) -> Result<Self, StoreError> {
        let Location { place, patience } = location;
        Ok(match place {
            Place::Folder(folder) => Self::Sqlite(sqlite::open_writer(folder, *patience).await?),
            Place::Postgres(address) => {
                let pool = postgres::open_writer(address, patience.connection, patience.lock).await?;
                Self::Pg(pool, *patience)
            }
        })
    }

    /// Opens a database for reading, as it is: nothing is created or migrated.
    pub(crate) async fn open_existing(location: &Location) -> Result<Self, StoreError> {
        let Location { place, patience } = location;
        Ok(match place {
            Place::Folder(folder) => Self::Sqlite(sqlite::open_reader(folder).await?),
            Place::Postgres(address) => Self::Pg(
                postgres::open_reader(address, patience.connection).await?,
                *patience,
            ),
        })
    }

    /// Takes the right to serve this database, if only one server may.
    pub(crate) fn take_serve_lock(location: &Location) -> Result<Option<ServeLock>, StoreError> {
        match &location.place {
            Place::Folder(folder) => ServeLock::take(folder).map(Some),
            Place::Postgres(_) => Ok(None),
        }
    }

    /// Begins a transaction that writes. It has the write lock from its first statement on.
    pub(crate) async fn begin_write(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => Transaction::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await?),
            Self::Pg(pool, patience) => Transaction::Pg(pool.begin_write().await?, *patience),
        })
    }

    /// Begins a transaction whose reads all see the same state of the database.
    pub(crate) async fn begin_snapshot(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => Transaction::Sqlite(pool.begin().await?),
            Self::Pg(pool, patience) => Transaction::Pg(pool.begin_snapshot().await?, *patience),
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
            Db::Pg(pool, patience) => Self::Pg(pool.into(), *patience),
        }
    }
}

impl<'a> From<&'a mut Transaction> for Executor<'a> {
    fn from(transaction: &'a mut Transaction) -> Self {
        match transaction {
            Transaction::Sqlite(transaction) => Self::Sqlite(transaction),
            Transaction::Pg(transaction, patience) => Self::Pg(transaction.into(), *patience),
        }
    }
}
