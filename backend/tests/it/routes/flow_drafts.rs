//! `/v1/staff/flows/{flow_id}/draft`.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::client::RequestBuilder;
use crate::server::TestServer;
use reqwest::Method;
use serde_json::{Value, json};

const DRAFT: &str = "/v1/staff/flows/visit/draft";

const KEY: &str = "d0000000-0000-4000-8000-000000000000";

/// A change of a draft: `If-Match` with a version, or nothing must be there.
fn change(member: &Member<'_>, method: Method, path: &str, from: Option<&str>) -> RequestBuilder {
    let request = member.request(method, path);
    match from {
        Some(version) => request.header("If-Match", format!("\"{version}\"")),
        None => request
            .header("If-None-Match", "*")
            .header("Idempotency-Key", KEY),
    }
}

/// Begins a draft with the newest revision.
fn begin(member: &Member<'_>, key: &str) -> RequestBuilder {
    let request = member.request(Method::PUT, DRAFT).header("If-None-Match", "*");
    request.header("Idempotency-Key", key)
}

fn patch(member: &Member<'_>, from: &str, operations: &Value) -> RequestBuilder {
    change(member, Method::PATCH, DRAFT, Some(from)).json(operations)
}

fn version(answer: &Value) -> String {
    answer["version"].as_str().unwrap().to_owned()
}

async fn begun(member: &Member<'_>) -> String {
    version(&accepted(change(member, Method::PUT, DRAFT, None)).await)
}

