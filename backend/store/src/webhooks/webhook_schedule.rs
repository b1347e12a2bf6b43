//! When a delivery that failed is tried again, and when it is given up (docs/webhooks.md#retries).

use base::random::random_below;
use base::time::{DAY, Millis};
use std::num::NonZeroU32;

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

/// The pauses after the first tries. After further ones it is the last of them.
const PAUSES: [Millis; 10] = [
    5 * SECOND,
    30 * SECOND,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
];

/// For how long a delivery is tried.
pub(crate) const GIVEN_UP_AFTER: Millis = 3 * DAY;

/// Tries in a row that fail before a receiver gets no more than one at a time.
pub(crate) const FAILURES_BEFORE_PROBES: i64 = 5;

/// The first pause between two probes; it doubles up to [`LONGEST_PROBE_PAUSE`].
const PROBE_PAUSE: Millis = 10 * SECOND;

const LONGEST_PROBE_PAUSE: Millis = 5 * MINUTE;

/// Returns when a delivery is tried again; `None` if it is given up.
///
/// `attempts` counts the one that has failed. `asked` is the time before which the receiver wants to hear nothing.
pub(crate) fn next_try(
    attempts: u32,
    started_at: Millis,
    now: Millis,
    asked: Option<Millis>,
) -> Option<Millis> {
    let end = started_at + GIVEN_UP_AFTER;
    if now >= end {
        return None;
    }
    let [.., last] = PAUSES;
    let index = usize::try_from(attempts.saturating_sub(1)).unwrap_or(usize::MAX);
    let pause = PAUSES.get(index).copied().unwrap_or(last);
    // The last try is at the end.
    let next = (now + with_jitter(pause)).min(end);
    Some(next.max(asked.unwrap_or(0)))
}

/// Returns when a receiver that has failed so often in a row gets the next delivery; 0 if it may get it at once.
pub(crate) fn next_probe(failures: i64, now: Millis) -> Millis {
    let beyond = failures - FAILURES_BEFORE_PROBES;
    if beyond < 0 {
        return 0;
    }
    let pause = PROBE_PAUSE
        .saturating_mul(1 << beyond.min(10))
        .min(LONGEST_PROBE_PAUSE);
    now + with_jitter(pause)
}

/// Makes a pause up to a fifth longer, so that what failed together does not come back together.
fn with_jitter(pause: Millis) -> Millis {
    let most = u32::try_from(pause / 5 + 1).ok().and_then(NonZeroU32::new);
    let random = most.and_then(|most| random_below(most).ok()).unwrap_or(0);
    pause + Millis::from(random)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns when a delivery of time 0 is tried that always fails.
    fn tries() -> Vec<Millis> {
        let mut tries = vec![0];
        while let Some(next) = next_try(tries.len() as u32, 0, tries[tries.len() - 1], None) {
            tries.push(next);
        }
        tries
    }

    #[test]
    fn a_delivery_is_tried_for_three_days_and_the_last_time_at_their_end() {
        let tries = tries();
        assert!((14..=16).contains(&tries.len()), "{tries:?}");
        assert!(tries.is_sorted_by(|one, next| one < next), "{tries:?}");
        assert_eq!(tries.last(), Some(&(3 * DAY)));
        for (index, pause) in PAUSES.iter().enumerate() {
            let taken = tries[index + 1] - tries[index];
            assert!((*pause..=pause + pause / 5).contains(&taken), "{index}: {taken}");
        }
    }

    #[test]
    fn a_receiver_is_obeyed_even_beyond_the_end() {
        assert_eq!(next_try(1, 0, 0, Some(HOUR)), Some(HOUR));
        assert_eq!(next_try(15, 0, 3 * DAY - 1, Some(4 * DAY)), Some(4 * DAY));
        assert_eq!(next_try(16, 0, 4 * DAY, Some(5 * DAY)), None);
    }

    #[test]
    fn probes_begin_after_five_failures_and_become_rare() {
        for failures in 0..FAILURES_BEFORE_PROBES {
            assert_eq!(next_probe(failures, 7), 0);
        }
        for (failures, pause) in [
            (5, 10 * SECOND),
            (6, 20 * SECOND),
            (10, 5 * MINUTE),
            (i64::MAX, 5 * MINUTE),
        ] {
            let probe = next_probe(failures, 0);
            assert!(
                (pause..=pause + pause / 5).contains(&probe),
                "{failures}: {probe}"
            );
        }
    }
}
