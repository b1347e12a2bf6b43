//! Live updates of the inbox for staff.

use crate::chat::Chat;
use crate::deadline::within_limit;
use crate::server::TestServer;
use crate::socket::Socket;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// For longer than a token is believed without a look at the database.
const BELIEVED: Duration = Duration::from_millis(1_200);

async fn follower(server: &TestServer, options: &[&str], node_id: Option<&str>) -> Socket {
    let token = server.staff_token(options).await;
    let mut socket = Socket::connect(server).await;
    assert_eq!(
        socket.subscribe_as_staff(&token, node_id).await,
        json!({"ok": true})
    );
    socket
}

#[tokio::test]
async fn staff_get_each_chat_that_begins_or_changes() {
    let server = TestServer::start().await;
    let mut all = follower(&server, &["all"], None).await;
    let mut door = follower(&server, &["door", "--nodes", "door,once"], Some("door")).await;
    let mut elsewhere = follower(&server, &["elsewhere", "--nodes", "once"], None).await;
    let chat = Chat::open(&server).await;
    for staff in [&mut all, &mut door] {
        assert_eq!(staff.event("inbox_changed").await["feedback_id"], chat.id);
    }
    chat.say("Hello").await;
    for staff in [&mut all, &mut door] {
        let item = staff.event("inbox_changed").await;
        assert_eq!(
            (&item["node_id"], &item["status"]),
            (&json!("door"), &json!("open"))
        );
        assert_eq!(item["last_message"]["body"], "Hello");
    }
    assert_eq!(elsewhere.events_so_far().await, Vec::<Value>::new());
    let left = all.emit("unsubscribe", json!({"room": "staff"})).await;
    assert_eq!(left, json!({"ok": true}));
    chat.say("for one only").await;
    let item = door.event("inbox_changed").await;
    assert_eq!(item["last_message"]["body"], "for one only");
    assert_eq!(all.events_so_far().await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_slow_member_misses_nothing_and_the_others_get_each_change_once() {
    let server = TestServer::start().await;
    let mut slow = follower(&server, &["slow"], None).await;
    let mut witness = follower(&server, &["witness"], None).await;
    // More than the queue of a connection holds.
    let mut missing = HashSet::new();
    for _ in 0..40 {
        let chat = Chat::open(&server).await;
        assert_eq!(witness.event("inbox_changed").await["feedback_id"], chat.id);
        missing.insert(chat.id);
    }
    let all = async {
        while !missing.is_empty() {
            let item = slow.event("inbox_changed").await;
            assert!(missing.remove(item["feedback_id"].as_str().unwrap()), "{item}");
        }
    };
    within_limit("the slow one gets all", all).await;
    assert_eq!(witness.events_so_far().await, Vec::<Value>::new());
}

#[tokio::test]
async fn only_valid_tokens_follow_and_only_their_nodes() {
    let server = TestServer::start().await;
    let token = server.staff_token(&["Ann", "--nodes", "once"]).await;
    let all = server.staff_token.clone();
    let mut socket = Socket::connect(&server).await;
    for (token, node_id, code) in [
        ("", None, "invalid_token"),
        ("pulsen_staff_x", None, "invalid_token"),
        (token.as_str(), Some("door"), "not_in_scope"),
        (all.as_str(), Some("dor"), "unknown_node"),
    ] {
        let refused = socket.subscribe_as_staff(token, node_id).await;
        assert_eq!(refused, json!({"ok": false, "code": code}));
    }
    assert_eq!(
        socket.subscribe_as_staff(&token, Some("once")).await,
        json!({"ok": true})
    );
}

#[tokio::test]
async fn a_revoked_token_gets_no_more() {
    let server = TestServer::start().await;
    let mut witness = follower(&server, &["witness"], None).await;
    let mut revoked = follower(&server, &["revoked"], None).await;
    let chat = Chat::open(&server).await;
    for staff in [&mut witness, &mut revoked] {
        staff.event("inbox_changed").await;
    }
    server.staff_token(&["revoked", "--revoke"]).await;
    let since = Instant::now();
    loop {
        let is_believed = since.elapsed() < BELIEVED;
        chat.say("Hello").await;
        witness.event("inbox_changed").await;
        // Also what is on its way, so that its queue is never full.
        let events = revoked.events_so_far().await;
        if !is_believed {
            assert_eq!(events, Vec::<Value>::new());
            break;
        }
    }
}
