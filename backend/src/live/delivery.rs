//! Brings changes to those who follow the chats: several chats at the same time, each in its order.

use super::change_queue::ChangeQueue;
use super::thread_events::EmitError;
use crate::panics::TaskError;
use crate::store::{ChatChange, ChatChanges, add_change};
use std::collections::HashMap;
use std::time::Duration;
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, sleep_until, timeout};
use tracing::warn;

/// How many chats are sent at the same time. Each takes a connection to the database for a moment.
const AT_ONCE: usize = 8;

/// How long things take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// For one chat. A database that does not respond takes all of it.
    pub(super) limit: Duration,
    /// Before what could not be delivered is sent again.
    pub(super) retry_delay: Duration,
}

/// Calls `emit` for each changed chat until the queue is closed, for one chat at most once at a time: an older state of a
/// chat never overtakes a newer one, and a chat that hangs delays no other. What failed, also by a panic, is sent again
/// after a delay, as the chat is by then.
pub(super) async fn deliver<F>(queue: &ChangeQueue, pace: Pace, emit: impl Fn(String, ChatChange) -> F)
where
    F: Future<Output = Result<(), EmitError>> + Send + 'static,
{
    let mut delivery = Delivery::default();
    let Pace { limit, retry_delay } = pace;
    let mut retry_at = Instant::now();
    loop {
        while let Some((feedback_id, change)) = delivery.next() {
            let task = timeout(limit, emit(feedback_id.clone(), change));
            let task = delivery.tasks.spawn(task).id();
            delivery.under_way.insert(task, (feedback_id, change));
        }
        tokio::select! {
            changes = queue.take() => match changes {
                Some(changes) => delivery.add(changes),
                None => return,
            },
            Some(ended) = delivery.tasks.join_next_with_id() => {
                let (task, reason) = match ended {
                    Ok((task, Ok(Ok(())))) => (task, None),
                    Ok((task, Ok(Err(error)))) => (task, Some(error.to_string())),
                    Ok((task, Err(_))) => (task, Some("it took too long".into())),
                    Err(panic) => (panic.id(), Some(TaskError::from(panic).to_string())),
                };
                let ended = delivery.under_way.remove(&task);
                if let (Some((feedback_id, change)), Some(reason)) = (ended, reason) {
                    warn!(reason, "a live update was not delivered; it is sent again");
                    if delivery.failed.is_empty() {
                        retry_at = Instant::now() + retry_delay;
                    }
                    add_change(&mut delivery.failed, &feedback_id, change);
                }
            }
            () = sleep_until(retry_at), if !delivery.failed.is_empty() => {
                let failed = std::mem::take(&mut delivery.failed);
                delivery.add(failed);
            }
        }
    }
}

/// The changes on their way. Dropping it ends the tasks.
#[derive(Default)]
struct Delivery {
    waiting: ChatChanges,
    failed: ChatChanges,
    tasks: JoinSet<Result<Result<(), EmitError>, tokio::time::error::Elapsed>>,
    under_way: HashMap<Id, (String, ChatChange)>,
}

impl Delivery {
    fn add(&mut self, changes: ChatChanges) {
        for (feedback_id, change) in changes {
            add_change(&mut self.waiting, &feedback_id, change);
        }
    }

    /// Takes a change that can be sent now, if there is one.
    fn next(&mut self) -> Option<(String, ChatChange)> {
        if self.under_way.len() >= AT_ONCE {
            return None;
        }
        // There are few under way, so few are passed over.
        let is_free = |feedback_id: &&String| self.under_way.values().all(|(id, _)| id != *feedback_id);
        let feedback_id = self.waiting.keys().find(is_free)?.clone();
        self.waiting.remove_entry(&feedback_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreError;
    use std::sync::{Arc, Mutex};
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

    const FAST: Pace = Pace {
        limit: Duration::from_millis(50),
        retry_delay: Duration::ZERO,
    };

    #[tokio::test]
    async fn sends_again_what_failed_or_panicked_or_hung() {
        let queue = Arc::new(ChangeQueue::with_capacity(usize::MAX));
        let sent = Sent::default();
        for id in ["fails", "panics", "hangs", "works"] {
            queue.add(id, ChatChange::from_position(3));
        }
        let emit = |feedback_id: String, change| {
            let (sent, queue) = (sent.clone(), Arc::clone(&queue));
            async move {
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
                        Ok(())
                    }
                    _ => Ok(()),
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
        let emit = |feedback_id: String, change| {
            let (sent, queue, go_on) = (sent.clone(), Arc::clone(&queue), Arc::clone(&go_on));
            async move {
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
                Ok(())
            }
        };
        deliver(&queue, PATIENT, emit).await;
        assert_eq!(sent.of("slow"), [Some(1), Some(2)]);
        assert_eq!(sent.of("other"), [Some(1)]);
    }
}
