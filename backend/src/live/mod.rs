//! Live updates: visitors get them over Socket.IO, staff by requests that wait (docs/chat.md#live-updates).
//!
//! The store's writer announces each committed change to a [`Notifier`], which never blocks it. Delivery is a task of its
//! own, which runs again after a panic, and repeats what could not be delivered. A client that was not connected asks for
//! what it missed by its cursor.
//!
//! Several processes with one database tell each other what changed ([`peers`]), and compare with the database what they
//! were not notified of ([`catch_up`]); what follows is the same for a change of any process.

mod access;
mod catch_up;
mod change_queue;
mod chat_room;
mod delivery;
mod feedback_events;
mod followed_chats;
mod followers;
mod handler;
mod inbox_events;
mod notifier;
mod open_chats;
mod packets;
mod peers;
mod presence;
mod presence_events;
mod refusal;
mod seen_marks;
mod signal;
mod signals;
mod socket;
mod socket_client;
mod staff_room;
mod thread_events;

pub(crate) use notifier::{Notifier, Watcher};
pub(crate) use packets::PACKETS_A_SECOND;
pub(crate) use socket_client::{SocketClient, StaffRules};

use crate::background::supervise;
use crate::chat::ChatTokens;
use crate::connections::ConnectionLimits;
use crate::redis::Redis;
use crate::staff::{FeedbackReader, NetworkHashes};
use axum::routing::MethodRouter;
use base::random::random_id;
use catch_up::catch_up;
use chat_room::ChatRooms;
use delivery::{Pace, deliver};
use feedback_events::{FeedbackEvents, Progress};
use followers::Followers;
use inbox_events::InboxEvents;
use peers::Peers;
use presence::Presence;
use presence_events::PresenceEvents;
use signals::Signals;
use socket::Rooms;
use socketioxide::SocketIo;
use staff_room::StaffRooms;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{ChatChanges, Store};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// For those who follow a chat.
const THREADS: Pace = Pace {
    calls: 8,
    chats: 1,
    limit: Duration::from_secs(2),
    retry_delay: Duration::from_secs(1),
};

/// For staff, to whom many chats are sent that are read with one statement.
const INBOX: Pace = Pace {
    calls: 2,
    chats: 100,
    ..THREADS
};

/// How long a server that stops tries to tell the others what it has committed.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The live updates of the running server.
pub(crate) struct Live {
    notifier: Arc<Notifier>,
    io: SocketIo,
    followers: Arc<Followers>,
    staff: Arc<StaffRooms>,
    presence: Arc<Presence>,
    signals: Arc<Signals>,
    peers: Option<Arc<Peers>>,
    /// What runs until clients are closed.
    tasks: Mutex<JoinSet<()>>,
    /// Tells the other processes what changes, also what is committed while this one stops.
    teller: Mutex<JoinSet<()>>,
}

/// What live updates need of the server.
pub(crate) struct LiveParts<'a> {
    pub(crate) notifier: Arc<Notifier>,
    pub(crate) feedback: FeedbackReader,
    pub(crate) chat_tokens: &'a ChatTokens,
    pub(crate) networks: &'a NetworkHashes,
    pub(crate) limits: &'a ConnectionLimits,
    /// Whether other processes may write to the same database.
    pub(crate) is_shared: bool,
    pub(crate) redis: Option<Arc<Redis>>,
}

