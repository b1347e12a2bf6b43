//! Changes of chats that wait for somebody who passes them on.

use std::sync::{Mutex, PoisonError};
use store::{ChatChange, ChatChanges, add_change};
use tokio::sync::{Notify, watch};

/// Takes changes in without blocking, of a bounded number of chats. The changes of one chat become one, since anyone who passes them on reads the chat as it
/// is by then: a chat that changes faster than that waits here once.
pub(super) struct ChangeQueue {
    waiting: Mutex<ChatChanges>,
    capacity: usize,
    added: Notify,
    closed: watch::Sender<bool>,
}

impl ChangeQueue {
    /// Holds the changes of so many chats; those of further ones are dropped.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            waiting: Mutex::default(),
            capacity,
            added: Notify::new(),
            closed: watch::Sender::new(false),
        }
    }

    pub(super) fn add(&self, feedback_id: &str, change: ChatChange) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < self.capacity || waiting.contains_key(feedback_id) {
            add_change(&mut waiting, feedback_id, change);
        }
        drop(waiting);
        self.added.notify_one();
    }

    /// Waits for changes and takes them all; `None` once the queue is closed and empty. A call that is dropped takes nothing.
    pub(super) async fn take(&self) -> Option<ChatChanges> {
        let mut closed = self.closed.subscribe();
        loop {
            let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            if !waiting.is_empty() {
                return Some(waiting);
            }
            if *closed.borrow_and_update() {
                return None;
            }
            tokio::select! {
                () = self.added.notified() => {}
                _ = closed.changed() => {}
            }
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    pub(super) fn close(&self) {
        self.closed.send_replace(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn collects_changes_until_it_is_closed() {
        let queue = ChangeQueue::with_capacity(2);
        for (id, position) in [("b", 2), ("a", 7), ("b", 3), ("too many", 1)] {
            queue.add(id, ChatChange::from_position(position));
        }
        let taken = queue.take().await.unwrap();
        let first = |id: &str| taken[id].first_position;
        assert_eq!((taken.len(), first("a"), first("b")), (2, Some(7), Some(2)));
        let (taken, ()) = tokio::join!(queue.take(), async { queue.close() });
        assert_eq!(taken, None);
    }
}
