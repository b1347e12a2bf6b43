//! What staff do with feedback: `/v1/staff/feedbacks/{id}/…`, and the tags of a node.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use super::staff_results::indexed;
use crate::chat::Chat;
use crate::server::TestServer;
use crate::submission::{happy, with};
use serde_json::{Value, json};

const KEY: &str = "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11";

async fn submitted(server: &TestServer, user: &str) -> String {
    let answer: Value = accepted(server.submit(&with(happy(user), "user_id", user))).await;
    answer["id"].as_str().unwrap().to_owned()
}

fn path(id: &str, act: &str) -> String {
    format!("/v1/staff/feedbacks/{id}/{act}")
}

/// Returns the users of the feedback that fits a filter, on which lists, totals, exports and summaries agree.
async fn users(ann: &Member<'_>, filter: &str) -> String {
    let list = ann.get(&format!("/v1/staff/feedbacks?total=true&{filter}")).await;
    let items = list["items"].as_array().unwrap();
    let users: String = items
        .iter()
        .map(|item| item["user_id"].as_str().unwrap())
        .collect();
    assert_eq!(list["total"]["count"], items.len(), "{filter}");
    let export = ann.prepare_get(&format!("/v1/staff/feedbacks/export?format=ndjson&{filter}"));
    let export = export.send().await.unwrap().text().await.unwrap();
    assert_eq!(export.lines().count(), items.len(), "{filter}");
    indexed(ann.server).await;
    let summary = ann.get(&format!("/v1/staff/flows/visit/summary?{filter}")).await;
    assert_eq!(summary["complete"], items.len(), "{filter}");
    users
}

#[tokio::test]
async fn staff_say_how_far_they_are() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let (one, two) = (submitted(&server, "d").await, submitted(&server, "e").await);
    submitted(&server, "f").await;
    let change = async |id: &str, review: &str| -> Value {
        let request = ann.post(&path(id, "review")).json(&json!({ "review": review }));
        accepted(request).await
    };
    let before = ann.get(&format!("/v1/staff/feedbacks/{one}")).await;
    assert_eq!(before["review"], "new");
    let changed = change(&one, "in_progress").await;
    assert_eq!(
        (&changed["id"], &changed["review"], &changed["tags"]),
        (&json!(one), &json!("in_progress"), &json!([]))
    );
    assert_eq!(
        change(&one, "in_progress").await,
        changed,
        "a repeat changes nothing"
    );
    change(&two, "done").await;
    assert_eq!(users(&ann, "review=in_progress").await, "d");
    assert_eq!(users(&ann, "review=done").await, "e");
    assert_eq!(users(&ann, "review=new").await, "f");
    assert_eq!(users(&ann, "review=done&node_id=door&status=complete").await, "e");
    let after = ann.get(&format!("/v1/staff/feedbacks/{one}")).await;
    assert_eq!(
        (&after["review"], &after["updated_at"]),
        (&changed["review"], &changed["updated_at"])
    );
    assert!(after["updated_at"].as_str() > before["updated_at"].as_str());
    assert_eq!(after["completed_at"], before["completed_at"]);

    let (status, problem) = refused(ann.post(&path(&one, "review")).json(&json!({"review": "gone"}))).await;
    assert_eq!((status, &problem["code"]), (422, &json!("wrong_type")));
    let unknown = ann.post(&path("gone", "review")).json(&json!({"review": "done"}));
    assert_eq!(refused(unknown).await.0, 404);
    let query = ann.prepare_get("/v1/staff/feedbacks?review=gone");
    assert_eq!(refused(query).await.0, 400);
}

#[tokio::test]
async fn what_the_visitor_continues_is_new() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let partial: Value = accepted(server.submit(&happy("d")).header("X-COMPLETED", "true")).await;
    let id = partial["id"].as_str().unwrap();
    accepted(ann.post(&path(id, "review")).json(&json!({"review": "done"}))).await;
    accepted(server.submit(&happy("d")).header("X-FID", id)).await;
    let continued = ann.get(&format!("/v1/staff/feedbacks/{id}")).await;
    assert_eq!(
        (&continued["status"], &continued["review"]),
        (&json!("complete"), &json!("new"))
    );
}

