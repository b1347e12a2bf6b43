//! How slowly a file may arrive (docs/api.md#limits).

use super::limits::UploadLimits;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The time of a body that arrives. Only waiting for the client counts towards it.
#[derive(Debug)]
pub(crate) struct Pace {
    slowest_time: Duration,
    slowest_bytes: usize,
    ends: Instant,
    /// In which `bytes` must reach `slowest_bytes`.
    period_ends: Instant,
    bytes: usize,
}

/// The client is too slow.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooSlow;

impl Pace {
    pub(super) fn begin(limits: &UploadLimits) -> Self {
        Self::begin_at(limits, Instant::now())
    }

    fn begin_at(limits: &UploadLimits, now: Instant) -> Self {
        Self {
            slowest_time: limits.slowest_time,
            slowest_bytes: limits.slowest_bytes,
            ends: now + limits.body,
            period_ends: now + limits.slowest_time,
            bytes: 0,
        }
    }

    /// Waits for the next part of the body.
    ///
    /// # Errors
    /// It does not come in time.
    pub(crate) async fn wait<T>(&mut self, part: impl Future<Output = T>) -> Result<T, TooSlow> {
        timeout_at(self.deadline(), part).await.map_err(|_| TooSlow)
    }

    /// Counts the bytes of a part.
    pub(crate) fn count(&mut self, bytes: usize) {
        self.count_at(bytes, Instant::now());
    }

    fn count_at(&mut self, bytes: usize, now: Instant) {
        self.bytes += bytes;
        if self.bytes >= self.slowest_bytes {
            self.bytes = 0;
            self.period_ends = now + self.slowest_time;
        }
    }

    fn deadline(&self) -> Instant {
        self.ends.min(self.period_ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn pace() -> (Pace, Instant) {
        let limits = UploadLimits {
            slowest_time: 3 * SECOND,
            slowest_bytes: 100,
            body: 10 * SECOND,
            ..UploadLimits::default()
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
    fn who_sends_enough_must_come_to_an_end_all_the_same() {
        let (mut pace, began) = pace();
        for seconds in 1..=9 {
            pace.count_at(100, began + seconds * SECOND);
        }
        assert_eq!(pace.deadline(), began + 10 * SECOND);
    }

    #[tokio::test]
    async fn who_misses_the_deadline_is_too_slow() {
        let (mut pace, _) = pace();
        assert_eq!(pace.wait(std::future::ready(7)).await, Ok(7));
        pace.ends = Instant::now();
        assert_eq!(pace.wait(std::future::pending::<()>()).await, Err(TooSlow));
    }
}
