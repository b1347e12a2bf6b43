//! A minimal Socket.IO client over polling.

use crate::chat::Chat;
use crate::client::Client;
use crate::server::TestServer;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// The separator of packets in one payload (Engine.IO, version 4).
const SEPARATOR: char = '\u{1e}';

/// A connection.
pub(crate) struct Socket {
    pub(crate) client: Client,
    pub(crate) url: String,
    packets: VecDeque<String>,
    /// Events that came before the answer to a call.
    early: VecDeque<String>,
    last_id: u32,
}

impl Socket {
    pub(crate) async fn connect(server: &TestServer) -> Self {
        Self::connect_with(server, &[]).await
    }

    /// Connects with headers in the first request.
    pub(crate) async fn connect_with(server: &TestServer, headers: &[(&'static str, &str)]) -> Self {
        Self::connect_at(&server.client, &server.address, headers).await
    }

    /// Connects to a server at an address.
    pub(crate) async fn connect_to(client: &Client, address: &str) -> Self {
        Self::connect_at(client, address, &[]).await
    }

    async fn connect_at(client: &Client, address: &str, headers: &[(&'static str, &str)]) -> Self {
        let mut socket = Self::open_at(client, address, headers).await;
        assert_eq!(socket.post("40".into()).await, 200);
        assert!(socket.next().await.starts_with("40"));
        socket
    }

    /// Opens a connection without a socket on it.
    pub(crate) async fn open(server: &TestServer) -> Self {
        Self::open_at(&server.client, &server.address, &[]).await
    }

    async fn open_at(client: &Client, address: &str, headers: &[(&'static str, &str)]) -> Self {
        let client = client.clone();
        let url = format!("{address}/socket.io/?EIO=4&transport=polling");
        let mut request = client.get(&url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let open = request.send().await.unwrap().text().await.unwrap();
        let open: Value = serde_json::from_str(open.strip_prefix('0').expect(&open)).unwrap();
        let url = format!("{url}&sid={}", open["sid"].as_str().unwrap());
        Self {
            client,
            url,
            packets: VecDeque::new(),
            early: VecDeque::new(),
            last_id: 0,
        }
    }

    pub(crate) async fn post(&self, packet: String) -> StatusCode {
        let request = self
            .client
            .post(&self.url)
            .header("Content-Type", "text/plain")
            .body(packet);
        request.send().await.unwrap().status()
    }

    /// Returns the next packet of Socket.IO, and responds to pings in between.
    pub(crate) async fn next(&mut self) -> String {
        loop {
            match self.packets.pop_front() {
                Some(packet) if packet == "2" => drop(self.post("3".into()).await),
                Some(packet) => return packet,
                None => {
                    let payload = self
                        .client
                        .get(&self.url)
                        .send()
                        .await
                        .unwrap()
                        .text()
                        .await
                        .unwrap();
                    self.packets.extend(payload.split(SEPARATOR).map(str::to_owned));
                }
            }
        }
    }

    /// Emits an event and returns the acknowledgement. Events may come before it.
    pub(crate) async fn emit(&mut self, event: &str, data: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        assert_eq!(self.post(format!("42{id}{}", json!([event, data]))).await, 200);
        loop {
            let packet = self.next().await;
            if let Some(acknowledgement) = packet.strip_prefix(&format!("43{id}")) {
                return serde_json::from_str::<Value>(acknowledgement).unwrap()[0].clone();
            }
            assert!(packet.starts_with("42"), "{packet}");
            self.early.push_back(packet);
        }
    }

    pub(crate) async fn subscribe(&mut self, chat: &Chat) -> Value {
        self.emit("subscribe", subscription(chat)).await
    }

    /// Returns the data of the next event, which must have this name.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        let (named, data) = self.any_event().await;
        assert_eq!(named, name, "{data}");
        data
    }

    /// Returns the name and the data of the next event.
    pub(crate) async fn any_event(&mut self) -> (String, Value) {
        let packet = match self.early.pop_front() {
            Some(packet) => packet,
            None => self.next().await,
        };
        let event: Value = serde_json::from_str(packet.strip_prefix("42").expect(&packet)).unwrap();
        (event[0].as_str().unwrap().to_owned(), event[1].clone())
    }

    /// Returns the data of the next event, a change of a chat.
    pub(crate) async fn reply_created(&mut self) -> Value {
        self.event("reply_created").await
    }

    /// Follows the inbox with a token, and only a node if it is named.
    pub(crate) async fn subscribe_as_staff(&mut self, token: &str, node_id: Option<&str>) -> Value {
        let data = json!({"room": "staff", "token": token, "node_id": node_id});
        self.emit("subscribe", data).await
    }

    /// Follows the inbox and feedback with a token, and only a node if it is named.
    pub(crate) async fn follow_feedback(&mut self, token: &str, node_id: Option<&str>) {
        let data = json!({"room": "staff", "token": token, "node_id": node_id, "feedbacks": true});
        assert_eq!(self.emit("subscribe", data).await, json!({"ok": true}));
    }

    /// Makes a call that changes nothing, and returns the names and data of the events that came before its answer.
    pub(crate) async fn events_so_far(&mut self) -> Vec<Value> {
        self.emit("unsubscribe", json!({"room": "chat", "feedbackId": "none"}))
            .await;
        let events = self.early.drain(..);
        events
            .map(|packet| serde_json::from_str(packet.strip_prefix("42").expect(&packet)).unwrap())
            .collect()
    }
}

/// Returns the data of a subscription to a chat.
pub(crate) fn subscription(chat: &Chat) -> Value {
    json!({"room": "chat", "feedbackId": chat.id, "token": chat.token})
}
