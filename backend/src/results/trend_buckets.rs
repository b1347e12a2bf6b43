//! The days, weeks or months of a time zone, over which a trend counts answers (docs/results.md#trends).

use base::time::{DAY, Millis};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use store::TimeRange;
use utoipa::ToSchema;

/// Most buckets of a trend: 400 days are a year with the month before it.
const MOST_BUCKETS: usize = 400;

/// How long a bucket is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TrendUnit {
    Day,
    /// From Monday.
    Week,
    /// Of the calendar.
    Month,
}

/// Buckets without gaps, the earliest first; at least one.
#[derive(Debug, PartialEq)]
pub(crate) struct TrendBuckets(Vec<TrendBucket>);

/// A day, a week or a month, as far as it is within the time of the trend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrendBucket {
    /// The first day of the whole one.
    pub(super) day: Date,
    pub(super) from: Millis,
    /// Where the next one begins.
    pub(super) to: Millis,
}

/// Why there are no buckets.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TrendBucketsError {
    #[error("`received_from` must be before `received_to`, which is the present if it is left out")]
    NoTime,
    #[error("a trend has at most {MOST_BUCKETS} buckets: choose a shorter time, or weeks or months")]
    TooMany,
}

impl TrendUnit {
    /// How many buckets a trend has without a beginning.
    fn usual(self) -> usize {
        match self {
            Self::Day => 30,
            Self::Week => 26,
            Self::Month => 12,
        }
    }

    /// Returns the first day of the bucket with this day.
    fn first_day(self, day: Date) -> Option<Date> {
        match self {
            Self::Day => Some(day),
            Self::Week => {
                let since_monday = day.weekday().to_monday_zero_offset();
                day.checked_sub(i64::from(since_monday).days()).ok()
            }
            Self::Month => Some(day.first_of_month()),
        }
    }

    /// Returns the first day of a bucket that is so many later, or earlier.
    fn moved(self, first_day: Date, buckets: i64) -> Option<Date> {
        let span = match self {
            Self::Day => buckets.days(),
            Self::Week => buckets.weeks(),
            Self::Month => buckets.months(),
        };
        first_day.checked_add(span).ok()
    }
}

impl TrendBuckets {
    /// Divides a time. Without its beginning there are as many buckets as are usual, of which the last has its end.
    ///
    /// # Errors
    /// The time has no length, or too many buckets.
    pub(crate) fn divide(
        from: Option<Millis>,
        to: Millis,
        unit: TrendUnit,
        zone: &TimeZone,
    ) -> Result<Self, TrendBucketsError> {
        if from.is_some_and(|from| from >= to) {
            return Err(TrendBucketsError::NoTime);
        }
        let first_day = |time| unit.first_day(day_of(time, zone)?);
        let first = match from {
            Some(from) => first_day(from),
            None => first_day(to - 1).and_then(|last| unit.moved(last, 1 - unit.usual() as i64)),
        };
        let mut next = first.ok_or(TrendBucketsError::NoTime)?;
        let mut buckets = Vec::new();
        loop {
            let day = next;
            let end = unit.moved(day, 1).map(|day| (day, beginning(day, zone)));
            let bucket = TrendBucket {
                day,
                from: beginning(day, zone).max(from.unwrap_or(Millis::MIN)),
                to: end.map_or(to, |(_, end)| end.min(to)),
            };
            // A time zone that changed sides of the date line has left out a day.
            if bucket.from < bucket.to {
                buckets.push(bucket);
            }
            if buckets.len() > MOST_BUCKETS {
                return Err(TrendBucketsError::TooMany);
            }
            match end {
                Some((day, end)) if end < to => next = day,
                _ => return Ok(Self(buckets)),
            }
        }
    }

