//! Where Redis is.

use base::this_machine::is_this_machine;
use fred::types::config::Config;
use std::fmt::{Debug, Formatter};
use std::str::FromStr;

/// The address of a Redis.
#[derive(Clone)]
pub struct RedisAddress(pub(super) Config);

/// A text is not the address of a Redis.
#[derive(Debug, thiserror::Error)]
#[error("an address such as redis://user:password@host:6379, or rediss:// for TLS, is expected{reason}")]
pub struct RedisAddressError {
    reason: String,
}

impl FromStr for RedisAddress {
    type Err = RedisAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = |reason: &str| RedisAddressError {
            reason: reason.into(),
        };
        if !text.starts_with("redis://") && !text.starts_with("rediss://") {
            return Err(error(""));
        }
        let url: url::Url = text.parse().map_err(|reason| error(&format!(": {reason}")))?;
        if url.host_str().is_none_or(str::is_empty) {
            return Err(error(": there is no host"));
        }
        let database = url.path().trim_matches('/');
        if !database.is_empty() && database.parse::<u8>().is_err() {
            return Err(error(
                ": after the host comes nothing but the number of a database",
            ));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(error(": it takes no parameters"));
        }
        let mut config =
            Config::from_url(text).map_err(|reason| error(&format!(": {}", reason.details())))?;
        // A server starts while Redis is unavailable, and keeps trying.
        config.fail_fast = false;
        Ok(Self(config))
    }
}

impl RedisAddress {
    /// Returns whether what is said to another machine goes without encryption.
    pub(crate) fn is_unencrypted(&self) -> bool {
        let hosts = self.0.server.hosts();
        !self.0.uses_tls() && !hosts.iter().all(|server| is_this_machine(&server.host))
    }
}

/// Leaves out the password.
impl Debug for RedisAddress {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let hosts = self.0.server.hosts();
        let hosts: Vec<_> = hosts.iter().map(ToString::to_string).collect();
        write!(formatter, "redis://{}", hosts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_addresses_of_redis_only_and_never_shows_the_password() {
        let address: RedisAddress = "redis://ann:geheim@cache.example:6380/2".parse().unwrap();
        assert_eq!(format!("{address:?}"), "redis://cache.example:6380");
        assert!("rediss://cache.example".parse::<RedisAddress>().is_ok());
        for (text, is_unencrypted) in [
            ("redis://cache.example", true),
            ("rediss://cache.example", false),
            ("redis://localhost", false),
            ("redis://[::1]:6380", false),
        ] {
            let address: RedisAddress = text.parse().unwrap();
            assert_eq!(address.is_unencrypted(), is_unencrypted, "{text}");
        }
        for wrong in [
            "",
            "cache.example:6379",
            "http://cache.example",
            "redis-cluster://cache.example",
            "redis://",
            "redis://ann:geheim@cache:x",
            "redis://cache/geheim",
            "redis://cache/1?geheim=1",
        ] {
            let error = wrong.parse::<RedisAddress>().unwrap_err().to_string();
            assert!(error.starts_with("an address such as redis://"), "{error}");
            assert!(!error.contains("geheim"), "{error}");
        }
    }
}
