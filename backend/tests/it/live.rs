//! Live updates of chats, with a minimal Socket.IO client over polling.

use crate::chat::{Chat, position, texts};
use crate::deadline::{until, within_limit};
use crate::server::{TestServer, unlimited};
use crate::socket::{Socket, subscription};
use backend::{Bounds, ConnectionLimits, TrustedProxies};
use serde_json::{Value, json};

#[tokio::test]
async fn a_subscriber_gets_each_committed_change() {
    let server = TestServer::start().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let mut socket = Socket::connect(&server).await;
    assert_eq!(socket.subscribe(&chat).await, json!({"ok": true}));

    other.say("not for this one").await;
    let sent = chat.say("Hello").await;
    let event = socket.reply_created().await;
    assert_eq!(
        event,
        json!({
            "feedback_id": chat.id, "status": "open", "chat_rating_enabled": false, "chat_ratings": [],
            "timeline_items": [sent], "timeline_after": 0, "cursor": event["cursor"],
        })
    );
    let reply = server.post_as_staff(&chat.staff_path("/messages"));
    reply.json(&json!({"body": "Hi"})).send().await.unwrap();
    assert_eq!(
        texts(&socket.reply_created().await),
        ["Hello", "Hi"],
        "the whole timeline"
    );
    server
        .post_as_staff(&chat.staff_path("/close"))
        .send()
        .await
        .unwrap();
    let closed = socket.reply_created().await;
    assert_eq!(
        (&closed["status"], position(&event), position(&closed)),
        (&json!("closed"), 1, 3)
    );
    assert_eq!(closed["timeline_items"], chat.whole().await["timeline_items"]);
}

/// Returns what an event holds: the position after which it is complete, its texts, and its position.
fn held(event: &Value) -> (i64, Vec<&str>, i64) {
    let after = event["timeline_after"].as_i64().unwrap();
    (after, texts(event), position(event))
}

#[tokio::test]
async fn a_subscriber_with_a_cursor_gets_only_changes() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    chat.say("before").await;
    let (mut changes, mut whole) = (Socket::connect(&server).await, Socket::connect(&server).await);
    let mut subscribe = subscription(&chat);
    assert_eq!(whole.emit("subscribe", subscribe.clone()).await["ok"], true);
    subscribe["after"] = json!("1");
    assert_eq!(changes.emit("subscribe", subscribe.clone()).await["ok"], true);

    chat.say("Hello").await;
    assert_eq!(held(&changes.reply_created().await), (1, vec!["Hello"], 2));
    assert_eq!(
        held(&whole.reply_created().await),
        (0, vec!["before", "Hello"], 2)
    );
    server
        .post_as_staff(&chat.staff_path("/close"))
        .send()
        .await
        .unwrap();
    let closed = changes.reply_created().await;
    assert_eq!(
        (held(&closed), &closed["status"]),
        ((2, vec![], 3), &json!("closed"))
    );
    server
        .post_as_staff(&chat.staff_path("/reopen"))
        .send()
        .await
        .unwrap();
    changes.reply_created().await;

    // The form of a subscription can be changed, even while an event is on its way.
    subscribe.as_object_mut().unwrap().remove("after");
    assert_eq!(changes.emit("subscribe", subscribe.clone()).await["ok"], true);
    chat.say("one").await;
    loop {
        let event = changes.reply_created().await;
        assert_eq!(held(&event).0, 0, "the whole");
        if held(&event).1.last() == Some(&"one") {
            break;
        }
    }
    subscribe["after"] = json!("not a position");
    assert_eq!(
        changes.emit("subscribe", subscribe).await["code"],
        "invalid_request"
    );
}

#[tokio::test]
async fn only_the_right_token_subscribes() {
    let server = TestServer::start().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let with = |field: &str, value: Value| {
        let mut data = subscription(&chat);
        data[field] = value;
        data
    };
    let refused = [
        (with("token", json!("x")), "invalid_token"),
        (with("token", json!(other.token)), "invalid_token"),
        (with("feedbackId", json!("gone")), "invalid_token"),
        (json!({"room": "chat", "feedbackId": chat.id}), "invalid_token"),
        (with("room", json!("nonsense")), "unknown_room"),
        (json!({"room": "staff", "token": "x"}), "invalid_token"),
        // A filter with another spelling would follow everything.
        (json!({"room": "staff", "nodeId": "door"}), "invalid_request"),
        (with("feedbackId", json!(7)), "invalid_request"),
        (json!("chat"), "invalid_request"),
    ];
    let mut sockets = Vec::new();
    // A socket with five failures would be cut.
    for some in refused.chunks(4) {
        let mut socket = Socket::connect(&server).await;
        for (data, code) in some {
            let refusal = socket.emit("subscribe", data.clone()).await;
            assert_eq!(refusal, json!({"ok": false, "code": code}), "{data}");
        }
        sockets.push(socket);
    }
    // When another subscriber has received the event, these would have received it, too.
    let mut witness = Socket::connect(&server).await;
    assert_eq!(witness.subscribe(&chat).await, json!({"ok": true}));
    chat.say("before").await;
    assert_eq!(texts(&witness.reply_created().await), ["before"]);
    for socket in &mut sockets {
        assert_eq!(socket.subscribe(&chat).await, json!({"ok": true}));
    }
    chat.say("after").await;
    for socket in &mut sockets {
        assert_eq!(texts(&socket.reply_created().await), ["before", "after"]);
    }
}

