//! How soon staff usually reply: as the node says, or as they have replied lately (docs/chat.md#reply-time).

use base::records::{ChatSettings, FeedbackNode};
use base::time::{Millis, now};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{FirstReply, Store, StoreError};
use utoipa::ToSchema;

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;

/// How long a learned time holds before the chats are read again.
const HOLDS_FOR: Millis = 10 * MINUTE;

/// How many nodes' times are kept. Beyond that all are dropped.
const CAPACITY: usize = 1_024;

/// As few replies say nothing about the next one.
const LEAST_REPLIES: usize = 5;

/// How soon staff usually reply, rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReplyTime {
    /// In a few minutes.
    Minutes,
    /// In about 30 minutes.
    HalfHour,
    /// Within an hour.
    Hour,
    /// Within a few hours.
    Hours,
    /// Within a day.
    Day,
}

impl ReplyTime {
    /// Returns `None` for a time that would discourage, which is more than a day.
    fn rounded(time: Millis) -> Option<Self> {
        Some(match time {
            _ if time <= 10 * MINUTE => Self::Minutes,
            _ if time <= 45 * MINUTE => Self::HalfHour,
            _ if time <= 90 * MINUTE => Self::Hour,
            _ if time <= 8 * HOUR => Self::Hours,
            _ if time <= 24 * HOUR => Self::Day,
            _ => return None,
        })
    }

    /// Learns the time from first replies. What began outside operating hours says nothing about a reply within them.
    fn learned(replies: &[FirstReply], node: &FeedbackNode) -> Option<Self> {
        let mut times: Vec<Millis> = replies
            .iter()
            .filter(|reply| node.operates_at(reply.began_at))
            .map(|reply| reply.replied_at.saturating_sub(reply.began_at))
            .collect();
        if times.len() < LEAST_REPLIES {
            return None;
        }
        times.sort_unstable();
        times.get(times.len() / 2).copied().and_then(Self::rounded)
    }
}

/// The times that were learned lately, by node.
#[derive(Default)]
pub(crate) struct ReplyTimes {
    kept: Mutex<HashMap<String, Kept>>,
}

#[derive(Clone, Copy)]
struct Kept {
    since: Millis,
    time: Option<ReplyTime>,
}

impl ReplyTimes {
    /// Returns how soon the staff of a node usually reply; `None` where that is not known, or not to be shown.
    pub(crate) async fn of(
        &self,
        store: &Store,
        node: &FeedbackNode,
        settings: &ChatSettings,
    ) -> Result<Option<ReplyTime>, StoreError> {
        match settings.reply_time {
            Some(0) => Ok(None),
            Some(minutes) => Ok(ReplyTime::rounded(Millis::from(minutes) * MINUTE)),
            None => self.learned(store, node).await,
        }
    }

    async fn learned(&self, store: &Store, node: &FeedbackNode) -> Result<Option<ReplyTime>, StoreError> {
        let now = now();
        {
            let mut all = self.lock();
            let before = all.get(&node.id).copied();
            if let Some(kept) = before.filter(|kept| now.saturating_sub(kept.since) < HOLDS_FOR) {
                return Ok(kept.time);
            }
            // Requests meanwhile get the old one: the chats are read once.
            let time = before.and_then(|kept| kept.time);
            keep(&mut all, &node.id, Kept { since: now, time });
        }
        let time = ReplyTime::learned(&store.first_replies(&node.id).await?, node);
        keep(&mut self.lock(), &node.id, Kept { since: now, time });
        Ok(time)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn keep(all: &mut HashMap<String, Kept>, node_id: &str, kept: Kept) {
    if all.len() >= CAPACITY && !all.contains_key(node_id) {
        all.clear();
    }
    all.insert(node_id.to_owned(), kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn replies(minutes: &[i64]) -> Vec<FirstReply> {
        let began_at = base::time::from_rfc3339("2026-11-20T10:00:00Z").unwrap();
        let reply = |minutes: &i64| FirstReply {
            began_at,
            replied_at: began_at + minutes * MINUTE,
        };
        minutes.iter().map(reply).collect()
    }

    fn node(fields: serde_json::Value) -> FeedbackNode {
        base::json::read(fields).unwrap()
    }

    #[test]
    fn times_are_rounded_and_hidden_where_they_would_discourage() {
        for (minutes, expected) in [
            (0, Some(ReplyTime::Minutes)),
            (10, Some(ReplyTime::Minutes)),
            (11, Some(ReplyTime::HalfHour)),
            (45, Some(ReplyTime::HalfHour)),
            (46, Some(ReplyTime::Hour)),
            (90, Some(ReplyTime::Hour)),
            (91, Some(ReplyTime::Hours)),
            (480, Some(ReplyTime::Hours)),
            (481, Some(ReplyTime::Day)),
            (1440, Some(ReplyTime::Day)),
            (1441, None),
        ] {
            assert_eq!(ReplyTime::rounded(minutes * MINUTE), expected, "{minutes}");
        }
    }

    #[test]
    fn the_median_of_enough_replies_counts() {
        let always = node(json!({"id": "n", "flow_id": "f"}));
        let learned = |minutes: &[i64]| ReplyTime::learned(&replies(minutes), &always);
        assert_eq!(learned(&[1, 1, 1, 1]), None, "as few say nothing");
        assert_eq!(learned(&[3000, 2, 30, 3, 40]), Some(ReplyTime::HalfHour));
        assert_eq!(learned(&[3000, 2, 3000, 3, 3000]), None);
    }

    #[test]
    fn what_began_outside_hours_does_not_count() {
        // The replies begin on a Friday.
        let friday = |start: u32| {
            node(json!({"id": "n", "flow_id": "f", "operating_hours": [
                {"period": "weekdays", "start_hour": start, "end_hour": 1700}
            ]}))
        };
        let replies = replies(&[5; 5]);
        assert_eq!(
            ReplyTime::learned(&replies, &friday(900)),
            Some(ReplyTime::Minutes)
        );
        assert_eq!(ReplyTime::learned(&replies, &friday(1100)), None);
    }
}
