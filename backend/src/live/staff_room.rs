//! Subscriptions of staff to the inbox (docs/api.md#socket).

use super::open_chats::OpenChat;
use super::presence::{Presence, Present};
use super::refusal::Refusal;
use super::socket_client::SocketClient;
use crate::staff::{Caller, NetworkHashes, StaffRefusal, hash_token};
use base::rights::Right;
use serde::Deserialize;
use socketioxide::extract::SocketRef;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{StaffMember, Store, StoreError, TokenHolder};

/// For how long a token is taken for valid without a look at the database. So long a revoked one gets events at most.
const BELIEVED: Duration = Duration::from_secs(1);

/// Most characters of a staff token.
const TOKEN_LENGTH: usize = 128;

/// The data of a subscription of staff. Without a token, the session counts whose cookie the request for the socket had.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StaffSubscription {
    #[serde(default)]
    token: String,
    /// Only the chats of this node.
    node_id: Option<String>,
    /// Whether feedback is followed as well ([`super::feedback_events`]).
    #[serde(default)]
    feedbacks: bool,
}

/// The tokens with which staff follow the inbox in this process.
pub(super) struct StaffRooms {
    networks: NetworkHashes,
    presence: Arc<Presence>,
    tokens: Mutex<HashMap<String, Rooms>>,
    believed: Mutex<Believed>,
}

/// The tokens that were valid when the database was asked.
#[derive(Default)]
struct Believed {
    members: Option<(Instant, Arc<Members>)>,
    /// How often somebody has begun to follow. What was asked before that does not hold them.
    follows: u64,
}

/// The valid ones of those tokens, by their hashes.
pub(super) type Members = HashMap<String, StaffMember>;

/// How many sockets follow all nodes of a token (`None`), or one of them.
type Rooms = HashMap<Option<String>, usize>;

/// The inbox that one socket follows, if it does.
#[derive(Default)]
pub(super) struct FollowedInbox(Mutex<Option<Following>>);

/// Dropping it ends that.
struct Following {
    staff: Arc<StaffRooms>,
    token: String,
    node_id: Option<String>,
    /// For its colleagues.
    present: Option<Present>,
}

impl StaffRooms {
    /// Nobody follows. Who is refused is written down with the hash of their network.
    pub(super) fn new(networks: NetworkHashes, presence: Arc<Presence>) -> Self {
        Self {
            networks,
            presence,
            tokens: Mutex::default(),
            believed: Mutex::default(),
        }
    }

