//! How often verification codes are sent and tried (docs/api.md#limits-of-verification-codes). Every message costs the operator money
//! and disturbs anyone who has the number, and anybody can ask for one.

use crate::time::{DAY, Millis};

const HOUR: Millis = DAY / 24;

/// The pause between the first two codes for a number. It doubles with each code of the hour.
const FIRST_PAUSE: Millis = 30_000;

/// As often may anybody ask: for a code, and twice for another one.
const FEWEST: u32 = 3;

/// How often a code can be tried, the right one included.
pub const MAX_TRIES: u32 = 5;

/// At most so many messages within a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SendLimit {
    pub messages: u32,
    pub within: Millis,
}

/// The limits of those who have codes sent.
#[derive(Debug, Clone, Copy)]
pub struct SendLimits {
    per_node_and_day: u32,
}

impl SendLimits {
    /// To one number, from whichever device: its owner may be somebody who never asked.
    pub const TO_NUMBER: [SendLimit; 2] = [per_hour(5), per_day(10)];

    /// To the numbers of one range. Who earns by messages has many numbers side by side.
    pub const TO_RANGE: [SendLimit; 2] = [per_hour(20), per_day(60)];

    /// From one device, or from one address. A tablet that many visitors use needs as many as they are.
    pub const OF_CLIENT: [SendLimit; 2] = [per_hour(60), per_day(300)];

    /// From one network, for a node.
    pub const OF_NETWORK: [SendLimit; 2] = [per_hour(120), per_day(600)];

    /// From one network, for a node that has the brake on.
    pub const BRAKED: [SendLimit; 1] = [per_hour(FEWEST)];

    /// Returns the limits with so many messages for each node and day.
    pub fn new(per_node_and_day: u32) -> Self {
        Self { per_node_and_day }
    }

    /// Of all messages for a node: half of those of a day within an hour, so that no hour uses up the day.
    pub fn of_node(self) -> [SendLimit; 2] {
        // The limit that counts for longer comes first: it says how long to wait where both are reached.
        let in_an_hour = (self.per_node_and_day / 2).max(10);
        [
            per_day(self.per_node_and_day),
            per_hour(in_an_hour.min(self.per_node_and_day)),
        ]
    }

    /// From one network, for a node, of codes that nobody has entered: a twentieth of what the node has, so that it takes many
    /// networks to use that up.
    pub fn not_entered(self) -> [SendLimit; 2] {
        [
            per_hour((self.per_node_and_day / 100).max(FEWEST)),
            per_day((self.per_node_and_day / 20).max(FEWEST)),
        ]
    }
}

/// Slows a node down whose codes are hardly ever entered: those who get them did not ask for them.
pub struct Brake;

impl Brake {
    /// The codes that are looked at: of the last hour, but for those that may still be on their way.
    pub const WINDOW: [Millis; 2] = [HOUR, 2 * 60_000];

    /// At most so many of them, the last ones.
    pub const MOST: u32 = 200;

    /// Returns whether too few of these codes were entered.
    pub fn is_on(sent: u32, entered: u32) -> bool {
        sent >= 20 && entered < sent.div_ceil(4)
    }
}

/// Returns the range that a number belongs to: all numbers that differ in the last four digits only.
pub fn range_of(number: &str) -> &str {
    let end = number.len().saturating_sub(4);
    number.get(..end).unwrap_or(number)
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
pub fn resend_pause(codes: u32) -> Millis {
    let doublings = codes.saturating_sub(1).min(16);
    FIRST_PAUSE << doublings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_doubles_with_each_code() {
        let pauses: Vec<_> = (1..=4).map(resend_pause).collect();
        assert_eq!(pauses, [30_000, 60_000, 120_000, 240_000]);
        assert_eq!(resend_pause(u32::MAX), 30_000 << 16);
    }

    #[test]
    fn the_node_limits_wasted_codes_by_network() {
        let messages = |limits: [SendLimit; 2]| limits.map(|limit| limit.messages);
        for (day, node, not_entered) in [
            (1_000, [1_000, 500], [10, 50]),
            (100, [100, 50], [3, 5]),
            (2, [2, 2], [3, 3]),
        ] {
            let limits = SendLimits::new(day);
            assert_eq!(messages(limits.of_node()), node, "{day}");
            assert_eq!(messages(limits.not_entered()), not_entered, "{day}");
        }
    }

    #[test]
    fn the_brake_is_on_while_fewer_than_a_quarter_of_the_codes_are_entered() {
        for (sent, entered, is_on) in [
            (19, 0, false),
            (20, 4, true),
            (20, 5, false),
            (21, 5, true),
            (200, 50, false),
        ] {
            assert_eq!(Brake::is_on(sent, entered), is_on, "{entered} of {sent}");
        }
    }

    #[test]
    fn a_range_has_ten_thousand_numbers() {
        assert_eq!(range_of("+905321234567"), "+90532123");
        assert_eq!(range_of("+1"), "");
    }
}
