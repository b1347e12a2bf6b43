//! What is found out about a database that is not opened for use.

use base::time::Millis;

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
