//! Something that all clients share: so much of it in all, and so much for each of them (docs/api.md#limits).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What there is, and who has how much of it: connections, requests, bytes.
#[derive(Debug)]
pub(crate) struct Shares {
    total: usize,
    per_client: usize,
    taken: Mutex<Taken>,
}

/// Holds no client without a share, so it is as bounded as they are.
#[derive(Debug, Default)]
struct Taken {
    total: usize,
    by_client: HashMap<IpAddr, usize>,
}

/// What somebody has taken. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    of: Arc<Shares>,
    /// `None`: many clients may be behind the address, so that only the total counts.
    client: Option<IpAddr>,
    /// Changes only while `taken` is locked.
    amount: AtomicUsize,
}

/// Why nothing more can be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// There is no more of it for anybody.
    ForAll,
    /// This client has as much as one may have.
    ForClient,
}

impl Shares {
    pub(crate) fn new(total: usize, per_client: usize) -> Arc<Self> {
        Arc::new(Self {
            total,
            per_client,
            taken: Mutex::default(),
        })
    }

    /// Takes a share for a client; `None` for the client means that many may be behind its address.
    pub(crate) fn take(self: &Arc<Self>, client: Option<IpAddr>, amount: usize) -> Result<Share, Exhausted> {
        let share = self.empty_share(client);
        share.grow(amount, 0)?;
        Ok(share)
    }

    /// Returns a share of nothing, which can grow.
    pub(crate) fn empty_share(self: &Arc<Self>, client: Option<IpAddr>) -> Share {
        Share {
            of: Arc::clone(self),
            client,
            amount: AtomicUsize::new(0),
        }
    }

    /// Returns how much is taken.
    pub(crate) fn taken(&self) -> usize {
        self.lock().total
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share {
    /// Returns how much it is.
    pub(crate) fn amount(&self) -> usize {
        self.amount.load(Relaxed)
    }

    /// Takes more, of which so much must be left for others afterwards.
    ///
    /// # Errors
    /// There is not as much; nothing was taken.
    pub(crate) fn grow(&self, more: usize, left_for_others: usize) -> Result<(), Exhausted> {
        let mut taken = self.of.lock();
        let of_client = self
            .client
            .and_then(|client| taken.by_client.get(&client).copied());
        let of_client = of_client.unwrap_or_default().saturating_add(more);
        if self.client.is_some() && of_client > self.of.per_client {
            return Err(Exhausted::ForClient);
        }
        let total = taken.total.saturating_add(more);
        if total > self.of.total.saturating_sub(left_for_others) {
            return Err(Exhausted::ForAll);
        }
        if let Some(client) = self.client.filter(|_| of_client > 0) {
            taken.by_client.insert(client, of_client);
        }
        taken.total = total;
        self.amount.fetch_add(more, Relaxed);
        Ok(())
    }

    /// Gives some of it back; no more than it is.
    pub(crate) fn shrink(&self, less: usize) {
        let mut taken = self.of.lock();
        let less = less.min(self.amount());
        self.amount.fetch_sub(less, Relaxed);
        taken.total -= less;
        let Some(client) = self.client else { return };
        if let Some(of_client) = taken.by_client.get_mut(&client) {
            *of_client -= less;
            if *of_client == 0 {
                taken.by_client.remove(&client);
            }
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.shrink(self.amount());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn one_client_cannot_take_everything() {
        let shares = Shares::new(3, 2);
        let first = shares.take(client(1), 1).unwrap();
        let _second = shares.take(client(1), 1).unwrap();
        assert_eq!(shares.take(client(1), 1).unwrap_err(), Exhausted::ForClient);
        let third = shares.take(client(2), 1).unwrap();
        assert_eq!(shares.take(None, 1).unwrap_err(), Exhausted::ForAll);
        drop((first, third));
        assert_eq!(shares.lock().by_client.len(), 1);
        let _many = shares.take(None, 2).unwrap();
        assert_eq!(shares.taken(), 3);
    }

    #[test]
    fn a_share_grows_and_shrinks() {
        let shares = Shares::new(100, 60);
        let share = shares.empty_share(client(1));
        assert!(shares.lock().by_client.is_empty());
        share.grow(50, 0).unwrap();
        assert_eq!(share.grow(11, 0), Err(Exhausted::ForClient));
        assert_eq!(share.grow(10, 41), Err(Exhausted::ForAll), "others need it");
        share.grow(10, 40).unwrap();
        share.shrink(30);
        assert_eq!((share.amount(), shares.taken()), (30, 30));
        share.shrink(usize::MAX);
        assert_eq!((share.amount(), shares.taken()), (0, 0));
        share.grow(1, 0).unwrap();
        drop(share);
        assert_eq!(shares.taken(), 0);
        assert!(shares.lock().by_client.is_empty());
    }
}
