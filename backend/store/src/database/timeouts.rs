//! How long is waited for the database.

use std::time::Duration;

/// How long a server waits for its database before it refuses what visitors ask for.
#[derive(Debug, Clone, Copy)]
pub struct DatabaseTimeouts {
    /// For a connection to PostgreSQL, also while it is down, and for one that is given back to respond.
    pub(super) connection: Duration,
    /// For one statement on PostgreSQL. The network to it may have failed, which would make a request wait for minutes.
    pub(super) statement: Duration,
    /// For the transaction of another process, such as an import, before the writer continues.
    pub(super) lock: Duration,
    /// For a transaction of the writer on PostgreSQL. Anyone who comes in the meantime waits as long, too.
    pub(crate) transaction: Duration,
}

impl DatabaseTimeouts {
    /// Waits as long for everything.
    #[must_use]
    pub fn of(limit: Duration) -> Self {
        Self {
            connection: limit,
            statement: limit,
            lock: limit,
            transaction: limit,
        }
    }
}

/// Everybody gets a response within two seconds: those who come during a wait are refused with the others.
impl Default for DatabaseTimeouts {
    fn default() -> Self {
        Self {
            connection: Duration::from_secs(1),
            statement: Duration::from_millis(1_500),
            lock: Duration::from_secs(1),
            transaction: Duration::from_millis(1_800),
        }
    }
}
