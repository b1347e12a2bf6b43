//! How many uploads there are at the same time (docs/api.md#limits).

use super::limits::UploadLimits;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The uploads under way.
#[derive(Debug)]
pub(super) struct UploadPermits {
    total: usize,
    per_address: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The permit of one upload, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct UploadPermit {
    permits: Arc<UploadPermits>,
    address: Option<IpAddr>,
}

impl UploadPermits {
    pub(super) fn new(limits: &UploadLimits) -> Arc<Self> {
        Arc::new(Self {
            total: limits.at_once,
            per_address: limits.at_once_per_address,
            taken: Mutex::default(),
        })
    }

    /// Takes a permit for an upload of a client; `None` as the address if it may be shared by many. Returns `None` if there is
    /// no permit.
    pub(super) fn enter(self: &Arc<Self>, address: Option<IpAddr>) -> Option<UploadPermit> {
        let mut taken = self.lock();
        if taken.total >= self.total {
            return None;
        }
        if let Some(address) = address {
            let of_address = taken.by_address.entry(address).or_default();
            if *of_address >= self.per_address {
                return None;
            }
            *of_address += 1;
        }
        taken.total += 1;
        Some(UploadPermit {
            permits: Arc::clone(self),
            address,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UploadPermit {
    fn drop(&mut self) {
        let mut taken = self.permits.lock();
        taken.total -= 1;
        let Some(address) = self.address else { return };
        if let Some(of_address) = taken.by_address.get_mut(&address) {
            *of_address -= 1;
            if *of_address == 0 {
                taken.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_take_all_places() {
        let permits = UploadPermits::new(&UploadLimits {
            at_once: 3,
            at_once_per_address: 2,
            ..UploadLimits::default()
        });
        let address = |last| Some(IpAddr::from([192, 0, 2, last]));
        let first = permits.enter(address(1)).unwrap();
        let _second = permits.enter(address(1)).unwrap();
        assert!(permits.enter(address(1)).is_none(), "it has two");
        let third = permits.enter(address(2)).unwrap();
        assert!(permits.enter(None).is_none(), "all are taken");
        drop((first, third));
        assert!(permits.enter(None).is_some());
        assert_eq!(permits.lock().by_address.len(), 1);
        assert_eq!(permits.lock().total, 1);
    }
}
