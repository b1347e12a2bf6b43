//! What the participants of a chat tell each other for a moment.

use crate::chat::Chat;
use crate::server::{RECORDS, TestServer, import};
use crate::socket::{Socket, subscription};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::Instant;

/// A chat with its customer and a member of staff, both connected.
struct Scene {
    server: TestServer,
    chat: Chat,
    customer: Socket,
    staff: Socket,
}

impl Scene {
    async fn set() -> Self {
        let server = TestServer::start().await;
        let chat = Chat::open(&server).await;
        let mut customer = Socket::connect(&server).await;
        assert_eq!(customer.subscribe(&chat).await, json!({"ok": true}));
        let token = server.staff_token(&["Ann"]).await;
        let mut staff = Socket::connect(&server).await;
        assert_eq!(staff.subscribe_as_staff(&token, None).await, json!({"ok": true}));
        Self {
            server,
            chat,
            customer,
            staff,
        }
    }

    fn typing(&self, typing: bool) -> Value {
        json!({"feedbackId": self.chat.id, "typing": typing})
    }

    fn seen(&self, cursor: &str) -> Value {
        json!({"feedbackId": self.chat.id, "cursor": cursor})
    }
}

#[tokio::test]
async fn typing_is_sent_to_the_other_side() {
    let mut scene = Scene::set().await;
    let (on, off) = (scene.typing(true), scene.typing(false));
    let id = scene.chat.id.clone();
    assert_eq!(
        scene.customer.emit("typing", on.clone()).await,
        json!({"ok": true})
    );
    let told = scene.staff.event("typing").await;
    assert_eq!(
        told,
        json!({"feedback_id": id, "actor": "customer", "typing": true})
    );
    assert_eq!(scene.staff.emit("typing", off).await, json!({"ok": true}));
    let told = scene.customer.event("typing").await;
    assert_eq!(
        told,
        json!({"feedback_id": id, "actor": "staff", "name": "Ann", "typing": false})
    );

    let mut stranger = Socket::connect(&scene.server).await;
    assert_eq!(
        stranger.emit("typing", on.clone()).await["code"],
        "not_subscribed"
    );
    let other = Chat::open(&scene.server).await;
    assert_eq!(stranger.subscribe(&other).await["ok"], true);
    assert_eq!(
        stranger.emit("typing", on.clone()).await["code"],
        "not_subscribed"
    );
    for (options, code) in [
        (["reader", "--rights=read", "--nodes=door"], "right_missing"),
        (["apart", "--nodes", "once"], "not_in_scope"),
    ] {
        let token = scene.server.staff_token(&options).await;
        let mut staff = Socket::connect(&scene.server).await;
        assert_eq!(staff.subscribe_as_staff(&token, None).await["ok"], true);
        assert_eq!(staff.emit("typing", on.clone()).await["code"], code);
    }
}

#[tokio::test]
async fn seen_marks_are_sent_to_the_other_side() {
    let mut scene = Scene::set().await;
    let id = scene.chat.id.clone();
    scene.chat.say("one").await;
    scene.customer.reply_created().await;
    scene.staff.event("inbox_changed").await;

    // Nobody has seen what is not there yet.
    let seen = scene.seen("7");
    assert_eq!(scene.staff.emit("seen", seen).await, json!({"ok": true}));
    let told = scene.customer.event("seen").await;
    assert_eq!(told, json!({"feedback_id": id, "actor": "staff", "cursor": "1"}));
    let seen = scene.seen("1");
    assert_eq!(scene.customer.emit("seen", seen).await, json!({"ok": true}));
    assert_eq!(scene.staff.event("seen").await["actor"], "customer");

    // What has been told is not told again, and who comes later learns it at once.
    for earlier in ["1", "0"] {
        let seen = scene.seen(earlier);
        assert_eq!(scene.customer.emit("seen", seen).await, json!({"ok": true}));
    }
    let mut later = Socket::connect(&scene.server).await;
    let acknowledged = later.emit("subscribe", subscription(&scene.chat)).await;
    assert_eq!(
        acknowledged,
        json!({"ok": true, "seen": {"staff": "1", "customer": "1"}})
    );
    let typing = scene.typing(true);
    scene.customer.emit("typing", typing).await;
    scene.staff.event("typing").await;
}

#[tokio::test]
async fn a_node_can_switch_both_off() {
    let mut scene = Scene::set().await;
    let records = tempfile::tempdir().unwrap();
    fs::create_dir(records.path().join("nodes")).unwrap();
    let door = fs::read_to_string(Path::new(RECORDS).join("nodes/door.json")).unwrap();
    let mut door: Value = serde_json::from_str(&door).unwrap();
    door["chat"]["show_typing"] = json!(false);
    door["chat"]["show_seen"] = json!(false);
    fs::write(records.path().join("nodes/door.json"), door.to_string()).unwrap();
    import(records.path(), scene.server.data.path());

    let (typing, seen) = (scene.typing(true), scene.seen("0"));
    // More often than a socket may fail.
    for _ in 0..4 {
        assert_eq!(
            scene.customer.emit("typing", typing.clone()).await["code"],
            "switched_off"
        );
        assert_eq!(
            scene.customer.emit("seen", seen.clone()).await["code"],
            "switched_off"
        );
    }
    let node = scene.chat.whole().await["node"].clone();
    assert_eq!(
        (&node["show_typing"], &node["show_seen"]),
        (&json!(false), &json!(false))
    );
}

#[tokio::test]
async fn a_client_that_sends_too_many_signals_is_ignored_for_a_while() {
    let mut scene = Scene::set().await;
    let typing = scene.typing(true);
    const CALLS: u64 = 60;
    let (began, mut heard) = (Instant::now(), 0);
    for _ in 0..CALLS {
        let answer = scene.customer.emit("typing", typing.clone()).await;
        match answer["code"].as_str() {
            None => heard += 1,
            refused => assert_eq!(refused, Some("too_many_signals")),
        }
    }
    // Ten at once, and two more in each second that the calls took.
    let most = 10 + 2 * (began.elapsed().as_secs() + 1);
    assert!((10..=most).contains(&heard), "{heard} of {CALLS}, at most {most}");
    // It is not cut.
    scene.chat.say("Hello").await;
    scene.customer.reply_created().await;
}