    /// Returns the time of all buckets.
    pub(crate) fn range(&self) -> TimeRange {
        TimeRange {
            from: self.0.first().map(|bucket| bucket.from),
            to: self.0.last().map(|bucket| bucket.to),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &TrendBucket> {
        self.0.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the position of the bucket with this time, which must be in the range.
    pub(super) fn position(&self, time: Millis) -> usize {
        self.0
            .partition_point(|bucket| bucket.to <= time)
            .min(self.0.len() - 1)
    }

    /// Returns the times of which the days in UTC are not whole in one bucket, the latest first.
    pub(super) fn split_days(&self) -> Vec<TimeRange> {
        let mut times: Vec<(Millis, Millis)> = Vec::new();
        let (Some(first), Some(last)) = (self.0.first(), self.0.last()) else {
            return Vec::new();
        };
        for bound in self.iter().map(|bucket| bucket.from).chain([last.to]) {
            let midnight = bound - bound.rem_euclid(DAY);
            if midnight == bound {
                continue;
            }
            let (from, to) = (midnight.max(first.from), (midnight + DAY).min(last.to));
            match times.last_mut() {
                Some((_, end)) if *end >= from => *end = to,
                _ => times.push((from, to)),
            }
        }
        times
            .into_iter()
            .rev()
            .map(|(from, to)| TimeRange {
                from: Some(from),
                to: Some(to),
            })
            .collect()
    }
}

/// Returns the day of a time in a time zone; `None` beyond all dates.
fn day_of(time: Millis, zone: &TimeZone) -> Option<Date> {
    let time = Timestamp::from_millisecond(time).ok()?;
    Some(zone.to_datetime(time).date())
}

/// Returns when a day begins in a time zone: at midnight, or where clocks leave that out, when they go on.
fn beginning(day: Date, zone: &TimeZone) -> Millis {
    day.to_zoned(zone.clone())
        .map_or(Millis::MAX, |begins| begins.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HOUR: Millis = 60 * 60 * 1_000;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).unwrap()
    }

    fn time(text: &str) -> Millis {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    /// Returns the day, the hours and the beginning in UTC of each bucket.
    fn divided(from: &str, to: &str, unit: TrendUnit, name: &str) -> Vec<(String, i64, String)> {
        let buckets = TrendBuckets::divide(Some(time(from)), time(to), unit, &zone(name)).unwrap();
        buckets
            .iter()
            .map(|bucket| {
                let from = Timestamp::from_millisecond(bucket.from).unwrap();
                let hours = (bucket.to - bucket.from) / HOUR;
                (bucket.day.to_string(), hours, from.to_string())
            })
            .collect()
    }

    fn rows(rows: &[(&str, i64, &str)]) -> Vec<(String, i64, String)> {
        rows.iter()
            .map(|(day, hours, from)| ((*day).to_owned(), *hours, (*from).to_owned()))
            .collect()
    }

    #[test]
    fn days_have_the_length_that_clocks_give_them() {
        assert_eq!(
            divided(
                "2026-03-27T23:00:00Z",
                "2026-03-30T22:00:00Z",
                TrendUnit::Day,
                "Europe/Berlin"
            ),
            rows(&[
                ("2026-03-28", 24, "2026-03-27T23:00:00Z"),
                ("2026-03-29", 23, "2026-03-28T23:00:00Z"),
                ("2026-03-30", 24, "2026-03-29T22:00:00Z"),
            ])
        );
        assert_eq!(
            divided(
                "2026-10-24T22:00:00Z",
                "2026-10-26T23:00:00Z",
                TrendUnit::Day,
                "Europe/Berlin"
            ),
            rows(&[
                ("2026-10-25", 25, "2026-10-24T22:00:00Z"),
                ("2026-10-26", 24, "2026-10-25T23:00:00Z"),
            ])
        );
        // Clocks leave midnight out.
        assert_eq!(
            divided(
                "2026-04-23T22:00:00Z",
                "2026-04-25T21:00:00Z",
                TrendUnit::Day,
                "Africa/Cairo"
            ),
            rows(&[
                ("2026-04-24", 23, "2026-04-23T22:00:00Z"),
                ("2026-04-25", 24, "2026-04-24T21:00:00Z"),
            ])
        );
        // There was no December 30.
        assert_eq!(
            divided(
                "2011-12-29T10:00:00Z",
                "2011-12-31T10:00:00Z",
                TrendUnit::Day,
                "Pacific/Apia"
            ),
            rows(&[
                ("2011-12-29", 24, "2011-12-29T10:00:00Z"),
                ("2011-12-31", 24, "2011-12-30T10:00:00Z"),
            ])
        );
    }

    #[test]
    fn weeks_and_months_are_cut_where_the_time_ends() {
        assert_eq!(
            divided(
                "2026-11-25T12:00:00Z",
                "2026-12-01T00:00:00Z",
                TrendUnit::Week,
                "UTC"
            ),
            rows(&[
                ("2026-11-23", 4 * 24 + 12, "2026-11-25T12:00:00Z"),
                ("2026-11-30", 24, "2026-11-30T00:00:00Z"),
            ])
        );
        assert_eq!(
            divided(
                "2026-01-31T21:00:00Z",
                "2026-04-01T00:00:00Z",
                TrendUnit::Month,
                "Europe/Istanbul"
            ),
            rows(&[
                ("2026-02-01", 28 * 24, "2026-01-31T21:00:00Z"),
                ("2026-03-01", 31 * 24, "2026-02-28T21:00:00Z"),
                ("2026-04-01", 3, "2026-03-31T21:00:00Z"),
            ])
        );
    }

    #[test]
    fn a_time_without_a_beginning_has_the_usual_buckets() {
        let to = time("2026-11-27T20:00:00Z");
        for (unit, count, first) in [
            (TrendUnit::Day, 30, "2026-10-29"),
            (TrendUnit::Week, 26, "2026-06-01"),
            (TrendUnit::Month, 12, "2025-12-01"),
        ] {
            let buckets = TrendBuckets::divide(None, to, unit, &TimeZone::UTC).unwrap();
            assert_eq!((buckets.len(), &*buckets.0[0].day.to_string()), (count, first));
            assert_eq!(buckets.range().to, Some(to));
        }
    }

    #[test]
    fn too_many_buckets_are_refused_and_times_without_length() {
        let days = |days: i64| {
            let from = time("2026-01-01T00:00:00Z");
            TrendBuckets::divide(Some(from), from + days * DAY, TrendUnit::Day, &TimeZone::UTC)
        };
        assert_eq!(days(400).map(|buckets| buckets.len()), Ok(400));
        assert_eq!(days(401), Err(TrendBucketsError::TooMany));
        assert_eq!(days(0), Err(TrendBucketsError::NoTime));
        assert_eq!(days(-1), Err(TrendBucketsError::NoTime));
        let (first, last) = (time("-009999-01-02T02:00:00Z"), time("9999-12-30T21:59:59Z"));
        for unit in [TrendUnit::Day, TrendUnit::Week, TrendUnit::Month] {
            let all = TrendBuckets::divide(Some(first), last, unit, &zone("Pacific/Kiritimati"));
            assert_eq!(all, Err(TrendBucketsError::TooMany));
            let end = TrendBuckets::divide(Some(last - 1), last, unit, &zone("Pacific/Kiritimati"));
            assert_eq!(end.map(|buckets| buckets.len()), Ok(1));
        }
    }

    proptest! {
        /// Buckets follow one another; each time is in the bucket of its local day; and a day in UTC that is no split one is in one.
        #[test]
        fn each_time_is_in_one_bucket(
            from in 1_700_000_000_000_i64..1_790_000_000_000,
            length in 1_i64..300 * DAY,
            at in 0.0..1.0_f64,
            unit in prop::sample::select(vec![TrendUnit::Day, TrendUnit::Week, TrendUnit::Month]),
            name in prop::sample::select(vec!["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Africa/Cairo"]),
        ) {
            let (to, zone) = (from + length, zone(name));
            let buckets = TrendBuckets::divide(Some(from), to, unit, &zone).unwrap();
            prop_assert_eq!(buckets.range(), TimeRange { from: Some(from), to: Some(to) });
            prop_assert!(buckets.0.windows(2).all(|pair| pair[0].to == pair[1].from && pair[0].day < pair[1].day));
            let time = from + (at * length as f64) as i64;
            let bucket = buckets.0[buckets.position(time)];
            prop_assert!(bucket.from <= time && time < bucket.to);
            prop_assert_eq!(Some(bucket.day), unit.first_day(day_of(time, &zone).unwrap()));
            let midnight = time - time.rem_euclid(DAY);
            let (begins, ends) = (midnight.max(from), (midnight + DAY).min(to));
            let is_whole = midnight >= from && midnight + DAY <= to
                && buckets.position(begins) == buckets.position(ends - 1);
            let is_split = buckets.split_days().iter().any(|split| {
                split.from.is_some_and(|from| from <= time) && split.to.is_some_and(|to| time < to)
            });
            prop_assert_eq!(is_whole, !is_split);
        }
    }
}
