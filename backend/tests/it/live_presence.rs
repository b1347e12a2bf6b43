//! Which colleagues have a chat open.

use crate::chat::Chat;
use crate::database::is_postgres;
use crate::person::{Person, user};
use crate::process::ServerProcess;
use crate::server::TestServer;
use crate::socket::Socket;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

async fn follower(server: &TestServer, options: &[&str]) -> Socket {
    let token = server.staff_token(options).await;
    let mut socket = Socket::connect(server).await;
    assert_eq!(socket.subscribe_as_staff(&token, None).await, json!({"ok": true}));
    socket
}

/// Returns the next event of presence, whatever else comes before it.
async fn presence(staff: &mut Socket) -> Value {
    loop {
        if let (name, event) = staff.any_event().await
            && name == "presence"
        {
            return event;
        }
    }
}

async fn show(staff: &mut Socket, feedback_id: Option<&str>, writing: bool) {
    let shown = json!({ "feedbackId": feedback_id, "writing": writing });
    assert_eq!(staff.emit("presence", shown).await, json!({"ok": true}));
}

#[tokio::test]
async fn colleagues_see_who_has_a_chat_open_and_customers_do_not() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let mut customer = Socket::connect(&server).await;
    customer.subscribe(&chat).await;
    customer.events_so_far().await;
    let mut elsewhere = follower(&server, &["elsewhere", "--nodes", "once"]).await;
    let (mut ann, mut bob) = (
        follower(&server, &["ann"]).await,
        follower(&server, &["bob"]).await,
    );
    let event =
        |colleagues: Value| json!({"feedback_id": chat.id, "node_id": "door", "colleagues": colleagues});
    let reader = |name: &str| json!({"name": name, "writing": false});

    show(&mut ann, Some(&chat.id), false).await;
    for staff in [&mut ann, &mut bob] {
        assert_eq!(staff.event("presence").await, event(json!([reader("ann")])));
    }
    show(&mut bob, Some(&chat.id), true).await;
    let both = event(json!([reader("ann"), {"name": "bob", "writing": true}]));
    for staff in [&mut ann, &mut bob] {
        assert_eq!(staff.event("presence").await, both);
    }
    show(&mut ann, None, false).await;
    for staff in [&mut ann, &mut bob] {
        assert_eq!(
            staff.event("presence").await,
            event(json!([{"name": "bob", "writing": true}]))
        );
    }
    let left = bob.emit("unsubscribe", json!({"room": "staff"})).await;
    assert_eq!(left, json!({"ok": true}));
    assert_eq!(ann.event("presence").await, event(json!([])));
    for nobody in [&mut customer, &mut elsewhere] {
        assert_eq!(nobody.events_so_far().await, Vec::<Value>::new());
    }
}

#[tokio::test]
async fn who_subscribes_later_learns_which_chats_are_open() {
    let server = TestServer::start().await;
    let (chat, left) = (Chat::open(&server).await, Chat::open(&server).await);
    let mut ann = follower(&server, &["ann"]).await;
    for (feedback_id, writing) in [(&left.id, false), (&chat.id, true)] {
        show(&mut ann, Some(feedback_id), writing).await;
        while ann.event("presence").await["feedback_id"] != **feedback_id {}
    }
    let open = json!([{
        "feedback_id": chat.id, "node_id": "door", "colleagues": [{"name": "ann", "writing": true}],
    }]);
    let subscribe = async |options: &[&str], node_id: Option<&str>| {
        let token = server.staff_token(options).await;
        let mut socket = Socket::connect(&server).await;
        let answer = socket.subscribe_as_staff(&token, node_id).await;
        (socket, answer)
    };
    let (mut bob, answer) = subscribe(&["bob"], None).await;
    assert_eq!(answer, json!({"ok": true, "presence": open}));
    let (_, answer) = subscribe(&["cem"], Some("door")).await;
    assert_eq!(answer, json!({"ok": true, "presence": open}));
    for (options, node_id) in [(&["dora"][..], Some("once")), (&["ed", "--nodes", "once"], None)] {
        let (_, answer) = subscribe(options, node_id).await;
        assert_eq!(answer, json!({"ok": true}), "{options:?}");
    }
    // What it is told later is about what it knows.
    show(&mut ann, None, false).await;
    assert_eq!(bob.event("presence").await["colleagues"], json!([]));
    let (_, answer) = subscribe(&["fay"], None).await;
    assert_eq!(answer, json!({"ok": true}));
}

