//! Stands in for PostgreSQL in a build without it. No address is accepted, so there is no value of these types, and nothing here
//! ever runs.

use super::POSTGRES;
use super::parameters::Form;
use super::state::DatabaseState;
use crate::error::StoreError;
use base::build_feature::LeftOut;
use std::convert::Infallible;
use std::str::FromStr;
use std::time::Duration;

/// The address of a PostgreSQL database: there is none.
#[derive(Debug, Clone)]
pub struct DatabaseAddress(Infallible);

/// Why a text is not accepted as an address.
pub type DatabaseAddressError = LeftOut;

impl DatabaseAddress {
    /// Returns whether what is said to another machine may go without encryption.
    pub fn may_be_unencrypted(&self) -> bool {
        match self.0 {}
    }
}

impl FromStr for DatabaseAddress {
    type Err = DatabaseAddressError;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err(POSTGRES.left_out())
    }
}

pub(crate) trait Row: Send + Unpin {}

impl<T: Send + Unpin> Row for T {}

#[derive(Debug, Clone)]
pub(crate) enum Pool {}

pub(crate) enum Transaction {}

/// Borrows nothing, but has the lifetime of what runs statements.
pub(crate) struct Executor<'a>(&'a Pool);

pub(crate) enum Target {}

pub(super) async fn open(address: &DatabaseAddress, _: Duration) -> Result<Pool, StoreError> {
    match address.0 {}
}

pub(super) async fn open_reader(address: &DatabaseAddress, _: Duration) -> Result<Pool, StoreError> {
    match address.0 {}
}

pub(super) async fn open_writer(
    address: &DatabaseAddress,
    _: Duration,
    _: Duration,
) -> Result<Pool, StoreError> {
    match address.0 {}
}

pub(super) async fn inspect(address: &DatabaseAddress) -> Result<DatabaseState, StoreError> {
    match address.0 {}
}

#[cfg(test)]
pub(super) async fn test_schema(address: &DatabaseAddress, _: &str) -> DatabaseAddress {
    match address.0 {}
}

impl Pool {
    pub(crate) async fn begin_write(&self) -> Result<Transaction, StoreError> {
        match *self {}
    }

    pub(crate) async fn begin_snapshot(&self) -> Result<Transaction, StoreError> {
        match *self {}
    }

    pub(crate) async fn run(&self, _: String) -> Result<(), StoreError> {
        match *self {}
    }

    pub(crate) async fn close(&self) {
        match *self {}
    }
}

impl Transaction {
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self {}
    }
}

impl<'a> From<&'a Pool> for Executor<'a> {
    fn from(pool: &'a Pool) -> Self {
        Self(pool)
    }
}

impl<'a> From<&'a mut Transaction> for Executor<'a> {
    fn from(transaction: &'a mut Transaction) -> Self {
        match *transaction {}
    }
}

impl Executor<'_> {
    pub(super) async fn execute(self, _: Form) -> Result<u64, sqlx::Error> {
        match *self.0 {}
    }

    pub(super) async fn fetch_all<T: Row>(self, _: Form) -> Result<Vec<T>, sqlx::Error> {
        match *self.0 {}
    }

    pub(super) async fn fetch_optional<T: Row>(self, _: Form) -> Result<Option<T>, sqlx::Error> {
        match *self.0 {}
    }

    pub(super) async fn fetch_one<T: Row>(self, _: Form) -> Result<T, sqlx::Error> {
        match *self.0 {}
    }
}

impl Target {
    pub(crate) async fn open(address: &DatabaseAddress) -> Result<Self, StoreError> {
        match address.0 {}
    }

    pub(crate) async fn columns(&mut self, _: &str) -> Result<Vec<(String, bool)>, sqlx::Error> {
        match *self {}
    }

    pub(crate) async fn insert(&mut self, _: &str, _: &str, _: String) -> Result<(), sqlx::Error> {
        match *self {}
    }

    pub(crate) async fn count_on(&mut self, _: &str, _: &str) -> Result<(), sqlx::Error> {
        match *self {}
    }

    pub(crate) async fn read(&mut self, _: &str, _: &str, _: impl FnMut(&str)) -> Result<(), sqlx::Error> {
        match *self {}
    }

    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        match self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_out_an_address_of_postgresql_is_refused() {
        let refused = "postgres://ann:geheim@db.example/pulsen".parse::<DatabaseAddress>();
        assert_eq!(
            refused.unwrap_err().to_string(),
            "this pulsen was built without PostgreSQL (Cargo feature `postgres`)"
        );
    }
}
