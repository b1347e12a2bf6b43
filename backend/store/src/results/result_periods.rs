//! The periods over which the index counts feedback together (docs/results.md#index): each day, each month, and all time.

use crate::database::{QueryBuilder, bind_by_name};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;
use sqlx::FromRow;

const DAY_IN_SECONDS: i64 = 24 * 60 * 60;

/// Days that are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, FromRow)]
pub(crate) struct Period {
    pub(crate) span: Span,
    /// Days since 1970 (UTC); 0 of all time.
    pub(crate) first_day: i64,
}

/// How long a period is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, sqlx::Type, strum::IntoStaticStr)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Span {
    Day,
    /// Of the calendar.
    Month,
    All,
}

bind_by_name!(Span);

/// Days since 1970 (UTC) from one to before another; `None` means without end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DayRange {
    pub(crate) from: Option<i64>,
    pub(crate) to: Option<i64>,
}

impl Period {
    /// Returns the periods that a day belongs to.
    pub(crate) fn of_day(day: i64) -> [Self; 3] {
        [Span::Day, Span::Month, Span::All].map(|span| Self {
            span,
            first_day: match span {
                Span::Day => day,
                Span::Month => month_of(day),
                Span::All => 0,
            },
        })
    }
}

impl DayRange {
    /// Adds the condition on the table `result_groups` that chooses the fewest periods with exactly these days, beginning
    /// with ` AND `: whole months, and the days before and after them.
    pub(crate) fn push_periods(self, query: &mut QueryBuilder) {
        let mut separator = " AND (";
        for (span, range) in self.periods() {
            query.push(separator).push("(span = ").push_bind(span);
            range.push_days(query);
            query.push(")");
            separator = " OR ";
        }
        query.push(")");
    }

    /// Adds the condition that chooses each of these days, beginning with ` AND `.
    pub(crate) fn push_each_day(self, query: &mut QueryBuilder) {
        query.push(" AND span = ").push_bind(Span::Day);
        self.push_days(query);
    }

    fn push_days(self, query: &mut QueryBuilder) {
        if let Some(from) = self.from {
            query.push(" AND first_day >= ").push_bind(from);
        }
        if let Some(to) = self.to {
            query.push(" AND first_day < ").push_bind(to);
        }
    }

    /// Returns which periods have exactly these days, by their first days.
    fn periods(self) -> Vec<(Span, Self)> {
        if self == Self::default() {
            return vec![(Span::All, self)];
        }
        let months = Self {
            from: self.from.map(month_from),
            to: self.to.map(month_of),
        };
        if let (Some(from), Some(to)) = (months.from, months.to)
            && from >= to
        {
            return vec![(Span::Day, self)];
        }
        let before = Self {
            from: self.from,
            to: months.from,
        };
        let after = Self {
            from: months.to,
            to: self.to,
        };
        let mut periods = vec![(Span::Month, months)];
        periods.extend([before, after].into_iter().filter_map(|days| {
            let has_days = days.from? < days.to?;
            has_days.then_some((Span::Day, days))
        }));
        periods
    }
}

/// Returns the first day of a day's month.
fn month_of(day: i64) -> i64 {
    date(day)
        .and_then(|date| number(date.first_of_month()))
        .unwrap_or(day)
}

/// Returns the first day of the first month that begins on this day or later.
fn month_from(day: i64) -> i64 {
    let month = month_of(day);
    if month == day {
        return day;
    }
    let next = date(day).and_then(|date| number(date.last_of_month()));
    next.map_or(day, |last| last + 1)
}

/// Returns the date of a day since 1970; `None` beyond all dates.
fn date(day: i64) -> Option<Date> {
    let midnight = Timestamp::from_second(day.checked_mul(DAY_IN_SECONDS)?).ok()?;
    Some(Offset::UTC.to_datetime(midnight).date())
}

/// Returns the number of days since 1970; `None` beyond all times.
fn number(date: Date) -> Option<i64> {
    let midnight = Offset::UTC.to_timestamp(date.to_datetime(jiff::civil::Time::midnight()));
    Some(midnight.ok()?.as_second().div_euclid(DAY_IN_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// 2026-01-01.
    const NEW_YEAR: i64 = 20_454;

    fn range(from: Option<i64>, to: Option<i64>) -> DayRange {
        DayRange { from, to }
    }

    #[test]
    fn months_are_those_of_the_calendar() {
        assert_eq!(number(jiff::civil::date(2026, 1, 1)), Some(NEW_YEAR));
        assert_eq!(month_of(NEW_YEAR + 30), NEW_YEAR);
        assert_eq!(month_of(NEW_YEAR + 31), NEW_YEAR + 31);
        assert_eq!(month_from(NEW_YEAR), NEW_YEAR);
        assert_eq!(month_from(NEW_YEAR + 1), NEW_YEAR + 31);
        assert_eq!(month_from(NEW_YEAR - 1), NEW_YEAR);
    }

    #[test]
    fn whole_months_are_counted_at_once() {
        let year = range(Some(NEW_YEAR), Some(NEW_YEAR + 365));
        assert_eq!(year.periods(), [(Span::Month, year)]);
        let without_edges = range(Some(NEW_YEAR + 1), Some(NEW_YEAR + 364));
        let expected = [
            (Span::Month, range(Some(NEW_YEAR + 31), Some(NEW_YEAR + 334))),
            (Span::Day, range(Some(NEW_YEAR + 1), Some(NEW_YEAR + 31))),
            (Span::Day, range(Some(NEW_YEAR + 334), Some(NEW_YEAR + 364))),
        ];
        assert_eq!(without_edges.periods(), expected);
    }

    #[test]
    fn a_range_without_an_end_has_months_up_to_there() {
        assert_eq!(DayRange::default().periods(), [(Span::All, DayRange::default())]);
        let since = range(Some(NEW_YEAR + 30), None);
        let expected = [
            (Span::Month, range(Some(NEW_YEAR + 31), None)),
            (Span::Day, range(Some(NEW_YEAR + 30), Some(NEW_YEAR + 31))),
        ];
        assert_eq!(since.periods(), expected);
        let until = range(None, Some(NEW_YEAR + 2));
        let expected = [
            (Span::Month, range(None, Some(NEW_YEAR))),
            (Span::Day, range(Some(NEW_YEAR), Some(NEW_YEAR + 2))),
        ];
        assert_eq!(until.periods(), expected);
    }

    #[test]
    fn days_beyond_all_dates_are_days() {
        for day in [i64::MIN, i64::MAX, 1 << 40] {
            assert_eq!(month_of(day), day);
            assert_eq!(month_from(day), day);
        }
    }

    proptest! {
        /// Whatever the range, each of its days is counted once, and no other one is.
        #[test]
        fn each_day_is_counted_once(from in 0_i64..900, days in 0_i64..900, day in -40_i64..1_900) {
            let chosen = range(Some(NEW_YEAR + from), Some(NEW_YEAR + from + days));
            let day = NEW_YEAR + day;
            let times = chosen
                .periods()
                .into_iter()
                .filter(|(span, range)| {
                    let period = Period::of_day(day).into_iter().find(|period| period.span == *span);
                    period.is_some_and(|period| {
                        range.from.is_none_or(|from| period.first_day >= from)
                            && range.to.is_none_or(|to| period.first_day < to)
                    })
                })
                .count();
            let is_in = (from..from + days).contains(&(day - NEW_YEAR));
            prop_assert_eq!(times, usize::from(is_in));
        }
    }
}
