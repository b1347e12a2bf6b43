//! `/v1/staff/erasures`.

use super::customers::{OPEN, SECRET, server as customer_server, sign_link, signed, visit};
use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::chat::Chat;
use crate::database::{texts, with_data};
use crate::deadline::until;
use crate::process::{printed, pulsen};
use crate::server::TestServer;
use crate::socket::{Socket, subscription};
use crate::submission::{happy, unhappy, with};
use crate::upload::{Visitor, import_files_flow, stored_files};
use serde_json::{Value, json};

const KEY: &str = "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11";

/// Orders to erase, and returns the order.
async fn ordered(member: &Member<'_>, body: &Value) -> Value {
    let response = member.post("/v1/staff/erasures").json(body).send().await.unwrap();
    let status = response.status();
    let order: Value = response.json().await.unwrap();
    let expected = if order["erased_at"].is_string() { 200 } else { 202 };
    assert_eq!(status, expected, "{order}");
    order
}

/// Waits until an order is this far, and returns it.
async fn order_with(member: &Member<'_>, order: &Value, field: &str) -> Value {
    let path = format!("/v1/staff/erasures/{}", order["id"].as_str().unwrap());
    until(field, async || member.get(&path).await[field].is_string()).await;
    member.get(&path).await
}

/// Erases, and returns the order once it is carried out.
pub(super) async fn erase(member: &Member<'_>, body: &Value) -> Value {
    let order = ordered(member, body).await;
    order_with(member, &order, "erased_at").await
}

async fn ids(server: &TestServer) -> Vec<String> {
    let feedbacks = server.feedbacks().await;
    let ids = feedbacks.iter().map(|feedback| feedback["id"].as_str().unwrap());
    ids.map(str::to_owned).collect()
}

#[tokio::test]
async fn a_mistyped_order_erases_nothing() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    accepted(server.submit(&unhappy("d"))).await;
    for (order, status, code) in [
        (json!({"device_id": "d", "nodeid": "door"}), 422, "wrong_type"),
        (json!({"device_id": "d", "node_id": "dor"}), 404, "not_found"),
    ] {
        let request = ann.post("/v1/staff/erasures").json(&order);
        let (refused_with, problem) = refused(request).await;
        assert_eq!(
            (refused_with, &problem["code"]),
            (status, &json!(code)),
            "{problem}"
        );
    }
    assert_eq!(ids(&server).await.len(), 1);
}

#[tokio::test]
async fn a_feedback_goes_with_its_chat_and_repeats_store_nothing() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let other = Chat::open(&server).await;
    let submit = || server.submit(&unhappy("d")).header("Idempotency-Key", KEY);
    let first = accepted(submit()).await;
    let mut chat = other.with_token(first["chat_token_string"].as_str().unwrap());
    chat.id = first["id"].as_str().unwrap().to_owned();
    chat.say("a message").await;
    accepted(ann.act(&chat, "messages", &json!({"body": "an answer"}))).await;
    accepted(ann.act(&chat, "notes", &json!({"body": "a note"}))).await;
    accepted(ann.act(&chat, "block_device", &json!({}))).await;

    let order = erase(&ann, &json!({"feedback_id": chat.id})).await;
    assert_eq!(
        (&order["kind"], &order["feedbacks"]),
        (&json!("feedback"), &json!(1))
    );
    assert_eq!(ids(&server).await, std::slice::from_ref(&other.id));
    let rows = texts(
        server.data.path(),
        "SELECT feedback_id FROM chat_messages UNION ALL SELECT key FROM idempotency_keys WHERE route <> 'erased_feedbacks'",
    )
    .await;
    assert_eq!(rows, [] as [&str; 0]);
    let acts = ann.get(&format!("/v1/staff/audit?feedback_id={}", chat.id)).await;
    let acts: Vec<_> = acts["items"].as_array().unwrap().iter().collect();
    assert_eq!(
        (&acts[0]["act"], &acts[0]["subject"]),
        (&json!("erase"), &order["id"])
    );
    let block = acts.iter().find(|act| act["act"] == "block_device").unwrap();
    assert_eq!(block["subject"], Value::Null, "the hash of the device");

    // Anyone who sends it again, or erases it again, gets the answer of before.
    assert_eq!(accepted(submit()).await, json!({"id": chat.id}));
    let arrived = server
        .post("/v1/feedbacks/arrivals")
        .json(&json!({"device_id": "d", "keys": [KEY]}));
    assert_eq!(accepted(arrived).await["items"][0]["id"], chat.id);
    assert_eq!(
        erase(&ann, &json!({"feedback_id": chat.id})).await["id"],
        order["id"]
    );
    assert_eq!(ids(&server).await, [other.id]);
}

