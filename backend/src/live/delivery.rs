//! Brings changes to those who follow the chats: several chats at the same time, each in its order.

use super::change_queue::ChangeQueue;
use super::thread_events::EmitError;
use base::panics::TaskError;
use std::collections::HashMap;
use std::time::Duration;
use store::{ChatChanges, add_change};
use tokio::task::{Id, JoinSet};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, sleep_until, timeout};
use tracing::warn;

/// How much is sent at the same time, and how long it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// How many calls are under way at the same time. Each takes a connection to the database for a moment.
    pub(super) calls: usize,
    /// How many chats one call sends at most.
    pub(super) chats: usize,
    /// For one call. A database that does not respond takes all of it.
    pub(super) limit: Duration,
    /// Before what could not be delivered is sent again.
    pub(super) retry_delay: Duration,
}

/// Calls `emit` for changed chats until the queue is closed, for one chat at most once at a time: an older state of a
/// chat never overtakes a newer one, and a chat that hangs delays no other. `emit` returns what did not reach everybody. That,
/// and what failed, also by a panic, is sent again after a delay, as the chat is by then.
pub(super) async fn deliver<F>(queue: &ChangeQueue, pace: Pace, emit: impl Fn(ChatChanges) -> F)
where
    F: Future<Output = Result<ChatChanges, EmitError>> + Send + 'static,
{
    let mut delivery = Delivery::default();
    let mut retry_at = Instant::now();
    loop {
        while let Some(changes) = delivery.next(pace) {
            let task = timeout(pace.limit, emit(changes.clone()));
            let task = delivery.tasks.spawn(task).id();
            delivery.under_way.insert(task, changes);
        }
        tokio::select! {
            changes = queue.take() => match changes {
                Some(changes) => add_all(&mut delivery.waiting, changes),
                None => return,
            },
            Some(ended) = delivery.tasks.join_next_with_id() => {
                let (task, undelivered) = match ended {
                    Ok((task, Ok(Ok(undelivered)))) => (task, Ok(undelivered)),
                    Ok((task, Ok(Err(error)))) => (task, Err(error.to_string())),
                    Ok((task, Err(_))) => (task, Err("it took too long".into())),
                    Err(panic) => (panic.id(), Err(TaskError::from(panic).to_string())),
                };
                let all = delivery.under_way.remove(&task).unwrap_or_default();
                let again = undelivered.unwrap_or_else(|reason| {
                    warn!(reason, "live update delivery failed; will retry");
                    all
                });
                if delivery.failed.is_empty() {
                    retry_at = Instant::now() + pace.retry_delay;
                }
                add_all(&mut delivery.failed, again);
            }
            () = sleep_until(retry_at), if !delivery.failed.is_empty() => {
                let failed = std::mem::take(&mut delivery.failed);
                add_all(&mut delivery.waiting, failed);
            }
        }
    }
}

/// The changes on their way. Dropping it ends the tasks.
#[derive(Default)]
struct Delivery {
    waiting: ChatChanges,
    failed: ChatChanges,
    tasks: JoinSet<Result<Result<ChatChanges, EmitError>, Elapsed>>,
    under_way: HashMap<Id, ChatChanges>,
}

impl Delivery {
    /// Takes changes that can be sent now, if there are any.
    fn next(&mut self, Pace { calls, chats, .. }: Pace) -> Option<ChatChanges> {
        if self.under_way.len() >= calls {
            return None;
        }
        // There are few under way, so few are passed over.
        let is_free = |id: &&String| self.under_way.values().all(|changes| !changes.contains_key(*id));
        let free: Vec<String> = self.waiting.keys().filter(is_free).take(chats).cloned().collect();
        let taken = free.iter().filter_map(|id| self.waiting.remove_entry(id));
        Some(taken.collect()).filter(|taken: &ChatChanges| !taken.is_empty())
    }
}

