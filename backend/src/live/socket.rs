//! Socket.IO at `/socket.io` (docs/api.md#socket).
//!
//! | event | from | data |
//! |---|---|---|
//! | `subscribe` `{room: "chat", feedbackId, token}` | page | acknowledged with `{ok: true}` or `{ok: false, code}` |
//! | `subscribe` `{room: "staff", token}`, or without a token by the cookie of a session | staff | likewise, with the chats that are open |
//! | `unsubscribe` `{room: "chat", feedbackId}`, `{room: "staff"}` | both | likewise |
//! | `typing`, `seen` | both | told to the others of the chat |
//! | `presence` | staff | the chat that is open |
//! | `reply_created` | server | the state of a chat, with its newest items or with what has changed |
//! | `inbox_changed` | server | a chat as the inbox has it |
//! | `feedback`, `feedbacks_missed` | server | a feedback as lists have it, or from when on to fetch |
//! | `presence` | server | the staff who have a chat open |
//!
//! Pages of other sites get no socket (`http/socket_origin.rs`). Only with a request of an own page does the cookie of a session count
//! (`http/admit.rs`); every other subscription needs a token.

use super::chat_room::{self, ChatRooms, ChatSubscription};
use super::followed_chats::FollowedChats;
use super::handler::handler;
use super::open_chats::OpenChat;
use super::presence::{Presence, PresenceRequest};
use super::refusal::Refusal;
use super::seen_marks::Seen;
use super::signal::{SeenRequest, TypingRequest};
use super::signals::Signals;
use super::socket_client::SocketClient;
use super::staff_room::{self, FollowedInbox, StaffRooms, StaffSubscription};
use crate::connections::{ConnectionLimits, OpenConnections};
use axum::routing::MethodRouter;
use base::telemetry::open_sockets;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::{Deserialize, Serialize};
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, SocketRef, TryData};
use socketioxide::handler::ConnectHandler;
use std::future::ready;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Most bytes of a packet from a client. A subscription has some 200.
const INCOMING_LIMIT: usize = 4 * 1024;

/// What is reserved for reading, for each socket; more is taken while a longer packet arrives.
const READ_BUFFER: usize = 512;

/// How many packets may wait for a client. An update that finds the queue full is sent again later.
const OUTGOING_QUEUE: usize = 32;

/// How long a client may take from the connection to its first packet.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// How many signals a socket may tell in a second, and how many at once. A page tells every 4 s that somebody types.
const SIGNAL_RATE: NonZeroU32 = NonZeroU32::new(2).unwrap();
const SIGNAL_BURST: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// The data of `subscribe`.
#[derive(Debug, Deserialize)]
#[serde(tag = "room", rename_all = "snake_case")]
enum Subscription {
    Chat(ChatSubscription),
    Staff(StaffSubscription),
    #[serde(other)]
    Unknown,
}

/// The data of `unsubscribe`.
#[derive(Debug, Deserialize)]
#[serde(tag = "room", rename_all = "snake_case")]
enum Unsubscription {
    #[serde(rename_all = "camelCase")]
    Chat {
        feedback_id: String,
    },
    Staff,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Serialize)]
struct Acknowledgement {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Refusal>,
    #[serde(flatten)]
    answer: Answer,
}

/// What the acknowledgement of a subscription tells.
#[derive(Debug, Default, Serialize)]
struct Answer {
    /// How far each side has seen a chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<Seen>,
    /// The chats that staff have open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    presence: Vec<OpenChat>,
}

/// What the calls of sockets are about.
pub(super) struct Rooms {
    pub(super) chats: ChatRooms,
    pub(super) staff: Arc<StaffRooms>,
    pub(super) presence: Arc<Presence>,
    pub(super) signals: Arc<Signals>,
}

/// A connected socket.
#[derive(Clone)]
struct Connected {
    client: SocketClient,
    followed: Arc<Followed>,
}

/// What a socket follows, and how often it tells something.
struct Followed {
    chats: FollowedChats,
    inbox: FollowedInbox,
    signals: DefaultDirectRateLimiter,
}