#[tokio::test]
async fn a_chat_stays_open_while_its_viewer_subscribes_again() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let token = server.staff_token(&["ann"]).await;
    let mut ann = Socket::connect(&server).await;
    ann.subscribe_as_staff(&token, None).await;
    let mut bob = follower(&server, &["bob"]).await;
    show(&mut ann, Some(&chat.id), false).await;
    bob.event("presence").await;
    let answer = ann.subscribe_as_staff(&token, Some("door")).await;
    assert_eq!(answer["presence"][0]["colleagues"][0]["name"], "ann");
    // The next that happens is what she does next.
    show(&mut ann, Some(&chat.id), true).await;
    assert_eq!(
        bob.event("presence").await["colleagues"],
        json!([{"name": "ann", "writing": true}])
    );
}

#[tokio::test]
async fn more_open_chats_than_a_client_can_wait_for_are_told_at_once() {
    let server = TestServer::start().await;
    let token = server.staff_token(&["ann"]).await;
    let (mut tabs, mut open) = (Vec::new(), BTreeSet::new());
    for _ in 0..40 {
        let chat = Chat::open(&server).await;
        let mut tab = Socket::connect(&server).await;
        tab.subscribe_as_staff(&token, None).await;
        show(&mut tab, Some(&chat.id), false).await;
        while presence(&mut tab).await["feedback_id"] != *chat.id {}
        open.insert(chat.id);
        tabs.push(tab);
    }
    let token = server.staff_token(&["bob"]).await;
    let answer = Socket::connect(&server)
        .await
        .subscribe_as_staff(&token, None)
        .await;
    let told = answer["presence"].as_array().unwrap();
    let told: BTreeSet<_> = told
        .iter()
        .map(|chat| chat["feedback_id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(told, open);
}

#[tokio::test]
async fn who_loses_their_access_is_no_longer_present() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let mut witness = follower(&server, &["witness"]).await;
    let ann = Person::join(&server, "ann", "agent").await;
    let cookie = format!("pulsen_staff={}", ann.cookie);
    let headers = [("Cookie", cookie.as_str()), ("Sec-Fetch-Site", "same-origin")];
    let mut person = Socket::connect_with(&server, &headers).await;
    let answer = person.emit("subscribe", json!({"room": "staff"})).await;
    assert_eq!(answer, json!({"ok": true}));
    let mut holder = follower(&server, &["bob"]).await;
    for (staff, name) in [(&mut person, "ann"), (&mut holder, "bob")] {
        show(staff, Some(&chat.id), false).await;
        let colleagues = &witness.event("presence").await["colleagues"];
        assert!(
            colleagues
                .as_array()
                .unwrap()
                .iter()
                .any(|colleague| colleague["name"] == name)
        );
    }
    assert_eq!(user(&server, &["disable", &ann.email]).await.0, 0);
    assert_eq!(
        witness.event("presence").await["colleagues"],
        json!([{"name": "bob", "writing": false}])
    );
    server.staff_token(&["bob", "--revoke"]).await;
    assert_eq!(witness.event("presence").await["colleagues"], json!([]));
}

#[tokio::test]
async fn who_subscribes_at_another_server_learns_which_chats_are_open() {
    if !is_postgres() {
        return;
    }
    let server = TestServer::start().await;
    let other = ServerProcess::start(server.data.path());
    let chat = Chat::open(&server).await;
    let mut ann = follower(&server, &["ann"]).await;
    show(&mut ann, Some(&chat.id), false).await;
    ann.event("presence").await;
    let token = server.staff_token(&["bob"]).await;
    let mut bob = Socket::connect_to(&server.client, &other.address).await;
    let answer = bob.subscribe_as_staff(&token, None).await;
    // A server without staff may not have asked yet.
    let told = match answer.get("presence") {
        Some(told) => told[0].clone(),
        None => presence(&mut bob).await,
    };
    let open = json!({
        "feedback_id": chat.id, "node_id": "door", "colleagues": [{"name": "ann", "writing": false}],
    });
    assert_eq!(told, open);
    let token = server.staff_token(&["cem"]).await;
    let mut cem = Socket::connect_to(&server.client, &other.address).await;
    let answer = cem.subscribe_as_staff(&token, None).await;
    assert_eq!(answer, json!({"ok": true, "presence": [open]}));
}

#[tokio::test]
async fn who_moves_on_to_another_chat_is_seen_to_leave_the_one_before() {
    let server = TestServer::start().await;
    let chats = [Chat::open(&server).await, Chat::open(&server).await];
    let (mut ann, mut bob) = (
        follower(&server, &["ann"]).await,
        follower(&server, &["bob"]).await,
    );
    let ids = [&*chats[0].id, &chats[1].id];
    show(&mut ann, Some(ids[0]), false).await;
    bob.event("presence").await;
    // Both chats change at the same moment.
    for (from, to) in [(0, 1), (1, 0), (0, 1)] {
        show(&mut ann, Some(ids[to]), false).await;
        let mut colleagues = BTreeMap::new();
        for _ in 0..2 {
            let told = bob.event("presence").await;
            let chat = told["feedback_id"].as_str().unwrap().to_owned();
            colleagues.insert(chat, told["colleagues"].as_array().unwrap().len());
        }
        let expected = BTreeMap::from([(ids[from].to_owned(), 0), (ids[to].to_owned(), 1)]);
        assert_eq!(colleagues, expected);
    }
}

#[tokio::test]
async fn only_staff_of_the_node_are_present() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let mut elsewhere = follower(&server, &["elsewhere", "--nodes", "once"]).await;
    let mut customer = Socket::connect(&server).await;
    customer.subscribe(&chat).await;
    let refusal = async |socket: &mut Socket, feedback_id: &str| {
        let shown = json!({ "feedbackId": feedback_id });
        let refused = socket.emit("presence", shown).await;
        assert_eq!(refused["ok"], false);
        refused["code"].clone()
    };
    assert_eq!(refusal(&mut elsewhere, &chat.id).await, "not_in_scope");
    assert_eq!(refusal(&mut elsewhere, "gone").await, "not_subscribed");
    assert_eq!(refusal(&mut customer, &chat.id).await, "not_subscribed");
}

