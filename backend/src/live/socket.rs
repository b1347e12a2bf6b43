//! Socket.IO at `/socket.io` (docs/api.md#socket).
//!
//! | event | from | data |
//! |---|---|---|
//! | `subscribe` `{room: "chat", feedbackId, token}` | page | acknowledged with `{ok: true}` or `{ok: false, code}` |
//! | `unsubscribe` `{room: "chat", feedbackId}` | page | acknowledged likewise |
//! | `reply_created` | server | the state of a chat with its whole timeline |
//!
//! There are no CORS headers: only our own pages use polling. A page of any site can open a websocket, which does no harm:
//! nothing relies on cookies, and a subscription needs the token of its chat.

use super::socket_client::SocketClient;
use crate::chat::ChatTokens;
use crate::connections::{ConnectionLimits, OpenConnections};
use crate::store::Store;
use axum::routing::{MethodRouter, any_service};
use serde::{Deserialize, Serialize};
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, SocketRef, TryData};
use socketioxide::handler::ConnectHandler;
use std::future::ready;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tracing::error;

/// The event with the new state of a chat.
pub(super) const REPLY_CREATED: &str = "reply_created";

const SUBSCRIBE: &str = "subscribe";

const UNSUBSCRIBE: &str = "unsubscribe";

/// The only kind of room.
const CHAT_ROOM: &str = "chat";

/// Most bytes of a packet from a client. A subscription has some 200.
const INCOMING_LIMIT: usize = 4 * 1024;

/// How many packets may wait for a client. An update that finds the queue full is sent again later.
const OUTGOING_QUEUE: usize = 32;

/// How long a client may take from the connection to its first packet.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// How many chats one connection may follow; a page follows one.
const ROOMS_LIMIT: usize = 8;

/// The data of `subscribe` and `unsubscribe`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RoomRequest {
    room: String,
    feedback_id: String,
    #[serde(default)]
    token: String,
}

#[derive(Debug, Serialize)]
struct Acknowledgement {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// Handles the events of pages.
#[derive(Clone)]
struct Subscriptions {
    /// Weak, so that a connection does not keep the database open.
    store: Weak<Store>,
    chat_tokens: ChatTokens,
}

/// Returns the handler of Socket.IO and the handle for sending events.
pub(super) fn service<S: Clone>(
    store: &Arc<Store>,
    chat_tokens: &ChatTokens,
    limits: &ConnectionLimits,
) -> (MethodRouter<S>, SocketIo) {
    let (service, io) = SocketIo::builder()
        .max_payload(INCOMING_LIMIT as u64)
        .ws_max_message_size(INCOMING_LIMIT)
        .ws_max_frame_size(INCOMING_LIMIT)
        .ws_read_buffer_size(INCOMING_LIMIT)
        .max_buffer_size(OUTGOING_QUEUE)
        .connect_timeout(CONNECT_LIMIT)
        .build_svc();
    let subscriptions = Subscriptions {
        store: Arc::downgrade(store),
        chat_tokens: chat_tokens.clone(),
    };
    // In a middleware, which completes before the client learns that it is connected. A connect handler runs in a task of
    // its own, so that the first event of a client could arrive before there is a listener.
    let open = OpenConnections::new(limits);
    let prepare = move |socket: SocketRef| {
        let entered = enter(&socket, &open);
        if let Ok(client) = &entered {
            listen(&socket, client, &subscriptions);
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
fn enter(socket: &SocketRef, open: &OpenConnections) -> Result<SocketClient, SocketRefused> {
    let client = socket.req_parts().extensions.get::<SocketClient>();
    let client = client.cloned().unwrap_or_default();
    if client.is_cut() {
        return Err(SocketRefused);
    }
    let place = open.enter_client(client.address).ok_or(SocketRefused)?;
    let place = Arc::new(Mutex::new(Some(place)));
    socket.on_disconnect(move |_: SocketRef| {
        drop(place.lock().unwrap_or_else(PoisonError::into_inner).take());
        ready(())
    });
    Ok(client)
}

fn listen(socket: &SocketRef, client: &SocketClient, subscriptions: &Subscriptions) {
    for event in [SUBSCRIBE, UNSUBSCRIBE] {
        let (client, subscriptions) = (client.clone(), subscriptions.clone());
        socket.on(
            event,
            async move |socket: SocketRef, TryData::<RoomRequest>(request), ack: AckSender| {
                let turn = client.turn().await;
                if client.is_cut() {
                    return;
                }
                let result = match request {
                    _ if turn.is_none() => Err("too_many_calls"),
                    Ok(request) if event == SUBSCRIBE => subscriptions.subscribe(&socket, &request).await,
                    Ok(request) => subscriptions.unsubscribe(&socket, &request).await,
                    Err(_) => Err("invalid_request"),
                };
                // An error of the server is not the client's fault.
                if result.is_err_and(|code| !matches!(code, "busy" | "internal")) {
                    client.call_failed();
                }
                acknowledge(ack, result);
                if client.is_cut() {
                    // Fails if the socket is closed already.
                    let _ = socket.disconnect();
                }
            },
        );
    }
}

impl Subscriptions {
    async fn subscribe(&self, socket: &SocketRef, request: &RoomRequest) -> Result<(), &'static str> {
        // Nothing that cannot be a token is looked up.
        if request.room == CHAT_ROOM && !ChatTokens::has_form(&request.token) {
            return Err("invalid_token");
        }
        let epoch = self.epoch(request).await?;
        let known = epoch.filter(|epoch| {
            self.chat_tokens
                .is_token(&request.token, &request.feedback_id, *epoch)
        });
        let room = room(&request.feedback_id, known.ok_or("invalid_token")?);
        let rooms = socket.rooms();
        if rooms.len() >= ROOMS_LIMIT && !rooms.iter().any(|other| **other == *room) {
            return Err("too_many_rooms");
        }
        socket.join(room);
        Ok(())
    }

    async fn unsubscribe(&self, socket: &SocketRef, request: &RoomRequest) -> Result<(), &'static str> {
        if let Some(epoch) = self.epoch(request).await? {
            socket.leave(room(&request.feedback_id, epoch));
        }
        Ok(())
    }

    async fn epoch(&self, request: &RoomRequest) -> Result<Option<i64>, &'static str> {
        if request.room != CHAT_ROOM {
            return Err("unknown_room");
        }
        let store = self.store.upgrade().ok_or("busy")?;
        store.chat_epoch(&request.feedback_id).await.map_err(|error| {
            error!(%error, "the store failed");
            "internal"
        })
    }
}

fn acknowledge(ack: AckSender, result: Result<(), &'static str>) {
    let code = result.err();
    let acknowledgement = Acknowledgement {
        ok: code.is_none(),
        code,
    };
    // Fails if the client is gone.
    let _ = ack.send(&acknowledgement);
}

/// Returns the room of those who follow a chat. It contains the epoch, so that a revoked token gets no more events.
pub(super) fn room(feedback_id: &str, epoch: i64) -> String {
    format!("{CHAT_ROOM}:{feedback_id}:{epoch}")
}