/// Returns the handler of Socket.IO and the handle for sending events.
pub(super) fn service<S: Clone + Send + Sync + 'static>(
    rooms: Rooms,
    limits: &ConnectionLimits,
) -> (MethodRouter<S>, SocketIo) {
    let (service, io) = SocketIo::builder()
        .max_payload(INCOMING_LIMIT as u64)
        .ws_max_message_size(INCOMING_LIMIT)
        .ws_max_frame_size(INCOMING_LIMIT)
        .ws_read_buffer_size(READ_BUFFER)
        .max_buffer_size(OUTGOING_QUEUE)
        .connect_timeout(CONNECT_LIMIT)
        .build_svc();
    // In a middleware, which completes before the client learns that it is connected. A connect handler runs in a task of
    // its own, so that the first event of a client could arrive before there is a listener.
    let open = OpenConnections::new(limits, open_sockets());
    // Shared, as everything that each socket has is there thousands of times.
    let rooms = Arc::new(rooms);
    let prepare = move |socket: SocketRef| {
        let entered = enter(&socket, &open);
        if let Ok(connected) = &entered {
            listen(&socket, connected, &rooms);
            listen_to_staff(&socket, connected, &rooms);
        }
        ready(entered.map(drop))
    };
    io.ns("/", (async || {}).with(prepare));
    (handler(service), io)
}

/// Why a socket is not connected.
#[derive(Debug, thiserror::Error)]
#[error("too many sockets, or too many failed calls")]
struct SocketRefused;

/// Gives a socket its place among those of its address, which it keeps until it is closed. Requests that poll take no
/// connection while they do not ask, so connections alone do not bound the number of sockets.
fn enter(socket: &SocketRef, open: &OpenConnections) -> Result<Connected, SocketRefused> {
    let client = socket.req_parts().extensions.get::<SocketClient>();
    let client = client.cloned().unwrap_or_default();
    if client.is_cut() {
        return Err(SocketRefused);
    }
    let place = open.enter_client(client.address).ok_or(SocketRefused)?;
    let place = Arc::new(Mutex::new(Some(place)));
    let followed = Arc::new(Followed {
        chats: FollowedChats::default(),
        inbox: FollowedInbox::default(),
        signals: RateLimiter::direct(Quota::per_second(SIGNAL_RATE).allow_burst(SIGNAL_BURST)),
    });
    let connected = Connected {
        client,
        followed: Arc::clone(&followed),
    };
    socket.on_disconnect(move |_: SocketRef| {
        drop(place.lock().unwrap_or_else(PoisonError::into_inner).take());
        followed.chats.clear();
        followed.inbox.clear();
        ready(())
    });
    Ok(connected)
}

fn listen(socket: &SocketRef, connected: &Connected, rooms: &Arc<Rooms>) {
    let (here, with) = (connected.clone(), Arc::clone(rooms));
    socket.on(
        "subscribe",
        async move |socket: SocketRef, TryData::<Subscription>(request), ack: AckSender| {
            let call = async { with.subscribe(&socket, &here, request.map_err(drop)).await };
            here.answer(&socket, ack, call).await;
        },
    );
    let here = connected.clone();
    socket.on(
        "unsubscribe",
        async move |socket: SocketRef, TryData::<Unsubscription>(request), ack: AckSender| {
            let call = async { unsubscribe(&socket, &here.followed, request.map_err(drop)) };
            here.answer(&socket, ack, call).await;
        },
    );
    let (here, with) = (connected.clone(), Arc::clone(rooms));
    socket.on(
        "typing",
        async move |socket: SocketRef, TryData::<TypingRequest>(request), ack: AckSender| {
            let call = async {
                let request = here.may_tell(request.map_err(drop))?;
                let Followed { chats, inbox, .. } = &*here.followed;
                with.signals.tell_typing(&socket, (chats, inbox), request).await
            };
            here.answer(&socket, ack, async { call.await.map(|()| Answer::default()) })
                .await;
        },
    );
    let (here, with) = (connected.clone(), Arc::clone(rooms));
    socket.on(
        "seen",
        async move |socket: SocketRef, TryData::<SeenRequest>(request), ack: AckSender| {
            let call = async {
                let request = here.may_tell(request.map_err(drop))?;
                let Followed { chats, inbox, .. } = &*here.followed;
                with.signals.tell_seen(&socket, (chats, inbox), request).await
            };
            here.answer(&socket, ack, async { call.await.map(|()| Answer::default()) })
                .await;
        },
    );
}

