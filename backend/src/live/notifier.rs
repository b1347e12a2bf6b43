//! Passes changes of chats on to the emitter and to watchers, within this process.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, broadcast, watch};

/// How many changes a watcher may be behind. A watcher that is further behind assumes that its chat has changed.
const WATCHER_LAG: usize = 256;

/// Takes changes in without blocking.
pub(crate) struct Notifier {
    /// The chats that have changed since the emitter last looked. A set, because the emitter sends the newest state: a chat
    /// that changes faster than it can be sent is in here once, and nothing is dropped.
    changed: Mutex<BTreeSet<String>>,
    wake_emitter: Notify,
    watchers: broadcast::Sender<Arc<str>>,
    closed: watch::Sender<bool>,
}

impl Default for Notifier {
    fn default() -> Self {
        Self {
            changed: Mutex::default(),
            wake_emitter: Notify::new(),
            watchers: broadcast::Sender::new(WATCHER_LAG),
            closed: watch::Sender::new(false),
        }
    }
}

impl Notifier {
    /// Announces that a chat has a new message or another status.
    pub(crate) fn chat_changed(&self, feedback_id: &str) {
        self.changed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(feedback_id.to_owned());
        self.wake_emitter.notify_one();
        // Fails if there is no watcher.
        let _ = self.watchers.send(feedback_id.into());
    }

    /// Waits for changes and takes them; `None` after [`Notifier::close`]. A call that is dropped takes nothing.
    pub(super) async fn next_changed(&self) -> Option<BTreeSet<String>> {
        let mut closed = self.closed.subscribe();
        loop {
            if *closed.borrow() {
                return None;
            }
            let changed = std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner));
            if !changed.is_empty() {
                return Some(changed);
            }
            tokio::select! {
                () = self.wake_emitter.notified() => {}
                _ = closed.changed() => {}
            }
        }
    }

    pub(super) fn watch(&self) -> Watcher {
        Watcher {
            changes: self.watchers.subscribe(),
            closed: self.closed.subscribe(),
        }
    }

    pub(super) fn close(&self) {
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
    async fn collects_changes_until_it_is_closed() {
        let notifier = Notifier::default();
        for id in ["b", "a", "b"] {
            notifier.chat_changed(id);
        }
        let changed = notifier.next_changed().await.unwrap();
        assert_eq!(changed.into_iter().collect::<Vec<_>>(), ["a", "b"]);
        let (changed, ()) = tokio::join!(notifier.next_changed(), async { notifier.close() });
        assert_eq!(changed, None);
    }

    #[tokio::test]
    async fn a_watcher_returns_for_its_chat_only() {
        let notifier = Notifier::default();
        let mut watcher = notifier.watch();
        notifier.chat_changed("other");
        notifier.chat_changed("mine");
        assert!(watcher.chat_changed("mine").await);
        for number in 0..2 * WATCHER_LAG {
            notifier.chat_changed(&number.to_string());
        }
        assert!(
            watcher.chat_changed("mine").await,
            "its chat may be among the changes that it missed"
        );
        notifier.close();
        while watcher.chat_changed("mine").await {}
    }
}
