//! The limits of connections (docs/constants.md#limits).

use super::trusted_proxies::TrustedProxies;
use std::time::Duration;

/// Open connections in all. Fewer if the process may not open as many files.
const CONNECTIONS: usize = 10_000;

/// Open connections of one address. Many visitors can share one: a company, or a mobile network.
const CONNECTIONS_PER_ADDRESS: usize = 256;

/// For the head of a request to arrive, from its first byte.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// For the first request of a connection, and between two: longer than proxies keep connections for reuse.
const IDLE_TIME: Duration = Duration::from_secs(75);

/// In which a client must take [`SLOWEST_BYTES`] of a response.
const SLOWEST_TIME: Duration = Duration::from_secs(30);

/// 0.5 KB/s: a tenth of the slowest mobile connection.
const SLOWEST_BYTES: usize = 16 * 1024;

/// For what a client still sends of a body that was refused, so that it sees the answer.
const LINGER_TIME: Duration = Duration::from_secs(10);

/// Several times the largest body that is accepted.
const LINGER_BYTES: usize = 64 * 1024 * 1024;

/// File descriptors that are not for connections: the database, the log, requests to others.
const OTHER_FILES: usize = 64;

/// Returns how many files this process may open.
fn allowed_files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().next());
    // Other systems, and no limit.
    soft.and_then(|soft| soft.parse().ok()).unwrap_or(usize::MAX)
}

/// How many connections may be open, and how slow they may be.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Open connections in all.
    pub total: usize,
    /// Open connections of one address, or of one network of IPv6 (/64).
    pub per_address: usize,
    /// Their connections are not counted by address.
    pub trusted_proxies: TrustedProxies,
    /// For the head of a request to arrive, from its first byte.
    pub head: Duration,
    /// For the first request of a connection, and between two.
    pub idle: Duration,
    /// In which a client must take `slowest_bytes` of a response.
    pub slowest_time: Duration,
    /// Bytes of a response that a client must take within `slowest_time`.
    pub slowest_bytes: usize,
    /// How long the rest of a body is read on whose request was answered already.
    pub linger_time: Duration,
    /// How many bytes of it.
    pub linger_bytes: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            total: CONNECTIONS.min(allowed_files().saturating_sub(OTHER_FILES).max(1)),
            per_address: CONNECTIONS_PER_ADDRESS,
            trusted_proxies: TrustedProxies::default(),
            head: HEAD_TIME,
            idle: IDLE_TIME,
            slowest_time: SLOWEST_TIME,
            slowest_bytes: SLOWEST_BYTES,
            linger_time: LINGER_TIME,
            linger_bytes: LINGER_BYTES,
        }
    }
}
