//! The address of a PostgreSQL database.

use base::this_machine::is_this_machine;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::fmt::{Debug, Formatter};
use std::str::FromStr;

/// The address of a PostgreSQL database.
#[derive(Clone)]
pub struct DatabaseAddress(pub(super) Box<PgConnectOptions>);

/// A text is not the address of a PostgreSQL database.
#[derive(Debug, thiserror::Error)]
#[error("an address such as postgres://user:password@host/database is expected{reason}")]
pub struct DatabaseAddressError {
    reason: String,
}

impl DatabaseAddress {
    /// Returns whether what is said to another machine may go without encryption.
    pub fn may_be_unencrypted(&self) -> bool {
        let is_demanded = matches!(
            self.0.get_ssl_mode(),
            PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull
        );
        let host = self.0.get_host();
        // A path is that of a socket of this machine.
        let is_here = self.0.get_socket().is_some() || host.starts_with('/') || is_this_machine(host);
        !is_demanded && !is_here
    }

    /// Returns how to connect.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.0
    }
}

impl FromStr for DatabaseAddress {
    type Err = DatabaseAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(DatabaseAddressError {
                reason: String::new(),
            });
        }
        let options: PgConnectOptions = text.parse().map_err(|error: sqlx::Error| DatabaseAddressError {
            reason: format!(": {error}"),
        })?;
        Ok(Self(Box::new(options)))
    }
}

/// Leaves out the password.
impl Debug for DatabaseAddress {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let host = self.0.get_host();
        write!(formatter, "postgres://{host}:{}", self.0.get_port())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_to_other_machines_require_tls() {
        for (text, may_be) in [
            ("postgres://db.example/x", true),
            ("postgres://db.example/x?sslmode=prefer", true),
            ("postgres://db.example/x?sslmode=disable", true),
            ("postgres://db.example/x?sslmode=require", false),
            ("postgres://db.example/x?sslmode=verify-full", false),
            ("postgres://127.0.0.1/x?sslmode=disable", false),
            ("postgres://localhost/x", false),
            ("postgres:///x?host=/run/postgresql", false),
            ("postgres://%2Frun%2Fpostgresql/x", false),
        ] {
            let address: DatabaseAddress = text.parse().unwrap();
            assert_eq!(address.may_be_unencrypted(), may_be, "{text}");
        }
    }

    #[test]
    fn takes_addresses_of_postgresql_only_and_never_shows_the_password() {
        let address: DatabaseAddress = "postgres://ann:geheim@db.example:5433/pulsen".parse().unwrap();
        assert_eq!(format!("{address:?}"), "postgres://db.example:5433");
        for wrong in [
            "mysql://db.example/x",
            "pulsen.db",
            "postgres://ann:geheim@db:x/y",
            "",
        ] {
            let error = wrong.parse::<DatabaseAddress>().unwrap_err().to_string();
            assert!(error.starts_with("an address such as postgres://"), "{error}");
            assert!(!error.contains("geheim"), "{error}");
        }
    }
}
