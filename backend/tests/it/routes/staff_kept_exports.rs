//! `/v1/staff/exports`: exports that are made beside requests, and kept as files.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use super::staff_erasures::erase;
use super::staff_exports::{shapes_answered, with_shapes};
use super::staff_results::{by, indexed};
use crate::client::RequestBuilder;
use crate::database::{execute, is_postgres, texts};
use crate::deadline::until;
use crate::process::ServerProcess;
use crate::server::{RECORDS, TestServer, client, import, staff_token};
use crate::submission::{happy, unhappy};
use crate::upload::stored_files;
use serde_json::{Value, json};
use std::path::Path;

const EXPORTS: &str = "/v1/staff/exports";

/// Orders an export and returns it.
async fn begun(order: RequestBuilder) -> Value {
    let response = order.send().await.unwrap();
    assert_eq!(response.status(), 202);
    response.json().await.unwrap()
}

/// Orders an export and returns its path.
async fn ordered(member: &Member<'_>, query: &str) -> String {
    let export = begun(member.post(&format!("{EXPORTS}?{query}"))).await;
    format!("{EXPORTS}/{}", export["id"].as_str().unwrap())
}

/// Orders an export, waits until it is made, and returns its path.
async fn made(member: &Member<'_>, query: &str) -> String {
    let path = ordered(member, query).await;
    until("the export is made", async || {
        member.get(&path).await["state"] == "done"
    })
    .await;
    path
}

async fn file(member: &Member<'_>, path: &str) -> Vec<u8> {
    let response = member.prepare_get(&format!("{path}/file")).send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.bytes().await.unwrap().to_vec()
}

/// Returns the status and the code of a refusal.
async fn refusal(member: &Member<'_>, path: &str) -> (u16, Value) {
    let (status, problem) = refused(member.prepare_get(path)).await;
    (status, problem["code"].clone())
}

#[tokio::test]
async fn an_export_has_what_the_filter_of_the_list_has() {
    let server = TestServer::start().await;
    for user in ["a", "b", "c"] {
        accepted(server.submit(&by(user, if user == "b" { unhappy("d") } else { happy("d") }))).await;
    }
    indexed(&server).await;
    let ann = Member::join(&server, &["ann", "--nodes", "door,once"]).await;
    let path = made(&ann, "format=ndjson&question_id=mood&option_id=good").await;
    let export = ann.get(&path).await;
    let response = ann.prepare_get(&format!("{path}/file")).send().await.unwrap();
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "application/x-ndjson");
    assert_eq!(header("content-length"), export["bytes"].to_string());
    assert_eq!(header("content-security-policy"), "default-src 'none'; sandbox");
    let disposition = header("content-disposition");
    assert!(
        disposition.starts_with("attachment; filename=\"feedback-20") && disposition.ends_with(".ndjson\""),
        "{disposition}"
    );
    let text = response.text().await.unwrap();
    let users = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let users: Vec<_> = users.map(|item| item["user_id"].clone()).collect();
    assert_eq!(users, ["c", "a"]);
    assert_eq!(
        (&export["feedbacks"], &export["requested_by"], &export["format"]),
        (&json!(2), &json!("ann"), &json!("ndjson"))
    );
    assert_eq!(
        (&export["parameters"], &export["node_ids"], &export["problem"]),
        (
            &json!({"question_id": "mood", "option_id": "good"}),
            &json!(["door", "once"]),
            &Value::Null
        )
    );
    let csv = made(&ann, "format=csv&flow_id=visit&header=texts").await;
    assert_eq!(file(&ann, &csv).await.split(|byte| *byte == b'\n').count(), 5);
    let first = ann.get(&format!("{EXPORTS}?limit=1")).await;
    assert_eq!(first["items"][0], ann.get(&csv).await);
    let after = first["next_cursor"].as_str().unwrap();
    let rest = ann.get(&format!("{EXPORTS}?after={after}")).await;
    assert_eq!(
        (&rest["items"], &rest["next_cursor"]),
        (&json!([export]), &Value::Null)
    );

    assert_eq!(ann.delete(&path).send().await.unwrap().status(), 204);
    assert_eq!(refusal(&ann, &path).await.0, 404);
    until("its file is deleted", async || {
        stored_files(server.data.path()).len() == 1
    })
    .await;
    let owner = Member::join(&server, &["owner"]).await;
    let audit = owner.get("/v1/staff/audit?node_id=door").await;
    let acts: Vec<_> = audit["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["act"])
        .collect();
    assert_eq!(
        acts,
        [
            "remove_export",
            "download_export",
            "create_export",
            "download_export",
            "create_export"
        ]
    );
}

