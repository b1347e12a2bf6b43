//! Socket.IO at `/socket.io` (docs/api.md#socket).
//!
//! | event | from | data |
//! |---|---|---|
//! | `subscribe` `{room: "chat", feedbackId, token}` | page | acknowledged with `{ok: true}` or `{ok: false, code}` |
//! | `unsubscribe` `{room: "chat", feedbackId}` | page | acknowledged likewise |
//! | `reply_created` | server | the state of a chat, with its newest items or with what has changed |
//!
//! There are no CORS headers: only our own pages use polling. A page of any site can open a websocket, which does no harm:
//! nothing relies on cookies, and a subscription needs the token of its chat.

use super::chat_room::{self, ChatRooms, ChatSubscription, FollowedChats};
use super::socket_client::SocketClient;
use crate::connections::{ConnectionLimits, OpenConnections};
use crate::store::StoreError;
use axum::routing::{MethodRouter, any_service};
use serde::{Deserialize, Serialize};
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, SocketRef, TryData};
use socketioxide::handler::ConnectHandler;
use std::future::ready;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tracing::error;

/// Most bytes of a packet from a client. A subscription has some 200.
const INCOMING_LIMIT: usize = 4 * 1024;

/// How many packets may wait for a client. An update that finds the queue full is sent again later.
const OUTGOING_QUEUE: usize = 32;

/// How long a client may take from the connection to its first packet.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// The data of `subscribe`.
#[derive(Debug, Deserialize)]
#[serde(tag = "room", rename_all = "snake_case")]
enum Subscription {
    Chat(ChatSubscription),
    #[serde(other)]
    Unknown,
}

/// The data of `unsubscribe`.
#[derive(Debug, Deserialize)]
#[serde(tag = "room", rename_all = "snake_case")]
enum Unsubscription {
    #[serde(rename_all = "camelCase")]
    Chat { feedback_id: String },
    #[serde(other)]
    Unknown,
}

/// Why a call is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Refusal {
    InvalidRequest,
    UnknownRoom,
    InvalidToken,
    TooManyRooms,
    TooManyCalls,
    Busy,
    Internal,
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        error!(%error, "the store failed");
        Self::Internal
    }
}

#[derive(Debug, Serialize)]
struct Acknowledgement {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Refusal>,
}

/// A connected socket.
#[derive(Clone)]
struct Connected {
    client: SocketClient,
    chats: Arc<FollowedChats>,
}

/// Returns the handler of Socket.IO and the handle for sending events.
pub(super) fn service<S: Clone>(rooms: ChatRooms, limits: &ConnectionLimits) -> (MethodRouter<S>, SocketIo) {
    let (service, io) = SocketIo::builder()
        .max_payload(INCOMING_LIMIT as u64)
        .ws_max_message_size(INCOMING_LIMIT)
        .ws_max_frame_size(INCOMING_LIMIT)
        .ws_read_buffer_size(INCOMING_LIMIT)
        .max_buffer_size(OUTGOING_QUEUE)
        .connect_timeout(CONNECT_LIMIT)
        .build_svc();
    // In a middleware, which completes before the client learns that it is connected. A connect handler runs in a task of
    // its own, so that the first event of a client could arrive before there is a listener.
    let open = OpenConnections::new(limits);
    let prepare = move |socket: SocketRef| {
        let entered = enter(&socket, &open);
        if let Ok(connected) = &entered {
            listen(&socket, connected, &rooms);
        }
        ready(entered.map(drop))
    };
    io.ns("/", (async || {}).with(prepare));
    (any_service(service), io)
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
    let chats = Arc::new(FollowedChats::default());
    let connected = Connected {
        client,
        chats: Arc::clone(&chats),
    };
    socket.on_disconnect(move |_: SocketRef| {
        drop(place.lock().unwrap_or_else(PoisonError::into_inner).take());
        chats.clear();
        ready(())
    });
    Ok(connected)
}

fn listen(socket: &SocketRef, connected: &Connected, rooms: &ChatRooms) {
    let (here, rooms) = (connected.clone(), rooms.clone());
    socket.on(
        "subscribe",
        async move |socket: SocketRef, TryData::<Subscription>(request), ack: AckSender| {
            let answer = async {
                match request {
                    Ok(Subscription::Chat(chat)) => rooms.subscribe(&socket, &here.chats, &chat).await,
                    Ok(Subscription::Unknown) => Err(Refusal::UnknownRoom),
                    Err(_) => Err(Refusal::InvalidRequest),
                }
            };
            here.answer(&socket, ack, answer).await;
        },
    );
    let here = connected.clone();
    socket.on(
        "unsubscribe",
        async move |socket: SocketRef, TryData::<Unsubscription>(request), ack: AckSender| {
            let answer = async {
                match request {
                    Ok(Unsubscription::Chat { feedback_id }) => {
                        chat_room::unsubscribe(&socket, &here.chats, &feedback_id);
                        Ok(())
                    }
                    Ok(Unsubscription::Unknown) => Err(Refusal::UnknownRoom),
                    Err(_) => Err(Refusal::InvalidRequest),
                }
            };
            here.answer(&socket, ack, answer).await;
        },
    );
}

impl Connected {
    /// Carries out a call when it is its turn, and acknowledges it.
    async fn answer(
        &self,
        socket: &SocketRef,
        ack: AckSender,
        call: impl Future<Output = Result<(), Refusal>>,
    ) {
        let turn = self.client.turn().await;
        if self.client.is_cut() {
            return;
        }
        let result = match turn {
            Some(_) => call.await,
            None => Err(Refusal::TooManyCalls),
        };
        // An error of the server is not the client's fault.
        if result.is_err_and(|code| !matches!(code, Refusal::Busy | Refusal::Internal)) {
            self.client.call_failed();
        }
        let code = result.err();
        let acknowledgement = Acknowledgement {
            ok: code.is_none(),
            code,
        };
        // Fails if the client is gone.
        let _ = ack.send(&acknowledgement);
        if self.client.is_cut() {
            // Fails if the socket is closed already.
            let _ = socket.clone().disconnect();
        }
    }
}
