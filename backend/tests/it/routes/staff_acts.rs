//! What staff do with chats: `/v1/staff/chats/{feedback_id}/…` and `/v1/staff/audit`.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, of_another_history, texts};
use crate::client::RequestBuilder;
use crate::server::TestServer;
use crate::submission::{unhappy, with};
use reqwest::Method;
use serde_json::{Value, json};

/// A member of staff at a server.
pub(super) struct Member<'s> {
    pub(super) server: &'s TestServer,
    token: String,
}

impl<'s> Member<'s> {
    pub(super) async fn join(server: &'s TestServer, arguments: &[&str]) -> Self {
        let token = server.staff_token(arguments).await;
        Self { server, token }
    }

    pub(super) fn post(&self, path: &str) -> RequestBuilder {
        self.server.post(path).bearer_auth(&self.token)
    }

    pub(super) fn put(&self, path: &str, body: &Value) -> RequestBuilder {
        let request = self.server.client.put(format!("{}{path}", self.server.address));
        request.bearer_auth(&self.token).json(body)
    }

    pub(super) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.server.address);
        self.server.client.request(method, url).bearer_auth(&self.token)
    }

    pub(super) fn delete(&self, path: &str) -> RequestBuilder {
        let request = self
            .server
            .client
            .delete(format!("{}{path}", self.server.address));
        request.bearer_auth(&self.token)
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        accepted(self.prepare_get(path)).await
    }

    pub(super) fn prepare_get(&self, path: &str) -> RequestBuilder {
        let request = self.server.client.get(format!("{}{path}", self.server.address));
        request.bearer_auth(&self.token)
    }

    /// Prepares an act in a chat.
    pub(super) fn act(&self, chat: &Chat, act: &str, body: &Value) -> RequestBuilder {
        self.post(&chat.staff_path(&format!("/{act}"))).json(body)
    }
}

/// Who did what with nodes, the earliest act first.
async fn audit(member: &Member<'_>) -> Vec<String> {
    let list = member.get("/v1/staff/audit").await;
    let items = list["items"].as_array().unwrap().iter();
    let items = items.filter(|item| !item["node_id"].is_null());
    let text = |item: &Value| {
        format!(
            "{} {}",
            item["staff"].as_str().unwrap(),
            item["act"].as_str().unwrap()
        )
    };
    items.rev().map(text).collect()
}

#[tokio::test]
async fn a_chat_has_one_assignee_until_it_is_reassigned() {
    let server = TestServer::start().await;
    let (ann, bob) = (
        Member::join(&server, &["ann"]).await,
        Member::join(&server, &["bob"]).await,
    );
    Member::join(&server, &["reader", "--rights", "read"]).await;
    Member::join(&server, &["elsewhere", "--nodes", "once"]).await;
    let chat = Chat::open(&server).await;
    let nothing = json!({});
    for _ in 0..2 {
        assert_eq!(
            accepted(ann.act(&chat, "claim", &nothing)).await["assigned_to"],
            "ann"
        );
    }
    let (status, problem) = refused(bob.act(&chat, "claim", &nothing)).await;
    assert_eq!((status, &problem["code"]), (409, &json!("assigned")));
    assert!(problem["detail"].as_str().unwrap().contains("ann"), "{problem}");
    for _ in 0..2 {
        let desk = accepted(bob.act(&chat, "assign", &json!({"name": "bob"}))).await;
        assert_eq!(desk["assigned_to"], "bob");
    }
    for nobody in ["gone", "reader", "elsewhere"] {
        let (status, problem) = refused(bob.act(&chat, "assign", &json!({ "name": nobody }))).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("unknown_staff")),
            "{nobody}"
        );
    }
    let desk = accepted(ann.act(&chat, "assign", &json!({"name": null}))).await;
    assert_eq!(desk["assigned_to"], Value::Null);
    // What changed nothing left no trace.
    assert_eq!(audit(&ann).await, ["ann claim", "bob assign", "ann assign"]);
    let last = &ann.get("/v1/staff/audit?limit=1").await["items"][0];
    assert_eq!(
        (&last["feedback_id"], &last["node_id"], &last["subject"]),
        (&json!(chat.id), &json!("door"), &Value::Null)
    );
}

