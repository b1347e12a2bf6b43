//! How many uploads there are at the same time (docs/api.md#limits).

use super::limits::UploadLimits;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The uploads under way.
#[derive(Debug)]
pub(super) struct Places {
    total: usize,
    per_address: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The place of one upload, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct UploadPlace {
    places: Arc<Places>,
    address: Option<IpAddr>,
}

impl Places {
    pub(super) fn new(limits: &UploadLimits) -> Arc<Self> {
        Arc::new(Self {
            total: limits.at_once,
            per_address: limits.at_once_per_address,
            taken: Mutex::default(),
        })
    }

    /// Takes a place for an upload of a client; `None` as the address if it may be shared by many. Returns `None` if there is
    /// no place.
    pub(super) fn enter(self: &Arc<Self>, address: Option<IpAddr>) -> Option<UploadPlace> {
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
        Some(UploadPlace {
            places: Arc::clone(self),
            address,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UploadPlace {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
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
        let places = Places::new(&UploadLimits {
            at_once: 3,
            at_once_per_address: 2,
            ..UploadLimits::default()
        });
        let address = |last| Some(IpAddr::from([192, 0, 2, last]));
        let first = places.enter(address(1)).unwrap();
        let _second = places.enter(address(1)).unwrap();
        assert!(places.enter(address(1)).is_none(), "it has two");
        let third = places.enter(address(2)).unwrap();
        assert!(places.enter(None).is_none(), "all are taken");
        drop((first, third));
        assert!(places.enter(None).is_some());
        assert_eq!(places.lock().by_address.len(), 1);
        assert_eq!(places.lock().total, 1);
    }
}
