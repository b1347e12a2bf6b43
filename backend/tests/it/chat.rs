//! A client of a visitor's chat.

use crate::client::{Client, RequestBuilder};
use crate::import::records;
use crate::server::{TestServer, import};
use crate::submission::unhappy;
use reqwest::Response;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use std::path::Path;

/// The chat of one feedback.
#[derive(Clone)]
pub(crate) struct Chat {
    pub(crate) id: String,
    pub(crate) token: String,
    address: String,
    client: Client,
}

impl Chat {
    /// Submits a feedback that opens a chat.
    pub(crate) async fn open(server: &TestServer) -> Self {
        let answer = server.submit(&unhappy("d")).send().await.unwrap();
        Self::opened_by(answer, &server.address, &server.client).await
    }

    /// Submits it to the server at an address, in a process of its own.
    pub(crate) async fn open_at(address: &str, client: &Client) -> Self {
        let request = client.post(format!("{address}/v1/feedbacks")).json(&unhappy("d"));
        let answer = request.with_new_key().send_until_taken().await.unwrap();
        Self::opened_by(answer, address, client).await
    }

    async fn opened_by(answer: Response, address: &str, client: &Client) -> Self {
        Self::named_in(&answer.json().await.unwrap(), address, client)
    }

    /// Returns the chat that a response of the server names.
    pub(crate) fn named_in(answer: &Value, address: &str, client: &Client) -> Self {
        let text = |field: &str| answer[field].as_str().unwrap().to_owned();
        Self {
            id: text("id"),
            token: text("chat_token_string"),
            address: address.to_owned(),
            client: client.clone(),
        }
    }

    /// Returns the chat of another feedback of the same server, by the answer to its submission.
    pub(crate) fn of(&self, answer: &Value) -> Self {
        let text = |field: &str| answer[field].as_str().unwrap().to_owned();
        Self {
            id: text("id"),
            token: text("chat_token_string"),
            ..self.clone()
        }
    }

    /// Returns the same chat on another server, such as the same one after a restart.
    pub(crate) fn at(&self, address: &str) -> Self {
        Self {
            address: address.to_owned(),
            ..self.clone()
        }
    }

    /// Returns the same chat for somebody with another token.
    pub(crate) fn with_token(&self, token: impl Into<String>) -> Self {
        Self {
            token: token.into(),
            ..self.clone()
        }
    }

    /// Prepares `GET …/chat` with a query such as `?after=3`.
    pub(crate) fn get(&self, query: &str) -> RequestBuilder {
        self.client
            .get(self.url(&format!("chat{query}")))
            .header("X-Chat-Token", &self.token)
    }

    /// Gets the chat with its messages after a cursor.
    pub(crate) async fn after(&self, cursor: &str) -> Value {
        let request = self.get(&format!("?after={cursor}"));
        let response = request.send_until_taken().await.unwrap();
        assert_eq!(response.status(), 200);
        response.json().await.unwrap()
    }

    /// Gets the whole chat.
    pub(crate) async fn whole(&self) -> Value {
        self.after("0").await
    }

    /// Prepares `POST …/chat_messages`.
    pub(crate) fn send(&self, body: &str) -> RequestBuilder {
        self.client
            .post(self.url("chat_messages"))
            .header("X-Chat-Token", &self.token)
            .json(&json!({ "body": body }))
    }

    /// Prepares a message with a file.
    pub(crate) fn send_file(&self, body: &str, name: &str, file: Vec<u8>) -> RequestBuilder {
        // The server must not believe what the client says about the type.
        let part = Part::bytes(file).file_name(name.to_owned()).mime_str("image/png");
        let form = Form::new()
            .text("body", body.to_owned())
            .part("attachment", part.unwrap());
        self.client
            .post(self.url("chat_messages"))
            .header("X-Chat-Token", &self.token)
            .multipart(form)
    }

    /// Prepares `POST …/chat_ratings`.
    pub(crate) fn rate(&self, rating: impl Into<Value>) -> RequestBuilder {
        let rating: Value = rating.into();
        self.client
            .post(self.url("chat_ratings"))
            .header("X-Chat-Token", &self.token)
            .json(&json!({ "rating": rating }))
    }

    /// Sends a message that must be accepted; returns its timeline item.
    pub(crate) async fn say(&self, body: &str) -> Value {
        let response = self.send(body).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.json().await.unwrap()
    }

    /// Prepares a `POST` to a URL below that of the feedback.
    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.client
            .post(self.url(path))
            .header("X-Chat-Token", &self.token)
    }

    /// Prepares a `DELETE` of a URL below that of the feedback.
    pub(crate) fn delete(&self, path: &str) -> RequestBuilder {
        self.client
            .delete(self.url(path))
            .header("X-Chat-Token", &self.token)
    }

    /// Prepares `POST …/archive`.
    pub(crate) fn archive(&self) -> RequestBuilder {
        self.client
            .post(format!("{}/v1/feedback/{}/archive", self.address, self.id))
            .json(&json!({ "token": self.token }))
    }

    /// Returns a URL below that of the feedback.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}/v1/feedbacks/{}/{path}", self.address, self.id)
    }

    /// Returns the path of the chat for staff, or one below it.
    pub(crate) fn staff_path(&self, path: &str) -> String {
        format!("/v1/staff/chats/{}{path}", self.id)
    }
}

/// Changes fields of the node at which all chats of tests are, such as `chat`.
pub(crate) fn configure(server: &TestServer, fields: Value) {
    configure_in(server.data.path(), fields);
}

/// As [`configure`], in the database of a data folder.
pub(crate) fn configure_in(data: &Path, fields: Value) {
    let mut node = json!({"id": "door", "flow_id": "visit", "default_language_id": "l-en"});
    let members = node.as_object_mut().unwrap();
    members.extend(fields.as_object().unwrap().clone());
    let folder = records(&[("nodes/door.json", &node.to_string())]);
    import(folder.path(), data);
}

/// Hours at which a node never operates.
pub(crate) fn never_open() -> Value {
    let closed = |period| json!({"period": period, "start_hour": 0, "end_hour": 0});
    json!([closed("weekdays"), closed("saturday"), closed("sunday")])
}

/// Returns the position in the cursor of a chat, or of an event.
pub(crate) fn position(chat: &Value) -> i64 {
    let cursor = chat["cursor"].as_str().unwrap();
    let (position, history) = cursor.split_once('.').unwrap();
    assert_eq!(history.len(), 9, "{cursor}");
    position.parse().unwrap()
}

/// Returns a cursor with the same position in another history: the server was restored from a backup since.
pub(crate) fn of_another_history(chat: &Value) -> String {
    format!("{}.000000000", position(chat))
}

/// Returns the texts of a chat's messages in order.
pub(crate) fn texts(chat: &Value) -> Vec<&str> {
    let items = chat["timeline_items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["detail"]["comment"]["body"].as_str().unwrap())
        .collect()
}
