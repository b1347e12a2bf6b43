//! Whether something is refused to everybody, and for how long.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tracing::warn;

/// For how long everybody must have been refused before the server says that it is not ready. A burst is over earlier.
const LASTING: Duration = Duration::from_secs(5);

/// How often the log says that something is refused.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Remembers the refusals of something that there is only so much of.
#[derive(Debug)]
pub(super) struct Shortage {
    /// What the log says.
    message: &'static str,
    begun: Instant,
    /// The first refusal after which nothing was granted; [`NEVER`] if the last request was granted.
    refused_since: AtomicU64,
    logged: AtomicU64,
}

const NEVER: u64 = u64::MAX;

impl Shortage {
    pub(super) fn new(message: &'static str) -> Self {
        Self {
            message,
            begun: Instant::now(),
            refused_since: AtomicU64::new(NEVER),
            logged: AtomicU64::new(NEVER),
        }
    }

    /// Notes that somebody got some of it.
    pub(super) fn note_granted(&self) {
        if self.refused_since.load(Relaxed) != NEVER {
            self.refused_since.store(NEVER, Relaxed);
        }
    }

    /// Notes that somebody got nothing, and logs it once a minute.
    pub(super) fn note_refused(&self) {
        if self.note_refused_at(self.begun.elapsed()) {
            warn!("{}", self.message);
        }
    }

    /// Returns whether to log it.
    fn note_refused_at(&self, now: Duration) -> bool {
        let now = milliseconds(now);
        let _ = self.refused_since.compare_exchange(NEVER, now, Relaxed, Relaxed);
        let logged = self.logged.load(Relaxed);
        let is_due = logged == NEVER || now.saturating_sub(logged) >= milliseconds(LOG_INTERVAL);
        is_due
            && self
                .logged
                .compare_exchange(logged, now, Relaxed, Relaxed)
                .is_ok()
    }

    /// Returns whether everybody has been refused for so long that others should be asked instead.
    pub(super) fn is_lasting(&self) -> bool {
        self.is_lasting_at(self.begun.elapsed())
    }

    fn is_lasting_at(&self, now: Duration) -> bool {
        let since = self.refused_since.load(Relaxed);
        since != NEVER && milliseconds(now).saturating_sub(since) >= milliseconds(LASTING)
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(NEVER - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_shortage_lasts_only_while_no_request_succeeds() {
        let shortage = Shortage::new("");
        assert!(!shortage.is_lasting_at(9 * SECOND));
        shortage.note_refused_at(10 * SECOND);
        shortage.note_refused_at(14 * SECOND);
        assert!(!shortage.is_lasting_at(14 * SECOND));
        assert!(shortage.is_lasting_at(15 * SECOND));
        shortage.note_granted();
        assert!(!shortage.is_lasting_at(20 * SECOND));
        shortage.note_refused_at(21 * SECOND);
        assert!(!shortage.is_lasting_at(25 * SECOND));
    }

    #[test]
    fn the_log_says_so_once_a_minute() {
        let shortage = Shortage::new("");
        assert!(shortage.note_refused_at(SECOND));
        shortage.note_granted();
        assert!(!shortage.note_refused_at(60 * SECOND));
        assert!(shortage.note_refused_at(61 * SECOND));
    }
}
