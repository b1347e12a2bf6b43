//! `/v1/staff/flows`, `/nodes`, `/widgets` and `/connectors`.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::client::RequestBuilder;
use crate::import::records;
use crate::server::{TestServer, import};
use base::records::RecordOwner;
use reqwest::Method;
use serde_json::{Value, json};

const DRAFT: &str = "/v1/staff/flows/visit/draft";
const FLOW: &str = "/v1/staff/flows/visit";

/// `None`: nothing must be there.
fn change(member: &Member<'_>, method: Method, path: &str, from: Option<u64>) -> RequestBuilder {
    let request = member.request(method, path);
    match from {
        Some(revision) => request.header("If-Match", format!("\"{revision}\"")),
        None => {
            let request = request.header("If-None-Match", "*");
            request.header("Idempotency-Key", "e0000000-0000-4000-8000-000000000000")
        }
    }
}

fn put(member: &Member<'_>, path: &str, from: Option<u64>, record: &Value) -> RequestBuilder {
    change(member, Method::PUT, path, from).json(record)
}

fn problem((status, problem): (u16, Value)) -> (u16, String) {
    (status, problem["code"].as_str().unwrap().to_owned())
}

fn ids(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap();
    items.iter().map(|item| item["id"].as_str().unwrap()).collect()
}

/// Begins a draft of `visit` with another name, and returns its version.
async fn drafted(member: &Member<'_>, name: &str) -> String {
    let begun = accepted(change(member, Method::PUT, DRAFT, None)).await;
    let rename = json!([{"op": "add", "path": "/name", "value": name}]);
    let patch = member.request(Method::PATCH, DRAFT).json(&rename);
    let patch = patch.header("If-Match", format!("\"{}\"", begun["version"].as_str().unwrap()));
    accepted(patch).await["version"].as_str().unwrap().to_owned()
}

fn publish(member: &Member<'_>, draft: &str, body: &Value) -> RequestBuilder {
    let request = member.post(&format!("{FLOW}/publish")).json(body);
    request.header("If-Match", format!("\"{draft}\""))
}

#[tokio::test]
async fn lists_have_what_is_known_without_the_texts() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    assert_eq!(ids(&ann.get("/v1/staff/nodes").await), ["door", "once", "short"]);
    let first = ann.get("/v1/staff/nodes?limit=2").await;
    assert_eq!(
        (ids(&first), &first["next_cursor"]),
        (vec!["door", "once"], &json!("once"))
    );
    assert_eq!(
        ids(&ann.get("/v1/staff/nodes?limit=2&after=once").await),
        ["short"]
    );
    let widgets = ann.get("/v1/staff/widgets").await;
    let widget = &widgets["items"][0];
    assert_eq!(
        *widget,
        json!({"id": "PSN-TEST001", "title": null, "node_id": "door", "revision": 1, "owner": "files",
            "changed_at": widget["changed_at"], "changed_by": "pulsen import", "archived": false, "draft": null})
    );
    let version = drafted(&ann, "Our shop").await;
    accepted(put(
        &ann,
        "/v1/staff/flows/new/draft",
        None,
        &json!({"id": "new", "name": "Next"}),
    ))
    .await;
    let flows = ann.get("/v1/staff/flows").await;
    assert_eq!(ids(&flows), ["new", "short", "visit"]);
    let [new, _, visit] = [0, 1, 2].map(|at| &flows["items"][at]);
    assert_eq!((&new["title"], &new["revision"]), (&json!("Next"), &Value::Null));
    assert_eq!(
        (&visit["revision"], &visit["draft"]["version"]),
        (&json!(1), &json!(version))
    );
    assert_eq!(visit["owner"], RecordOwner::Files.into_str());
}