fn listen_to_staff(socket: &SocketRef, connected: &Connected, rooms: &Arc<Rooms>) {
    let (here, with) = (connected.clone(), Arc::clone(rooms));
    socket.on(
        "presence",
        async move |socket: SocketRef, TryData::<PresenceRequest>(request), ack: AckSender| {
            let call = async {
                let request = here.may_tell(request.map_err(drop))?;
                let store = with.chats.store()?;
                let inbox = &here.followed.inbox;
                with.presence.show(&store, &socket, inbox, request).await
            };
            here.answer(&socket, ack, async { call.await.map(|()| Answer::default()) })
                .await;
        },
    );
}

impl Rooms {
    async fn subscribe(
        &self,
        socket: &SocketRef,
        connected: &Connected,
        request: Result<Subscription, ()>,
    ) -> Result<Answer, Refusal> {
        let (followed, client) = (&connected.followed, &connected.client);
        match request {
            Ok(Subscription::Chat(chat)) => {
                let seen = self.chats.subscribe(socket, &followed.chats, &chat).await?;
                Ok(Answer {
                    seen,
                    ..Answer::default()
                })
            }
            Ok(Subscription::Staff(staff)) => {
                let store = self.chats.store()?;
                let here = (socket, client);
                let presence = self.staff.subscribe(&store, here, &followed.inbox, staff).await?;
                Ok(Answer {
                    presence,
                    ..Answer::default()
                })
            }
            Ok(Subscription::Unknown) => Err(Refusal::UnknownRoom),
            Err(()) => Err(Refusal::InvalidRequest),
        }
    }
}

fn unsubscribe(
    socket: &SocketRef,
    followed: &Followed,
    request: Result<Unsubscription, ()>,
) -> Result<Answer, Refusal> {
    match request {
        Ok(Unsubscription::Chat { feedback_id }) => {
            chat_room::unsubscribe(socket, &followed.chats, &feedback_id);
        }
        Ok(Unsubscription::Staff) => staff_room::unsubscribe(socket, &followed.inbox),
        Ok(Unsubscription::Unknown) => return Err(Refusal::UnknownRoom),
        Err(()) => return Err(Refusal::InvalidRequest),
    }
    Ok(Answer::default())
}

impl Connected {
    /// Returns a signal if it is one, and does not come too soon after the others.
    fn may_tell<T>(&self, request: Result<T, ()>) -> Result<T, Refusal> {
        let request = request.map_err(|()| Refusal::InvalidRequest)?;
        let counted = self.followed.signals.check();
        counted.map_err(|_| Refusal::TooManySignals)?;
        Ok(request)
    }

    /// Carries out a call when it is its turn, and acknowledges it.
    async fn answer(
        &self,
        socket: &SocketRef,
        ack: AckSender,
        call: impl Future<Output = Result<Answer, Refusal>>,
    ) {
        let permit = self.client.permit().await;
        if self.client.is_cut() {
            return;
        }
        let result = match permit {
            Some(_) => call.await,
            None => Err(Refusal::TooManyCalls),
        };
        let code = result.as_ref().err().copied();
        if code.is_some_and(Refusal::is_failure) {
            self.client.call_failed();
        }
        let acknowledgement = Acknowledgement {
            ok: result.is_ok(),
            code,
            answer: result.unwrap_or_default(),
        };
        // Fails if the client is gone; does nothing if it wants no acknowledgement.
        let _ = ack.send(&acknowledgement);
        if self.client.is_cut() {
            // Fails if the socket is closed already.
            let _ = socket.clone().disconnect();
        }
    }
}
