//! `POST /v1/feedbacks`: revisions and flows that an import has superseded.

use super::feedbacks::{accepted, refused};
use crate::database::execute;
use crate::import::records;
use crate::server::{TestServer, import, unlimited};
use crate::submission::{happy, unhappy, with};
use backend::{Bounds, RevisionLife};
use serde_json::{Value, json};

/// More than the 30 days for which something superseded is accepted, in milliseconds.
const LONG: i64 = 31 * 24 * 60 * 60 * 1000;

const KEY: (&str, &str) = ("Idempotency-Key", "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11");

/// Imports a changed revision of the flow `visit`.
async fn supersede(server: &TestServer, change: impl FnOnce(&mut Value)) {
    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    change(&mut flow);
    import(
        records(&[("flows/visit.json", &flow.to_string())]).path(),
        server.data.path(),
    );
}

async fn rename(server: &TestServer) {
    supersede(server, |flow| flow["name"] = "After a visit, changed".into()).await;
}

/// Has all imports happened long ago.
async fn wait_long(server: &TestServer) {
    let earlier = format!(
        "UPDATE flow_revisions SET imported_at = imported_at - {LONG};
         UPDATE node_flows SET dropped_at = dropped_at - {LONG}"
    );
    execute(server.data.path(), earlier).await;
}

#[tokio::test]
async fn a_superseded_revision_is_accepted_for_30_days() {
    let server = TestServer::start().await;
    let first = accepted(server.submit(&happy("first")).header(KEY.0, KEY.1)).await;
    rename(&server).await;
    accepted(server.submit(&happy("d"))).await;
    wait_long(&server).await;
    let (status, problem) = refused(server.submit(&happy("d"))).await;
    assert_eq!((status, &problem["code"]), (422, &json!("superseded_revision")));
    assert_eq!(problem["errors"][0]["pointer"], "/flow_revision");
    // The newest one, named or not, is accepted forever.
    accepted(server.submit(&with(happy("d"), "flow_revision", 2))).await;
    accepted(server.submit(&with(happy("d"), "flow_revision", Value::Null))).await;
    let again = accepted(server.submit(&happy("first")).header(KEY.0, KEY.1)).await;
    assert_eq!(again, first, "the repeat of an acknowledged one");
}

#[tokio::test]
async fn a_flow_that_the_node_no_longer_has_is_accepted_for_30_days() {
    let server = TestServer::start().await;
    let node = |flow: &str| {
        let text = format!(r#"{{"id": "door", "flow_id": "{flow}"}}"#);
        import(records(&[("nodes/door.json", &text)]).path(), server.data.path());
    };
    node("short");
    accepted(server.submit(&happy("d"))).await;
    wait_long(&server).await;
    // Not counted again by a later import.
    node("short");
    let (status, problem) = refused(server.submit(&happy("d"))).await;
    assert_eq!((status, &problem["code"]), (422, &json!("unknown_flow")));
    node("visit");
    accepted(server.submit(&happy("d"))).await;
}

#[tokio::test]
async fn offline_answers_are_checked_against_their_revision_at_any_age() {
    let server = TestServer::start().await;
    let offline = |device| with(happy(device), "created_offline", true);
    rename(&server).await;
    let node = r#"{"id": "door", "flow_id": "short"}"#;
    import(records(&[("nodes/door.json", node)]).path(), server.data.path());
    wait_long(&server).await;
    accepted(server.submit(&offline("d"))).await;
    assert_eq!(server.feedbacks().await[0]["flow_revision"], 1);
    // The other checks are the same, and it is the revision that is named.
    let (_, problem) = refused(server.submit(&with(offline("d"), "flow_revision", 3))).await;
    assert_eq!(problem["code"], "unknown_revision");
    let (_, problem) = refused(server.submit(&with(offline("d"), "flow_id", "other"))).await;
    assert_eq!(problem["code"], "unknown_flow");
    assert_eq!(
        refused(server.submit(&happy("d"))).await.1["code"],
        "unknown_flow"
    );
}

#[tokio::test]
async fn the_period_can_be_set() {
    let bounds = |days| Bounds {
        revision_life: RevisionLife::of_days(days),
        ..unlimited()
    };
    let strict = TestServer::with_bounds(bounds(0)).await;
    rename(&strict).await;
    assert_eq!(
        refused(strict.submit(&happy("d"))).await.1["code"],
        "superseded_revision"
    );
    let patient = TestServer::with_bounds(bounds(60)).await;
    rename(&patient).await;
    wait_long(&patient).await;
    accepted(patient.submit(&happy("d"))).await;
}

#[tokio::test]
async fn answers_to_a_superseded_revision_are_masked_by_the_newest_one_as_well() {
    let server = TestServer::start().await;
    let mut unhappy = unhappy("d");
    unhappy["responses"][1]["body"] = "a@b.com".into();
    let mut happy = happy("d");
    let responses = happy["responses"].as_array_mut().unwrap();
    responses.push(json!({"question_id": "mail", "body": "c@d.com"}));
    happy["customer"] = json!({"email": "c@d.com"});
    // Returns what is stored of the text of each.
    let stored = async || {
        let mut bodies = Vec::new();
        for (submission, question) in [(&unhappy, "why"), (&happy, "mail")] {
            accepted(server.submit(submission)).await;
            let stored = server.feedbacks().await.swap_remove(0);
            let mut responses = stored["responses"].as_array().unwrap().iter();
            let item = responses.find(|item| item["question_id"] == question);
            bodies.push(item.unwrap()["body"].as_str().unwrap().to_owned());
            bodies.extend(stored["customer"]["email"].as_str().map(str::to_owned));
        }
        bodies
    };
    assert_eq!(stored().await, ["*@*.com", "c@d.com", "c@d.com"]);
    // The flag moves from one question to another.
    supersede(&server, |flow| {
        flow["states"][0]["elements"][1]["question"]["hidePersonalData"] = false.into();
        flow["states"][1]["elements"][0]["question"]["hidePersonalData"] = true.into();
    })
    .await;
    assert_eq!(stored().await, ["*@*.com", "*@*.com", "*@*.com"]);
    // A question that the newest one does not have keeps its own flag.
    supersede(&server, |flow| {
        flow["states"][1]["elements"].as_array_mut().unwrap().remove(0);
    })
    .await;
    assert_eq!(stored().await, ["*@*.com", "c@d.com", "c@d.com"]);
}