#[tokio::test]
async fn members_for_some_nodes_see_and_change_what_belongs_to_those() {
    let server = TestServer::start().await;
    let crm = records(&[(
        "connectors/crm.json",
        r#"{"id": "crm", "url": "https://crm.example/", "data": {"x": "/x"}}"#,
    )]);
    import(crm.path(), server.data.path());
    let short = Member::join(&server, &["short", "--nodes", "short"]).await;
    assert_eq!(ids(&short.get("/v1/staff/nodes").await), ["short"]);
    assert_eq!(ids(&short.get("/v1/staff/flows").await), ["short"]);
    assert_eq!(ids(&short.get("/v1/staff/widgets").await), Vec::<&str>::new());
    assert_eq!(ids(&short.get("/v1/staff/connectors").await), Vec::<&str>::new());
    for path in [
        "flows/visit",
        "nodes/door",
        "widgets/PSN-TEST001",
        "connectors/crm",
    ] {
        let path = format!("/v1/staff/{path}");
        assert_eq!(
            problem(refused(short.prepare_get(&path)).await),
            (403, "not_in_scope".into()),
            "{path}"
        );
    }
    let elsewhere = json!({"code": "PSN-TEST002", "node_id": "door"});
    let added = put(&short, "/v1/staff/widgets/PSN-TEST002", None, &elsewhere);
    assert_eq!(problem(refused(added).await), (403, "not_in_scope".into()));
    let own = json!({"code": "PSN-TEST002", "node_id": "short"});
    accepted(put(&short, "/v1/staff/widgets/PSN-TEST002", None, &own)).await;
    let for_short = records(&[(
        "connectors/erp.json",
        r#"{"id": "erp", "url": "https://erp.example/", "data": {"x": "/x"}, "nodes": ["short"]}"#,
    )]);
    import(for_short.path(), server.data.path());
    let archive = change(&short, Method::DELETE, "/v1/staff/nodes/short", Some(1));
    let (_, in_use) = refused(archive).await;
    assert_eq!(
        in_use["detail"],
        "It is used by the widget `PSN-TEST002`, what only those see who are for all nodes."
    );
    // Their flow is of no other node.
    let flow = short.get("/v1/staff/flows/short").await;
    let unchanged = accepted(put(&short, "/v1/staff/flows/short", Some(1), &flow)).await;
    assert_eq!(
        (&unchanged["revision"], &unchanged["changed"]),
        (&json!(1), &json!(false))
    );
}

#[tokio::test]
async fn members_for_some_nodes_give_them_no_flows_of_others() {
    let server = TestServer::start().await;
    let short = Member::join(&server, &["short", "--nodes", "short"]).await;
    let path = "/v1/staff/nodes/short";
    let node = short.get(path).await;
    for (field, flow_id, expected) in [
        ("flow_id", "visit", (403, "not_in_scope")),
        ("non_operating_hours_flow_id", "visit", (403, "not_in_scope")),
        ("flow_id", "nowhere", (422, "invalid_record")),
    ] {
        let mut other = node.clone();
        other[field] = json!(flow_id);
        let (status, code) = problem(refused(put(&short, path, Some(1), &other)).await);
        assert_eq!((status, code.as_str()), expected, "{field} {flow_id}");
    }
    assert_eq!(refused(short.prepare_get(FLOW)).await.0, 403);
    let mut renamed = node;
    renamed["name"] = json!("Shorter");
    assert_eq!(
        accepted(put(&short, path, Some(1), &renamed)).await["revision"],
        2
    );
}

#[tokio::test]
async fn a_record_is_changed_from_the_revision_that_was_seen() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let path = "/v1/staff/nodes/door";
    let response = ann.prepare_get(path).send().await.unwrap();
    assert_eq!(response.headers()["etag"], "\"1\"");
    let mut door: Value = response.json().await.unwrap();
    door["name"] = json!("Front door");
    let stored = accepted(put(
        &ann,
        &format!("{path}?note=Our%20new%20name"),
        Some(1),
        &door,
    ))
    .await;
    assert_eq!(
        stored,
        json!({"id": "door", "revision": 2, "changed": true, "warnings": []})
    );
    let (status, late) = refused(put(&ann, path, Some(1), &door)).await;
    assert_eq!(
        (status, &late["code"], &late["version"]),
        (412, &json!("changed"), &json!("2"))
    );
    assert_eq!(
        problem(refused(put(&ann, path, None, &door)).await),
        (412, "changed".into())
    );
    let careless = ann.request(Method::PUT, path).json(&door);
    assert_eq!(
        problem(refused(careless).await),
        (428, "precondition_required".into())
    );
    // Visitors have it at once.
    let public: Value = server.get("/v1/nodes/door").await.json().await.unwrap();
    assert_eq!(public["name"], "Front door");

    let revisions = ann.get(&format!("{path}/revisions?limit=1")).await;
    let newest = &revisions["items"][0];
    assert_eq!(
        *newest,
        json!({"revision": 2, "created_at": newest["created_at"], "author": "ann", "note": "Our new name", "archived": false})
    );
    let rest = ann.get(&format!("{path}/revisions?after=2")).await;
    assert_eq!(
        (&rest["items"][0]["author"], &rest["next_cursor"]),
        (&json!("pulsen import"), &Value::Null)
    );
    let diff = ann.get(&format!("{path}/diff?from=1&to=newest")).await;
    assert_eq!(
        diff["patch"],
        json!([{"op": "replace", "path": "/name", "value": "Front door"}])
    );

    let restore = change(
        &ann,
        Method::POST,
        &format!("{path}/revisions/1/restore"),
        Some(2),
    );
    assert_eq!(accepted(restore).await["revision"], 3);
    assert_eq!(ann.get(path).await["name"], "At the door");
    let acts = ann.get("/v1/staff/audit").await;
    let acts = acts["items"].as_array().unwrap().iter();
    let acts: Vec<_> = acts.map(|item| json!([item["act"], item["subject"]])).collect();
    assert_eq!(
        acts[..2],
        [
            json!(["restore_record", "node door"]),
            json!(["put_record", "node door"])
        ]
    );
}

