//! The chats that staff have open, as their colleagues were told last (docs/staff.md#presence).

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Most names of a chat.
const MOST_NAMES: usize = 20;

/// Most chats that are told at once: those that changed last.
const MOST_CHATS: usize = 200;

/// A chat, by its node and its id.
pub(super) type ChatKey = (String, String);

/// Who has a chat open, and whether they write. Several sockets of one person are one colleague.
pub(super) type Viewers = BTreeMap<String, bool>;

/// A chat with the staff who have it open, as clients get it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct OpenChat {
    feedback_id: String,
    node_id: String,
    colleagues: Vec<Colleague>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Colleague {
    name: String,
    writing: bool,
}

/// What was told last.
#[derive(Default)]
pub(super) struct ToldChats {
    chats: BTreeMap<ChatKey, Told>,
    /// How many changes there were.
    changes: u64,
}

struct Told {
    viewers: Viewers,
    /// Which change it was.
    change: u64,
}

impl OpenChat {
    pub(super) fn new((node_id, feedback_id): &ChatKey, viewers: &Viewers) -> Self {
        let colleagues = viewers.iter().take(MOST_NAMES);
        Self {
            feedback_id: feedback_id.clone(),
            node_id: node_id.clone(),
            colleagues: colleagues
                .map(|(name, writing)| Colleague {
                    name: name.clone(),
                    writing: *writing,
                })
                .collect(),
        }
    }
}

impl ToldChats {
    /// Returns the chats of which something else was told than what holds now.
    pub(super) fn changed(&self, now: &BTreeMap<ChatKey, Viewers>) -> BTreeSet<ChatKey> {
        let known = self.chats.keys().chain(now.keys());
        let is_told = |chat: &ChatKey| self.chats.get(chat).map(|told| &told.viewers) == now.get(chat);
        known.filter(|chat| !is_told(chat)).cloned().collect()
    }

    /// Notes what is told of a chat.
    pub(super) fn set(&mut self, chat: ChatKey, viewers: Viewers) {
        if viewers.is_empty() {
            self.chats.remove(&chat);
            return;
        }
        self.changes += 1;
        let change = self.changes;
        self.chats.insert(chat, Told { viewers, change });
    }

    /// Returns the open chats of these nodes, those first that changed last.
    pub(super) fn of_nodes(&self, is_visible: impl Fn(&str) -> bool) -> Vec<OpenChat> {
        let visible = self.chats.iter().filter(|((node_id, _), _)| is_visible(node_id));
        let mut visible: Vec<_> = visible.collect();
        visible.sort_unstable_by_key(|(_, told)| std::cmp::Reverse(told.change));
        let latest = visible.into_iter().take(MOST_CHATS);
        latest
            .map(|(chat, told)| OpenChat::new(chat, &told.viewers))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chat(node_id: &str, feedback_id: usize) -> ChatKey {
        (node_id.into(), feedback_id.to_string())
    }

    fn viewers(count: usize) -> Viewers {
        (0..count).map(|name| (format!("{name:03}"), name == 0)).collect()
    }

    #[test]
    fn the_chats_of_the_nodes_that_changed_last_are_told() {
        let mut told = ToldChats::default();
        for id in 0..MOST_CHATS + 2 {
            told.set(chat("n", id), viewers(1));
        }
        told.set(chat("n", 0), viewers(MOST_NAMES + 1));
        told.set(chat("n", 3), Viewers::new());
        told.set(chat("m", 0), viewers(1));
        let open = told.of_nodes(|node_id| node_id == "n");
        assert_eq!(open.len(), MOST_CHATS);
        assert_eq!(open[0], OpenChat::new(&chat("n", 0), &viewers(MOST_NAMES)));
        assert_eq!(open[1], OpenChat::new(&chat("n", MOST_CHATS + 1), &viewers(1)));
        let ids: BTreeSet<_> = open.iter().map(|chat| chat.feedback_id.as_str()).collect();
        assert!(!ids.contains("1") && !ids.contains("3") && ids.contains("2"));
    }

    #[test]
    fn what_was_told_already_is_no_change() {
        let mut told = ToldChats::default();
        told.set(chat("n", 1), viewers(1));
        told.set(chat("n", 2), viewers(1));
        let now = BTreeMap::from([(chat("n", 1), viewers(1)), (chat("n", 3), viewers(1))]);
        assert_eq!(told.changed(&now), BTreeSet::from([chat("n", 2), chat("n", 3)]));
    }
}
