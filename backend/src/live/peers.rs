//! The other processes: they are told what changed here, and what they tell is passed on here (docs/scale.md#redis).
//!
//! What they tell is only which chats changed: each process reads the change from the database for those who follow the
//! chat with it. So no message passes through Redis, and a process's own followers do not depend on it.

use super::change_queue::ChangeQueue;
use super::followers::Followers;
use super::notifier::Notifier;
use super::signal::Signal;
use crate::redis::Redis;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use store::{ChatChange, ChatChanges};
use tokio::sync::{Mutex, Notify, mpsc};
use tokio::time::{MissedTickBehavior, interval, sleep};
use tracing::{info, warn};

/// How many signals may wait; they are worth nothing later.
const WAITING_SIGNALS: usize = 256;

/// How many changes are told at once.
const AT_ONCE: usize = 500;

/// Before what could not be told is told again.
const TELL_AGAIN: Duration = Duration::from_secs(1);

/// How often it is said which chats are watched, and how long that is believed.
const WATCHED_INTERVAL: Duration = Duration::from_secs(5);
const WATCHED_LIFE: Duration = Duration::from_secs(15);

/// What a process tells the others.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Bulletin {
    /// The process that tells it, which knows it already.
    from: String,
    /// Chats, each with how it changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changes: Vec<(String, ChatChange)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signal: Option<Signal>,
    /// Whether feedback is new or has changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    feedback: bool,
    /// Whether other staff are present.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    presence: bool,
}

/// The connection to the other processes.
pub(super) struct Peers {
    redis: Arc<Redis>,
    /// This process, by a random name.
    name: String,
    notifier: Arc<Notifier>,
    signals_to_tell: mpsc::Sender<Signal>,
    /// Taken by the task that tells them.
    told_signals: Mutex<mpsc::Receiver<Signal>>,
    signals_to_relay: mpsc::Sender<Signal>,
    heard_signals: Mutex<mpsc::Receiver<Signal>>,
    /// That feedback is new or has changed.
    pub(super) feedback: Ping,
    /// That other staff are present, or have another chat open.
    pub(super) presence: Ping,
}

/// A thing of which the others are told only that it has changed: they find in the database what.
#[derive(Default)]
pub(super) struct Ping {
    to_tell: Notify,
    heard: Notify,
}

impl Ping {
    /// Tells the others. If they cannot be told, they look now and then.
    pub(super) fn tell(&self) {
        self.to_tell.notify_one();
    }

    /// Waits until another process tells.
    pub(super) async fn heard(&self) {
        self.heard.notified().await;
    }
}

impl Peers {
    pub(super) fn new(redis: Arc<Redis>, name: String, notifier: Arc<Notifier>) -> Self {
        let (signals_to_tell, told_signals) = mpsc::channel(WAITING_SIGNALS);
        let (signals_to_relay, heard_signals) = mpsc::channel(WAITING_SIGNALS);
        Self {
            redis,
            name,
            notifier,
            signals_to_tell,
            told_signals: Mutex::new(told_signals),
            signals_to_relay,
            heard_signals: Mutex::new(heard_signals),
            feedback: Ping::default(),
            presence: Ping::default(),
        }
    }

    /// Tells the others what changes here, until the queue is closed and empty, or Redis is unavailable by then.
    pub(super) async fn tell(&self) {
        let mut signals = self.told_signals.lock().await;
        let changes = &self.notifier.peers;
        loop {
            let taken = tokio::select! {
                taken = changes.take() => taken,
                Some(signal) = signals.recv() => {
                    let signal = Some(signal);
                    self.tell_one(Bulletin { signal, ..Bulletin::default() }).await;
                    continue;
                }
                () = self.feedback.to_tell.notified() => {
                    self.tell_one(Bulletin { feedback: true, ..Bulletin::default() }).await;
                    continue;
                }
                () = self.presence.to_tell.notified() => {
                    self.tell_one(Bulletin { presence: true, ..Bulletin::default() }).await;
                    continue;
                }
            };
            let Some(taken) = taken else { return };
            if !self.tell_changes(changes, taken).await {
                if changes.is_closed() {
                    return;
                }
                sleep(TELL_AGAIN).await;
            }
        }
    }

    /// Tells the others a signal. It is dropped if too many wait.
    pub(super) fn tell_signal(&self, signal: Signal) {
        let _ = self.signals_to_tell.try_send(signal);
    }

    /// Waits for a signal that another process tells.
    pub(super) async fn next_signal(&self) -> Option<Signal> {
        self.heard_signals.lock().await.recv().await
    }

    /// Returns whether all were told. Those that were not wait again.
    async fn tell_changes(&self, queue: &ChangeQueue, changes: ChatChanges) -> bool {
        let changes: Vec<_> = changes.into_iter().collect();
        let mut parts = changes.chunks(AT_ONCE);
        for part in parts.by_ref() {
            let bulletin = Bulletin {
                changes: part.to_vec(),
                ..Bulletin::default()
            };
            if !self.tell_one(bulletin).await {
                for (feedback_id, change) in part.iter().chain(parts.flatten()) {
                    queue.add(feedback_id, *change);
                }
                return false;
            }
        }
        true
    }

    async fn tell_one(&self, bulletin: Bulletin) -> bool {
        let bulletin = Bulletin {
            from: self.name.clone(),
            ..bulletin
        };
        let Ok(bulletin) = serde_json::to_vec(&bulletin) else {
            return true;
        };
        match self.redis.tell(bulletin).await {
            Ok(()) => true,
            Err(error) => {
                info!(%error, "notifying other servers failed; will retry");
                false
            }
        }
    }

    /// Passes on what the others tell. `missed` is woken when something may have been missed.
    pub(super) async fn hear(&self, missed: &Notify) {
        let heard = self
            .redis
            .hear(|| missed.notify_one(), |message| self.pass_on(message));
        heard.await;
    }

    fn pass_on(&self, message: &[u8]) {
        match serde_json::from_slice::<Bulletin>(message) {
            Ok(bulletin) if bulletin.from == self.name => {}
            Ok(bulletin) => {
                for (feedback_id, change) in bulletin.changes {
                    self.notifier.heard(&feedback_id, change);
                }
                if bulletin.feedback {
                    self.feedback.heard.notify_one();
                }
                if bulletin.presence {
                    self.presence.heard.notify_one();
                }
                if let Some(signal) = bulletin.signal {
                    // Dropped if too many wait.
                    let _ = self.signals_to_relay.try_send(signal);
                }
            }
            Err(error) => warn!(%error, "message of another server not understood"),
        }
    }

    /// Says which chats are watched here.
    pub(super) async fn say_what_is_watched(&self, followers: &Followers) {
        let mut interval = interval(WATCHED_INTERVAL);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            interval.tick().await;
            // While Redis is unavailable, each process knows its own.
            let _ = self.redis.set_watched(&followers.watched(), WATCHED_LIFE).await;
        }
    }

    /// Returns whether a chat is watched at any process, as far as is known.
    pub(super) async fn is_watched(&self, feedback_id: &str) -> bool {
        self.redis.is_watched(feedback_id).await.unwrap_or(false)
    }

    /// Ends the connection.
    pub(super) async fn close(&self) {
        self.redis.close().await;
    }
}