#[tokio::test]
async fn what_the_check_refuses_is_not_stored() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let path = "/v1/staff/nodes/new";
    let (status, errors) = refused(put(&ann, path, None, &json!({"id": "new", "flow_id": "nothing"}))).await;
    assert_eq!((status, &errors["code"]), (422, &json!("invalid_record")));
    assert_eq!(errors["errors"][0]["pointer"], "/flow_id");
    let other = put(&ann, path, None, &json!({"id": "other", "flow_id": "visit"}));
    assert_eq!(problem(refused(other).await), (422, "invalid_id".into()));
    let long = format!("{path}?note={}", "n".repeat(501));
    let long = put(&ann, &long, None, &json!({"id": "new", "flow_id": "visit"}));
    assert_eq!(problem(refused(long).await), (422, "length_max".into()));
    assert_eq!(refused(ann.prepare_get(path)).await.0, 404);
}

#[tokio::test]
async fn secrets_are_not_shown_and_stay_where_they_are_not_changed() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let path = "/v1/staff/connectors/crm";
    let crm = json!({"id": "crm", "url": "https://crm.example/", "data": {"x": "/x"}, "headers": {"X-Key": "zqgeheim"}});
    accepted(put(&ann, path, None, &crm)).await;
    let mut shown = ann.get(path).await;
    assert_eq!(shown["headers"], json!({"X-Key": {"stored": true}}));
    shown["timeout_ms"] = json!(1000);
    accepted(put(&ann, path, Some(1), &shown)).await;
    shown["url"] = json!("https://elsewhere.example/");
    let (status, stolen) = refused(put(&ann, path, Some(2), &shown)).await;
    assert_eq!((status, &stolen["code"]), (422, &json!("invalid_record")));
    assert_eq!(stolen["errors"][0]["pointer"], "/headers/X-Key");
    shown["headers"] = json!({"X-Key": "of another"});
    accepted(put(&ann, path, Some(2), &shown)).await;
    let restore = format!("{path}/revisions/1/restore");
    let restore = change(&ann, Method::POST, &restore, Some(3));
    assert_eq!(problem(refused(restore).await), (422, "invalid_record".into()));
    let nowhere = json!({"id": "erp", "url": "https://erp.example/", "data": {"x": "/x"}, "headers": {"X-Key": {"stored": true}}});
    let nowhere = put(&ann, "/v1/staff/connectors/erp", None, &nowhere);
    assert_eq!(problem(refused(nowhere).await), (422, "invalid_record".into()));
}

