//! `/v1/staff/canned_replies`.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::database::execute;
use crate::server::TestServer;
use serde_json::{Value, json};

fn ids(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap();
    items.iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn replies_are_stored_changed_and_deleted() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let path = "/v1/staff/canned_replies/greeting";
    let body = json!({"node_id": "door", "title": "Greeting", "body": "Good morning!\nHow can we help?"});
    let first = accepted(ann.put(path, &body)).await;
    assert_eq!(
        first,
        json!({"id": "greeting", "node_id": "door", "title": "Greeting", "updated_by": "ann",
            "body": "Good morning!\nHow can we help?", "updated_at": first["updated_at"]})
    );
    assert_eq!(accepted(ann.put(path, &body)).await, first, "a repeat");
    let changed = json!({"title": "Greeting", "body": "Hello!"});
    let stored = accepted(ann.put(path, &changed)).await;
    assert_eq!(
        (&stored["node_id"], &stored["body"]),
        (&Value::Null, &json!("Hello!"))
    );
    assert_eq!(
        ann.get("/v1/staff/canned_replies").await["items"],
        json!([stored])
    );
    for _ in 0..2 {
        assert_eq!(ann.delete(path).send().await.unwrap().status(), 204);
    }
    assert_eq!(
        ids(&ann.get("/v1/staff/canned_replies").await),
        Vec::<&str>::new()
    );
    let acts = ann.get("/v1/staff/audit?staff=ann").await;
    let acts: Vec<_> = acts["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["act"])
        .collect();
    assert_eq!(
        acts,
        ["delete_canned_reply", "put_canned_reply", "put_canned_reply"]
    );
}

#[tokio::test]
async fn each_member_has_those_of_their_nodes_and_those_for_all() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let insider = Member::join(&server, &["insider", "--nodes", "door"]).await;
    for (id, node) in [
        ("all", Value::Null),
        ("door", json!("door")),
        ("once", json!("once")),
    ] {
        let body = json!({"node_id": node, "title": "t", "body": "b"});
        accepted(ann.put(&format!("/v1/staff/canned_replies/{id}"), &body)).await;
    }
    assert_eq!(
        ids(&insider.get("/v1/staff/canned_replies").await),
        ["all", "door"]
    );
    assert_eq!(
        ids(&ann.get("/v1/staff/canned_replies?node_id=once").await),
        ["all", "once"]
    );
    let first = ann.get("/v1/staff/canned_replies?limit=2").await;
    let rest = ann.get("/v1/staff/canned_replies?limit=2&after=door").await;
    assert_eq!(
        (ids(&first), &first["next_cursor"]),
        (vec!["all", "door"], &json!("door"))
    );
    assert_eq!((ids(&rest), &rest["next_cursor"]), (vec!["once"], &Value::Null));
    let mine = json!({"node_id": "door", "title": "t", "body": "changed"});
    accepted(insider.put("/v1/staff/canned_replies/door", &mine)).await;
    let for_all = json!({"title": "t", "body": "b"});
    for (id, body) in [
        ("all", &mine),
        ("once", &mine),
        ("door", &for_all),
        ("new", &for_all),
    ] {
        let put = insider.put(&format!("/v1/staff/canned_replies/{id}"), body);
        assert_eq!(refused(put).await.1["code"], "not_in_scope", "{id}");
    }
    for id in ["all", "once"] {
        let delete = insider.delete(&format!("/v1/staff/canned_replies/{id}"));
        assert_eq!(refused(delete).await.1["code"], "not_in_scope", "{id}");
    }
}

#[tokio::test]
async fn invalid_or_excessive_input_is_refused() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let reply = |field: &str, value: Value| {
        let mut body = json!({"title": "t", "body": "b"});
        body[field] = value;
        body
    };
    for (id, body, code, pointer) in [
        ("a", reply("title", json!(" ")), "required", "/title"),
        (
            "a",
            reply("title", json!("x".repeat(101))),
            "length_max",
            "/title",
        ),
        ("a", reply("body", json!("")), "required", "/body"),
        (
            "a",
            reply("body", json!("x".repeat(5_001))),
            "length_max",
            "/body",
        ),
        ("a", reply("body", json!(7)), "wrong_type", "/body"),
        ("a", reply("node_id", json!("gone")), "unknown_node", "/node_id"),
        ("a b", reply("title", json!("t")), "invalid_id", ""),
        (&"x".repeat(65), reply("title", json!("t")), "invalid_id", ""),
    ] {
        let put = ann.put(&format!("/v1/staff/canned_replies/{id}"), &body);
        let (status, problem) = refused(put).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{problem}");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
    let many: Vec<_> = (0..500)
        .map(|number| format!("('r{number}', 't', 'b', 'ann', 0)"))
        .collect();
    let insert = "INSERT INTO canned_replies (id, title, body, updated_by, updated_at) VALUES ";
    execute(server.data.path(), format!("{insert}{}", many.join(", "))).await;
    let one_more = ann.put("/v1/staff/canned_replies/more", &reply("title", json!("t")));
    let (status, problem) = refused(one_more).await;
    assert_eq!(
        (status, &problem["code"]),
        (409, &json!("too_many_canned_replies"))
    );
    accepted(ann.put("/v1/staff/canned_replies/r7", &reply("title", json!("changed")))).await;
    accepted(ann.put("/v1/staff/canned_replies/more", &reply("node_id", json!("door")))).await;
}
