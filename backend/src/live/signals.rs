//! What the participants of a chat tell each other for a moment: that they are typing, and up to where they have seen it
//! (docs/chat.md#typing-and-seen). Relayed, never stored.

use super::access::{Access, Form};
use super::followed_chats::FollowedChats;
use super::peers::Peers;
use super::refusal::Refusal;
use super::seen_marks::{Seen, SeenMarks};
use super::signal::{SeenRequest, Signal, Telling, TypingRequest};
use super::staff_room::{FollowedInbox, StaffRooms};
use base::records::ChatSettings;
use base::rights::Right;
use base::time::now;
use socketioxide::extract::SocketRef;
use socketioxide::{BroadcastError, SocketIo};
use std::sync::{Arc, Weak};
use store::{Actor, ChatCursor, ChatKeys, ChatPlace, Store, StoreError};
use strum::VariantArray;
use tracing::{debug, warn};

/// Relays what is told.
pub(super) struct Signals {
    store: Weak<Store>,
    seen: SeenMarks,
    staff: Arc<StaffRooms>,
    peers: Option<Arc<Peers>>,
}

/// Who tells something, and of which chat.
struct Teller {
    actor: Actor,
    name: Option<String>,
    place: ChatPlace,
    settings: Arc<ChatSettings>,
}

impl Signals {
    pub(super) fn new(store: Weak<Store>, staff: Arc<StaffRooms>, peers: Option<Arc<Peers>>) -> Self {
        Self {
            store,
            seen: SeenMarks::default(),
            staff,
            peers,
        }
    }

    /// Tells the others that somebody types, or has stopped.
    pub(super) async fn tell_typing(
        &self,
        socket: &SocketRef,
        (chats, inbox): (&FollowedChats, &FollowedInbox),
        request: TypingRequest,
    ) -> Result<(), Refusal> {
        let teller = self.teller(chats, inbox, &request.feedback_id).await?;
        if !teller.settings.show_typing {
            return Err(Refusal::SwitchedOff);
        }
        let telling = Telling {
            feedback_id: request.feedback_id,
            actor: teller.actor,
            name: teller.name,
            typing: Some(request.typing),
            cursor: None,
        };
        self.tell(socket, &teller.place, telling).await
    }

    /// Tells the others up to where somebody has seen the chat.
    pub(super) async fn tell_seen(
        &self,
        socket: &SocketRef,
        (chats, inbox): (&FollowedChats, &FollowedInbox),
        request: SeenRequest,
    ) -> Result<(), Refusal> {
        let cursor: ChatCursor = request.cursor.parse().map_err(|_| Refusal::InvalidRequest)?;
        let teller = self.teller(chats, inbox, &request.feedback_id).await?;
        let history = self.store.upgrade().ok_or(Refusal::Busy)?.history();
        // Nobody has seen what is not there yet.
        let position = cursor.known(history).min(teller.place.position);
        if teller.actor == Actor::Customer {
            self.keep_mail_back(&request.feedback_id, position).await?;
        }
        if !teller.settings.show_seen {
            return Err(Refusal::SwitchedOff);
        }
        if !self.seen.advance(&request.feedback_id, teller.actor, position) {
            return Ok(());
        }
        let telling = Telling {
            feedback_id: request.feedback_id,
            actor: teller.actor,
            name: None,
            typing: None,
            cursor: Some(position.to_string()),
        };
        self.tell(socket, &teller.place, telling).await
    }

    /// What the customer has seen is not told by e-mail. This is told to nobody, so it does not matter what the node shows.
    async fn keep_mail_back(&self, feedback_id: &str, position: i64) -> Result<(), Refusal> {
        let store = self.store.upgrade().ok_or(Refusal::Busy)?;
        if let Err(error) = store.note_chat_seen(feedback_id, position, now()).await {
            // At worst a mail is sent about what is known.
            warn!(?error, "recording a chat as seen failed");
        }
        Ok(())
    }

