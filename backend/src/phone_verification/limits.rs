//! How often verification codes are sent (docs/api.md#limits-of-verification-codes). Every message costs the operator money
//! and disturbs whoever has the number, and anybody can ask for one.

use crate::time::{DAY, Millis};

const HOUR: Millis = DAY / 24;

/// The pause between the first two codes for a number. It doubles with each code of the hour.
const FIRST_PAUSE: Millis = 30_000;

/// At most so many messages within a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SendLimit {
    pub(crate) messages: u32,
    pub(crate) within: Millis,
}

/// The limits of those who have codes sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SendLimits {
    /// Of all messages for a node.
    pub(crate) of_node: SendLimit,
}

impl SendLimits {
    /// To one number, from whichever device: its owner may be somebody who never asked.
    pub(crate) const TO_NUMBER: [SendLimit; 2] = [per_hour(5), per_day(10)];

    /// From one device, or from one network address. A tablet that many visitors use needs as many as they are.
    pub(crate) const OF_CLIENT: [SendLimit; 2] = [per_hour(60), per_day(300)];

    pub(crate) fn new(per_node_and_day: u32) -> Self {
        Self {
            of_node: per_day(per_node_and_day),
        }
    }
}

const fn per_hour(messages: u32) -> SendLimit {
    SendLimit {
        messages,
        within: HOUR,
    }
}

const fn per_day(messages: u32) -> SendLimit {
    SendLimit {
        messages,
        within: DAY,
    }
}

/// Returns the pause after the last of the codes that a number got within an hour, in milliseconds.
pub(crate) fn resend_pause(codes: u32) -> Millis {
    let doublings = codes.saturating_sub(1).min(16);
    FIRST_PAUSE << doublings
}

#[cfg(test)]
mod tests {
    use super::resend_pause;

    #[test]
    fn the_pause_doubles_with_each_code() {
        let pauses: Vec<_> = (1..=4).map(resend_pause).collect();
        assert_eq!(pauses, [30_000, 60_000, 120_000, 240_000]);
        assert_eq!(resend_pause(u32::MAX), 30_000 << 16);
    }
}
