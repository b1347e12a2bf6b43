//! The end of the tokens of a chat that is over.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, configure};
use crate::database::{execute, texts};
use crate::deadline::until;
use crate::mails::{chat_with_address, mail_server, reply, server_for};
use crate::server::TestServer;
use crate::socket::Socket;
use serde_json::{Value, json};
use std::time::Duration;

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;

/// Lets a chat be over for so much longer.
async fn age(server: &TestServer, milliseconds: i64) {
    let sql = format!("UPDATE chats SET over_since = over_since - {milliseconds}");
    execute(server.data.path(), sql).await;
}

async fn status_of(chat: &Chat) -> u16 {
    chat.get("").send().await.unwrap().status().as_u16()
}

async fn act(server: &TestServer, chat: &Chat, act: &str) {
    let path = chat.staff_path(&format!("/{act}"));
    accepted(server.post_as_staff(&path).json(&json!({}))).await;
}

async fn listed(server: &TestServer, chat: &Chat) -> usize {
    let path = "/v1/web_widgets/door/previous_feedbacks";
    let request = server.client.get(format!("{}{path}", server.address));
    let request = request.header("X-Chat-Tokens", format!("{}:{}", chat.id, chat.token));
    let list: Value = request.send().await.unwrap().json().await.unwrap();
    list["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn the_tokens_of_a_chat_end_some_days_after_it() {
    for (fields, days) in [(json!({}), 90), (json!({"chat": {"token_days": 2}}), 2)] {
        for end in ["archive", "close"] {
            let server = TestServer::start().await;
            configure(&server, fields.clone());
            let (chat, open) = (Chat::open(&server).await, Chat::open(&server).await);
            if end == "archive" {
                accepted(chat.archive()).await;
            } else {
                act(&server, &chat, "close").await;
            }
            // Whether something is written about it later does not matter.
            let note = server.post_as_staff(&chat.staff_path("/notes"));
            accepted(note.json(&json!({"body": "calls back"}))).await;
            age(&server, days * DAY - HOUR).await;
            assert_eq!(
                (status_of(&chat).await, listed(&server, &chat).await),
                (200, 1),
                "{end}"
            );
            age(&server, HOUR).await;
            assert_eq!(
                (status_of(&chat).await, listed(&server, &chat).await),
                (401, 0),
                "{end}"
            );
            let refusal = refused(chat.rate(100)).await;
            assert_eq!((refusal.0, &refusal.1["code"]), (401, &json!("invalid_token")));
            let mut socket = Socket::connect(&server).await;
            assert_eq!(socket.subscribe(&chat).await["code"], "invalid_token");
            // Staff and other chats are not concerned, and an active chat has its tokens again.
            assert_eq!(status_of(&open).await, 200);
            act(&server, &chat, "reopen").await;
            assert_eq!((status_of(&chat).await, listed(&server, &chat).await), (200, 1));
            chat.say("still there").await;
        }
    }
}

#[tokio::test]
async fn followers_are_disconnected_when_their_tokens_end() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    accepted(chat.archive()).await;
    let mut socket = Socket::connect(&server).await;
    assert_eq!(socket.subscribe(&chat).await["ok"], true);
    age(&server, 90 * DAY).await;
    let typing = json!({"feedbackId": chat.id, "typing": true});
    assert_eq!(socket.emit("typing", typing).await["ok"], false);
    let note = server.post_as_staff(&chat.staff_path("/notes"));
    accepted(note.json(&json!({"body": "CONFIDENTIAL"}))).await;
    assert!(socket.next().await.starts_with("41"), "it is disconnected");
}

#[tokio::test]
async fn mailed_links_end_with_the_tokens_and_no_more_are_mailed() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.quiet_period = Duration::ZERO).await;
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "one").await;
    let link = chat.with_token(mails.wait_for(1).await.token());
    assert_eq!(status_of(&link).await, 200);
    act(&server, &chat, "close").await;
    age(&server, 90 * DAY).await;
    assert_eq!(status_of(&link).await, 401);
    // A reply waits that the customer has not seen.
    let waits = "UPDATE chat_emails SET reply_waits_since = 1, not_before = 0, known_position = 0";
    execute(server.data.path(), waits).await;
    const WAITING: &str = "SELECT feedback_id FROM chat_emails WHERE reply_waits_since IS NOT NULL";
    until("the mail is given up", async || {
        texts(server.data.path(), WAITING).await.is_empty()
    })
    .await;
    assert_eq!(mails.received().len(), 1);
}