#[tokio::test]
async fn tags_sort_feedback() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let (one, two) = (submitted(&server, "d").await, submitted(&server, "e").await);
    let tag = async |id: &str, changes: Value| -> Value {
        accepted(ann.post(&path(id, "tag")).json(&changes)).await["tags"].clone()
    };
    let added = json!({"add": ["Refund", " late\tdelivery ", "refund"]});
    for _ in 0..2 {
        assert_eq!(tag(&one, added.clone()).await, json!(["late delivery", "refund"]));
    }
    assert_eq!(tag(&two, json!({"add": ["refund"]})).await, json!(["refund"]));
    assert_eq!(users(&ann, "tag=REFUND").await, "ed");
    assert_eq!(users(&ann, "tag=late%20delivery").await, "d");
    assert_eq!(users(&ann, "tag=refund&review=new&node_id=door").await, "ed");
    assert_eq!(users(&ann, "tag=refund&review=done").await, "");
    let list = ann.get("/v1/staff/feedbacks?tag=refund").await;
    assert_eq!(list["items"][1]["tags"], json!(["late delivery", "refund"]));

    let known = ann.get("/v1/staff/nodes/door/tags").await;
    let late = json!({"tag": "late delivery", "count": 1, "is_capped": false});
    let refund = json!({"tag": "refund", "count": 2, "is_capped": false});
    assert_eq!(known["items"], json!([late, refund]));
    let first = ann.get("/v1/staff/nodes/door/tags?limit=1").await;
    assert_eq!(first["items"], json!([late]));
    let after = first["next_cursor"].as_str().unwrap().replace(' ', "%20");
    let rest = ann.get(&format!("/v1/staff/nodes/door/tags?after={after}")).await;
    assert_eq!(
        (&rest["items"], &rest["next_cursor"]),
        (&json!([refund]), &Value::Null)
    );
    assert_eq!(ann.get("/v1/staff/nodes/once/tags").await["items"], json!([]));

    assert_eq!(
        tag(&one, json!({"remove": ["refund", "gone"]})).await,
        json!(["late delivery"])
    );
    assert_eq!(users(&ann, "tag=refund").await, "e");

    let many: Vec<String> = (0..19).map(|number| format!("tag {number:02}")).collect();
    assert_eq!(
        tag(&one, json!({ "add": many })).await.as_array().unwrap().len(),
        20
    );
    let (status, problem) = refused(ann.post(&path(&one, "tag")).json(&json!({"add": ["one more"]}))).await;
    assert_eq!((status, &problem["code"]), (409, &json!("too_many_tags")));
    let (status, problem) = refused(
        ann.post(&path(&one, "tag"))
            .json(&json!({"add": ["ok", " "], "remove": ["a".repeat(41)]})),
    )
    .await;
    assert_eq!((status, &problem["code"]), (422, &json!("invalid_tag")));
    let pointers: Vec<_> = problem["errors"].as_array().unwrap().iter().collect();
    let pointers: Vec<_> = pointers.iter().map(|fault| &fault["pointer"]).collect();
    assert_eq!(pointers, ["/add/1", "/remove/0"]);
    assert_eq!(
        refused(ann.prepare_get("/v1/staff/feedbacks?tag=%20")).await.0,
        400
    );
    assert_eq!(refused(ann.prepare_get("/v1/staff/nodes/gone/tags")).await.0, 404);
}

#[tokio::test]
async fn notes_are_for_staff_and_stored_once() {
    let server = TestServer::start().await;
    let (ann, bob) = (
        Member::join(&server, &["ann"]).await,
        Member::join(&server, &["bob"]).await,
    );
    let chat = Chat::open(&server).await;
    let write = |member: &Member<'_>, body: &str| {
        let request = member
            .post(&path(&chat.id, "notes"))
            .json(&json!({ "body": body }));
        request.header("Idempotency-Key", KEY)
    };
    let first = accepted(write(&ann, "Calls back")).await;
    assert_eq!(
        (&first["author"], &first["body"]),
        (&json!("ann"), &json!("Calls back"))
    );
    assert_eq!(accepted(write(&ann, "Calls back")).await, first);
    for other in [write(&ann, "Another"), write(&bob, "Calls back")] {
        let (status, problem) = refused(other).await;
        assert_eq!((status, &problem["code"]), (422, &json!("idempotency_mismatch")));
    }
    let second = accepted(bob.post(&path(&chat.id, "notes")).json(&json!({"body": "Did"}))).await;
    let single = ann.get(&format!("/v1/staff/feedbacks/{}", chat.id)).await;
    assert_eq!(single["notes"], json!([first, second]));
    let list = ann.get("/v1/staff/feedbacks").await;
    assert!(list["items"][0].get("notes").is_none());
    assert!(!chat.whole().await.to_string().contains("Calls back"));
    for (body, code) in [(" ".to_owned(), "required"), ("a".repeat(5_001), "length_max")] {
        let request = ann.post(&path(&chat.id, "notes")).json(&json!({ "body": body }));
        let (status, problem) = refused(request).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)));
    }

    let audit = ann.get(&format!("/v1/staff/audit?feedback_id={}", chat.id)).await;
    let acts: Vec<String> = audit["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| format!("{} {} {}", item["staff"], item["act"], item["node_id"]).replace('"', ""))
        .collect();
    assert_eq!(acts, ["bob note_feedback door", "ann note_feedback door"]);
}