#[tokio::test]
async fn staff_close_and_reopen_and_are_named() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    let nothing = json!({});
    for _ in 0..2 {
        let desk = accepted(ann.act(&chat, "close", &nothing)).await;
        assert_eq!(
            (&desk["status"], &desk["closed_by"]),
            (&json!("closed"), &json!("ann"))
        );
    }
    assert_eq!(
        refused(ann.act(&chat, "accept", &nothing)).await.1["code"],
        "chat_not_open"
    );
    let desk = accepted(ann.act(&chat, "reopen", &nothing)).await;
    assert_eq!(
        (&desk["status"], &desk["closed_by"]),
        (&json!("open"), &Value::Null)
    );
    accepted(chat.archive()).await;
    assert_eq!(
        refused(ann.act(&chat, "close", &nothing)).await.1["code"],
        "chat_not_open"
    );
    assert_eq!(
        accepted(ann.act(&chat, "reopen", &nothing)).await["status"],
        "open"
    );
    assert_eq!(audit(&ann).await, ["ann close", "ann reopen", "ann reopen"]);
    assert_eq!(refused(ann.post("/v1/staff/chats/gone/close")).await.0, 404);
}

#[tokio::test]
async fn replying_to_a_queued_chat_accepts_it() {
    let server = TestServer::start().await;
    let (ann, bob) = (
        Member::join(&server, &["ann"]).await,
        Member::join(&server, &["bob"]).await,
    );
    let (one, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let queue = "UPDATE chats SET status = 'queued', queued_at = updated_at";
    crate::database::execute(server.data.path(), queue).await;
    let desk = accepted(ann.act(&one, "accept", &json!({}))).await;
    assert_eq!(
        (&desk["status"], &desk["accepted_by"], &desk["assigned_to"]),
        (&json!("open"), &json!("ann"), &json!("ann"))
    );
    accepted(bob.act(&other, "messages", &json!({"body": "Hi"}))).await;
    let desk = bob.get(&other.staff_path("")).await;
    assert_eq!(
        (&desk["status"], &desk["accepted_by"], &desk["assigned_to"]),
        (&json!("open"), &json!("bob"), &json!("bob"))
    );
}

#[tokio::test]
async fn notes_are_for_staff_only_and_for_chats_of_any_status() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    chat.say("Hello?").await;
    let note = || {
        let note = ann.act(&chat, "notes", &json!({"body": "calls every week"}));
        note.header("Idempotency-Key", "00000000-0000-4000-8000-000000000001")
    };
    let first = accepted(note()).await;
    assert_eq!(accepted(note()).await, first, "stored once");
    assert_eq!(first["action"], "add_note");
    assert_eq!(texts(&chat.whole().await), ["Hello?"]);
    assert_eq!(
        texts(&ann.get(&chat.staff_path("")).await),
        ["Hello?", "calls every week"]
    );
    let item = ann.get("/v1/staff/chats").await["items"][0].clone();
    assert_eq!(item["last_message"]["body"], "Hello?");
    assert!(item["waiting_since"].is_string(), "a note is no answer");
    accepted(ann.act(&chat, "close", &json!({}))).await;
    accepted(ann.act(&chat, "notes", &json!({"body": "and again"}))).await;
    assert_eq!(audit(&ann).await, ["ann note", "ann close", "ann note"]);
    let log = ann.get("/v1/staff/audit").await.to_string();
    assert!(!log.contains("calls every week"), "no contents: {log}");
}

