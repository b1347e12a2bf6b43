//! Operating hours (specification, sections 3.6 and 5): whether a node is open at a moment.
//!
//! There is no zone database in here: whoever asks says how far the node's zone is from UTC at that moment, so
//! daylight saving is settled before. A shell that keeps a page open asks again every 60 seconds.

use crate::time::day_and_time;
use serde::Serialize;

/// When a node is open on the days of a period. Times are wall-clock times as `hhmm` numbers: 930 is half past nine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "native", derive(serde::Deserialize))]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OperatingHours {
    /// The days.
    pub period: OperatingPeriod,
    /// The first minute that is open.
    pub start_hour: u32,
    /// The first minute that is closed again; 2400 is the end of the day.
    pub end_hour: u32,
}

/// The days that hours are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "native", derive(serde::Deserialize))]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum OperatingPeriod {
    /// Monday to Friday.
    Weekdays,
    /// Saturday.
    Saturday,
    /// Sunday.
    Sunday,
}

/// Whether a node is open at `now_ms`, milliseconds since 1970 (UTC), where clocks are `utc_offset_minutes` ahead of
/// UTC. `always` is the node's `operating_24_7`.
///
/// Without an entry for today's period it is open. Several entries, as around a lunch break, add up. Hours end with
/// their day: an entry whose end is not after its start is never open, and a night is two entries, 2200 to 2400 and
/// 0 to 600, each for the days that it falls on.
#[must_use]
pub fn is_operating(hours: &[OperatingHours], always: bool, now_ms: f64, utc_offset_minutes: i32) -> bool {
    let (period, now) = wall_clock(now_ms, utc_offset_minutes);
    let mut today = hours.iter().filter(|entry| entry.period == period).peekable();
    always || today.peek().is_none() || today.any(|entry| (entry.start_hour..entry.end_hour).contains(&now))
}

/// What day it is there, and the time as `hhmm`.
fn wall_clock(now_ms: f64, utc_offset_minutes: i32) -> (OperatingPeriod, u32) {
    let (days, in_day) = day_and_time(now_ms + f64::from(utc_offset_minutes) * 60_000.0);
    // 1970-01-01, day 0, was a Thursday.
    let period = match (days + 4).rem_euclid(7) {
        0 => OperatingPeriod::Sunday,
        6 => OperatingPeriod::Saturday,
        _ => OperatingPeriod::Weekdays,
    };
    let minutes = in_day / 60_000;
    (
        period,
        u32::try_from(minutes / 60 * 100 + minutes % 60).unwrap_or_default(),
    )
}
