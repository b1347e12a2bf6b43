//! What the conformance suite of Socket.IO's protocol talks to (`bench/socket/conformance.mjs`): the server's own loop of
//! connections and the same Socket.IO as the server's, with the namespaces, events and short delays that the suite expects.

use crate::connections::{ConnectionLimits, serve};
use axum::Router;
use axum::routing::any_service;
use base::telemetry::open_connections;
use rmpv::Value;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, Data, SocketRef};
use std::fmt;
use std::time::Duration;
use tokio::net::TcpListener;

/// How often the server asks for a sign of life, and how long it waits for one.
const PING_INTERVAL: Duration = Duration::from_millis(300);
const PING_TIMEOUT: Duration = Duration::from_millis(200);

/// How long a client may take from the connection to its first packet.
const CONNECT_LIMIT: Duration = Duration::from_secs(1);

/// Most bytes of a packet from a client.
const INCOMING_LIMIT: u64 = 1_000_000;

/// Serves the echo until `stop` completes.
pub async fn serve_socket_echo(listener: TcpListener, stop: impl Future<Output = ()>) {
    let (service, io) = SocketIo::builder()
        .ping_interval(PING_INTERVAL)
        .ping_timeout(PING_TIMEOUT)
        .connect_timeout(CONNECT_LIMIT)
        .max_payload(INCOMING_LIMIT)
        .build_svc();
    for namespace in ["/", "/custom"] {
        io.ns(namespace, greet);
    }
    let routes = Router::new().route("/socket.io/", any_service(service));
    serve(
        listener,
        routes,
        ConnectionLimits::default(),
        open_connections(),
        stop,
    )
    .await;
}

async fn greet(socket: SocketRef, Data(auth): Data<Value>) {
    // Each fails only if the client is gone already.
    let _ = socket.emit("auth", &auth);
    socket.on(
        "message",
        async |socket: SocketRef, Data::<Arguments>(arguments)| {
            let _ = socket.emit("message-back", &arguments);
        },
    );
    socket.on(
        "message-with-ack",
        async |Data::<Arguments>(arguments), ack: AckSender| {
            let _ = ack.send(&arguments);
        },
    );
}

/// All arguments of an event, however many: to Socket.IO, a tuple.
struct Arguments(Vec<Value>);

impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        for argument in &self.0 {
            tuple.serialize_element(argument)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The length is not looked at.
        deserializer.deserialize_tuple(0, ArgumentsVisitor)
    }
}

struct ArgumentsVisitor;

impl<'de> Visitor<'de> for ArgumentsVisitor {
    type Value = Arguments;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("arguments")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Arguments, A::Error> {
        let mut arguments = Vec::new();
        while let Some(argument) = sequence.next_element()? {
            arguments.push(argument);
        }
        Ok(Arguments(arguments))
    }
}