#[tokio::test]
async fn read_marks_of_staff_are_stored() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    for number in 0..3 {
        chat.say(&number.to_string()).await;
    }
    let unread = async || ann.get("/v1/staff/chats").await["items"][0]["unread"].clone();
    assert_eq!(unread().await, 3);
    for _ in 0..2 {
        accepted(ann.act(&chat, "read", &json!({"cursor": "2"}))).await;
    }
    assert_eq!(unread().await, 1);
    let desk = accepted(ann.act(&chat, "read", &json!({"cursor": "1"}))).await;
    assert_eq!(desk["read_position"], 2, "it never goes back");
    let desk = accepted(ann.act(&chat, "read", &json!({"cursor": "99"}))).await;
    assert_eq!(desk["read_position"], 3, "not beyond the end");
    chat.say("3.5").await;
    let other = of_another_history(&chat.whole().await);
    let desk = accepted(ann.act(&chat, "read", &json!({ "cursor": other }))).await;
    assert_eq!(desk["read_position"], 3, "of another history");
    accepted(ann.act(&chat, "read", &json!({"cursor": "4"}))).await;
    for wrong in ["x", "-1", ""] {
        let (status, problem) = refused(ann.act(&chat, "read", &json!({ "cursor": wrong }))).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("invalid_cursor")),
            "{wrong}"
        );
    }
    chat.say("4").await;
    assert_eq!(unread().await, 1);
    accepted(ann.act(&chat, "messages", &json!({"body": "Hi"}))).await;
    assert_eq!(
        unread().await,
        0,
        "a member of staff who replies has read the chat"
    );
    assert_eq!(
        audit(&ann).await,
        ["ann read", "ann read", "ann read", "ann reply"],
        "what changed nothing is not written down"
    );
}

#[tokio::test]
async fn a_revoked_token_is_worth_nothing_also_after_a_repeat_of_the_feedback() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let key = "00000000-0000-4000-8000-000000000009";
    let submit = async || accepted(server.submit(&unhappy("d")).header("Idempotency-Key", key)).await;
    let feedback = submit().await;
    let path = format!("/v1/staff/chats/{}", feedback["id"].as_str().unwrap());
    let customer = async |token: &Value| {
        let url = format!(
            "{}/v1/feedbacks/{}/chat",
            server.address,
            feedback["id"].as_str().unwrap()
        );
        let request = server
            .client
            .get(url)
            .header("X-Chat-Token", token.as_str().unwrap());
        request.send().await.unwrap().status()
    };
    let token = &feedback["chat_token_string"];
    assert_eq!(customer(token).await, 200);
    let epoch = ann.get(&path).await["token_epoch"].clone();
    for _ in 0..2 {
        let revoke = ann
            .post(&format!("{path}/revoke_token"))
            .json(&json!({ "token_epoch": epoch }));
        assert_eq!(
            accepted(revoke).await["token_epoch"],
            json!(epoch.as_i64().unwrap() + 1),
            "once"
        );
    }
    assert_eq!(customer(token).await, 401);
    assert_eq!(customer(&submit().await["chat_token_string"]).await, 401);
    assert_eq!(audit(&ann).await, ["ann revoke_token"]);
}

