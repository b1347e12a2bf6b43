//! How many calls are made at the same time.

use super::failure::CallFailure;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The places for calls: in all, and for each target.
pub(super) struct CallPermits {
    all: Arc<Semaphore>,
    per_target: usize,
    targets: Mutex<HashMap<String, Arc<Semaphore>>>,
}

/// A place among the calls under way.
#[derive(Debug)]
pub(super) struct CallPermit {
    _of_all: OwnedSemaphorePermit,
    _of_target: OwnedSemaphorePermit,
}

impl CallPermits {
    pub(super) fn new(all: usize, per_target: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            per_target,
            targets: Mutex::default(),
        }
    }

    /// Takes a place, without waiting for one: a visitor who waits holds a connection.
    pub(super) fn take(&self, target: &str) -> Result<CallPermit, CallFailure> {
        let places = {
            let mut targets = self.targets.lock().unwrap_or_else(PoisonError::into_inner);
            match targets.get(target) {
                Some(places) => Arc::clone(places),
                None => {
                    let places = Arc::new(Semaphore::new(self.per_target));
                    targets.insert(target.to_owned(), Arc::clone(&places));
                    places
                }
            }
        };
        Ok(CallPermit {
            _of_target: places.try_acquire_owned().map_err(|_| CallFailure::Busy)?,
            _of_all: Arc::clone(&self.all)
                .try_acquire_owned()
                .map_err(|_| CallFailure::Busy)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_target_cannot_take_all_places() {
        let permits = CallPermits::new(3, 2);
        let first = permits.take("a").unwrap();
        let _second = permits.take("a").unwrap();
        assert_eq!(permits.take("a").unwrap_err(), CallFailure::Busy);
        let _third = permits.take("b").unwrap();
        assert_eq!(permits.take("b").unwrap_err(), CallFailure::Busy);
        drop(first);
        assert!(permits.take("b").is_ok());
    }
}
