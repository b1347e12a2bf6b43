//! Passes changes of chats on to everybody in this process who waits for them.

use super::change_queue::ChangeQueue;
use std::sync::Arc;
use store::ChatChange;
use tokio::sync::{broadcast, watch};

/// How many changes a watcher may be behind. A watcher that is further behind assumes that its chat has changed.
const WATCHER_LAG: usize = 256;

/// How many chats may wait while the other processes cannot be told. What is beyond that, they find in the database.
const WAITING_CHATS: usize = 10_000;

/// Takes changes in without blocking.
pub(crate) struct Notifier {
    /// For the customers who follow the chats.
    pub(super) threads: ChangeQueue,
    /// For the staff who follow the inbox.
    pub(super) inbox: ChangeQueue,
    /// For the other processes; takes nothing if there are none.
    pub(super) peers: ChangeQueue,
    watchers: broadcast::Sender<Arc<str>>,
    closed: watch::Sender<bool>,
}

impl Notifier {
    /// Passes changes of this process on to peers as well, unless it is alone.
    pub(crate) fn new(is_alone: bool) -> Self {
        Self {
            threads: ChangeQueue::with_capacity(usize::MAX),
            inbox: ChangeQueue::with_capacity(usize::MAX),
            peers: ChangeQueue::with_capacity(if is_alone { 0 } else { WAITING_CHATS }),
            watchers: broadcast::Sender::new(WATCHER_LAG),
            closed: watch::Sender::new(false),
        }
    }

    /// Announces a change that this process has committed.
    pub(crate) fn chat_changed(&self, feedback_id: &str, change: ChatChange) {
        self.peers.add(feedback_id, change);
        self.heard(feedback_id, change);
    }

    /// Announces a change that another process has committed.
    pub(super) fn heard(&self, feedback_id: &str, change: ChatChange) {
        self.inbox.add(feedback_id, change);
        if change.first_position.is_some() || change.may_end_access || change.is_erased {
            self.threads.add(feedback_id, change);
        }
        // Fails if there is no watcher.
        let _ = self.watchers.send(feedback_id.into());
    }

    pub(super) fn watch(&self) -> Watcher {
        Watcher {
            changes: self.watchers.subscribe(),
            closed: self.closed.subscribe(),
        }
    }

    /// Ends what is for clients. The peers are still told what is committed until then.
    pub(super) fn close(&self) {
        self.threads.close();
        self.inbox.close();
        self.closed.send_replace(true);
    }
}

/// Receives the changes since it was created.
pub(crate) struct Watcher {
    changes: broadcast::Receiver<Arc<str>>,
    closed: watch::Receiver<bool>,
}

impl Watcher {
    /// Returns true when some chat has changed, and false when the server stops. Changes that came meanwhile count as one.
    pub(crate) async fn any_chat_changed(&mut self) -> bool {
        tokio::select! {
            change = self.changes.recv() => {
                // The caller looks at everything that has changed until now.
                self.changes = self.changes.resubscribe();
                !matches!(change, Err(broadcast::error::RecvError::Closed))
            }
            _ = self.closed.wait_for(|closed| *closed) => false,
        }
    }

    /// Returns true when the chat has changed, and false when the server stops. It may also return true without a change:
    /// the caller reads the chat in any case.
    pub(crate) async fn chat_changed(&mut self, feedback_id: &str) -> bool {
        loop {
            tokio::select! {
                change = self.changes.recv() => match change {
                    Ok(changed) if *changed != *feedback_id => {}
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => return true,
                    Err(broadcast::error::RecvError::Closed) => return false,
                },
                _ = self.closed.wait_for(|closed| *closed) => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_watcher_returns_for_its_chat_only() {
        let notifier = Notifier::new(true);
        let changed = |feedback_id: &str| notifier.chat_changed(feedback_id, ChatChange::from_position(1));
        let mut watcher = notifier.watch();
        changed("other");
        changed("mine");
        assert!(watcher.chat_changed("mine").await);
        for number in 0..2 * WATCHER_LAG {
            changed(&number.to_string());
        }
        assert!(
            watcher.chat_changed("mine").await,
            "its chat may be among the changes that it missed"
        );
        notifier.close();
        while watcher.chat_changed("mine").await {}
    }
}
