//! Which staff are connected, and which chat each has open: what colleagues see of each other, and customers never
//! (docs/staff.md#presence).

use super::open_chats::{ChatKey, OpenChat, ToldChats, Viewers};
use super::refusal::Refusal;
use super::staff_room::FollowedInbox;
use base::rights::Right;
use serde::Deserialize;
use socketioxide::extract::SocketRef;
use socketioxide::socket::Sid;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{PresentStaff, Store};
use tokio::sync::Notify;

/// The data of `presence`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PresenceRequest {
    /// The chat that is open; absent: none.
    #[serde(default)]
    feedback_id: Option<String>,
    #[serde(default)]
    writing: bool,
}

/// The staff with a socket at this process, and those that other processes have told of.
#[derive(Default)]
pub(super) struct Presence {
    here: Mutex<HashMap<Sid, Here>>,
    elsewhere: Mutex<Vec<PresentStaff>>,
    /// Locked while it is told, so that who begins to follow learns of each change, and of none twice in another order.
    pub(super) told: tokio::sync::Mutex<ToldChats>,
    pub(super) changed: Notify,
}

/// A socket of a member of staff.
struct Here {
    /// The hash of the token with which it follows the inbox.
    token: String,
    staff: PresentStaff,
    /// Whether the token no longer lets them see what they have open.
    is_barred: bool,
}

/// A member of staff who is there. Dropping it ends that.
pub(super) struct Present {
    presence: Arc<Presence>,
    socket: Sid,
}

impl Presence {
    /// Adds a socket of a member of staff, with no chat open.
    pub(super) fn come(self: &Arc<Self>, socket: Sid, token: String, name: String) -> Present {
        let staff = PresentStaff {
            name,
            node_id: String::new(),
            feedback_id: String::new(),
            is_writing: false,
        };
        let here = Here {
            token,
            staff,
            is_barred: false,
        };
        lock(&self.here).insert(socket, here);
        self.changed.notify_one();
        Present {
            presence: Arc::clone(self),
            socket,
        }
    }

    /// Says which chat a socket has open.
    pub(super) async fn show(
        &self,
        store: &Store,
        socket: &SocketRef,
        inbox: &FollowedInbox,
        request: PresenceRequest,
    ) -> Result<(), Refusal> {
        let token = inbox.token().ok_or(Refusal::NotSubscribed)?;
        let mut staff = PresentStaff {
            name: String::new(),
            node_id: String::new(),
            feedback_id: String::new(),
            is_writing: false,
        };
        if let Some(feedback_id) = request.feedback_id {
            let member = store.staff_member(&token).await?.ok_or(Refusal::InvalidToken)?;
            let node_id = store.node_id_of_chat(&feedback_id).await?;
            let node_id = node_id.ok_or(Refusal::NotSubscribed)?;
            if !member.nodes.includes(&node_id) {
                return Err(Refusal::NotInScope);
            }
            if !member.rights.include(Right::Read) {
                return Err(Refusal::RightMissing);
            }
            staff.node_id = node_id;
            staff.feedback_id = feedback_id;
            staff.is_writing = request.writing;
        }
        if let Some(known) = lock(&self.here).get_mut(&socket.id) {
            staff.name.clone_from(&known.staff.name);
            known.staff = staff;
        }
        self.changed.notify_one();
        Ok(())
    }

    /// Returns the names of all who are connected, as far as is known.
    pub(super) fn names(&self) -> BTreeSet<String> {
        self.all().map(|staff| staff.name).collect()
    }

    /// Returns who is connected to this process, in an order of their own.
    pub(super) fn here(&self) -> Vec<PresentStaff> {
        let here = lock(&self.here);
        let present = here.values().filter(|socket| !socket.is_barred);
        let mut here: Vec<_> = present.map(|socket| socket.staff.clone()).collect();
        here.sort_unstable();
        here
    }

    /// Returns the sockets at this process, each with the hash of its token, and with the node of the chat that it has open, if
    /// any.
    pub(super) fn sockets(&self) -> Vec<(Sid, String, Option<String>)> {
        let here = lock(&self.here);
        let sockets = here.iter().map(|(socket, Here { token, staff, .. })| {
            let node_id = Some(&staff.node_id).filter(|_| !staff.feedback_id.is_empty());
            (*socket, token.clone(), node_id.cloned())
        });
        sockets.collect()
    }

    /// Has only these sockets not count.
    pub(super) fn bar(&self, sockets: &HashSet<Sid>) {
        for (socket, here) in lock(&self.here).iter_mut() {
            here.is_barred = sockets.contains(socket);
        }
    }

    /// Returns the open chats of these nodes, as was told last.
    pub(super) async fn open_chats(&self, is_visible: impl Fn(&str) -> bool) -> Vec<OpenChat> {
        self.told.lock().await.of_nodes(is_visible)
    }

    /// Takes in who is connected to the other processes.
    pub(super) fn set_elsewhere(&self, staff: Vec<PresentStaff>) {
        *lock(&self.elsewhere) = staff;
    }

    /// Returns the chats that are open.
    pub(super) fn chats(&self) -> BTreeMap<ChatKey, Viewers> {
        let mut chats: BTreeMap<ChatKey, Viewers> = BTreeMap::new();
        for staff in self.all().filter(|staff| !staff.feedback_id.is_empty()) {
            let viewers = chats.entry((staff.node_id, staff.feedback_id)).or_default();
            *viewers.entry(staff.name).or_default() |= staff.is_writing;
        }
        chats
    }

    fn all(&self) -> impl Iterator<Item = PresentStaff> + use<> {
        let elsewhere = lock(&self.elsewhere).clone();
        self.here().into_iter().chain(elsewhere)
    }
}

impl Present {
    /// Takes the name that the member of staff has now.
    pub(super) fn named(self, name: String) -> Self {
        if let Some(here) = lock(&self.presence.here).get_mut(&self.socket) {
            here.staff.name = name;
        }
        self.presence.changed.notify_one();
        self
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        lock(&self.presence.here).remove(&self.socket);
        self.presence.changed.notify_one();
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
