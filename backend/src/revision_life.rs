//! How long submissions may answer what an import has superseded (docs/flows.md#revisions).

use base::time::{DAY, Millis, now};

/// The days after which a superseded revision is no longer accepted, if nothing else is set. Pages stay open for hours, and
/// a kiosk without a network keeps feedback for days.
const DEFAULT_DAYS: u32 = 30;

/// How long a revision of a flow is accepted after the next one was imported, and a flow after its node got another one.
#[derive(Debug, Clone, Copy)]
pub struct RevisionLife {
    days: u32,
}

impl RevisionLife {
    /// Accepts what is superseded for so many days.
    #[must_use]
    pub fn of_days(days: u32) -> Self {
        Self { days }
    }

    /// Returns the number of days.
    #[must_use]
    pub fn days(self) -> u32 {
        self.days
    }

    /// Returns whether what was superseded at this time is no longer accepted; false if it is not superseded.
    pub(crate) fn is_over(self, superseded_at: Option<Millis>) -> bool {
        superseded_at.is_some_and(|at| now() - at > Millis::from(self.days) * DAY)
    }
}

impl Default for RevisionLife {
    fn default() -> Self {
        Self::of_days(DEFAULT_DAYS)
    }
}