impl Live {
    /// Starts the delivery of the changes that the notifier receives, and returns the handler of Socket.IO.
    pub(crate) fn start<S: Clone + Send + Sync + 'static>(
        parts: LiveParts<'_>,
    ) -> Result<(Self, MethodRouter<S>), getrandom::Error> {
        let LiveParts {
            notifier,
            feedback,
            chat_tokens,
            networks,
            limits,
            is_shared,
            redis,
        } = parts;
        let store = &Arc::clone(&feedback.store);
        let followers = Arc::new(Followers::default());
        let peers = match redis {
            Some(redis) => Some(Arc::new(Peers::new(redis, random_id()?, Arc::clone(&notifier)))),
            None => None,
        };
        let presence = Arc::new(Presence::default());
        let staff = Arc::new(StaffRooms::new(networks.clone(), Arc::clone(&presence)));
        let signals = Signals::new(Arc::downgrade(store), Arc::clone(&staff), peers.clone());
        let signals = Arc::new(signals);
        let chats = ChatRooms {
            store: Arc::downgrade(store),
            chat_tokens: chat_tokens.clone(),
            followers: Arc::clone(&followers),
            signals: Arc::clone(&signals),
        };
        let rooms = Rooms {
            chats,
            staff: Arc::clone(&staff),
            presence: Arc::clone(&presence),
            signals: Arc::clone(&signals),
        };
        let (service, io) = socket::service(rooms, limits);
        let live = Self {
            notifier,
            io,
            followers,
            staff,
            presence,
            signals,
            peers,
            tasks: Mutex::default(),
            teller: Mutex::default(),
        };
        live.start_delivery(store);
        live.start_inbox(store);
        live.start_feedback(feedback, is_shared);
        live.start_presence(store, is_shared)?;
        if is_shared {
            live.start_peers(store);
        }
        Ok((live, service))
    }

    fn start_delivery(&self, store: &Arc<Store>) {
        let (notifier, store) = (Arc::clone(&self.notifier), Arc::clone(store));
        let (io, followers) = (self.io.clone(), Arc::clone(&self.followers));
        let emit = move |changes: ChatChanges| {
            let (store, io, followers) = (Arc::clone(&store), io.clone(), Arc::clone(&followers));
            async move {
                for (feedback_id, change) in changes {
                    thread_events::emit(&store, &io, &followers, &feedback_id, change).await?;
                }
                Ok(ChatChanges::new())
            }
        };
        let run = move || {
            let (notifier, emit) = (Arc::clone(&notifier), emit.clone());
            async move { deliver(&notifier.threads, THREADS, emit).await }
        };
        lock(&self.tasks).spawn(supervise("delivery of live updates", run));
    }

    fn start_inbox(&self, store: &Arc<Store>) {
        let inbox = InboxEvents::new(Arc::clone(store), self.io.clone(), Arc::clone(&self.staff));
        let (notifier, inbox) = (Arc::clone(&self.notifier), Arc::new(inbox));
        let emit = move |changes: ChatChanges| {
            let inbox = Arc::clone(&inbox);
            async move { inbox.emit(changes).await }
        };
        let run = move || {
            let (notifier, emit) = (Arc::clone(&notifier), emit.clone());
            async move { deliver(&notifier.inbox, INBOX, emit).await }
        };
        lock(&self.tasks).spawn(supervise("changes of the inbox", run));
    }

    fn start_feedback(&self, reader: FeedbackReader, is_shared: bool) {
        let events = Arc::new(FeedbackEvents {
            reader,
            io: self.io.clone(),
            staff: Arc::clone(&self.staff),
            peers: self.peers.clone(),
            is_shared,
            progress: tokio::sync::Mutex::new(Progress::default()),
        });
        lock(&self.tasks).spawn(supervise("changes of feedback", move || {
            let events = Arc::clone(&events);
            async move { events.run().await }
        }));
    }

    fn start_presence(&self, store: &Arc<Store>, is_shared: bool) -> Result<(), getrandom::Error> {
        let events = Arc::new(PresenceEvents {
            store: Arc::clone(store),
            io: self.io.clone(),
            staff: Arc::clone(&self.staff),
            presence: Arc::clone(&self.presence),
            peers: self.peers.clone(),
            name: is_shared.then(random_id).transpose()?,
        });
        lock(&self.tasks).spawn(supervise("presence of staff", move || {
            let events = Arc::clone(&events);
            async move { events.run().await }
        }));
        Ok(())
    }

    /// Returns the names of the staff who have a socket, at whatever process.
    pub(crate) fn connected_staff(&self) -> BTreeSet<String> {
        self.presence.names()
    }

    /// Finds what other processes write, and exchanges changes through Redis if there is one.
    fn start_peers(&self, store: &Arc<Store>) {
        let missed = Arc::new(Notify::new());
        let mut tasks = lock(&self.tasks);
        let (notifier, followers) = (Arc::clone(&self.notifier), Arc::clone(&self.followers));
        let (store, woken) = (Arc::clone(store), Arc::clone(&missed));
        tasks.spawn(supervise("comparison with the database", move || {
            let (store, notifier) = (Arc::clone(&store), Arc::clone(&notifier));
            let (followers, woken) = (Arc::clone(&followers), Arc::clone(&woken));
            async move { catch_up(&store, &followers, &notifier, &woken).await }
        }));
        let Some(peers) = &self.peers else { return };
        let hearing = Arc::clone(peers);
        tasks.spawn(supervise("listening to other servers", move || {
            let (peers, missed) = (Arc::clone(&hearing), Arc::clone(&missed));
            async move { peers.hear(&missed).await }
        }));
        let relaying = Arc::clone(peers);
        let (io, signals) = (self.io.clone(), Arc::clone(&self.signals));
        tasks.spawn(supervise("signals of other servers", move || {
            let (peers, io, signals) = (Arc::clone(&relaying), io.clone(), Arc::clone(&signals));
            async move {
                while let Some(signal) = peers.next_signal().await {
                    signals.relay(&io, &signal).await;
                }
            }
        }));
        let (presence, followers) = (Arc::clone(peers), Arc::clone(&self.followers));
        tasks.spawn(supervise("presence for other servers", move || {
            let (peers, followers) = (Arc::clone(&presence), Arc::clone(&followers));
            async move { peers.say_what_is_watched(&followers).await }
        }));
        let telling = Arc::clone(peers);
        lock(&self.teller).spawn(supervise("telling other servers", move || {
            let peers = Arc::clone(&telling);
            async move { peers.tell().await }
        }));
    }

    /// Watches for changes from now on.
    pub(crate) fn watch(&self) -> Watcher {
        self.notifier.watch()
    }

    /// Returns whether the customer of a chat has it before their eyes, at whatever process.
    pub(crate) async fn is_watched(&self, feedback_id: &str) -> bool {
        self.followers.is_watched(feedback_id)
            || match &self.peers {
                Some(peers) => peers.is_watched(feedback_id).await,
                None => false,
            }
    }

    /// Closes all connections and ends all waiting requests, so that they do not delay a shutdown.
    pub(crate) async fn close(&self) {
        self.notifier.close();
        self.io.close().await;
        let mut tasks = std::mem::take(&mut *lock(&self.tasks));
        tasks.shutdown().await;
    }

    /// Tells the other processes the rest of what was committed. Call it when nothing is written any more.
    pub(crate) async fn finish(&self) {
        self.notifier.peers.close();
        let mut teller = std::mem::take(&mut *lock(&self.teller));
        // What they are not told, they find in the database.
        let told = async { while teller.join_next().await.is_some() {} };
        let _ = timeout(LAST_WORDS, told).await;
        if let Some(peers) = &self.peers {
            peers.close().await;
        }
    }
}

fn lock(tasks: &Mutex<JoinSet<()>>) -> MutexGuard<'_, JoinSet<()>> {
    tasks.lock().unwrap_or_else(PoisonError::into_inner)
}
