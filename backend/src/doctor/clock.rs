//! Whether the clock of this machine agrees with another one.

use crate::finding::Finding;

/// Seconds by which two clocks may differ; signatures allow for a minute.
const CLOCKS_DIFFER: u64 = 30;

/// Judges a difference in seconds between this machine's clock and that of something else.
pub(super) fn judge(difference: i64, whose: &str) -> Finding {
    const CHECK: &str = "clock";
    let difference = difference.unsigned_abs();
    let reason = format!("it differs by {difference} s from that of {whose}");
    if difference > CLOCKS_DIFFER {
        Finding::warn(
            CHECK,
            reason,
            "synchronize both clocks by NTP: signatures and opening hours depend on it",
        )
    } else {
        Finding::ok(CHECK, reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn a_minute_matters_in_either_direction() {
        for (difference, verdict) in [
            (0, Verdict::Ok),
            (30, Verdict::Ok),
            (60, Verdict::Warn),
            (-60, Verdict::Warn),
        ] {
            assert_eq!(judge(difference, "the database").verdict, verdict, "{difference}");
        }
    }
}
