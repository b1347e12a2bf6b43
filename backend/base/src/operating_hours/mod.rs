//! Operating hours: whether a node is open at a moment (docs/chat.md#working-hours).
//!
//! The rule knows no time zones: the caller passes the offset from UTC that the node's zone has at that moment, so
//! daylight saving time is already accounted for. The page computes the same from the node's hours every 60 seconds.

#[cfg(test)]
mod tests;

use crate::time::{DAY, Millis};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const MINUTE: Millis = 60_000;

/// When a node is open on the days of one period. Times are wall-clock times as `hhmm` numbers: 930 is 09:30.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OperatingHours {
    pub period: OperatingPeriod,
    /// The first minute that is open.
    pub start_hour: u32,
    /// The first minute that is closed again; 2400 is the end of the day.
    pub end_hour: u32,
}

/// The days that an entry applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OperatingPeriod {
    /// Monday to Friday.
    Weekdays,
    Saturday,
    Sunday,
}

/// Returns whether a node is open at `now`, where clocks are `utc_offset_minutes` ahead of UTC. `always` is the node's
/// `operating_24_7`.
///
/// Without an entry for the current period the node is open. Several entries for one period add up, as around a lunch
/// break. Hours end with their day: an entry whose end is not after its start is never open, and a night is two
/// entries, 2200 to 2400 and 0 to 600.
pub fn is_operating(hours: &[OperatingHours], always: bool, now: Millis, utc_offset_minutes: i32) -> bool {
    let (period, time) = wall_clock(now, utc_offset_minutes);
    let mut today = hours.iter().filter(|entry| entry.period == period).peekable();
    always || today.peek().is_none() || today.any(|entry| (entry.start_hour..entry.end_hour).contains(&time))
}

/// Returns the times of day, as `hhmm` and in their order, at which a node may open on the days of a period.
pub fn opening_hours(hours: &[OperatingHours], period: OperatingPeriod) -> Vec<u32> {
    let mut today = hours.iter().filter(|entry| entry.period == period).peekable();
    if today.peek().is_none() {
        return vec![0];
    }
    let mut starts: Vec<u32> = today
        .filter(|entry| entry.start_hour < entry.end_hour)
        .map(|entry| entry.start_hour)
        .collect();
    starts.sort_unstable();
    starts
}

/// Returns the period of the local day, and the local time as `hhmm`.
fn wall_clock(now: Millis, utc_offset_minutes: i32) -> (OperatingPeriod, u32) {
    let local = now.saturating_add(Millis::from(utc_offset_minutes) * MINUTE);
    // 1970-01-01, day 0, was a Thursday.
    let period = match (local.div_euclid(DAY) + 4).rem_euclid(7) {
        0 => OperatingPeriod::Sunday,
        6 => OperatingPeriod::Saturday,
        _ => OperatingPeriod::Weekdays,
    };
    let minutes = local.rem_euclid(DAY) / MINUTE;
    let time = u32::try_from(minutes / 60 * 100 + minutes % 60);
    (period, time.unwrap_or_default())
}
