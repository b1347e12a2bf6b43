//! Resolves names to the addresses that a call may connect to.

use super::Reach;
use super::addresses::is_public;
use super::failure::CallFailure;
use base::panics::TaskError;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Look-ups at the same time. Each takes a thread until the system gives up, however early its call does.
const LOOK_UPS: usize = 32;

/// The system's resolver. What it returns is connected to without another look-up, so whatever is left out here is never
/// reached.
pub(super) struct Resolver {
    reach: Reach,
    places: Arc<Semaphore>,
}

impl Resolver {
    pub(super) fn new(reach: Reach) -> Self {
        Self {
            reach,
            places: Arc::new(Semaphore::new(LOOK_UPS)),
        }
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.reach;
        let places = Arc::clone(&self.places);
        Box::pin(async move {
            let place = places.try_acquire_owned().map_err(|_| CallFailure::Busy)?;
            let host = name.as_str().to_owned();
            // A task of its own keeps its place until the system has answered.
            let looked_up = tokio::spawn(async move {
                let found = tokio::net::lookup_host((host.as_str(), 0)).await;
                drop(place);
                found.map(Iterator::collect::<Vec<SocketAddr>>)
            });
            let mut addresses = looked_up.await.map_err(TaskError::from)??;
            if reach == Reach::Public {
                addresses.retain(|address| is_public(address.ip()));
                if addresses.is_empty() {
                    return Err(CallFailure::private(name.as_str()).into());
                }
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}
