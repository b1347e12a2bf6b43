//! How much in which time.

use std::num::NonZeroU32;
use std::time::Duration;

/// So much in each period.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rate {
    pub(super) number: NonZeroU32,
    pub(super) period: Period,
}

/// What rates are per.
#[derive(Debug, Clone, Copy)]
pub(super) enum Period {
    Minute,
    Hour,
    Day,
}

impl Rate {
    pub(super) fn per_minute(number: NonZeroU32) -> Self {
        let period = Period::Minute;
        Self { number, period }
    }

    pub(super) fn per_hour(number: NonZeroU32) -> Self {
        let period = Period::Hour;
        Self { number, period }
    }

    pub(super) fn per_day(number: NonZeroU32) -> Self {
        let period = Period::Day;
        Self { number, period }
    }

    /// Returns the length of the period.
    pub(super) fn period(self) -> Duration {
        self.period.length()
    }

    /// Returns the time after which so much is there again, at most the period.
    pub(super) fn time_of(self, number: NonZeroU32) -> Duration {
        let share = f64::from(number.min(self.number).get()) / f64::from(self.number.get());
        self.period().mul_f64(share)
    }
}

impl Period {
    pub(super) fn length(self) -> Duration {
        match self {
            Self::Minute => Duration::from_mins(1),
            Self::Hour => Duration::from_hours(1),
            Self::Day => Duration::from_hours(24),
        }
    }
}
