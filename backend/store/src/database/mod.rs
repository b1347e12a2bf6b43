//! The database: SQLite in a folder, or PostgreSQL. Everything above this module has one SQL text for both.
//!
//! | module | content |
//! |---|---|
//! | `location`, `timeouts` | where the database is, and how long is waited for it |
//! | `parameters`, `value` | the texts and parameters of statements |
//! | `sqlite`, `postgres` | how each is opened, with the settings on which durability and waiting times depend; all that is of PostgreSQL only |
//! | `connection` | the open database and its transactions |
//! | `query`, `query_builder`, `bind_by_name` | statements for both |
//! | `state`, `inspection` | the state of a database that is not opened for use |

mod bind_by_name;
mod connection;
mod inspection;
mod location;
mod parameters;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(not(feature = "postgres"))]
#[path = "postgres/absent.rs"]
mod postgres;
mod query;
mod query_builder;
mod sqlite;
mod state;
#[cfg(test)]
pub(super) mod test_database;
mod timeouts;
mod value;

pub(super) use bind_by_name::bind_by_name;
pub(super) use connection::{Db, Executor, Transaction};
pub use inspection::{holds_database, inspect_database};
pub use location::Location;
pub(super) use postgres::Target;
pub use postgres::{DatabaseAddress, DatabaseAddressError};
pub(super) use query::{Query, query};
pub(super) use query_builder::QueryBuilder;
pub use sqlite::ServeLock as FolderLock;
pub(super) use sqlite::{ServeLock, check_copy, database_file, newest_migration, open_existing, vacuum_into};
pub use state::DatabaseState;
pub use timeouts::DatabaseTimeouts;
pub(super) use value::Value;

use base::build_feature::BuildFeature;

/// Whether PostgreSQL is in this build.
pub const POSTGRES: BuildFeature = BuildFeature {
    system: "PostgreSQL",
    name: "postgres",
    is_in: cfg!(feature = "postgres"),
};
