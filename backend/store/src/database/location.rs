//! Where the database is.

use super::patience::Patience;
use super::postgres::DatabaseAddress;
use std::fmt::{Display, Formatter};
use std::path::{Path, PathBuf};

/// Where the database is, and how long is waited for it.
#[derive(Debug, Clone)]
pub struct Location {
    pub(crate) place: Place,
    pub(super) patience: Patience,
}

/// Where the database is.
#[derive(Debug, Clone)]
pub(crate) enum Place {
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

    /// Returns the same place with another patience.
    pub fn with_patience(self, patience: Patience) -> Self {
        Self { patience, ..self }
    }
}

/// Leaves out the password.
impl Display for Location {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match &self.place {
            Place::Folder(folder) => write!(formatter, "{}", folder.display()),
            Place::Postgres(address) => write!(formatter, "{address:?}"),
        }
    }
}

impl From<Place> for Location {
    fn from(place: Place) -> Self {
        Self {
            place,
            patience: Patience::default(),
        }
    }
}

impl From<&Path> for Location {
    fn from(folder: &Path) -> Self {
        Place::Folder(folder.to_owned()).into()
    }
}

impl From<DatabaseAddress> for Location {
    fn from(address: DatabaseAddress) -> Self {
        Place::Postgres(address).into()
    }
}
