//! Who has to hear of which chat. Within this process: another one's changes will come in by the same way.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, broadcast, watch};

/// How many changes a watcher may be behind. One that is further behind takes it that its chat has changed.
const WATCHER_LAG: usize = 256;

/// Takes in what changed, and hands it to the emitter and to watchers.
pub(super) struct Notifier {
    /// Chats that the emitter has not looked at since they changed. A set: however fast a chat goes, it is in here once,
    /// and what the emitter reads is the newest.
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
    pub(super) fn chat_changed(&self, feedback_id: &str) {
        self.changed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(feedback_id.to_owned());
        self.wake_emitter.notify_one();
        // Fails where nobody watches.
        let _ = self.watchers.send(feedback_id.into());
    }

    /// Waits for changes and takes them; `None` when no more will come.
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

/// Hears of changes since it was made.
pub(crate) struct Watcher {
    changes: broadcast::Receiver<Arc<str>>,
    closed: watch::Receiver<bool>,
}

impl Watcher {
    /// Returns when a chat has changed (true), or when the server stops (false). It may return for no reason; whoever
    /// waits looks at the chat anyway.
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
    async fn gathers_what_changed_and_ends() {
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
    async fn a_watcher_hears_of_its_chat_only() {
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
            "it cannot know what it missed"
        );
        notifier.close();
        while watcher.chat_changed("mine").await {}
    }
}
