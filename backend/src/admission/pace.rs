//! How slowly a body may arrive (docs/api.md#limits).

use crate::bounds::BodyLimits;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep_until};

/// The time of a body that arrives. Only waiting for the client counts towards it.
#[derive(Debug)]
pub(super) struct Pace {
    slowest_time: Duration,
    slowest_bytes: usize,
    ends: Instant,
    /// In which `bytes` must reach `slowest_bytes`.
    period_ends: Instant,
    bytes: usize,
    /// Set once the client has to be waited for: most bodies arrive at once.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    /// Starts the time in which a body must arrive.
    pub(super) fn begin(limits: &BodyLimits) -> Self {
        Self::begin_at(limits, Instant::now())
    }

    fn begin_at(limits: &BodyLimits, now: Instant) -> Self {
        Self {
            slowest_time: limits.slowest_time,
            slowest_bytes: limits.slowest_bytes,
            ends: now + limits.whole,
            period_ends: now + limits.slowest_time,
            bytes: 0,
            alarm: None,
        }
    }

    /// Counts bytes that have arrived.
    pub(super) fn count(&mut self, bytes: usize) {
        self.count_at(bytes, Instant::now());
    }

    fn count_at(&mut self, bytes: usize, now: Instant) {
        self.bytes += bytes;
        if self.bytes >= self.slowest_bytes {
            self.bytes = 0;
            self.period_ends = now + self.slowest_time;
        }
    }

    /// Completes when the client is too slow. Call it while nothing arrives.
    pub(super) fn poll_too_slow(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let deadline = self.deadline();
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if alarm.deadline() != deadline {
            alarm.as_mut().reset(deadline);
        }
        alarm.as_mut().poll(context)
    }

    fn deadline(&self) -> Instant {
        self.ends.min(self.period_ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    const SECOND: Duration = Duration::from_secs(1);

    fn pace() -> (Pace, Instant) {
        let limits = BodyLimits {
            slowest_time: 3 * SECOND,
            slowest_bytes: 100,
            whole: 10 * SECOND,
            ..BodyLimits::default()
        };
        let began = Instant::now();
        (Pace::begin_at(&limits, began), began)
    }

    #[test]
    fn a_period_ends_with_enough_bytes_and_not_before() {
        let (mut pace, began) = pace();
        pace.count_at(99, began + SECOND);
        assert_eq!(pace.deadline(), began + 3 * SECOND);
        pace.count_at(1, began + 2 * SECOND);
        assert_eq!(pace.deadline(), began + 5 * SECOND);
        pace.count_at(99, began + 4 * SECOND);
        assert_eq!(pace.deadline(), began + 5 * SECOND);
    }

    #[test]
    fn a_client_that_sends_enough_must_come_to_an_end_all_the_same() {
        let (mut pace, began) = pace();
        for seconds in 1..=9 {
            pace.count_at(100, began + seconds * SECOND);
        }
        assert_eq!(pace.deadline(), began + 10 * SECOND);
    }

    #[tokio::test]
    async fn a_client_that_misses_the_deadline_is_too_slow() {
        let (mut pace, began) = pace();
        let is_too_slow = poll_fn(|context| Poll::Ready(pace.poll_too_slow(context).is_ready()));
        assert!(!is_too_slow.await);
        pace.period_ends = began;
        poll_fn(|context| pace.poll_too_slow(context)).await;
    }
}