#[tokio::test]
async fn an_order_is_checked_and_each_member_keeps_a_few() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann", "--nodes", "door"]).await;
    for (query, status) in [
        ("", 400),
        ("format=csv", 400),
        ("format=ndjson&bom=true", 400),
        ("format=csv&flow_id=gone", 404),
        ("format=ndjson&node_id=short", 403),
        ("format=ndjson&question=mood", 400),
        (&format!("format=ndjson&contains={}", "x".repeat(9_000)), 400),
    ] {
        let request = ann.post(&format!("{EXPORTS}?{query}"));
        assert_eq!(refused(request).await.0, status, "{query}");
    }
    let mut paths = Vec::new();
    for _ in 0..20 {
        paths.push(ordered(&ann, "format=ndjson").await);
    }
    let one_more = || ann.post(&format!("{EXPORTS}?format=ndjson"));
    let (status, problem) = refused(one_more()).await;
    assert_eq!((status, &problem["code"]), (409, &json!("too_many_exports")));
    assert_eq!(ann.delete(&paths[0]).send().await.unwrap().status(), 204);
    begun(one_more()).await;
    let bob = Member::join(&server, &["bob"]).await;
    assert_eq!(bob.get(EXPORTS).await["items"], json!([]));
    assert_eq!(refusal(&bob, &paths[1]).await.0, 404);
    assert_eq!(refusal(&bob, &format!("{}/file", paths[1])).await.0, 404);
    assert_eq!(refused(bob.delete(&paths[1])).await.0, 404);
    begun(bob.post(&format!("{EXPORTS}?format=ndjson"))).await;
    // One that is made just then would get its own time.
    let unmade = "SELECT id FROM exports WHERE state IN ('queued', 'running')";
    until("all are made", async || {
        texts(server.data.path(), unmade).await.is_empty()
    })
    .await;
    execute(server.data.path(), "UPDATE exports SET expires_at = 1").await;
    assert_eq!(ann.get(EXPORTS).await["items"], json!([]));
    assert_eq!(refusal(&ann, &paths[1]).await.0, 404);
    begun(one_more()).await;
}

#[tokio::test]
async fn nobody_downloads_what_goes_beyond_their_nodes() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let path = made(&ann, "format=ndjson").await;
    server.staff_token(&["ann", "--revoke"]).await;
    let download = format!("{path}/file");
    assert_eq!(refusal(&ann, &download).await.0, 401);
    let reduced = Member::join(&server, &["ann", "--nodes", "door"]).await;
    assert_eq!(refusal(&reduced, &download).await, (403, json!("not_in_scope")));
    assert_eq!(reduced.get(&path).await["state"], "done");
    let own = made(&reduced, "format=ndjson").await;
    file(&reduced, &own).await;
}

#[tokio::test]
async fn a_large_file_is_stored_in_parts() {
    let server = with_shapes().await;
    for _ in 0..2 {
        accepted(server.submit(&shapes_answered("several"))).await;
    }
    let long = match is_postgres() {
        true => "repeat('0', 6000000)",
        false => "hex(zeroblob(3000000))",
    };
    let grow = format!("UPDATE feedbacks SET responses = replace(responses, '=1+1', {long})");
    execute(server.data.path(), grow).await;
    let ann = Member::join(&server, &["ann"]).await;
    let path = made(&ann, "format=csv&flow_id=shapes").await;
    let export = ann.get(&path).await;
    let bytes = file(&ann, &path).await;
    assert_eq!(export["bytes"], bytes.len());
    assert!(bytes.starts_with(b"id,status,") && bytes.ends_with(b"\r\n"));
    assert_eq!(bytes.iter().filter(|byte| **byte == b'0').count() / 6_000_000, 3);
    assert_eq!(stored_files(server.data.path()).len(), 3);
}

#[tokio::test]
async fn erasing_removes_every_export_of_its_node() {
    let server = TestServer::start().await;
    let answer: Value = accepted(server.submit(&happy("d"))).await;
    let ann = Member::join(&server, &["ann"]).await;
    let of_all = made(&ann, "format=ndjson").await;
    let of_node = made(&ann, "format=ndjson&node_id=door").await;
    let of_other = made(&ann, "format=csv&flow_id=visit&node_id=once").await;
    erase(&ann, &json!({"feedback_id": answer["id"]})).await;
    assert_eq!(refusal(&ann, &of_all).await.0, 404);
    assert_eq!(refusal(&ann, &of_node).await.0, 404);
    file(&ann, &of_other).await;
    assert_eq!(stored_files(server.data.path()).len(), 1);
}

#[tokio::test]
async fn a_killed_server_leaves_its_export_to_the_next_one() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    let server = ServerProcess::start(data.path());
    let ask = async |server: &ServerProcess, path: &str| -> Value {
        let request = client().get(format!("{}{path}", server.address));
        accepted(request.bearer_auth(&token)).await
    };
    let order = client().post(format!("{}{EXPORTS}?format=csv&flow_id=visit", server.address));
    let export = begun(order.bearer_auth(&token)).await;
    let path = format!("{EXPORTS}/{}", export["id"].as_str().unwrap());
    until("it is made", async || {
        ask(&server, &path).await["state"] == "done"
    })
    .await;
    server.kill();
    // As it leaves it in the middle.
    let middle = "UPDATE exports SET state = 'running', finished_at = NULL, leased_until = 0";
    execute(data.path(), middle).await;
    let server = ServerProcess::start(data.path());
    until("it is made again", async || {
        ask(&server, &path).await["state"] == "done"
    })
    .await;
    until("the file of before is deleted", async || {
        stored_files(data.path()).len() == 1
    })
    .await;
    let attempts = "SELECT CAST(attempts AS TEXT) FROM exports";
    assert_eq!(texts(data.path(), attempts).await, ["2"]);
    server.terminate();
}
