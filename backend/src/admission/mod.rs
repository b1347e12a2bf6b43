//! What has to be free before a request is answered (docs/api.md#limits).
//!
//! | module | content |
//! |---|---|
//! | `client_address` | whose request it is, also behind proxies |
//! | `request_permits` | the requests that are answered at the same time |
//! | `incoming_body` | bodies as they arrive, within the memory that all of them share |
//! | `pace` | how slowly a body may arrive |
//! | `shortage` | whether something is refused to everybody, and for how long |

mod client_address;
mod incoming_body;
mod pace;
mod request_permits;
mod shortage;

pub(crate) use client_address::{Client, ClientAddress};
pub(crate) use incoming_body::{ArrivalError, HeldBytes};
pub(crate) use request_permits::{Arrival, NoPlace, RequestPermit};

use crate::bounds::Bounds;
use crate::connections::{PeerAddress, TrustedProxies};
use crate::rate_limits::{RateLimits, TooManyRequests};
use crate::redis::Redis;
use axum::extract::Request;
use incoming_body::IncomingBodies;
use request_permits::RequestPermits;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::available_parallelism;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::warn;

/// The weight of the smallest body, in bytes.
const LEAST_WEIGHT: usize = 1024;

/// The rates and places of this process.
pub(crate) struct Admission {
    pub(crate) rates: RateLimits,
    trusted_proxies: TrustedProxies,
    permits: Arc<RequestPermits>,
    bodies: Arc<IncomingBodies>,
    waiting_bytes: Arc<Semaphore>,
    /// Places for checks of submissions, as many as there are processors.
    pub(crate) checks: Semaphore,
    redis: Option<Arc<Redis>>,
    has_warned: AtomicBool,
}

impl Admission {
    pub(crate) fn new(bounds: &Bounds, redis: Option<Arc<Redis>>) -> Self {
        Self {
            rates: RateLimits::new(&bounds.rates, &bounds.stored, redis.as_ref()),
            trusted_proxies: bounds.connections.trusted_proxies.clone(),
            permits: RequestPermits::new(bounds),
            bodies: IncomingBodies::new(&bounds.bodies),
            waiting_bytes: Arc::new(Semaphore::new(bounds.waiting_bytes.min(Semaphore::MAX_PERMITS))),
            checks: Semaphore::new(available_parallelism().map_or(1, NonZeroUsize::get)),
            redis,
            has_warned: AtomicBool::new(false),
        }
    }

    /// Returns the Redis with which other processes count as well.
    pub(crate) fn redis(&self) -> Option<&Redis> {
        self.redis.as_deref()
    }

    /// Counts a request among those of its client. See [`RequestPermits::begin`].
    pub(crate) fn begin(&self, client: Option<IpAddr>) -> Result<Arc<RequestPermit>, TooManyRequests> {
        self.permits.begin(client)
    }

    /// Bounds the body of a request while it arrives. See [`IncomingBodies::guard`].
    pub(crate) fn guard_body(&self, request: Request, client: Option<IpAddr>) -> Request {
        self.bodies.guard(request, client)
    }

    /// Returns how many bytes of bodies that arrive are in memory.
    pub(crate) fn body_bytes(&self) -> usize {
        self.bodies.bytes()
    }

    /// Returns whether everybody has been refused for a while, and would be now.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.permits.are_out() || self.bodies.are_out_of_memory()
    }

    /// Takes room for a body that is checked and waits for the writer; `None` if there is none. A small body counts as
    /// [`LEAST_WEIGHT`]: what belongs to it takes memory as well.
    pub(crate) fn weigh(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let weight = u32::try_from(bytes.max(LEAST_WEIGHT)).ok()?;
        Arc::clone(&self.waiting_bytes)
            .try_acquire_many_owned(weight)
            .ok()
    }

    /// Returns the address that represents the client of a request; `None` if it may be shared by many.
    pub(crate) fn client_address(&self, request: &Request) -> Option<IpAddr> {
        let client = self.client(request)?;
        if client == Client::Unreadable && !self.has_warned.swap(true, Relaxed) {
            let header = self.trusted_proxies.client_header();
            warn!(%header, "trusted proxy sends no client address: its requests share one rate limit");
        }
        client.address()
    }

    /// Returns the client of a request that came over a connection.
    pub(crate) fn client(&self, request: &Request) -> Option<Client> {
        let peer = request.extensions().get::<PeerAddress>()?;
        Some(Client::find(request.headers(), peer.0, &self.trusted_proxies))
    }

    /// Counts a request of a client.
    pub(crate) async fn count_client(&self, client: Option<IpAddr>) -> Result<(), TooManyRequests> {
        match client {
            Some(client) => self.rates.count_address(client).await,
            None => Ok(()),
        }
    }
}
