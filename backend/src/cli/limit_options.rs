//! The options of `pulsen serve` that bound what clients may cost (docs/api.md#limits).

use crate::{Bounds, ConnectionLimits, Rates, RevisionLife, StoredBytes, TrustedProxies};
use axum::http::HeaderName;
use clap::Args;
use ipnet::IpNet;
use std::net::IpAddr;

#[derive(Debug, Args)]
pub(super) struct LimitOptions {
    /// Addresses or networks of your proxies, separated by commas, such as `127.0.0.1,10.0.0.0/8`. Only they can say which
    /// visitor they ask for. Needed with a --public-url that begins with https://. Without it, and without a --public-url, connections
    /// from this machine are not limited by address.
    #[arg(
        long,
        value_name = "CIDR,…",
        env = "PULSEN_TRUSTED_PROXIES",
        value_delimiter = ',',
        value_parser = network
    )]
    trusted_proxies: Option<Vec<IpNet>>,

    /// The header in which your proxies name the visitor's address, which they must set themselves: `X-Real-IP`,
    /// `CF-Connecting-IP`, `Forwarded`. By default `X-Forwarded-For`.
    #[arg(
        long,
        value_name = "NAME",
        env = "PULSEN_CLIENT_ADDRESS_HEADER",
        requires = "trusted_proxies"
    )]
    client_address_header: Option<HeaderName>,

    /// Most open connections in all. By default 10,000, or as many as the process may open files.
    #[arg(long, value_name = "NUMBER", env = "PULSEN_MAX_CONNECTIONS", value_parser = at_least_one)]
    max_connections: Option<usize>,

    /// Most open connections of one address.
    #[arg(
        long,
        value_name = "NUMBER",
        env = "PULSEN_MAX_CONNECTIONS_PER_ADDRESS",
        value_parser = at_least_one,
        default_value_t = ConnectionLimits::default().per_address
    )]
    max_connections_per_address: usize,

    /// Most requests that are answered at the same time.
    #[arg(
        long,
        value_name = "NUMBER",
        env = "PULSEN_MAX_REQUESTS",
        value_parser = at_least_one,
        default_value_t = Bounds::default().requests_in_flight
    )]
    max_requests: usize,

    /// Most requests of one address that arrive or are answered at the same time.
    #[arg(
        long,
        value_name = "NUMBER",
        env = "PULSEN_MAX_REQUESTS_PER_ADDRESS",
        value_parser = at_least_one,
        default_value_t = Bounds::default().requests_per_address
    )]
    max_requests_per_address: usize,

    /// Requests per minute of one address, one device and one chat, complete feedback and new chats per minute of one address and of
    /// one node, look-ups and uploads per minute of one address; `off` for none of them, or for all.
    #[arg(
        long,
        value_name = "LIMITS",
        env = "PULSEN_RATE_LIMIT",
        default_value_t = Rates::default()
    )]
    rate_limit: Rates,

    /// MiB of text (feedback, messages, customer data) and of files that are stored for one address within an
    /// hour; `off` for one of them, or for both.
    #[arg(
        long,
        value_name = "LIMITS",
        env = "PULSEN_STORED_PER_HOUR",
        default_value_t = StoredBytes::default()
    )]
    stored_per_hour: StoredBytes,

    /// Free room, in MiB, below which feedback of more than 16 KiB and uploads are refused, so that small feedback is still
    /// stored; 0 refuses nothing. Counts for the disk of the database (SQLite) and for that of files.
    #[arg(
        long,
        value_name = "MIB",
        env = "PULSEN_DISK_RESERVE",
        default_value_t = Bounds::default().disk_reserve_mib
    )]
    disk_reserve: u32,

    /// Days for which a revision of a flow is accepted after an import has superseded it, and a flow after its node got
    /// another one.
    #[arg(
        long,
        value_name = "DAYS",
        env = "PULSEN_REVISION_DAYS",
        default_value_t = RevisionLife::default().days(),
        value_parser = clap::value_parser!(u32).range(..=MAX_DAYS)
    )]
    revision_days: u32,
}

/// A century, as good as forever.
const MAX_DAYS: i64 = 36_500;

impl LimitOptions {
    pub(super) fn bounds(self) -> Bounds {
        let connections = ConnectionLimits::default();
        let trusted_proxies = match (self.trusted_proxies, self.client_address_header) {
            (Some(networks), Some(header)) => TrustedProxies::naming_clients_in(header, networks),
            (Some(networks), None) => TrustedProxies::new(networks),
            (None, _) => TrustedProxies::default(),
        };
        Bounds {
            connections: ConnectionLimits {
                total: self.max_connections.unwrap_or(connections.total),
                per_address: self.max_connections_per_address,
                trusted_proxies,
                ..connections
            },
            rates: self.rate_limit,
            stored: self.stored_per_hour,
            disk_reserve_mib: self.disk_reserve,
            requests_in_flight: self.max_requests,
            requests_per_address: self.max_requests_per_address,
            revision_life: RevisionLife::of_days(self.revision_days),
            ..Bounds::default()
        }
    }
}

/// Reads a bound under which a server can answer at all.
fn at_least_one(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|error| format!("{error}"))?;
    (number > 0)
        .then_some(number)
        .ok_or_else(|| "at least 1 is expected".into())
}

/// Accepts a network, or an address as a network of one.
fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| "an address or a network such as 10.0.0.0/8 is expected".into())
}

#[cfg(test)]
mod tests {
    use super::at_least_one;

    #[test]
    fn a_limit_lets_a_server_answer() {
        assert_eq!(at_least_one("1"), Ok(1));
        for wrong in ["0", "-1", "many", ""] {
            assert!(at_least_one(wrong).is_err(), "{wrong}");
        }
    }
}