    /// Returns how far each side has seen a chat, as far as this process has heard.
    pub(super) fn seen(&self, feedback_id: &str) -> Option<Seen> {
        self.seen.get(feedback_id)
    }

    /// Passes on what another process tells.
    pub(super) async fn relay(&self, io: &SocketIo, signal: &Signal) {
        let Signal {
            keys,
            node_id,
            telling,
        } = signal;
        if let Some(position) = telling.cursor.as_deref().and_then(|cursor| cursor.parse().ok()) {
            self.seen.advance(&telling.feedback_id, telling.actor, position);
        }
        let rooms = async {
            let store = self.store.upgrade().ok_or(Refusal::Busy)?;
            Ok::<_, Refusal>(self.rooms(&store, &telling.feedback_id, *keys, node_id).await?)
        };
        match rooms.await {
            Ok(rooms) => ignore_slow(io.within(rooms).emit(telling.event(), telling).await),
            Err(refusal) => warn!(?refusal, "forwarding a signal of another server failed"),
        }
    }

    /// Returns who tells something of a chat by a socket.
    async fn teller(
        &self,
        chats: &FollowedChats,
        inbox: &FollowedInbox,
        feedback_id: &str,
    ) -> Result<Teller, Refusal> {
        let (access, token) = (chats.access(feedback_id), inbox.token());
        // Nothing is looked up for those who follow nothing.
        if access.is_none() && token.is_none() {
            return Err(Refusal::NotSubscribed);
        }
        let store = self.store.upgrade().ok_or(Refusal::Busy)?;
        let place = store
            .chat_place(feedback_id)
            .await?
            .ok_or(Refusal::NotSubscribed)?;
        let (actor, name) = if access
            .zip(place.keys)
            .is_some_and(|(access, keys)| access.is_good(keys))
        {
            (Actor::Customer, None)
        } else {
            let token = token.ok_or(Refusal::NotSubscribed)?;
            let member = store.staff_member(&token).await?.ok_or(Refusal::InvalidToken)?;
            if !member.nodes.includes(&place.node_id) {
                return Err(Refusal::NotInScope);
            }
            if !member.rights.include(Right::Chat) {
                return Err(Refusal::RightMissing);
            }
            (Actor::Staff, Some(member.name))
        };
        let node = store.node_with_chat(&place.node_id).await?;
        let (_, settings) = node.ok_or(Refusal::NotSubscribed)?;
        Ok(Teller {
            actor,
            name,
            place,
            settings,
        })
    }

    async fn tell(&self, socket: &SocketRef, place: &ChatPlace, telling: Telling) -> Result<(), Refusal> {
        let store = self.store.upgrade().ok_or(Refusal::Busy)?;
        let rooms = self
            .rooms(&store, &telling.feedback_id, place.keys, &place.node_id)
            .await?;
        ignore_slow(socket.to(rooms).emit(telling.event(), &telling).await);
        if let Some(peers) = &self.peers {
            peers.tell_signal(Signal {
                keys: place.keys,
                node_id: place.node_id.clone(),
                telling,
            });
        }
        Ok(())
    }

    /// Returns the rooms of all who follow a chat.
    async fn rooms(
        &self,
        store: &Store,
        feedback_id: &str,
        keys: Option<ChatKeys>,
        node_id: &str,
    ) -> Result<Vec<String>, StoreError> {
        let mut rooms = self.staff.rooms_of(store, node_id).await?;
        for access in keys.into_iter().flat_map(Access::all) {
            rooms.extend(Form::VARIANTS.iter().map(|form| form.room(feedback_id, access)));
        }
        Ok(rooms)
    }
}

/// A signal is worth nothing later: it is not sent again.
fn ignore_slow(sent: Result<(), BroadcastError>) {
    if let Err(error) = sent {
        debug!(%error, "signal delivery incomplete");
    }
}