#[tokio::test]
async fn all_followers_of_an_erased_chat_are_notified() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    let token = server.staff_token(&["bob"]).await;
    let (mut customer, mut staff) = (Socket::connect(&server).await, Socket::connect(&server).await);
    customer.subscribe(&chat).await;
    staff.subscribe_as_staff(&token, None).await;
    erase(&ann, &json!({"feedback_id": chat.id})).await;
    assert_eq!(
        customer.event("chat_erased").await,
        json!({"feedback_id": chat.id})
    );
    assert_eq!(
        staff.event("chat_erased").await,
        json!({"feedback_id": chat.id, "node_id": "door"})
    );
    // Also those who come later, with a message or to follow it; but nobody who has no right token.
    for request in [chat.get(""), chat.send("too late"), chat.archive()] {
        let (status, problem) = refused(request).await;
        assert_eq!((status, &problem["code"]), (410, &json!("chat_erased")));
    }
    let refusal = customer.emit("subscribe", subscription(&chat)).await;
    assert_eq!(refusal, json!({"ok": false, "code": "chat_erased"}));
    let stranger = chat.with_token("A".repeat(43));
    assert_eq!(refused(stranger.get("")).await.0, 401);
    assert_eq!(refused(ann.post(&chat.staff_path("/claim"))).await.0, 404);
}

#[tokio::test]
async fn a_device_is_erased_by_its_hash_at_the_nodes_of_the_token() {
    let server = TestServer::start().await;
    import_files_flow(server.data.path());
    let all = Member::join(&server, &["all"]).await;
    let door = Member::join(&server, &["door", "--nodes", "door"]).await;
    let visitor = Visitor::new(&server.client, &server.address, "d");
    let upload = visitor.uploaded().await;
    accepted(visitor.submit(&[&upload])).await;
    visitor.uploaded().await;
    for _ in 0..3 {
        accepted(server.submit(&unhappy("d"))).await;
    }
    accepted(server.submit(&happy("d")).header("X-COMPLETED", "true")).await;
    let stays = accepted(server.submit(&happy("other"))).await;
    let list = all.get("/v1/staff/feedbacks?node_id=files").await;
    let hash = &list["items"][0]["device_id"];

    assert_eq!(erase(&door, &json!({"device_id": hash})).await["feedbacks"], 4);
    assert_eq!(ids(&server).await.len(), 2, "what other nodes have stays");
    assert_eq!(stored_files(server.data.path()).len(), 2);
    assert_eq!(erase(&all, &json!({"device_id": hash})).await["feedbacks"], 1);
    assert_eq!(ids(&server).await, [stays["id"].as_str().unwrap()]);
    assert_eq!(stored_files(server.data.path()), [] as [String; 0]);
    assert_eq!(
        texts(server.data.path(), "SELECT id FROM uploads").await,
        [] as [String; 0]
    );
    // By the id, and of a device that has sent nothing.
    assert_eq!(erase(&all, &json!({"device_id": "other"})).await["feedbacks"], 1);
    assert_eq!(erase(&all, &json!({"device_id": "nobody"})).await["feedbacks"], 0);
}

