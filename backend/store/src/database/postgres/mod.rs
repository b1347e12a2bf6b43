//! PostgreSQL. `absent.rs` stands in for this module in a build without it: both have the same interface.
//!
//! | module | content |
//! |---|---|
//! | `address` | the address of a database |
//! | `parameters` | the texts and parameters of statements |
//! | `pool` | the open database, its transactions, and what runs statements |
//! | `opening` | how it is opened, with the settings on which durability and waiting times depend |
//! | `inspection` | the state of a database that is not opened for use |
//! | `target` | a database into which another one is copied |

mod address;
mod inspection;
mod opening;
mod parameters;
mod pool;
mod target;
#[cfg(test)]
mod test_schema;

pub use address::{DatabaseAddress, DatabaseAddressError};
pub(super) use inspection::inspect;
pub(super) use opening::{open, open_reader, open_writer};
pub(crate) use pool::{Executor, Pool, Transaction};
pub(crate) use target::Target;
#[cfg(test)]
pub(super) use test_schema::test_schema;

use sqlx::FromRow;
use sqlx::postgres::PgRow;

/// What a row of a query must be beside what SQLite demands.
pub(crate) trait Row: for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T> Row for T where T: for<'r> FromRow<'r, PgRow> + Send + Unpin {}
