//! Converts times in milliseconds since 1970 (UTC) to calendar dates. There is no clock here.

/// 0000-01-01 and the last millisecond of 9999: the range of RFC 3339.
const FIRST: i64 = -62_167_219_200_000;
const LAST: i64 = 253_402_300_799_999;

const MS_IN_DAY: i64 = 86_400_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Day {
    year: i64,
    month: i64,
    day: i64,
}

/// Returns the number of the day, counted from 1970-01-01, and the milliseconds since that day began. Times outside the
/// years 0 to 9999 are clamped.
fn day_and_time(milliseconds: f64) -> (i64, i64) {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "`as` saturates, and the clamp follows"
    )]
    let time = (milliseconds as i64).clamp(FIRST, LAST);
    (time.div_euclid(MS_IN_DAY), time.rem_euclid(MS_IN_DAY))
}

/// Returns the date of a day, counted from 1970-01-01.
fn civil_day(days: i64) -> Day {
    // Howard Hinnant's algorithm `civil_from_days`, in which years start in March.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    Day {
        year: year_of_era + era * 400 + i64::from(month <= 2),
        month,
        day,
    }
}

/// Returns the year of a time.
pub(crate) fn year_of(milliseconds: f64) -> i32 {
    i32::try_from(civil_day(day_and_time(milliseconds).0).year).unwrap_or_default()
}

/// Formats a time as RFC 3339 in UTC, with milliseconds.
pub(crate) fn rfc3339(milliseconds: f64) -> String {
    let (days, in_day) = day_and_time(milliseconds);
    let Day { year, month, day } = civil_day(days);
    let mut text = String::with_capacity(24);
    for (number, digits, after) in [
        (year, 4, '-'),
        (month, 2, '-'),
        (day, 2, 'T'),
        (in_day / 3_600_000, 2, ':'),
        (in_day / 60_000 % 60, 2, ':'),
        (in_day / 1_000 % 60, 2, '.'),
        (in_day % 1_000, 3, 'Z'),
    ] {
        push_padded(&mut text, number, digits);
        text.push(after);
    }
    text
}

fn push_padded(text: &mut String, number: i64, digits: u32) {
    if digits > 1 {
        push_padded(text, number / 10, digits - 1);
    }
    text.push(char::from(b'0' + u8::try_from(number % 10).unwrap_or_default()));
}

#[cfg(test)]
mod tests {
    use super::{rfc3339, year_of};

    #[test]
    fn formats_times() {
        for (time, text) in [
            (0.0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999.0, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000.0, "2000-02-29T00:00:00.000Z"),
            (1_795_219_200_000.0, "2026-11-21T00:00:00.000Z"),
            (-1.0, "1969-12-31T23:59:59.999Z"),
            (f64::MAX, "9999-12-31T23:59:59.999Z"),
            (f64::NAN, "1970-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(rfc3339(time), text);
        }
    }

    #[test]
    fn years_begin_in_january() {
        assert_eq!(year_of(1_767_225_599_999.0), 2025);
        assert_eq!(year_of(1_767_225_600_000.0), 2026);
    }
}