#[tokio::test]
async fn a_customer_and_a_person_are_erased_with_their_feedback_only() {
    let server = customer_server().await;
    let ann = Member::join(&server, &["ann"]).await;
    let submit = async |device: &str, customer: Value| {
        accepted(server.submit(&with(happy(device), "customer", customer))).await["id"].clone()
    };
    let customer = accepted(visit(
        &server,
        &json!({"device_id": "d", "email": "ann@example.org"}),
    ))
    .await["id"]
        .clone();
    submit("d", json!({"id": customer})).await;
    let mut stay = vec![submit("d", json!({"email": "guest@example.org"})).await];
    assert_eq!(
        erase(&ann, &json!({"customer_id": customer})).await["feedbacks"],
        1
    );
    assert_eq!(ids(&server).await, [stay[0].as_str().unwrap()]);
    let gone = ann
        .post("/v1/staff/erasures")
        .json(&json!({"customer_id": customer}));
    assert_eq!(refused(gone).await.0, 404);

    // Proven on one device, known on another.
    let jws = signed(OPEN, SECRET, &json!({}), &json!({"external_id": "42"}));
    let signature = sign_link("links", &json!({"external_id": "42"}));
    let proven = server.submit(&with(happy("e"), "node_id", "links"));
    accepted(proven.header("X-Signature", signature)).await;
    let signed_visit = json!({"device_id": "f", "widget_code": OPEN, "attributes_jws": jws});
    let known = accepted(visit(&server, &signed_visit)).await["id"].clone();
    submit("f", json!({"id": known})).await;
    stay.push(submit("f", json!({"email": "guest@example.org"})).await);
    assert_eq!(erase(&ann, &json!({"external_id": "42"})).await["feedbacks"], 2);
    stay.reverse();
    assert_eq!(json!(ids(&server).await), json!(stay));
    assert_eq!(
        texts(server.data.path(), "SELECT id FROM customers").await,
        [] as [String; 0]
    );
}

#[tokio::test]
async fn only_one_known_thing_of_the_tokens_nodes_is_erased() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let elsewhere = Member::join(&server, &["elsewhere", "--nodes", "once"]).await;
    let chat = Chat::open(&server).await;
    for (member, body, expected) in [
        (&ann, json!({}), (422, "one_id_expected")),
        (
            &ann,
            json!({"feedback_id": chat.id, "device_id": "d"}),
            (422, "one_id_expected"),
        ),
        (&ann, json!({"device_id": ""}), (422, "invalid_id")),
        (&ann, json!({"external_id": "x".repeat(129)}), (422, "invalid_id")),
        (&ann, json!({"feedback_id": "unknown"}), (404, "not_found")),
        (&elsewhere, json!({"feedback_id": chat.id}), (404, "not_found")),
        (
            &elsewhere,
            json!({"device_id": "d", "node_id": "door"}),
            (403, "not_in_scope"),
        ),
    ] {
        let (status, problem) = refused(member.post("/v1/staff/erasures").json(&body)).await;
        assert_eq!((status, problem["code"].as_str().unwrap()), expected, "{body}");
    }
    assert_eq!(
        erase(&elsewhere, &json!({"device_id": "d"})).await["feedbacks"],
        0
    );
    assert_eq!(ids(&server).await, [chat.id]);
}

#[tokio::test]
async fn the_log_of_the_database_is_emptied_soon_after() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    accepted(server.submit(&happy("d"))).await;
    let order = erase(&ann, &json!({"device_id": "d"})).await;
    order_with(&ann, &order, "wiped_at").await;
}

