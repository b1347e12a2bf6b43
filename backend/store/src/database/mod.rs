//! The database: SQLite in a folder, or PostgreSQL. Everything above this module has one SQL text for both.
//!
//! | module | content |
//! |---|---|
//! | `location`, `patience` | where the database is, and how long is waited for it |
//! | `sqlite`, `postgres` | how each is opened, with the settings on which durability and waiting times depend |
//! | `connection` | the open database and its transactions |
//! | `query`, `query_builder`, `parameters`, `value`, `bind_by_name` | statements with their parameters |

mod bind_by_name;
mod connection;
mod location;
mod parameters;
mod patience;
mod postgres;
mod query;
mod query_builder;
mod sqlite;
#[cfg(test)]
pub(super) mod test_database;
mod value;

pub(super) use bind_by_name::bind_by_name;
pub(super) use connection::{Db, Executor, Transaction};
pub use location::Location;
pub(super) use location::Place;
pub use location::{DatabaseAddress, DatabaseAddressError};
pub use patience::Patience;
pub(super) use postgres::{migrate as migrate_postgres, newest_migration as newest_postgres_migration};
pub(super) use query::{Query, query};
pub(super) use query_builder::QueryBuilder;
pub use sqlite::ServeLock as FolderLock;
pub(super) use sqlite::{ServeLock, check_copy, database_file, newest_migration, open_existing, vacuum_into};
pub(super) use value::Value;