fn add_all(waiting: &mut ChatChanges, changes: ChatChanges) {
    for (feedback_id, change) in changes {
        add_change(waiting, &feedback_id, change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use store::{ChatChange, StoreError};
    use tokio::sync::Notify;

    /// A chat, and the position after which it was sent.
    type Emission = (String, Option<i64>);

    /// What was sent, in its order.
    #[derive(Clone, Default)]
    struct Sent(Arc<Mutex<Vec<Emission>>>);

    impl Sent {
        /// Adds one, and returns how often its chat was sent before.
        fn add(&self, feedback_id: &str, change: ChatChange) -> usize {
            let mut sent = self.0.lock().unwrap();
            let before = sent.iter().filter(|(id, _)| id == feedback_id).count();
            sent.push((feedback_id.into(), change.first_position));
            before
        }

        fn of(&self, feedback_id: &str) -> Vec<Option<i64>> {
            let sent = self.0.lock().unwrap();
            let of_chat = sent.iter().filter(|(id, _)| id == feedback_id);
            of_chat.map(|(_, first)| *first).collect()
        }
    }

    /// Returns the chat of a call that sends one.
    fn only(changes: ChatChanges) -> (String, ChatChange) {
        assert_eq!(changes.len(), 1);
        changes.into_iter().next().unwrap()
    }

    const FAST: Pace = Pace {
        calls: 8,
        chats: 1,
        limit: Duration::from_millis(50),
        retry_delay: Duration::ZERO,
    };

    #[tokio::test]
    async fn retries_failed_panicked_and_hung_deliveries() {
        let queue = Arc::new(ChangeQueue::with_capacity(usize::MAX));
        let sent = Sent::default();
        for id in ["fails", "panics", "hangs", "works"] {
            queue.add(id, ChatChange::from_position(3));
        }
        let emit = |changes: ChatChanges| {
            let (sent, queue) = (sent.clone(), Arc::clone(&queue));
            async move {
                let (feedback_id, change) = only(changes);
                let is_first = sent.add(&feedback_id, change) == 0;
                match feedback_id.as_str() {
                    "fails" if is_first => {
                        queue.add("fails", ChatChange::from_position(5));
                        Err(StoreError::Database(sqlx::Error::PoolTimedOut).into())
                    }
                    "panics" if is_first => panic!("as a test"),
                    "hangs" if is_first => std::future::pending().await,
                    "hangs" => {
                        queue.close();
                        Ok(ChatChanges::new())
                    }
                    _ => Ok(ChatChanges::new()),
                }
            }
        };
        deliver(&queue, FAST, emit).await;
        assert_eq!(sent.of("works"), [Some(3)]);
        assert_eq!(sent.of("panics"), [Some(3), Some(3)]);
        assert_eq!(sent.of("hangs"), [Some(3), Some(3)]);
        let fails = sent.of("fails");
        assert_eq!(
            fails,
            [Some(3), Some(5), Some(3)],
            "what failed is sent once more"
        );
    }

    const PATIENT: Pace = Pace {
        limit: Duration::from_secs(30),
        ..FAST
    };

    #[tokio::test]
    async fn a_chat_under_way_waits_for_itself_and_delays_no_other() {
        let queue = Arc::new(ChangeQueue::with_capacity(usize::MAX));
        let (sent, go_on) = (Sent::default(), Arc::new(Notify::new()));
        queue.add("slow", ChatChange::from_position(1));
        let emit = |changes: ChatChanges| {
            let (sent, queue, go_on) = (sent.clone(), Arc::clone(&queue), Arc::clone(&go_on));
            async move {
                let (feedback_id, change) = only(changes);
                let before = sent.add(&feedback_id, change);
                match (feedback_id.as_str(), before) {
                    ("slow", 0) => {
                        // Both come while this one is under way.
                        queue.add("slow", ChatChange::from_position(2));
                        queue.add("other", ChatChange::from_position(1));
                        go_on.notified().await;
                        assert_eq!(sent.of("slow").len(), 1);
                    }
                    ("slow", _) => queue.close(),
                    _ => go_on.notify_one(),
                }
                Ok(ChatChanges::new())
            }
        };
        deliver(&queue, PATIENT, emit).await;
        assert_eq!(sent.of("slow"), [Some(1), Some(2)]);
        assert_eq!(sent.of("other"), [Some(1)]);
    }

    #[tokio::test]
    async fn a_batch_retries_only_undelivered_messages() {
        let queue = Arc::new(ChangeQueue::with_capacity(usize::MAX));
        let calls = Arc::new(Mutex::new(Vec::new()));
        for id in ["a", "b", "c"] {
            queue.add(id, ChatChange::from_position(1));
        }
        let pace = Pace {
            calls: 1,
            chats: 2,
            ..PATIENT
        };
        let emit = |mut changes: ChatChanges| {
            let (calls, queue) = (Arc::clone(&calls), Arc::clone(&queue));
            async move {
                let ids: Vec<_> = changes.keys().cloned().collect();
                let mut calls = calls.lock().unwrap();
                if calls.len() == 2 {
                    queue.close();
                }
                changes.retain(|id, _| calls.is_empty() && id == "b");
                calls.push(ids.concat());
                Ok(changes)
            }
        };
        deliver(&queue, pace, emit).await;
        assert_eq!(*calls.lock().unwrap(), ["ab", "c", "b"]);
    }
}