    /// Lets a socket of a client follow the inbox, or another part of it than before. Returns the chats in it that staff have open.
    pub(super) async fn subscribe(
        self: &Arc<Self>,
        store: &Store,
        (socket, client): (&SocketRef, &SocketClient),
        followed: &FollowedInbox,
        request: StaffSubscription,
    ) -> Result<Vec<OpenChat>, Refusal> {
        let refuse = |refusal: StaffRefusal, token: Option<&str>| {
            let network = client.address;
            refusal.note(Caller { token, network }, &self.networks);
            Refusal::from(refusal)
        };
        if !client.rules.is_at_staff_host {
            return Err(Refusal::UnknownRoom);
        }
        if request.token.len() > TOKEN_LENGTH {
            return Err(refuse(StaffRefusal::UnknownToken, None));
        }
        let (token, member) = match (request.token.trim(), &client.session) {
            ("", Some(session)) => {
                let found = store.session(session).await?;
                let found = found.ok_or_else(|| refuse(StaffRefusal::NoSession, None))?;
                if client.rules.requires_second_factor && found.lacks_second_factor() {
                    let refusal = StaffRefusal::SecondFactorNeeded;
                    return Err(refuse(refusal, Some(&found.user.name)));
                }
                (found.hash.clone(), found.user.member())
            }
            (_, Some(_)) => return Err(Refusal::TwoCredentials),
            (token, None) => {
                let token = hash_token(token);
                let member = match store.token_holder(&token).await? {
                    TokenHolder::Member(member) => Ok(member),
                    TokenHolder::Expired(name) => Err((StaffRefusal::ExpiredToken, Some(name))),
                    TokenHolder::Revoked(name) => Err((StaffRefusal::RevokedToken, Some(name))),
                    TokenHolder::Nobody => Err((StaffRefusal::UnknownToken, None)),
                };
                let member = member.map_err(|(refusal, name)| refuse(refusal, name.as_deref()))?;
                (token, member)
            }
        };
        if !member.rights.include(Right::Read) {
            return Err(refuse(StaffRefusal::RightMissing, Some(&member.name)));
        }
        let mut asked = request.node_id.iter();
        if asked.any(|node_id| !member.nodes.includes(node_id)) {
            return Err(refuse(StaffRefusal::NotInScope, Some(&member.name)));
        }
        if let Some(node_id) = &request.node_id {
            let node = store.node_with_chat(node_id).await?;
            node.ok_or(Refusal::UnknownNode)?;
        }
        let room = room(&token, request.node_id.as_deref());
        let feedbacks = request.feedbacks.then(|| feedback_room(&room));
        let rooms: Vec<String> = feedbacks.into_iter().chain([room]).collect();
        // It joins before it leaves: a client that subscribes once more misses nothing of what it has followed before.
        let mut following = self.follow(token.clone(), request.node_id.clone());
        socket.join(rooms.clone());
        leave_others(socket, &rooms);
        let earlier = followed.take().filter(|earlier| earlier.token == token);
        // What they have open, they have open still.
        let present = match earlier.and_then(|mut earlier| earlier.present.take()) {
            Some(present) => present.named(member.name),
            None => self.presence.come(socket.id, token, member.name),
        };
        following.present = Some(present);
        followed.set(Some(following));
        if !socket.connected() {
            socket.leave(rooms);
        }
        let is_followed = |node_id: &str| request.node_id.as_deref().is_none_or(|only| only == node_id);
        let is_visible = |node_id: &str| member.nodes.includes(node_id) && is_followed(node_id);
        Ok(self.presence.open_chats(is_visible).await)
    }

    /// Returns whether nobody follows the inbox.
    pub(super) fn is_empty(&self) -> bool {
        lock(&self.tokens).is_empty()
    }

    /// Returns the rooms of those whose tokens let them see the chats of a node.
    pub(super) async fn rooms_of(&self, store: &Store, node_id: &str) -> Result<Vec<String>, StoreError> {
        let is_followed = |followed: Option<&str>| followed.is_none_or(|followed| followed == node_id);
        self.rooms(store, |member| member.nodes.includes(node_id), is_followed)
            .await
    }

    /// Returns the rooms of all whose tokens are valid.
    pub(super) async fn all_rooms(&self, store: &Store) -> Result<Vec<String>, StoreError> {
        self.rooms(store, |_| true, |_| true).await
    }

    async fn rooms(
        &self,
        store: &Store,
        is_for: impl Fn(&StaffMember) -> bool,
        is_followed: impl Fn(Option<&str>) -> bool,
    ) -> Result<Vec<String>, StoreError> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let members = self.members(store).await?;
        let tokens = lock(&self.tokens);
        let visible = tokens.iter().filter(|(token, _)| {
            let member = members.get(*token);
            member.is_some_and(|member| member.rights.include(Right::Read) && is_for(member))
        });
        let rooms = visible.flat_map(|(token, rooms)| {
            let followed = rooms.keys().map(Option::as_deref);
            let followed = followed.filter(|followed| is_followed(*followed));
            followed.map(|followed| room(token, followed))
        });
        Ok(rooms.collect())
    }

    /// Returns the tokens that are valid.
    pub(super) async fn members(&self, store: &Store) -> Result<Arc<Members>, StoreError> {
        let follows = {
            let believed = lock(&self.believed);
            if let Some((since, members)) = &believed.members
                && since.elapsed() < BELIEVED
            {
                return Ok(Arc::clone(members));
            }
            believed.follows
        };
        let now = Instant::now();
        let tokens: Vec<String> = lock(&self.tokens).keys().cloned().collect();
        let members = Arc::new(store.staff_members(&tokens).await?);
        let mut believed = lock(&self.believed);
        if believed.follows == follows {
            believed.members = Some((now, Arc::clone(&members)));
        }
        Ok(members)
    }

    fn follow(self: &Arc<Self>, token: String, node_id: Option<String>) -> Following {
        *lock(&self.tokens)
            .entry(token.clone())
            .or_default()
            .entry(node_id.clone())
            .or_default() += 1;
        // It is not among those that are believed to be valid.
        let mut believed = lock(&self.believed);
        believed.members = None;
        believed.follows += 1;
        Following {
            staff: Arc::clone(self),
            token,
            node_id,
            present: None,
        }
    }
}

