//! Where the database is.

use super::postgres::DatabaseAddress;
use super::timeouts::DatabaseTimeouts;
use std::fmt::{Display, Formatter};
use std::path::{Path, PathBuf};

/// Where the database is, and how long is waited for it.
#[derive(Debug, Clone)]
pub struct Location {
    pub(crate) target: Target,
    pub(super) timeouts: DatabaseTimeouts,
}

/// Where the database is.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// SQLite, in a folder that is created if it is missing.
    Folder(PathBuf),
    Postgres(DatabaseAddress),
}

impl Location {
    /// Returns the address if there is one, otherwise the folder.
    pub fn new(address: Option<&DatabaseAddress>, folder: &Path) -> Self {
        match address {
            Some(address) => address.clone().into(),
            None => folder.into(),
        }
    }

    /// Returns the same location with other timeouts.
    pub fn with_timeouts(self, timeouts: DatabaseTimeouts) -> Self {
        Self { timeouts, ..self }
    }
}

/// Leaves out the password.
impl Display for Location {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match &self.target {
            Target::Folder(folder) => write!(formatter, "{}", folder.display()),
            Target::Postgres(address) => write!(formatter, "{address:?}"),
        }
    }
}

impl From<Target> for Location {
    fn from(target: Target) -> Self {
        Self {
            target,
            timeouts: DatabaseTimeouts::default(),
        }
    }
}

impl From<&Path> for Location {
    fn from(folder: &Path) -> Self {
        Target::Folder(folder.to_owned()).into()
    }
}

impl From<DatabaseAddress> for Location {
    fn from(address: DatabaseAddress) -> Self {
        Target::Postgres(address).into()
    }
}
