//! The list of a visitor's previous feedbacks, and the count of unread replies.

use super::feedbacks::{accepted, refused};
use crate::chat::Chat;
use crate::server::{TestServer, unlimited};
use crate::submission::happy;
use backend::Bounds;
use serde_json::{Value, json};

const LIST: &str = "/v1/web_widgets/door/previous_feedbacks";
const UNREAD: &str = "/v1/web_widgets/door/previous_feedbacks/unread";

/// Asks with the tokens of these chats; `seen` is the cursor up to which each has been seen.
async fn ask(server: &TestServer, path: &str, chats: &[(&Chat, &str)]) -> Value {
    let entries: Vec<_> = chats
        .iter()
        .map(|(chat, seen)| format!("{}:{}:{seen}", chat.id, chat.token))
        .collect();
    ask_with(server, path, &entries.join(",")).await
}

async fn ask_with(server: &TestServer, path: &str, tokens: &str) -> Value {
    let request = server.client.get(format!("{}{path}", server.address));
    let response = request.header("X-Chat-Tokens", tokens).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json::<Value>().await.unwrap()["items"].take()
}

async fn reply(server: &TestServer, chat: &Chat, text: &str) {
    let message = server.post_as_staff(&chat.staff_path("/messages"));
    accepted(message.json(&json!({ "body": text }))).await;
}

#[tokio::test]
async fn the_list_has_the_feedbacks_of_the_chats_whose_tokens_are_held() {
    let server = TestServer::start().await;
    let (first, second) = (Chat::open(&server).await, Chat::open(&server).await);
    let foreign = Chat::open(&server).await;
    reply(&server, &second, "Sorry to hear that").await;
    accepted(first.archive()).await;
    let items = ask(&server, LIST, &[(&first, "0"), (&second, "0")]).await;
    let mut items = items.as_array().unwrap().clone();
    for item in &mut items {
        let created_at = item.as_object_mut().unwrap().remove("created_at").unwrap();
        assert!(created_at.as_str().unwrap().ends_with('Z'), "{created_at}");
    }
    let expected = [
        json!({"id": second.id, "title": "Too cold", "status": "open", "unread": 1}),
        json!({"id": first.id, "title": "Too cold", "status": "archived", "unread": 0}),
    ];
    // Both may have been created within one millisecond; then the id decides.
    items.sort_by_key(|item| item["unread"] == 0);
    assert_eq!(items, expected);
    assert!(!items.iter().any(|item| item["id"] == foreign.id));
}

#[tokio::test]
async fn the_newest_comes_first() {
    let server = TestServer::start().await;
    let mut chats = Vec::new();
    for _ in 0..4 {
        chats.push(Chat::open(&server).await);
    }
    let held: Vec<_> = chats.iter().map(|chat| (chat, "0")).collect();
    let items = ask(&server, LIST, &held).await;
    let created: Vec<_> = items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["created_at"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(created.len(), 4);
    assert!(created.is_sorted_by(|one, other| one >= other), "{created:?}");
}

#[tokio::test]
async fn a_device_id_proves_nothing_and_wrong_tokens_are_left_out() {
    let server = TestServer::start().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    for path in [LIST, UNREAD] {
        let request = server.client.get(format!("{}{path}", server.address));
        let nobody = accepted(request.header("X-Device-Id", "d")).await;
        assert_eq!(nobody, json!({"items": []}), "{path}");
        for tokens in [
            format!("{}:{}", chat.id, other.token),
            format!("{}:x", chat.id),
            format!("{}:", chat.id),
            format!("{}:{}A", chat.id, chat.token),
            format!("{}:{}", "0".repeat(32), chat.token),
            String::new(),
        ] {
            assert_eq!(
                ask_with(&server, path, &tokens).await,
                json!([]),
                "{path} {tokens}"
            );
        }
        let mixed = format!("{}:{},{}:{}", chat.id, other.token, other.id, other.token);
        let items = ask_with(&server, path, &mixed).await;
        assert_eq!(
            (items.as_array().unwrap().len(), &items[0]["id"]),
            (1, &json!(other.id))
        );
    }
}

#[tokio::test]
async fn chats_of_another_node_and_feedbacks_without_a_chat_are_not_in_it() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let thanks = accepted(server.submit(&happy("d"))).await;
    let tokens = format!(
        "{}:{},{}:{}",
        chat.id,
        chat.token,
        thanks["id"].as_str().unwrap(),
        chat.token
    );
    for path in ["", "/unread"] {
        let elsewhere = format!("/v1/web_widgets/once/previous_feedbacks{path}");
        assert_eq!(ask_with(&server, &elsewhere, &tokens).await, json!([]));
        let here = ask_with(&server, &format!("{LIST}{path}"), &tokens).await;
        assert_eq!(here.as_array().unwrap().len(), 1);
        let unknown = format!("{}/v1/web_widgets/gone/previous_feedbacks{path}", server.address);
        let (status, problem) = refused(server.client.get(unknown).header("X-Chat-Tokens", &tokens)).await;
        assert_eq!((status, &problem["code"]), (404, &json!("not_found")));
    }
}