/// Ends the subscription of a socket to the inbox.
pub(super) fn unsubscribe(socket: &SocketRef, followed: &FollowedInbox) {
    leave_others(socket, &[]);
    followed.set(None);
}

/// Takes a socket out of all rooms of staff except these.
fn leave_others(socket: &SocketRef, rooms: &[String]) {
    let is_other = |room: &Cow<'static, str>| {
        let is_of_staff = room.starts_with(STAFF_ROOMS) || room.starts_with(FEEDBACK_ROOMS);
        is_of_staff && !rooms.iter().any(|kept| kept == room)
    };
    let others: Vec<_> = socket.rooms().into_iter().filter(is_other).collect();
    socket.leave(others);
}

impl FollowedInbox {
    /// Returns the hash of the token with which the inbox is followed.
    pub(super) fn token(&self) -> Option<String> {
        lock(&self.0).as_ref().map(|following| following.token.clone())
    }

    pub(super) fn clear(&self) {
        self.set(None);
    }

    fn take(&self) -> Option<Following> {
        lock(&self.0).take()
    }

    fn set(&self, following: Option<Following>) {
        // Dropped after the lock is free.
        let _earlier = std::mem::replace(&mut *lock(&self.0), following);
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let mut tokens = lock(&self.staff.tokens);
        let Some(rooms) = tokens.get_mut(&self.token) else {
            return;
        };
        if let Some(sockets) = rooms.get_mut(&self.node_id) {
            *sockets -= 1;
            if *sockets == 0 {
                rooms.remove(&self.node_id);
            }
        }
        if rooms.is_empty() {
            tokens.remove(&self.token);
        }
    }
}

/// With what the names of rooms begin in which the inbox is followed.
const STAFF_ROOMS: &str = "staff:";

/// With what the names of rooms begin in which feedback is followed.
const FEEDBACK_ROOMS: &str = "feedbacks:";

/// Returns the room of those who follow feedback as well, in one of those who follow the inbox.
pub(super) fn feedback_room(room: &str) -> String {
    format!("{FEEDBACK_ROOMS}{room}")
}

/// Returns the room of those who follow a node, or all, with a token.
fn room(token: &str, node_id: Option<&str>) -> String {
    match node_id {
        None => format!("{STAFF_ROOMS}{token}"),
        Some(node_id) => format!("{STAFF_ROOMS}{token}:{node_id}"),
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server_key::Secrets;
    use base::rights::Rights;
    use store::{ActBy, Location, NewStaffToken, NodeScope};

    #[tokio::test]
    async fn a_follower_that_joins_during_the_token_check_gets_the_next_event() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(Location::new(None, folder.path())).await.unwrap();
        for name in ["first", "second"] {
            let token = NewStaffToken {
                name: name.into(),
                hash: name.into(),
                nodes: NodeScope::All,
                rights: Rights::all(),
                avatar: None,
                expires_at: i64::MAX,
            };
            let by = ActBy {
                staff: "operator".into(),
                at: 0,
            };
            store.add_staff_token(token, &by).await.unwrap();
        }
        let networks = NetworkHashes::new(&store, &Secrets::default()).await.unwrap();
        let staff = Arc::new(StaffRooms::new(networks, Arc::default()));
        let _first = staff.follow("first".into(), None);
        let (_, _second) = tokio::join!(staff.rooms_of(&store, "n"), async {
            staff.follow("second".into(), None)
        });
        let mut rooms = staff.rooms_of(&store, "n").await.unwrap();
        rooms.sort_unstable();
        assert_eq!(rooms, ["staff:first", "staff:second"]);
        store.close().await;
    }
}
