//! Until when a chat is put off, in the bodies of requests (docs/staff.md#snooze).

use base::input::fault::{Fault, FaultKey};
use base::time::{DAY, Millis, from_rfc3339, now};

/// The latest time that a chat can be put off until, from now.
const LONGEST: Millis = 366 * DAY;

/// Reads a time; `None` for an absent one. `pointer` is where it stands in the body.
pub(super) fn snooze_time(text: Option<&str>, pointer: &str) -> Result<Option<Millis>, Fault> {
    let Some(text) = text else { return Ok(None) };
    let (at, now) = (from_rfc3339(text), now());
    let at = at.filter(|at| (now + 1..=now + LONGEST).contains(at));
    at.map(Some).ok_or_else(|| {
        let detail = "a time within the next 366 days is expected, such as 2026-11-23T10:20:30Z";
        Fault::at(pointer, FaultKey::InvalidTime, detail)
    })
}
