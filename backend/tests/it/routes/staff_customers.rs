//! `/v1/staff/customers/{customer_id}/data`.

use super::customers::{OPEN, server as customer_server, visit};
use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use super::staff_erasures::erase;
use super::staff_results::indexed;
use crate::database::with_data;
use crate::process::{printed, pulsen};
use crate::server::TestServer;
use crate::submission::{happy, with};
use serde_json::{Value, json};

const KEY: &str = "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11";

/// Leaves a customer with a feedback, and returns the id of the customer.
async fn customer(server: &TestServer) -> String {
    let visited = visit(
        server,
        &json!({"device_id": "zqdevice", "widget_code": OPEN, "email": "ann@example.org"}),
    );
    let id = accepted(visited).await["id"].as_str().unwrap().to_owned();
    let feedback = with(happy("zqdevice"), "customer", json!({"id": id}));
    accepted(server.submit(&feedback).header("Idempotency-Key", KEY)).await;
    // Of the same device, by somebody who does not say who it is.
    accepted(server.submit(&happy("zqdevice"))).await;
    // Its answers are also in the index.
    indexed(server).await;
    id
}

/// Returns how many rows a document has of each table.
fn tables(document: &Value) -> Vec<(String, usize)> {
    let tables = document.as_object().unwrap().iter();
    tables
        .filter_map(|(name, rows)| Some((name.clone(), rows.as_array()?.len())))
        .collect()
}

#[tokio::test]
async fn staff_get_the_operators_view_without_customer_tokens() {
    let server = customer_server().await;
    let ann = Member::join(&server, &["ann", "--rights", "read,export"]).await;
    let id = customer(&server).await;
    let document = ann.get(&format!("/v1/staff/customers/{id}/data")).await;
    assert_eq!(document["customers"][0]["id"], id);
    let feedbacks = document["feedbacks"].as_array().unwrap();
    assert_eq!(feedbacks.len(), 1, "{document}");
    assert_eq!(feedbacks[0]["responses"][0]["question_id"], "mood");
    assert_eq!(document["answers"][1]["number"], 9.0);
    let listed = ann
        .get(&format!(
            "/v1/staff/feedbacks/{}",
            feedbacks[0]["id"].as_str().unwrap()
        ))
        .await;
    assert_eq!(feedbacks[0]["device_id"], listed["device_id"]);
    for kept_back in ["zqdevice", KEY, "storage_key"] {
        assert!(
            !document.to_string().contains(kept_back),
            "{kept_back}: {document}"
        );
    }

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("person");
    let mut person = pulsen();
    person.args(["person", "--customer", &id, "--out"]).arg(&out);
    let data = server.data.path().to_owned();
    let run = tokio::task::spawn_blocking(move || printed(with_data(&mut person, &data)));
    run.await.unwrap();
    let written: Value = serde_json::from_slice(&std::fs::read(out.join("data.json")).unwrap()).unwrap();
    assert_eq!(tables(&document), tables(&written));
    assert!(written.to_string().contains("zqdevice"));
}

#[tokio::test]
async fn the_audit_of_a_data_request_is_kept_until_the_customer_is_erased() {
    let server = customer_server().await;
    let ann = Member::join(&server, &["ann"]).await;
    let id = customer(&server).await;
    ann.get(&format!("/v1/staff/customers/{id}/data")).await;
    let act = async || ann.get("/v1/staff/audit?act=export_customer").await["items"][0].clone();
    let written = act().await;
    assert_eq!(
        (&written["staff"], &written["subject"]),
        (&json!("ann"), &json!(id))
    );
    assert!(written["node_id"].is_string());
    erase(&ann, &json!({"customer_id": id})).await;
    assert_eq!(act().await["subject"], Value::Null);
}

#[tokio::test]
async fn only_staff_of_the_node_get_it() {
    let server = customer_server().await;
    let elsewhere = Member::join(&server, &["elsewhere", "--nodes", "once"]).await;
    let id = customer(&server).await;
    let path = |id: &str| format!("/v1/staff/customers/{id}/data");
    let stranger = server.client.get(format!("{}{}", server.address, path(&id)));
    assert_eq!(refused(stranger).await.0, 401);
    for (id, status, code) in [(id.as_str(), 403, "not_in_scope"), ("nobody", 404, "not_found")] {
        let (found, problem) = refused(elsewhere.prepare_get(&path(id))).await;
        assert_eq!((found, &problem["code"]), (status, &json!(code)));
    }
    assert_eq!(
        elsewhere.get("/v1/staff/audit?act=export_customer").await["items"],
        json!([])
    );
}