#[tokio::test]
async fn colleagues_are_the_people_of_the_same_nodes() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "ann", "agent").await;
    Person::join(&server, "zoe", "viewer").await;
    let read = async |query: &str| -> Value {
        let list = server.get_as_staff(&format!("/v1/staff/colleagues{query}")).await;
        assert_eq!(list.status(), 200);
        list.json().await.unwrap()
    };
    let list = read("").await;
    let items = list["items"].as_array().unwrap();
    let roles: Vec<_> = items.iter().map(|item| &item["role"]).collect();
    assert_eq!(roles, ["agent", "viewer"]);
    let first = read("?limit=1").await;
    let rest = read(&format!(
        "?limit=1&after={}",
        first["next_cursor"].as_str().unwrap()
    ))
    .await;
    assert_eq!((&first["items"][0], &rest["items"][0]), (&items[0], &items[1]));

    // Nobody has made a call for long, and one has a live connection.
    let old = "UPDATE staff_sessions SET last_used_at = last_used_at - 400000";
    crate::database::execute(server.data.path(), old).await;
    assert_eq!(read("").await["items"][0]["is_online"], false);
    let cookie = format!("pulsen_staff={}", ann.cookie);
    let headers = [("Cookie", cookie.as_str()), ("Sec-Fetch-Site", "same-origin")];
    let mut socket = Socket::connect_with(&server, &headers).await;
    assert_eq!(
        socket.emit("subscribe", json!({"room": "staff"})).await,
        json!({"ok": true})
    );
    let list = read("").await;
    let online: Vec<_> = list["items"].as_array().unwrap().iter().collect();
    let online: Vec<_> = online.iter().map(|item| &item["is_online"]).collect();
    assert_eq!(online, [true, false]);
}