#[tokio::test]
async fn feedback_by_signed_links_goes_with_the_customer_whom_they_name() {
    let server = customer_server().await;
    let ann = Member::join(&server, &["ann"]).await;
    let door = Member::join(&server, &["door", "--nodes", "door"]).await;
    let by_link = async |device: &str, customer: &Value, is_partial: &str| {
        let submission = server.submit(&with(happy(device), "node_id", "links"));
        let signed = submission.header("X-Signature", sign_link("links", customer));
        accepted(signed.header("X-COMPLETED", is_partial)).await["id"].clone()
    };
    // The second customer is of no device.
    for visited in [json!({"device_id": "d"}), json!({})] {
        let id = accepted(visit(&server, &visited)).await["id"].clone();
        let stays = json!({"id": "another", "custom_attributes": {"id": id}});
        let stays = by_link("phone", &stays, "false").await;
        by_link("phone", &json!({"id": id}), "false").await;
        by_link("tablet", &json!({"id": id, "external_id": "42"}), "false").await;
        by_link("watch", &json!({"id": id, "email": "ann@example.org"}), "true").await;

        let path = format!("/v1/staff/customers/{}/data", id.as_str().unwrap());
        let held = async |member: &Member<'_>| {
            let data = member.get(&path).await;
            data["feedbacks"].as_array().map_or(0, Vec::len)
        };
        assert_eq!(held(&ann).await, 3);
        assert_eq!(held(&door).await, 0, "of a node that the token is not for");
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("person");
        let mut person = pulsen();
        person
            .args(["person", "--customer", id.as_str().unwrap(), "--out"])
            .arg(&out);
        let data = server.data.path().to_owned();
        let written = tokio::task::spawn_blocking(move || printed(with_data(&mut person, &data)));
        written.await.unwrap();
        let written: Value = serde_json::from_slice(&std::fs::read(out.join("data.json")).unwrap()).unwrap();
        assert_eq!(written["feedbacks"].as_array().unwrap().len(), 3);

        let order = erase(&ann, &json!({"customer_id": id})).await;
        assert_eq!(order["feedbacks"], 3, "{visited}");
        assert_eq!(json!(ids(&server).await), json!([stays]));
        erase(&ann, &json!({"feedback_id": stays})).await;
    }
}

/// Puts a folder in the place of each file of the storage, so that no file can be deleted. Returns what undoes that.
fn keep_files(server: &TestServer) -> impl FnOnce() {
    let files = server.data.path().join("files");
    let mut kept = Vec::new();
    for key in stored_files(server.data.path()) {
        let file = files.join(&key[..2]).join(&key);
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir_all(file.join("kept")).unwrap();
        kept.push(file);
    }
    assert!(!kept.is_empty());
    move || {
        for file in kept {
            std::fs::remove_dir_all(file).unwrap();
        }
    }
}

#[tokio::test]
async fn an_order_whose_file_is_stuck_is_repeated_and_holds_up_no_other() {
    let server = TestServer::start().await;
    import_files_flow(server.data.path());
    let ann = Member::join(&server, &["ann"]).await;
    let visitor = Visitor::new(&server.client, &server.address, "d");
    let visited = server.post("/v2/web_widgets/files/customers/visit");
    let customer = accepted(visited.json(&json!({"device_id": "d"}))).await["id"].clone();
    let upload = visitor.uploaded().await;
    let items = json!([{"question_id": "receipt", "active_storage_blob_id": upload}]);
    let feedback = json!({"device_id": "d", "node_id": "files", "flow_id": "files", "responses": items,
        "attachment_ids": [upload], "customer": {"id": customer}});
    accepted(server.submit(&feedback)).await;
    let release = keep_files(&server);

    let body = json!({"customer_id": customer});
    let order = ordered(&ann, &body).await;
    assert_eq!(
        (&order["feedbacks"], &order["erased_at"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(
        texts(server.data.path(), "SELECT id FROM customers").await,
        [] as [&str; 0]
    );
    assert_eq!(
        ordered(&ann, &body).await["id"],
        order["id"],
        "the order under way"
    );

    // Others, with a file that can be deleted and without any, are not held up.
    let other = Visitor::new(&server.client, &server.address, "e");
    let upload = other.uploaded().await;
    accepted(other.submit(&[&upload])).await;
    let done = erase(&ann, &json!({"device_id": "e"})).await;
    assert_eq!(done["feedbacks"], 1);
    order_with(&ann, &done, "wiped_at").await;
    assert_eq!(stored_files(server.data.path()), [] as [&str; 0]);

    release();
    assert_eq!(ordered(&ann, &body).await["id"], order["id"]);
    order_with(&ann, &order, "wiped_at").await;
    assert_eq!(
        texts(server.data.path(), "SELECT id FROM uploads").await,
        [] as [&str; 0]
    );
    assert_eq!(refused(ann.post("/v1/staff/erasures").json(&body)).await.0, 404);
}
