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
        let now = Instant::now();
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
        timeout_at(self.ends.min(self.period_ends), part)
            .await
            .map_err(|_| TooSlow)
    }

    /// Counts the bytes of a part.
    pub(crate) fn count(&mut self, bytes: usize) {
        self.bytes += bytes;
        if self.bytes >= self.slowest_bytes {
            self.bytes = 0;
            self.period_ends = Instant::now() + self.slowest_time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    const SECOND: Duration = Duration::from_secs(1);

    fn pace() -> Pace {
        Pace::begin(&UploadLimits {
            slowest_time: 3 * SECOND,
            slowest_bytes: 100,
            body: 10 * SECOND,
            ..UploadLimits::default()
        })
    }

    #[tokio::test(start_paused = true)]
    async fn who_sends_too_little_in_a_period_is_too_slow() {
        let mut pace = pace();
        for bytes in [60, 60, 99] {
            tokio::time::advance(SECOND).await;
            assert_eq!(pace.wait(ready(())).await, Ok(()));
            pace.count(bytes);
        }
        let began = Instant::now();
        assert_eq!(pace.wait(pending::<()>()).await, Err(TooSlow));
        assert_eq!(
            began.elapsed(),
            2 * SECOND,
            "the period began with the 100th byte"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn who_sends_enough_must_come_to_an_end_all_the_same() {
        let mut pace = pace();
        for _ in 0..9 {
            tokio::time::advance(SECOND).await;
            assert_eq!(pace.wait(ready(())).await, Ok(()));
            pace.count(100);
        }
        let began = Instant::now();
        assert_eq!(pace.wait(pending::<()>()).await, Err(TooSlow));
        assert_eq!(began.elapsed(), SECOND);
    }
}