#[tokio::test]
async fn a_socket_is_cut_after_five_failures() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let mut socket = Socket::connect(&server).await;
    for _ in 0..5 {
        let guess = json!({"room": "chat", "feedbackId": chat.id, "token": "A".repeat(43)});
        assert_eq!(socket.emit("subscribe", guess).await["code"], "invalid_token");
    }
    assert_eq!(socket.next().await, "41", "it is disconnected");
    // The same connection cannot start over.
    assert_eq!(socket.post("40".into()).await, 200);
    assert!(socket.next().await.starts_with("44"));
    let mut another = Socket::connect(&server).await;
    assert_eq!(another.subscribe(&chat).await, json!({"ok": true}));
}

#[tokio::test]
async fn sockets_of_one_address_are_limited() {
    let connections = ConnectionLimits {
        per_address: 2,
        trusted_proxies: TrustedProxies::new([]),
        ..ConnectionLimits::default()
    };
    let server = TestServer::with_bounds(Bounds {
        connections,
        ..unlimited()
    })
    .await;
    let (one, _two) = (Socket::connect(&server).await, Socket::connect(&server).await);
    let mut refused = Socket::open(&server).await;
    assert_eq!(refused.post("40".into()).await, 200);
    assert!(refused.next().await.starts_with("44"));
    // The place of a socket that is closed comes free a little later.
    assert_eq!(one.post("41".into()).await, 200);
    until("the place is free", async || {
        let mut socket = Socket::open(&server).await;
        assert_eq!(socket.post("40".into()).await, 200);
        socket.next().await.starts_with("40")
    })
    .await;
}

#[tokio::test]
async fn nothing_is_sent_after_unsubscribing() {
    let server = TestServer::start().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let mut socket = Socket::connect(&server).await;
    for chat in [&chat, &other] {
        assert_eq!(socket.subscribe(chat).await["ok"], true);
    }
    let gone = json!({"room": "chat", "feedbackId": chat.id});
    assert_eq!(socket.emit("unsubscribe", gone).await, json!({"ok": true}));
    chat.say("before").await;
    other.say("after").await;
    assert_eq!(socket.reply_created().await["feedback_id"], other.id);
}

#[tokio::test]
async fn nothing_is_sent_for_a_revoked_token() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let other = Chat::open(&server).await;
    let mut socket = Socket::connect(&server).await;
    assert_eq!(socket.subscribe(&chat).await["ok"], true);
    let mut others = Socket::connect(&server).await;
    assert_eq!(others.subscribe(&other).await["ok"], true);
    let revoke = server.post_as_staff(&chat.staff_path("/revoke_token"));
    let revoked = revoke.json(&json!({"token_epoch": 0})).send().await.unwrap();
    assert_eq!(revoked.status(), 200);
    assert_eq!(chat.get("").send().await.unwrap().status(), 401);
    assert!(socket.next().await.starts_with("41"), "it is disconnected");
    other.say("after").await;
    assert_eq!(others.reply_created().await["feedback_id"], other.id);
}

#[tokio::test]
async fn excessive_or_malformed_packets_affect_only_their_sender() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let mut rooms = Socket::connect(&server).await;
    for _ in 0..8 {
        let one = Chat::open(&server).await;
        assert_eq!(rooms.subscribe(&one).await["ok"], true);
    }
    assert_eq!(rooms.subscribe(&chat).await["code"], "too_many_rooms");

    let flood = Socket::connect(&server).await;
    let status = flood
        .post(format!("42{}", json!(["subscribe", "x".repeat(10_000)])))
        .await;
    assert!(status.is_client_error(), "{status}");
    for nonsense in ["42[", "4", "9", "42[\"unknown\",1]", "45-[]", "421"] {
        Socket::connect(&server).await.post(nonsense.into()).await;
    }
    let mut socket = Socket::connect(&server).await;
    assert_eq!(socket.subscribe(&chat).await, json!({"ok": true}));
}

#[tokio::test]
async fn open_connections_do_not_delay_a_shutdown() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let mut socket = Socket::connect(&server).await;
    assert_eq!(socket.subscribe(&chat).await["ok"], true);
    let waiting = tokio::spawn(async move { socket.client.get(&socket.url).send().await });
    chat.say("the subscription works").await;
    server.stop_at_once().await;
    drop(waiting.await);
}

#[tokio::test]
async fn a_subscriber_whose_queue_was_full_gets_the_newest_state() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let mut slow = Socket::connect(&server).await;
    let mut witness = Socket::connect(&server).await;
    for socket in [&mut slow, &mut witness] {
        assert_eq!(socket.subscribe(&chat).await, json!({"ok": true}));
    }
    // More events than the queue of a connection holds. The witness shows that each of them was sent.
    const MESSAGES: usize = 40;
    for number in 1..=MESSAGES {
        chat.say(&number.to_string()).await;
        while texts(&witness.reply_created().await).len() < number {}
    }
    let newest = async { while texts(&slow.reply_created().await).len() < MESSAGES {} };
    within_limit("the newest state comes", newest).await;
}
