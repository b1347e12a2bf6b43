//! What has to be free before a request is answered (docs/api.md#limits).

use super::client_address::client_address;
use crate::bounds::Bounds;
use crate::connections::{PeerAddress, TrustedProxies};
use crate::rate_limits::{RateLimits, TooManyRequests};
use crate::redis::Redis;
use axum::extract::Request;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

/// The weight of the smallest body, in bytes.
const LEAST_WEIGHT: usize = 1024;

/// The rates and places of this process.
pub(crate) struct Admission {
    pub(crate) rates: RateLimits,
    trusted_proxies: TrustedProxies,
    in_flight: Semaphore,
    waiting_bytes: Arc<Semaphore>,
    /// Places for checks of submissions, as many as there are processors.
    pub(super) checks: Semaphore,
    redis: Option<Arc<Redis>>,
}

impl Admission {
    pub(crate) fn new(bounds: &Bounds, redis: Option<Arc<Redis>>) -> Self {
        Self {
            rates: RateLimits::new(&bounds.rates, &bounds.stored, redis.as_ref()),
            trusted_proxies: bounds.connections.trusted_proxies.clone(),
            in_flight: Semaphore::new(bounds.requests_in_flight.min(Semaphore::MAX_PERMITS)),
            waiting_bytes: Arc::new(Semaphore::new(bounds.waiting_bytes.min(Semaphore::MAX_PERMITS))),
            checks: Semaphore::new(available_parallelism().map_or(1, NonZeroUsize::get)),
            redis,
        }
    }

    /// Returns the Redis with which other processes count as well.
    pub(crate) fn redis(&self) -> Option<&Redis> {
        self.redis.as_deref()
    }

    /// Takes a place among the requests that are answered at the same time; `None` if there is none.
    pub(super) fn enter(&self) -> Option<SemaphorePermit<'_>> {
        self.in_flight.try_acquire().ok()
    }

    /// Takes room for a body that is checked and waits for the writer; `None` if there is none. A small body counts as
    /// [`LEAST_WEIGHT`]: what belongs to it takes memory as well.
    pub(super) fn weigh(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let weight = u32::try_from(bytes.max(LEAST_WEIGHT)).ok()?;
        Arc::clone(&self.waiting_bytes)
            .try_acquire_many_owned(weight)
            .ok()
    }

    /// Returns the address that stands for the client of a request; `None` if it may stand for many.
    pub(super) fn client_address(&self, request: &Request) -> Option<IpAddr> {
        let peer = request.extensions().get::<PeerAddress>()?;
        client_address(request.headers(), peer.0, &self.trusted_proxies)
    }

    /// Counts a request of a client.
    pub(super) async fn count_client(&self, client: Option<IpAddr>) -> Result<(), TooManyRequests> {
        match client {
            Some(client) => self.rates.count_address(client).await,
            None => Ok(()),
        }
    }
}