fn problem(of: (u16, Value)) -> (u16, String) {
    (of.0, of.1["code"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_draft_begins_with_the_newest_revision_and_may_have_errors() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    assert_eq!(refused(ann.prepare_get(DRAFT)).await.0, 404);
    let first = begun(&ann).await;
    let response = ann.prepare_get(DRAFT).send().await.unwrap();
    assert_eq!(response.headers()["etag"], format!("\"{first}\""));
    let draft: Value = response.json().await.unwrap();
    assert_eq!(draft["version"], json!(first));
    assert_eq!(
        (&draft["base_revision"], &draft["newest_revision"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (&draft["begun_by"], &draft["changed_by"]),
        (&json!("ann"), &json!("ann"))
    );
    assert_eq!(draft["definition"]["id"], "visit");

    let operations =
        json!([{"op": "add", "path": "/name", "value": "Another"}, {"op": "remove", "path": "/states"}]);
    let second = version(&accepted(patch(&ann, &first, &operations)).await);
    let draft = ann.get(DRAFT).await;
    assert_eq!(draft["definition"]["name"], "Another");
    assert!(draft["definition"].get("states").is_none());
    assert_ne!(first, second);

    // What visitors answer is as it was.
    let flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    assert!(flow["states"].is_array());

    let other = json!({"id": "visit", "name": "Third"});
    let third = change(&ann, Method::PUT, DRAFT, Some(&second)).json(&other);
    let third = version(&accepted(third).await);
    assert_eq!(ann.get(DRAFT).await["definition"], other);
    for _ in 0..2 {
        let removed = change(&ann, Method::DELETE, DRAFT, Some(&third))
            .send()
            .await
            .unwrap();
        assert_eq!(removed.status(), 204);
    }
    let acts = ann.get("/v1/staff/audit").await;
    let acts = acts["items"].as_array().unwrap().iter();
    let acts: Vec<_> = acts.map(|item| json!([item["act"], item["subject"]])).collect();
    let expected = ["remove_draft", "put_draft", "edit_draft", "put_draft"];
    assert_eq!(acts[..4], expected.map(|act| json!([act, "visit"])));
}

#[tokio::test]
async fn a_change_needs_the_version_that_is_there() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let first = begun(&ann).await;
    let name = |name: &str| json!([{"op": "add", "path": "/name", "value": name}]);
    let second = version(&accepted(patch(&ann, &first, &name("by Ann"))).await);

    let (status, late) = refused(patch(&ann, &first, &name("by Bob"))).await;
    assert_eq!(
        (status, &late["code"], &late["version"]),
        (412, &json!("changed"), &json!(second))
    );
    let response = patch(&ann, &first, &name("by Bob")).send().await.unwrap();
    assert_eq!(response.headers()["etag"], format!("\"{second}\""));
    assert_eq!(
        problem(refused(begin(&ann, "d0000000-0000-4000-8000-00000000000e")).await),
        (412, "changed".into())
    );
    assert_eq!(
        problem(refused(change(&ann, Method::DELETE, DRAFT, Some(&first))).await),
        (412, "changed".into())
    );
    for method in [Method::PUT, Method::PATCH, Method::DELETE] {
        let careless = ann.request(method, DRAFT).json(&json!([]));
        assert_eq!(
            problem(refused(careless).await),
            (428, "precondition_required".into())
        );
    }
    assert_eq!(ann.get(DRAFT).await["definition"]["name"], "by Ann");
}

#[tokio::test]
async fn a_repeated_patch_changes_nothing() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let document = json!({"id": "visit", "log": []});
    let put = change(&ann, Method::PUT, &format!("{DRAFT}?base=1"), None).json(&document);
    let first = version(&accepted(put).await);
    let add = |entry: &str| json!([{"op": "add", "path": "/log/-", "value": entry}]);
    let key = "d0000000-0000-4000-8000-000000000001";
    let keyed = |from: &str, entry: &str| patch(&ann, from, &add(entry)).header("Idempotency-Key", key);
    let second = accepted(keyed(&first, "a")).await;
    let third = version(&accepted(patch(&ann, &version(&second), &add("b"))).await);
    assert_eq!(
        accepted(keyed(&first, "a")).await,
        second,
        "a repeat, after somebody else's change"
    );
    assert_eq!(
        problem(refused(keyed(&first, "c")).await),
        (422, "idempotency_mismatch".into())
    );
    let draft = ann.get(DRAFT).await;
    assert_eq!(
        (&draft["version"], &draft["definition"]["log"]),
        (&json!(third), &json!(["a", "b"]))
    );
}

#[tokio::test]
async fn a_patch_is_applied_as_a_whole_within_its_bounds() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let first = begun(&ann).await;
    let half = json!([{"op": "add", "path": "/a", "value": 1}, {"op": "remove", "path": "/nothing"}]);
    let (status, fault) = refused(patch(&ann, &first, &half)).await;
    assert_eq!((status, &fault["code"]), (422, &json!("invalid_patch")));
    assert_eq!(fault["errors"][0]["pointer"], "/1");
    let many = vec![json!({"op": "test", "path": "/id", "value": "visit"}); 1_001];
    assert_eq!(
        problem(refused(patch(&ann, &first, &json!(many))).await),
        (422, "invalid_patch".into())
    );
    let long = json!([{"op": "add", "path": "/a", "value": "x".repeat(1024 * 1024)}]);
    assert_eq!(
        problem(refused(patch(&ann, &first, &long)).await),
        (413, "too_large".into())
    );
    let no_object = json!([{"op": "replace", "path": "", "value": 7}]);
    assert_eq!(
        problem(refused(patch(&ann, &first, &no_object)).await),
        (422, "wrong_type".into())
    );
    let draft = ann.get(DRAFT).await;
    assert_eq!(draft["version"], json!(first));
    assert!(draft["definition"].get("a").is_none());
}

#[tokio::test]
async fn a_new_flow_begins_as_a_draft() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann", "--nodes", "door"]).await;
    let path = "/v1/staff/flows/new/draft";
    assert_eq!(
        problem(refused(change(&ann, Method::PUT, path, None)).await),
        (404, "not_found".into())
    );
    accepted(change(&ann, Method::PUT, path, None).json(&json!({"id": "new"}))).await;
    let draft = ann.get(path).await;
    assert_eq!(
        (&draft["base_revision"], &draft["newest_revision"]),
        (&Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn the_flow_of_several_nodes_is_changed_by_those_who_have_all_of_them() {
    let server = TestServer::start().await;
    let (all, door) = (
        Member::join(&server, &["all"]).await,
        Member::join(&server, &["door", "--nodes", "door"]).await,
    );
    // The nodes `door` and `once` have it.
    let first = begun(&all).await;
    assert_eq!(door.get(DRAFT).await["version"], json!(first));
    for method in [Method::PUT, Method::PATCH, Method::DELETE] {
        let request = change(&door, method, DRAFT, Some(&first)).json(&json!([]));
        assert_eq!(problem(refused(request).await), (403, "not_in_scope".into()));
    }
    let short = door.prepare_get("/v1/staff/flows/short/draft");
    assert_eq!(problem(refused(short).await), (403, "not_in_scope".into()));
}

#[tokio::test]
async fn a_draft_with_a_body_names_the_revision_that_it_was_made_of() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let flow = "/v1/staff/flows/visit";
    let mut seen = ann.get(flow).await;
    seen["name"] = json!("beside the draft");
    let published = change(&ann, Method::PUT, flow, Some("1")).json(&seen);
    assert_eq!(accepted(published).await["revision"], 2);

    let mine = json!({"id": "visit", "name": "of revision 1"});
    let begin = |query: &str| change(&ann, Method::PUT, &format!("{DRAFT}{query}"), None).json(&mine);
    let (status, required) = refused(begin("")).await;
    assert_eq!(
        (status, &required["code"]),
        (428, &json!("precondition_required"))
    );
    assert!(
        required["detail"].as_str().unwrap().contains("?base=N"),
        "{required}"
    );
    assert_eq!(
        problem(refused(begin("?base=1")).await),
        (409, "outdated_draft".into())
    );
    assert_eq!(refused(ann.prepare_get(DRAFT)).await.0, 404);
    let first = version(&accepted(begin("?base=2")).await);
    assert_eq!(ann.get(DRAFT).await["base_revision"], 2);

    // A draft is brought up to date by its next text.
    seen["name"] = json!("once more");
    accepted(change(&ann, Method::PUT, flow, Some("2")).json(&seen)).await;
    let text =
        |base: &str, from: &str| change(&ann, Method::PUT, &format!("{DRAFT}{base}"), Some(from)).json(&mine);
    assert_eq!(
        problem(refused(text("?base=2", &first)).await),
        (409, "outdated_draft".into())
    );
    let second = version(&accepted(text("", &first)).await);
    assert_eq!(ann.get(DRAFT).await["base_revision"], 2);
    accepted(text("?base=3", &second)).await;
    assert_eq!(ann.get(DRAFT).await["base_revision"], 3);
}

#[tokio::test]
async fn a_repeat_does_not_begin_a_draft_again() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let without_key = ann.request(Method::PUT, DRAFT).header("If-None-Match", "*");
    assert_eq!(
        problem(refused(without_key).await),
        (428, "precondition_required".into())
    );

    let repeated = || begin(&ann, KEY);
    let first = accepted(repeated()).await;
    assert_eq!(accepted(repeated()).await, first);
    let mut latest = version(&first);
    for number in 1..=101 {
        let patch = patch(
            &ann,
            &latest,
            &json!([{"op": "add", "path": "/name", "value": number.to_string()}]),
        );
        let key = format!("d0000000-0000-4000-8000-{:0>12}", 1_000 + number);
        latest = version(&accepted(patch.header("Idempotency-Key", key)).await);
    }
    let removed = change(&ann, Method::DELETE, DRAFT, Some(&latest)).send();
    assert_eq!(removed.await.unwrap().status(), 204);
    assert_eq!(accepted(repeated()).await, first, "it is answered, and removed");
    assert_eq!(refused(ann.prepare_get(DRAFT)).await.0, 404);

    let begin = || begin(&ann, "d0000000-0000-4000-8000-00000000000f");
    let begun = version(&accepted(begin()).await);
    let rename = json!([{"op": "add", "path": "/name", "value": "Another"}]);
    let draft = version(&accepted(patch(&ann, &begun, &rename)).await);
    let publish = || {
        let request = ann.post("/v1/staff/flows/visit/publish").json(&json!({}));
        request.header("If-Match", format!("\"{draft}\""))
    };
    let published = accepted(publish()).await;
    assert_eq!(
        (&published["revision"], &published["changed"]),
        (&json!(2), &json!(true))
    );
    assert_eq!(accepted(publish()).await["revision"], 2, "a repeat");
    accepted(begin()).await;
    assert_eq!(refused(ann.prepare_get(DRAFT)).await.0, 404);
    let revisions = ann.get("/v1/staff/flows/visit/revisions").await;
    assert_eq!(revisions["items"].as_array().unwrap().len(), 2);
}
