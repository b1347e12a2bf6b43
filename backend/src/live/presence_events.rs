//! Tells staff which colleagues have a chat open (docs/staff.md#presence), and other processes who is connected to this one.
//!
//! What has changed is found by comparing with what was told before ([`ToldChats`](super::open_chats::ToldChats)), so that changes
//! in between become one. Who begins to follow later gets what was told. The processes of one database tell each other through it;
//! by Redis they learn at once that there is something to read.

use super::open_chats::OpenChat;
use super::peers::Peers;
use super::presence::Presence;
use super::staff_room::StaffRooms;
use base::rights::Right;
use base::time::now;
use socketioxide::SocketIo;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{PresenceReport, PresentStaff, Store, StoreError};
use tokio::time::{sleep, timeout};
use tracing::{debug, warn};

/// The event with the colleagues who have a chat open.
const PRESENCE: &str = "presence";

/// Least time between two rounds.
const PAUSE: Duration = Duration::from_millis(200);

/// How often what other processes say is read, with and without staff here; and how often it is checked whether those who have a
/// chat open still may.
const READ_INTERVAL: Duration = Duration::from_secs(2);
const IDLE_INTERVAL: Duration = Duration::from_secs(15);

/// How often this process says again who is here.
const SAY_INTERVAL: Duration = Duration::from_secs(10);

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
        let mut said = Said::default();
        loop {
            let checked = self.bar_those_without_access().await;
            let here = self.presence.here();
            let has_open_chats = here.iter().any(|staff| !staff.feedback_id.is_empty());
            let mut longest = match &self.name {
                _ if has_open_chats => READ_INTERVAL,
                None => Duration::MAX,
                Some(_) if here.is_empty() => IDLE_INTERVAL,
                Some(_) => READ_INTERVAL,
            };
            if let Some(name) = &self.name {
                self.exchange(name, here, &mut said).await;
            }
            if let Err(error) = checked.and(self.tell().await) {
                warn!(%error, "telling who is present failed; will retry");
                longest = READ_INTERVAL;
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

    /// Has those not count whose session or token has ended, or is not for the chat that they have open.
    async fn bar_those_without_access(&self) -> Result<(), StoreError> {
        // Who comes after this is none of them.
        let sockets = self.presence.sockets();
        if sockets.is_empty() {
            return Ok(());
        }
        let members = self.staff.members(&self.store).await?;
        let has_access = |token: &String, node_id: Option<&str>| {
            members.get(token).is_some_and(|member| {
                let is_for = |node_id| member.nodes.includes(node_id);
                member.rights.include(Right::Read) && node_id.is_none_or(is_for)
            })
        };
        let barred = sockets.into_iter().filter_map(|(socket, token, node_id)| {
            let has_access = has_access(&token, node_id.as_deref());
            (!has_access).then_some(socket)
        });
        self.presence.bar(&barred.collect::<HashSet<_>>());
        Ok(())
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
    async fn tell(&self) -> Result<(), StoreError> {
        let mut told = self.presence.told.lock().await;
        let mut open = self.presence.chats();
        for chat in told.changed(&open) {
            let rooms = self.staff.rooms_of(&self.store, &chat.0).await?;
            let viewers = open.remove(&chat).unwrap_or_default();
            if !rooms.is_empty() {
                let event = OpenChat::new(&chat, &viewers);
                if let Err(error) = self.io.within(rooms).emit(PRESENCE, &event).await {
                    debug!(%error, "presence delivery incomplete");
                }
            }
            told.set(chat, viewers);
        }
        Ok(())
    }
}
