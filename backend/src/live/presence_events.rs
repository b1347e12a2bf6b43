//! Tells staff which colleagues have a chat open (docs/staff.md#presence), and other processes who is connected to this one.
//!
//! What has changed is found by comparing with what was told before, so that changes in between become one. The processes of one
//! database tell each other through it; by Redis they learn at once that there is something to read.

use super::peers::Peers;
use super::presence::{ChatKey, Presence, Viewers};
use super::staff_room::StaffRooms;
use base::time::now;
use serde_json::json;
use socketioxide::SocketIo;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{PresenceReport, PresentStaff, Store, StoreError};
use tokio::time::{sleep, timeout};
use tracing::{debug, warn};

/// The event with the colleagues who have a chat open.
const PRESENCE: &str = "presence";

/// Least time between two rounds.
const PAUSE: Duration = Duration::from_millis(200);

/// How often what other processes say is read, with and without staff here.
const READ_INTERVAL: Duration = Duration::from_secs(2);
const IDLE_INTERVAL: Duration = Duration::from_secs(15);

/// How often this process says again who is here.
const SAY_INTERVAL: Duration = Duration::from_secs(10);

/// Most names of an event.
const MOST_NAMES: usize = 20;

pub(super) struct PresenceEvents {
    pub(super) store: Arc<Store>,
    pub(super) io: SocketIo,
    pub(super) staff: Arc<StaffRooms>,
    pub(super) presence: Arc<Presence>,
    pub(super) peers: Option<Arc<Peers>>,
    /// This process, by a random name; `None` if it is alone.
    pub(super) name: Option<String>,
}

/// What this process has told the others.
#[derive(Default)]
struct Said {
    staff: Vec<PresentStaff>,
    at: Option<Instant>,
}

impl PresenceEvents {
    /// Tells what changes for as long as the server runs.
    pub(super) async fn run(&self) {
        let mut told: BTreeMap<ChatKey, Viewers> = BTreeMap::new();
        let mut said = Said::default();
        loop {
            let here = self.presence.here();
            let mut longest = match &self.name {
                None => Duration::MAX,
                Some(_) if here.is_empty() => IDLE_INTERVAL,
                Some(_) => READ_INTERVAL,
            };
            if let Some(name) = &self.name {
                self.exchange(name, here, &mut said).await;
            }
            let open = self.presence.chats();
            match self.tell(&told, &open).await {
                Ok(()) => told = open,
                Err(error) => {
                    warn!(%error, "telling who is present failed; will retry");
                    longest = READ_INTERVAL;
                }
            }
            sleep(PAUSE).await;
            let woken = async {
                tokio::select! {
                    () = self.presence.changed.notified() => {}
                    () = self.heard() => {}
                }
            };
            // Over after the time in any case.
            let _ = timeout(longest, woken).await;
        }
    }

    async fn heard(&self) {
        match &self.peers {
            Some(peers) => peers.presence.heard().await,
            None => std::future::pending().await,
        }
    }

    /// Says who is here, and reads who is elsewhere.
    async fn exchange(&self, name: &str, here: Vec<PresentStaff>, said: &mut Said) {
        let is_old = said.at.is_none_or(|at| at.elapsed() >= SAY_INTERVAL);
        let has_changed = here != said.staff;
        if has_changed || (is_old && !here.is_empty()) {
            let report = PresenceReport {
                server: name.to_owned(),
                staff: here.clone(),
                at: now(),
            };
            match self.store.report_presence(report).await {
                Ok(()) => {
                    *said = Said {
                        staff: here,
                        at: Some(Instant::now()),
                    };
                    if let Some(peers) = self.peers.as_ref().filter(|_| has_changed) {
                        peers.presence.tell();
                    }
                }
                Err(error) => warn!(?error, "telling other servers who is present failed; will retry"),
            }
        }
        match self.store.staff_elsewhere(name, now()).await {
            Ok(staff) => self.presence.set_elsewhere(staff),
            Err(error) => warn!(%error, "reading who is present elsewhere failed; will retry"),
        }
    }

    /// Sends the chats whose viewers have changed to the staff of their nodes.
    async fn tell(
        &self,
        told: &BTreeMap<ChatKey, Viewers>,
        open: &BTreeMap<ChatKey, Viewers>,
    ) -> Result<(), StoreError> {
        let chats: BTreeSet<&ChatKey> = told.keys().chain(open.keys()).collect();
        for chat in chats {
            if told.get(chat) == open.get(chat) {
                continue;
            }
            let (node_id, feedback_id) = chat;
            let rooms = self.staff.rooms_of(&self.store, node_id).await?;
            if rooms.is_empty() {
                continue;
            }
            // Several sockets of one person are one colleague.
            let mut colleagues: BTreeMap<&str, bool> = BTreeMap::new();
            for (name, is_writing) in open.get(chat).into_iter().flatten() {
                *colleagues.entry(name).or_default() |= is_writing;
            }
            let listed = colleagues.iter().take(MOST_NAMES);
            let listed: Vec<_> = listed
                .map(|(name, writing)| json!({ "name": name, "writing": writing }))
                .collect();
            let event = json!({ "feedback_id": feedback_id, "node_id": node_id, "colleagues": listed });
            if let Err(error) = self.io.within(rooms).emit(PRESENCE, &event).await {
                debug!(%error, "presence delivery incomplete");
            }
        }
        Ok(())
    }
}
