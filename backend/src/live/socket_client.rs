//! The client of a socket, and how much it may do (docs/api.md#socket).

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// How many calls may fail before the socket is cut. Our page makes one at a time and does not repeat what was refused.
const FAILURES_LIMIT: usize = 5;

/// How many calls of a socket may wait for the one that is being answered.
const WAITING_CALLS: usize = 4;

/// What decides whether a socket may be of staff.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StaffRules {
    /// Whether it was opened where staff may be.
    pub(crate) is_at_staff_host: bool,
    /// Whether people need a second factor.
    pub(crate) requires_second_factor: bool,
}

/// Comes with the first request of a connection, and stays with it.
#[derive(Debug, Clone, Default)]
pub(crate) struct SocketClient {
    /// `None` if the address may be shared by many clients.
    pub(super) address: Option<IpAddr>,
    /// The hash of the session whose cookie came with the request, if it was one of an own page.
    pub(super) session: Option<Arc<str>>,
    pub(super) rules: StaffRules,
    failures: Arc<AtomicUsize>,
    calls: Arc<AtomicUsize>,
    permit: Arc<Mutex<()>>,
}

/// A call that is being answered: the only one of its socket.
pub(super) struct CallPermit {
    _permit: OwnedMutexGuard<()>,
    _counted: Counted,
}

/// A call that is answered or waits.
struct Counted(Arc<AtomicUsize>);

impl SocketClient {
    pub(crate) fn new(address: Option<IpAddr>, session: Option<String>, rules: StaffRules) -> Self {
        Self {
            address,
            session: session.map(Arc::from),
            rules,
            ..Self::default()
        }
    }

    /// Waits until the earlier calls are answered; `None` if too many wait.
    pub(super) async fn permit(&self) -> Option<CallPermit> {
        let earlier = self.calls.fetch_add(1, Relaxed);
        let counted = Counted(Arc::clone(&self.calls));
        if earlier > WAITING_CALLS {
            return None;
        }
        Some(CallPermit {
            _permit: Arc::clone(&self.permit).lock_owned().await,
            _counted: counted,
        })
    }

    pub(super) fn call_failed(&self) {
        self.failures.fetch_add(1, Relaxed);
    }

    /// Returns whether so many calls have failed that no further one is answered.
    pub(super) fn is_cut(&self) -> bool {
        self.failures.load(Relaxed) >= FAILURES_LIMIT
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn one_call_at_a_time_and_few_that_wait() {
        let client = SocketClient::default();
        let first = client.permit().await;
        let mut waiting: Vec<_> = (0..=WAITING_CALLS).map(|_| Box::pin(client.permit())).collect();
        for (index, call) in waiting.iter_mut().enumerate() {
            let answered = timeout(Duration::ZERO, call).await;
            assert_eq!(
                answered.is_ok(),
                index == WAITING_CALLS,
                "only the last is refused at once"
            );
        }
        drop(waiting.pop());
        drop(first);
        assert!(waiting.remove(0).await.is_some());
    }

    #[test]
    fn a_socket_is_cut_after_five_failures() {
        let client = SocketClient::default();
        for _ in 1..FAILURES_LIMIT {
            client.call_failed();
            assert!(!client.is_cut());
        }
        client.call_failed();
        assert!(client.clone().is_cut());
    }
}
