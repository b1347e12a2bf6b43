//! No mail is sent about what the customer has seen.

use crate::database::execute;
use crate::mails::{chat_with_address, import_door, mail_server, queue_is_empty, reply, server_for};
use crate::socket::{Socket, subscription};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn no_mail_for_replies_that_the_customer_has_seen() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.delay = Duration::from_hours(1)).await;
    let seen = chat_with_address(&server, "ada@example.org").await;
    let unseen = chat_with_address(&server, "eve@example.org").await;
    for chat in [&seen, &unseen] {
        reply(&server, chat, "hello").await;
    }
    seen.whole().await;
    let later = "UPDATE chat_emails SET reply_waits_since = reply_waits_since - 3600000";
    execute(server.data.path(), later).await;
    assert_eq!(mails.wait_for(1).await.to, "eve@example.org");
    queue_is_empty(server.data.path()).await;
    assert_eq!(mails.received().len(), 1);
}

#[tokio::test]
async fn no_mail_for_replies_that_arrive_in_an_open_chat() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    import_door(
        &server,
        &json!({"name": "Door", "chat": {"show_seen": false, "email_includes_reply": true}}),
    );
    let chat = chat_with_address(&server, "ada@example.org").await;
    let mut page = Socket::connect(&server).await;
    let watch = |watching: bool| {
        let mut subscription = subscription(&chat);
        subscription["watching"] = json!(watching);
        subscription
    };
    assert_eq!(page.emit("subscribe", watch(true)).await["ok"], true);
    reply(&server, &chat, "BEFORE THEIR EYES").await;
    page.reply_created().await;
    queue_is_empty(server.data.path()).await;

    // The tab is hidden.
    assert_eq!(page.emit("subscribe", watch(false)).await["ok"], true);
    reply(&server, &chat, "AFTERWARDS").await;
    let mail = mails.wait_for(1).await;
    assert!(mail.text().contains("AFTERWARDS"), "{}", mail.text());
    assert!(!mail.text().contains("BEFORE"), "{}", mail.text());
}

/// Nothing tells the server that a network has died before a ping is not answered; until then it takes the chat for watched.
#[tokio::test]
async fn replies_not_confirmed_as_seen_are_mailed() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.delay = Duration::from_hours(1)).await;
    let silent = chat_with_address(&server, "ada@example.org").await;
    let seeing = chat_with_address(&server, "eve@example.org").await;
    let mut pages = Vec::new();
    for chat in [&silent, &seeing] {
        let mut page = Socket::connect(&server).await;
        let mut subscription = subscription(chat);
        subscription["watching"] = json!(true);
        assert_eq!(page.emit("subscribe", subscription).await["ok"], true);
        reply(&server, chat, "hello").await;
        let event = page.reply_created().await;
        pages.push((page, json!({"feedbackId": chat.id, "cursor": event["cursor"]})));
    }
    let (page, seen) = &mut pages[1];
    assert_eq!(page.emit("seen", seen.clone()).await["ok"], true);
    for ((page, _), chat) in pages.iter_mut().zip([&silent, &seeing]) {
        let gone = json!({"room": "chat", "feedbackId": chat.id});
        assert_eq!(page.emit("unsubscribe", gone).await["ok"], true);
    }
    let later = "UPDATE chat_emails SET reply_waits_since = reply_waits_since - 3600000";
    execute(server.data.path(), later).await;
    assert_eq!(mails.wait_for(1).await.to, "ada@example.org");
    queue_is_empty(server.data.path()).await;
    assert_eq!(mails.received().len(), 1);
}
