//! The requests that are answered at the same time (docs/api.md#limits).
//!
//! From its head on, a request is one of those of its client. Only when its body is there does it take a permit among all requests:
//! bodies that arrive slowly keep nobody out.

use super::shortage::Shortage;
use crate::bounds::Bounds;
use crate::rate_limits::TooManyRequests;
use crate::shares::{Share, Shares};
use axum::extract::Request;
use base::telemetry::{rate_limited, request_refused};
use std::net::IpAddr;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many requests there may be, of each client and in all.
pub(super) struct RequestPermits {
    of_clients: Arc<Shares>,
    semaphore: Arc<Semaphore>,
    shortage: Shortage,
}

/// A request until its response begins.
pub(crate) struct RequestPermit {
    permits: Arc<RequestPermits>,
    _of_client: Share,
    permit: OnceLock<OwnedSemaphorePermit>,
}

/// There is no permit for another request now.
#[derive(Debug)]
pub(crate) struct NoPlace;

/// Takes the permit of a request whose body has arrived. Comes with the request, and does nothing after its response.
#[derive(Clone, Default)]
pub(crate) struct Arrival(Weak<RequestPermit>);

impl RequestPermits {
    pub(super) fn new(bounds: &Bounds) -> Arc<Self> {
        Arc::new(Self {
            of_clients: Shares::new(usize::MAX, bounds.requests_per_address),
            semaphore: Arc::new(Semaphore::new(
                bounds.requests_in_flight.min(Semaphore::MAX_PERMITS),
            )),
            shortage: Shortage::new("requests refused: limit of concurrent requests reached"),
        })
    }

    /// Counts a request among those of its client; `None` for the client if many may be behind its address.
    pub(super) fn begin(
        self: &Arc<Self>,
        client: Option<IpAddr>,
    ) -> Result<Arc<RequestPermit>, TooManyRequests> {
        let of_client = self.of_clients.take(client, 1).map_err(|_| {
            rate_limited("requests_at_once");
            TooManyRequests { wait: Duration::ZERO }
        })?;
        Ok(Arc::new(RequestPermit {
            permits: Arc::clone(self),
            _of_client: of_client,
            permit: OnceLock::new(),
        }))
    }

    /// Returns whether requests have been refused for a while, and would be now.
    pub(super) fn are_out(&self) -> bool {
        self.semaphore.available_permits() == 0 && self.shortage.is_lasting()
    }
}

impl RequestPermit {
    /// Takes a permit among all requests, unless the request has one.
    pub(crate) fn take_place(&self) -> Result<(), NoPlace> {
        if self.permit.get().is_some() {
            return Ok(());
        }
        let RequestPermits {
            semaphore, shortage, ..
        } = &*self.permits;
        let Ok(permit) = Arc::clone(semaphore).try_acquire_owned() else {
            shortage.note_refused();
            request_refused("places");
            return Err(NoPlace);
        };
        shortage.note_granted();
        // One request is read by one task.
        let _ = self.permit.set(permit);
        Ok(())
    }
}

impl Arrival {
    pub(crate) fn of_permit(permit: &Arc<RequestPermit>) -> Self {
        Self(Arc::downgrade(permit))
    }

    /// Returns that of a request.
    pub(crate) fn of(request: &Request) -> Self {
        request.extensions().get().cloned().unwrap_or_default()
    }

    /// Says that the body has arrived, as far as anybody reads it.
    pub(crate) fn complete(&self) -> Result<(), NoPlace> {
        self.0.upgrade().map_or(Ok(()), |permit| permit.take_place())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permits() -> Arc<RequestPermits> {
        RequestPermits::new(&Bounds {
            requests_in_flight: 2,
            requests_per_address: 3,
            ..Bounds::default()
        })
    }

    fn client(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn requests_whose_bodies_arrive_take_no_place() {
        let permits = permits();
        let slow: Vec<_> = (0..3).map(|_| permits.begin(client(1)).unwrap()).collect();
        assert!(permits.begin(client(1)).is_err());
        let other = permits.begin(client(2)).unwrap();
        other.take_place().unwrap();
        let arrivals: Vec<_> = slow.iter().map(Arrival::of_permit).collect();
        arrivals[0].complete().unwrap();
        arrivals[0].complete().unwrap();
        assert!(arrivals[1].complete().is_err(), "two have a permit");
        drop(other);
        arrivals[1].complete().unwrap();
        drop(slow);
        arrivals[2].complete().unwrap();
        assert_eq!(
            permits.semaphore.available_permits(),
            2,
            "after the response there is none to take"
        );
        assert_eq!(permits.of_clients.taken(), 0);
    }
}
