//! Socket.IO at `/socket.io` (specification, section 7; `wire.md`: "`subscribe`").
//!
//! | event | from | what |
//! |---|---|---|
//! | `subscribe` `{room: "chat", feedbackId, token}` | page | acknowledged with `{ok: true}`, or `{ok: false, code}` |
//! | `unsubscribe` `{room: "chat", feedbackId}` | page | likewise; nothing more comes |
//! | `reply_created` | server | the chat as it stands, with its whole timeline |
//!
//! There are no headers for other sites (CORS) here: polling is for pages of ours. A websocket can be opened by a page of
//! any site, which does no harm: nothing rests on cookies, and a subscription needs the chat's token.

use crate::feedback::ChatTokens;
use crate::store::Store;
use axum::routing::{MethodRouter, any_service};
use serde::{Deserialize, Serialize};
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, SocketRef, TryData};
use socketioxide::handler::ConnectHandler;
use std::convert::Infallible;
use std::future::ready;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tracing::error;

/// The event that tells what is new in a chat.
pub(super) const REPLY_CREATED: &str = "reply_created";

/// What a page says to follow a chat.
const SUBSCRIBE: &str = "subscribe";

/// What a page says to follow it no more.
const UNSUBSCRIBE: &str = "unsubscribe";

/// The only kind of room.
const CHAT_ROOM: &str = "chat";

/// Most bytes that a client may send at once. What it has to say is a subscription of some 200.
const INCOMING_LIMIT: usize = 4 * 1024;

/// How many events may wait for a client that does not take them. It gets the newest state when it connects again.
const OUTGOING_QUEUE: usize = 32;

/// How long a connection may take to come to its first word.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// How many chats one connection may follow; a page follows one.
const ROOMS_LIMIT: usize = 8;

/// What a page asks for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    room: String,
    feedback_id: String,
    #[serde(default)]
    token: String,
}

/// What it is answered.
#[derive(Debug, Serialize)]
struct Acknowledgement {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// What a subscription is checked against.
#[derive(Clone)]
struct Access {
    /// Weak: a connection must not keep the database open.
    store: Weak<Store>,
    chat_tokens: ChatTokens,
}

/// What answers at the address, and the handle by which events go out.
pub(super) fn service<S: Clone>(store: &Arc<Store>, chat_tokens: &ChatTokens) -> (MethodRouter<S>, SocketIo) {
    let (service, io) = SocketIo::builder()
        .max_payload(INCOMING_LIMIT as u64)
        .ws_max_message_size(INCOMING_LIMIT)
        .ws_max_frame_size(INCOMING_LIMIT)
        .ws_read_buffer_size(INCOMING_LIMIT)
        .max_buffer_size(OUTGOING_QUEUE)
        .connect_timeout(CONNECT_LIMIT)
        .build_svc();
    let access = Access {
        store: Arc::downgrade(store),
        chat_tokens: chat_tokens.clone(),
    };
    // As a middleware, because that is waited for before the client is told that it is connected. A connect handler
    // runs in a task of its own, and what the client says first could come before anybody listens.
    let prepare = move |socket: SocketRef| {
        listen(&socket, &access);
        ready(Ok::<(), Infallible>(()))
    };
    io.ns("/", (async || {}).with(prepare));
    (any_service(service), io)
}

fn listen(socket: &SocketRef, access: &Access) {
    for event in [SUBSCRIBE, UNSUBSCRIBE] {
        let access = access.clone();
        socket.on(
            event,
            async move |socket: SocketRef, TryData::<Request>(request), ack: AckSender| {
                let outcome = match request {
                    Ok(request) if event == SUBSCRIBE => access.subscribe(&socket, &request).await,
                    Ok(request) => access.unsubscribe(&socket, &request).await,
                    Err(_) => Err("invalid_request"),
                };
                acknowledge(ack, outcome);
            },
        );
    }
}

impl Access {
    async fn subscribe(&self, socket: &SocketRef, request: &Request) -> Result<(), &'static str> {
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

    async fn unsubscribe(&self, socket: &SocketRef, request: &Request) -> Result<(), &'static str> {
        if let Some(epoch) = self.epoch(request).await? {
            socket.leave(room(&request.feedback_id, epoch));
        }
        Ok(())
    }

    async fn epoch(&self, request: &Request) -> Result<Option<i64>, &'static str> {
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

fn acknowledge(ack: AckSender, outcome: Result<(), &'static str>) {
    let code = outcome.err();
    let acknowledgement = Acknowledgement {
        ok: code.is_none(),
        code,
    };
    // Fails where the client has gone.
    let _ = ack.send(&acknowledgement);
}

/// Where those are who follow a chat. The epoch is in it: whoever came in by a revoked token hears nothing more.
pub(super) fn room(feedback_id: &str, epoch: i64) -> String {
    format!("{CHAT_ROOM}:{feedback_id}:{epoch}")
}
