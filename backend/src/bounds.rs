//! What clients may cost the server (docs/api.md#limits).

use crate::connections::ConnectionLimits;
use crate::disk_room::DISK_RESERVE_MIB;
use crate::rate_limits::{Rates, StoredBytes};
use crate::revision_life::RevisionLife;
use crate::uploads::UploadLimits;
use std::time::Duration;

/// Requests that are answered at the same time. Beyond that all of them would only become slower.
const REQUESTS_IN_FLIGHT: usize = 2_048;

/// Those of one address. Many visitors can share one: a company, or a mobile network.
const REQUESTS_PER_ADDRESS: usize = 64;

/// Bytes of feedback that may be checked or wait for the writer at the same time.
const WAITING_BYTES: usize = 64 * 1024 * 1024;

/// The bounds of a server.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// How many connections may be open, and how slow they may be.
    pub connections: ConnectionLimits,
    /// How often one client may ask.
    pub rates: Rates,
    /// How much is stored for one client.
    pub stored: StoredBytes,
    /// The free room of a disk, in MiB, below which large feedback and uploads are refused; 0: none are.
    pub disk_reserve_mib: u32,
    /// How many requests are answered at the same time.
    pub requests_in_flight: usize,
    /// How many requests of one address arrive or are answered at the same time.
    pub requests_per_address: usize,
    /// What bodies may cost while they arrive.
    pub bodies: BodyLimits,
    /// Bytes of feedback that may be checked or wait for the writer at the same time.
    pub waiting_bytes: usize,
    /// How long what an import has superseded is accepted.
    pub revision_life: RevisionLife,
    /// What uploads may cost.
    pub uploads: UploadLimits,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connections: ConnectionLimits::default(),
            rates: Rates::default(),
            stored: StoredBytes::default(),
            disk_reserve_mib: DISK_RESERVE_MIB,
            requests_in_flight: REQUESTS_IN_FLIGHT,
            requests_per_address: REQUESTS_PER_ADDRESS,
            bodies: BodyLimits::default(),
            waiting_bytes: WAITING_BYTES,
            revision_life: RevisionLife::default(),
            uploads: UploadLimits::default(),
        }
    }
}

/// What the bodies of requests may cost while they arrive.
#[derive(Debug, Clone)]
pub struct BodyLimits {
    /// In which a client must send `slowest_bytes` of a body.
    pub slowest_time: Duration,
    /// Bytes of a body that a client must send within `slowest_time`, unless it ends.
    pub slowest_bytes: usize,
    /// For the whole body to arrive.
    pub whole: Duration,
    /// Bytes in memory of all bodies that arrive.
    pub memory: usize,
    /// Those of one address.
    pub memory_per_address: usize,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self {
            // 1 KB/s: a poor mobile connection has five times as much.
            slowest_time: Duration::from_secs(30),
            slowest_bytes: 32 * 1024,
            whole: Duration::from_mins(10),
            memory: 64 * 1024 * 1024,
            memory_per_address: 8 * 1024 * 1024,
        }
    }
}