#[tokio::test]
async fn what_others_depend_on_is_not_archived() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let archive = |path: &str, from: u64| change(&ann, Method::DELETE, path, Some(from));
    let (status, in_use) = refused(archive("/v1/staff/nodes/door", 1)).await;
    assert_eq!((status, &in_use["code"]), (409, &json!("record_in_use")));
    assert_eq!(in_use["detail"], "It is used by the widget `PSN-TEST001`.");
    let (_, in_use) = refused(archive(FLOW, 1)).await;
    assert_eq!(
        in_use["detail"],
        "It is used by the node `door`, the node `once`."
    );
    let widget = "/v1/staff/widgets/PSN-TEST001";
    assert_eq!(accepted(archive(widget, 1)).await["revision"], 2);
    assert_eq!(refused(archive(widget, 2)).await.0, 404);
    assert_eq!(ann.get("/v1/staff/widgets").await["items"][0]["archived"], true);
    let restore = change(
        &ann,
        Method::POST,
        &format!("{widget}/revisions/1/restore"),
        Some(2),
    );
    assert_eq!(accepted(restore).await["revision"], 3);
    assert_eq!(accepted(archive(widget, 3)).await["revision"], 4);
    assert_eq!(accepted(archive("/v1/staff/nodes/door", 1)).await["revision"], 2);
}

#[tokio::test]
async fn a_draft_is_published_as_the_newest_revision() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let draft = drafted(&ann, "Our shop").await;
    let diff = ann.get(&format!("{FLOW}/diff?to=draft")).await;
    assert_eq!(diff["patch"][0]["path"], "/name");
    assert_eq!(
        problem(refused(publish(&ann, "another", &json!({}))).await),
        (412, "changed".into())
    );
    let published = accepted(publish(&ann, &draft, &json!({"note": "Named"}))).await;
    assert_eq!(
        (&published["revision"], &published["changed"]),
        (&json!(2), &json!(true))
    );
    assert_eq!(refused(ann.prepare_get(DRAFT)).await.0, 404);
    let flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    assert_eq!(
        (&flow["revision"], &flow["name"]),
        (&json!(2), &json!("Our shop"))
    );
    let revisions = ann.get(&format!("{FLOW}/revisions")).await;
    let newest = &revisions["items"][0];
    assert_eq!(
        (&newest["author"], &newest["note"]),
        (&json!("ann"), &json!("Named"))
    );
    let acts = ann.get("/v1/staff/audit?act=publish_draft").await;
    assert_eq!(acts["items"][0]["subject"], "flow visit");
}

#[tokio::test]
async fn a_draft_with_errors_is_kept_and_not_published() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let broken = json!({"id": "visit", "states": []});
    let begun = accepted(put(&ann, &format!("{DRAFT}?base=1"), None, &broken)).await;
    let draft = begun["version"].as_str().unwrap();
    assert_eq!(
        problem(refused(publish(&ann, draft, &json!({}))).await),
        (422, "invalid_record".into())
    );
    assert_eq!(ann.get(DRAFT).await["version"], json!(draft));
    assert_eq!(ann.get("/v1/staff/flows").await["items"][1]["revision"], 1);
}

#[tokio::test]
async fn a_draft_does_not_undo_what_others_have_changed() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let draft = drafted(&ann, "by the draft").await;
    let mut flow = ann.get(FLOW).await;
    flow["name"] = json!("beside the draft");
    accepted(put(&ann, FLOW, Some(1), &flow)).await;
    let (status, outdated) = refused(publish(&ann, &draft, &json!({}))).await;
    assert_eq!((status, &outdated["code"]), (409, &json!("outdated_draft")));
    assert_eq!(ann.get(DRAFT).await["version"], json!(draft));
    let published = accepted(publish(&ann, &draft, &json!({"over": 2}))).await;
    assert_eq!(published["revision"], 3);
}

#[tokio::test]
async fn imported_records_stay_as_the_files_have_them_where_the_server_says_so() {
    let server = TestServer::with_settings(|settings| settings.records = RecordOwner::Files).await;
    let ann = Member::join(&server, &["ann"]).await;
    let draft = drafted(&ann, "Our shop").await;
    let flow = ann.get(FLOW).await;
    for request in [
        publish(&ann, &draft, &json!({})),
        put(&ann, FLOW, Some(1), &flow),
        change(&ann, Method::DELETE, "/v1/staff/widgets/PSN-TEST001", Some(1)),
        change(
            &ann,
            Method::POST,
            "/v1/staff/nodes/door/revisions/1/restore",
            Some(1),
        ),
    ] {
        assert_eq!(problem(refused(request).await), (409, "records_are_files".into()));
    }
    assert_eq!(ann.get(DRAFT).await["definition"]["name"], "Our shop");
    // What no file has is the console's.
    let crm = json!({"id": "crm", "url": "https://crm.example/", "data": {"x": "/x"}});
    accepted(put(&ann, "/v1/staff/connectors/crm", None, &crm)).await;
}