#[tokio::test]
async fn a_blocked_device_gives_nothing_to_the_node() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    let key = "00000000-0000-4000-8000-000000000007";
    let before = accepted(server.submit(&unhappy("d")).header("Idempotency-Key", key)).await;
    for _ in 0..2 {
        accepted(ann.act(&chat, "block_device", &json!({}))).await;
    }
    let hash = ann.get(&chat.staff_path("")).await["device_id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(ann.get(&chat.staff_path("")).await["is_device_blocked"], true);
    let blocked =
        |problem: (u16, Value)| assert_eq!((problem.0, &problem.1["code"]), (403, &json!("device_blocked")));
    blocked(refused(chat.send("let me in")).await);
    blocked(refused(server.submit(&unhappy("d"))).await);
    blocked(refused(server.submit(&unhappy("d")).header("X-COMPLETED", "true")).await);
    assert_eq!(texts(&chat.whole().await), Vec::<&str>::new());
    let again = accepted(server.submit(&unhappy("d")).header("Idempotency-Key", key)).await;
    assert_eq!(again, before, "what was stored is stored");
    // Other devices, and other nodes, are not concerned.
    accepted(server.submit(&unhappy("e"))).await;
    accepted(server.submit(&with(unhappy("d"), "node_id", "once"))).await;

    let list = ann
        .get(&format!("/v1/staff/blocked_devices?device_id={hash}"))
        .await;
    let item = &list["items"][0];
    assert_eq!(
        (&item["node_id"], &item["device_id"], &item["blocked_by"]),
        (&json!("door"), &json!(hash), &json!("ann"))
    );
    let path = format!("/v1/staff/blocked_devices/door/{hash}");
    for _ in 0..2 {
        assert_eq!(ann.delete(&path).send().await.unwrap().status(), 204);
    }
    chat.say("thanks").await;
    // By its hash, as a list of feedback shows it.
    for _ in 0..2 {
        assert_eq!(ann.put(&path, &json!({})).send().await.unwrap().status(), 204);
    }
    blocked(refused(chat.send("not again")).await);
    assert_eq!(
        audit(&ann).await,
        ["ann block_device", "ann unblock_device", "ann block_device"]
    );
    for (wrong, status) in [("door/d", 422), (&*format!("gone/{hash}"), 404)] {
        let path = format!("/v1/staff/blocked_devices/{wrong}");
        assert_eq!(refused(ann.put(&path, &json!({}))).await.0, status, "{wrong}");
    }
}

#[tokio::test]
async fn the_audit_can_be_searched_and_shows_the_nodes_of_a_token_only() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let elsewhere = Member::join(&server, &["elsewhere", "--nodes", "once"]).await;
    let insider = Member::join(&server, &["insider", "--nodes", "door"]).await;
    // Beside these tokens, that of the tests.
    let of_tokens = 4;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    accepted(ann.act(&chat, "claim", &json!({}))).await;
    accepted(insider.act(&other, "claim", &json!({}))).await;
    let reply = json!({"title": "Hi", "body": "Hello!"});
    accepted(ann.put("/v1/staff/canned_replies/hi", &reply)).await;
    let count = async |member: &Member<'_>, query: &str| {
        let list = member.get(&format!("/v1/staff/audit?{query}")).await;
        list["items"].as_array().unwrap().len()
    };
    assert_eq!(count(&ann, "").await, of_tokens + 3 + 1, "with the import");
    assert_eq!(count(&ann, "act=add_staff_token").await, of_tokens);
    assert_eq!(
        count(&insider, "").await,
        2,
        "what is for all nodes is not theirs"
    );
    assert_eq!(count(&elsewhere, "").await, 0);
    assert_eq!(count(&ann, &format!("feedback_id={}", chat.id)).await, 1);
    assert_eq!(count(&ann, "staff=insider").await, 1);
    assert_eq!(count(&ann, "act=claim").await, 2);
    let path = "/v1/staff/audit?act=juggle";
    assert_eq!(server.get_as_staff(path).await.status(), 400);
}

#[tokio::test]
async fn customers_see_the_picture_of_a_member() {
    let server = TestServer::start().await;
    let picture = "https://pictures.example/ann.png";
    let ann = Member::join(&server, &["ann", "--avatar", picture]).await;
    let chat = Chat::open(&server).await;
    accepted(ann.act(&chat, "messages", &json!({"body": "Hi"}))).await;
    let item = &chat.whole().await["timeline_items"][0];
    assert_eq!(item["detail"]["user"]["avatar"], picture);
    let apart: Value = chat
        .get("?people=apart")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(apart["people"]["staff:ann"]["avatar"], picture);
}