#[tokio::test]
async fn replies_are_unread_until_the_cursor_says_otherwise_and_asking_reads_nothing() {
    let server = TestServer::start().await;
    let (chat, quiet) = (Chat::open(&server).await, Chat::open(&server).await);
    chat.say("Hello?").await;
    reply(&server, &chat, "One").await;
    let seen = chat.whole().await["cursor"].as_str().unwrap().to_owned();
    reply(&server, &chat, "Two").await;
    chat.say("Still there").await;
    reply(&server, &chat, "Three").await;
    let close = server.post_as_staff(&chat.staff_path("/close"));
    accepted(close).await;
    let latest = chat.whole().await["cursor"].as_str().unwrap().to_owned();
    for (cursor, unread) in [("0", 3), (seen.as_str(), 2), (latest.as_str(), 0)] {
        // Twice: the first answer has marked nothing as read.
        for _ in 0..2 {
            let mut items = ask(&server, UNREAD, &[(&chat, cursor), (&quiet, "0")]).await;
            let items = items.as_array_mut().unwrap();
            items.sort_by_key(|item| item["id"] != chat.id);
            let reply = items[0].as_object_mut().unwrap().remove("reply");
            assert_eq!(reply.is_some(), unread > 0);
            assert_eq!(
                items,
                &[
                    json!({"id": chat.id, "status": "closed", "unread": unread}),
                    json!({"id": quiet.id, "status": "open", "unread": 0}),
                ]
            );
        }
    }
}

/// Asks for what is unread of a chat, and removes the time at which it was written.
async fn newest_reply(server: &TestServer, chat: &Chat, seen: &str) -> Value {
    let mut reply = ask(server, UNREAD, &[(chat, seen)]).await[0]["reply"].take();
    if let Some(reply) = reply.as_object_mut() {
        let created_at = reply.remove("created_at").unwrap();
        assert!(created_at.as_str().unwrap().ends_with('Z'), "{created_at}");
        reply["user"]
            .as_object_mut()
            .unwrap()
            .remove("avatar_color")
            .unwrap();
    }
    reply
}

#[tokio::test]
async fn the_count_comes_with_the_beginning_of_the_newest_unread_reply() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    assert_eq!(newest_reply(&server, &chat, "0").await, Value::Null);
    reply(&server, &chat, "One").await;
    reply(&server, &chat, "Two\n\n  lines").await;
    chat.say("CONFIDENTIAL").await;
    let note = server.post_as_staff(&chat.staff_path("/notes"));
    accepted(note.json(&json!({ "body": "CONFIDENTIAL" }))).await;
    let seen = chat.whole().await["cursor"].as_str().unwrap().to_owned();
    assert_eq!(
        newest_reply(&server, &chat, "0").await,
        json!({"position": 2, "body": "Two lines", "has_picture": false, "user": {"name": "tests"}})
    );
    assert_eq!(newest_reply(&server, &chat, &seen).await, Value::Null);
    reply(&server, &chat, &"ä".repeat(500)).await;
    let body = newest_reply(&server, &chat, &seen).await["body"].take();
    assert_eq!(body, json!("ä".repeat(119) + "…"));
}

#[tokio::test]
async fn at_most_a_hundred_replies_are_counted() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    for number in 0..101 {
        reply(&server, &chat, &number.to_string()).await;
    }
    assert_eq!(ask(&server, UNREAD, &[(&chat, "0")]).await[0]["unread"], 100);
    assert_eq!(ask(&server, UNREAD, &[(&chat, "2")]).await[0]["unread"], 99);
}

#[tokio::test]
async fn the_header_is_bounded_and_has_one_form() {
    let server = TestServer::start().await;
    let many: Vec<_> = (0..21).map(|number| format!("{number}:x")).collect();
    for tokens in [
        "x".to_owned(),
        "a:b:c".into(),
        many.join(","),
        format!("a:{}", "x".repeat(5_000)),
    ] {
        for path in [LIST, UNREAD] {
            let request = server.client.get(format!("{}{path}", server.address));
            let (status, problem) = refused(request.header("X-Chat-Tokens", &tokens)).await;
            assert_eq!((status, &problem["code"]), (400, &json!("invalid_chat_tokens")));
        }
    }
    assert_eq!(ask_with(&server, LIST, &many[..20].join(",")).await, json!([]));
}

#[tokio::test]
async fn holders_of_a_token_may_ask_only_so_often() {
    let bounds = Bounds {
        rates: "chat=2".parse().unwrap(),
        ..unlimited()
    };
    let server = TestServer::with_bounds(bounds).await;
    let chat = Chat::open(&server).await;
    // Anyone who has a wrong token uses up nothing of what the holders may ask.
    for _ in 0..5 {
        assert_eq!(
            ask_with(&server, UNREAD, &format!("{}:x", chat.id)).await,
            json!([])
        );
    }
    for path in [LIST, UNREAD] {
        assert_eq!(ask(&server, path, &[(&chat, "0")]).await[0]["id"], chat.id);
    }
    let request = server.client.get(format!("{}{UNREAD}", server.address));
    let tokens = format!("{}:{}", chat.id, chat.token);
    assert_eq!(refused(request.header("X-Chat-Tokens", tokens)).await.0, 429);
}
