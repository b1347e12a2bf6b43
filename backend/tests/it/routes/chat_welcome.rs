//! What a chat says before any message.

use super::feedbacks::accepted;
use crate::chat::{Chat, configure};
use crate::server::TestServer;
use serde_json::{Value, json};

#[tokio::test]
async fn the_business_greets_in_the_language_of_the_feedback() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    assert_eq!(chat.whole().await.get("chat_greeting"), None);
    let greeting = json!({"en": "Hello, <b>we</b> are here.", "tr": "Merhaba"});
    configure(&server, json!({"chat": {"greeting": greeting}}));
    assert_eq!(chat.whole().await["chat_greeting"], "Hello, <b>we</b> are here.");
    configure(&server, json!({"chat": {"greeting": "Hello, all"}}));
    assert_eq!(chat.whole().await["chat_greeting"], "Hello, all");
}

#[tokio::test]
async fn how_soon_staff_reply_is_learned_or_set() {
    let server = TestServer::start().await;
    let mut chats = Vec::new();
    for _ in 0..6 {
        chats.push(Chat::open(&server).await);
    }
    for chat in &chats[..5] {
        accepted(
            server
                .post_as_staff(&chat.staff_path("/notes"))
                .json(&json!({"body": "Who takes it?"})),
        )
        .await;
        accepted(
            server
                .post_as_staff(&chat.staff_path("/messages"))
                .json(&json!({"body": "Hello"})),
        )
        .await;
    }
    // At once, which is no more than a few minutes.
    assert_eq!(reply_time(&chats[5]).await, json!("minutes"));
    for (minutes, expected) in [(0, Value::Null), (60, json!("hour")), (1440, json!("day"))] {
        configure(&server, json!({"chat": {"reply_time": minutes}}));
        assert_eq!(reply_time(&chats[5]).await, expected, "{minutes}");
    }
}

#[tokio::test]
async fn notes_are_no_replies() {
    let server = TestServer::start().await;
    let mut chats = Vec::new();
    for _ in 0..5 {
        let chat = Chat::open(&server).await;
        accepted(
            server
                .post_as_staff(&chat.staff_path("/notes"))
                .json(&json!({"body": "Who takes it?"})),
        )
        .await;
        chats.push(chat);
    }
    assert_eq!(reply_time(&chats[0]).await, Value::Null);
}

async fn reply_time(chat: &Chat) -> Value {
    chat.whole().await["reply_time"].clone()
}
