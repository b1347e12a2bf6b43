//! How far each side has seen a chat. In memory only: after a restart it is unknown until somebody looks again.

use serde::{Serialize, Serializer};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use store::Actor;

/// How many chats are remembered at least; at most twice as many. Those longest unseen are forgotten.
const REMEMBERED: usize = 10_000;

/// The marks of all chats.
#[derive(Default)]
pub(super) struct SeenMarks(Mutex<Generations>);

/// Marks that were touched lately, and those before them.
#[derive(Default)]
struct Generations {
    young: HashMap<String, Seen>,
    old: HashMap<String, Seen>,
}

/// Up to which position each side has seen a chat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Seen {
    #[serde(serialize_with = "cursor", skip_serializing_if = "Option::is_none")]
    staff: Option<i64>,
    #[serde(serialize_with = "cursor", skip_serializing_if = "Option::is_none")]
    customer: Option<i64>,
}

#[expect(clippy::ref_option, reason = "the signature that serde calls")]
fn cursor<S: Serializer>(position: &Option<i64>, serializer: S) -> Result<S::Ok, S::Error> {
    position
        .map(|position| position.to_string())
        .serialize(serializer)
}

impl SeenMarks {
    /// Moves the mark of one side forward; returns whether it was moved.
    pub(super) fn advance(&self, feedback_id: &str, side: Actor, position: i64) -> bool {
        let mut generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut seen = generations.get(feedback_id);
        let mark = match side {
            Actor::Staff => &mut seen.staff,
            Actor::Customer => &mut seen.customer,
        };
        if mark.is_some_and(|mark| mark >= position) {
            return false;
        }
        *mark = Some(position);
        generations.put(feedback_id, seen);
        true
    }

    pub(super) fn get(&self, feedback_id: &str) -> Option<Seen> {
        let generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Some(generations.get(feedback_id)).filter(|seen| *seen != Seen::default())
    }
}

impl Generations {
    fn get(&self, feedback_id: &str) -> Seen {
        let seen = self.young.get(feedback_id).or_else(|| self.old.get(feedback_id));
        seen.copied().unwrap_or_default()
    }

    fn put(&mut self, feedback_id: &str, seen: Seen) {
        if self.young.len() >= REMEMBERED {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(feedback_id.to_owned(), seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_mark_moves_forward_only() {
        let marks = SeenMarks::default();
        assert_eq!(marks.get("a"), None);
        let moved = [5, 4, 5, 6].map(|position| marks.advance("a", Actor::Staff, position));
        assert_eq!(moved, [true, false, false, true]);
        assert!(marks.advance("a", Actor::Customer, 2));
        let seen = serde_json::to_value(marks.get("a").unwrap()).unwrap();
        assert_eq!(seen, json!({"staff": "6", "customer": "2"}));
    }

    #[test]
    fn a_bounded_number_of_chats_is_remembered() {
        let marks = SeenMarks::default();
        let last = 5 * REMEMBERED;
        for number in 0..=last {
            marks.advance(&number.to_string(), Actor::Customer, 1);
        }
        let known = |number: usize| marks.get(&number.to_string()).is_some();
        assert!(!known(0) && known(last) && known(last - REMEMBERED / 2));
        let generations = marks.0.lock().unwrap();
        assert!(generations.young.len() + generations.old.len() <= 2 * REMEMBERED);
    }
}
