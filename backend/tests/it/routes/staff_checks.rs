//! `POST /v1/staff/check` and `POST /v1/staff/convert`: the findings are those of the commands.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::database::database;
use crate::import::records;
use crate::process::{pulsen, run};
use crate::server::{RECORDS, TestServer, import};
use reqwest::Method;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const BROKEN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../engine/fixtures/broken/one-defect"
);
const SURVEYS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/convert/fixtures");

/// What `pulsen check` finds in a file beside the records of a server. The file is named as the call names a body.
fn found_by_command(path: &Path, kind: &str, data: &Path) -> Value {
    let mut command = pulsen();
    command.args(["check", "--format", "json"]).arg(path);
    match database(data) {
        Some(address) => command.args(["--database", &address]),
        None => command.arg("--data").arg(data),
    };
    let (_, printed, _) = run(&mut command);
    let mut report: Value = serde_json::from_str(&printed).unwrap();
    for finding in report["findings"].as_array_mut().unwrap() {
        finding["file"] = json!(format!("{kind}.json"));
    }
    report
}

#[tokio::test]
async fn the_findings_are_those_of_the_command() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let defects = fs::read_dir(BROKEN)
        .unwrap()
        .map(|entry| (entry.unwrap().path(), "flow"));
    let records = [
        ("nodes/door.json", "node"),
        ("widgets/PSN-TEST001.json", "widget"),
        ("flows/visit.json", "flow"),
    ];
    let records = records.map(|(file, kind)| (Path::new(RECORDS).join(file), kind));
    let mut checked = 0;
    for (path, kind) in defects.chain(records) {
        let text = fs::read_to_string(&path).unwrap();
        let check = ann.post(&format!("/v1/staff/check?kind={kind}")).body(text);
        let mut report = accepted(check).await;
        assert_eq!(report["findings_left_out"], 0);
        report.as_object_mut().unwrap().remove("findings_left_out");
        assert_eq!(
            report,
            found_by_command(&path, kind, server.data.path()),
            "{}",
            path.display()
        );
        checked += report["errors"].as_u64().unwrap();
    }
    assert!(checked > 20, "{checked}");
}

#[tokio::test]
async fn what_a_record_refers_to_is_looked_for_among_those_that_are_stored() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let node = fs::read_to_string(Path::new(RECORDS).join("nodes/door.json")).unwrap();
    let mut node: Value = serde_json::from_str(&node).unwrap();
    node["flow_id"] = json!("nothing");
    let report = accepted(ann.post("/v1/staff/check?kind=node").json(&node)).await;
    assert_eq!(report["errors"], 1);
    assert_eq!(report["findings"][0]["pointer"], "/flow_id");
    assert!(report["findings"][0]["line"].is_number());
}

#[tokio::test]
async fn a_check_tells_nothing_of_records_elsewhere() {
    let server = TestServer::start().await;
    let crm = records(&[(
        "connectors/crm.json",
        r#"{"id": "crm", "url": "https://crm.example/", "data": {"x": "/x"}, "flows": ["visit"]}"#,
    )]);
    import(crm.path(), server.data.path());
    let short = Member::join(&server, &["short", "--nodes", "short"]).await;
    let check = async |kind: &str, record: Value| {
        let report = accepted(short.post(&format!("/v1/staff/check?kind={kind}")).json(&record)).await;
        report.to_string()
    };
    let node = |flow: &str| json!({"id": "short", "flow_id": flow, "default_language_id": "none"});
    let widget = |node: &str| json!({"code": "PSN-TEST002", "node_id": node, "default_language_code": "zz"});
    let own = short.get("/v1/staff/flows/short").await;
    let flow = |connector: &str| {
        let mut flow = own.clone();
        let question =
            json!({"id": "looked-up", "style": "dynamic_request", "body": "?", "bindingModel": connector});
        let elements = flow["states"][0]["elements"].as_array_mut().unwrap();
        elements.insert(
            0,
            json!({"id": "with-look-up", "type": "question", "question": question}),
        );
        flow
    };
    let records = [
        ("node", "visit", &node as &dyn Fn(&str) -> Value),
        ("widget", "door", &widget),
        ("flow", "crm", &flow),
    ];
    for (kind, elsewhere, record) in records {
        let found = check(kind, record(elsewhere)).await;
        assert!(found.contains("there is no "), "{found}");
        let missing = check(kind, record("nothing")).await;
        assert_eq!(found.replace(elsewhere, "nothing"), missing);
    }
    // Nodes elsewhere have this flow, and name its language.
    let visit = json!({"id": "visit", "languages": [{"code": "zz"}], "states": [
        {"id": "s", "isInitialState": true, "elements": [{"id": "e", "type": "submit", "body": "Go"}]}]});
    let found = check("flow", visit).await;
    assert!(found.contains(r#""errors":0"#), "{found}");
    let connector = json!({"id": "crm", "url": "https://crm.example/", "data": {"x": "/x"}});
    let connector = short.post("/v1/staff/check?kind=connector").json(&connector);
    assert_eq!(refused(connector).await.0, 403);
    // Of their own they learn all.
    let mut without_language = own.clone();
    without_language["languages"] = json!([{"code": "zz"}]);
    let widget = json!({"code": "PSN-TEST002", "node_id": "short", "default_language_code": "en"});
    let put = short
        .request(Method::PUT, "/v1/staff/widgets/PSN-TEST002")
        .json(&widget);
    accepted(put.header("If-None-Match", "*")).await;
    let found = check("flow", without_language).await;
    assert!(
        found.contains("the widget `PSN-TEST002` would not fit"),
        "{found}"
    );
}

#[tokio::test]
async fn what_is_checked_is_bounded() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let status = async |path: &str, body: Vec<u8>| refused(ann.post(path).body(body)).await.0;
    let check = "/v1/staff/check?kind=flow";
    assert_eq!(status(check, b"[".repeat(65)).await, 400);
    assert_eq!(status(check, b"\xff".to_vec()).await, 400);
    assert_eq!(status("/v1/staff/check?kind=webhook", b"{}".to_vec()).await, 400);
    assert_eq!(status("/v1/staff/convert?from=paper", b"{}".to_vec()).await, 400);
    assert_eq!(status("/v1/staff/convert", b"{}".to_vec()).await, 422);
    assert_eq!(status("/v1/staff/convert", b"PK\x03\x04".to_vec()).await, 422);
    let text = accepted(ann.post(check).body("no JSON")).await;
    assert_eq!(text["findings"][0]["code"], "not-json");
}

#[tokio::test]
async fn a_survey_is_converted_as_by_the_command() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    for survey in ["surveyjs/conditions.json", "formbricks/types.json"] {
        let path = Path::new(SURVEYS).join(survey);
        let (_, flow, report) = run(pulsen().args(["convert", "--format", "json"]).arg(&path));
        let id = path.file_stem().unwrap().to_str().unwrap();
        let call = ann.post(&format!("/v1/staff/convert?id={id}"));
        let converted = accepted(call.body(fs::read(&path).unwrap())).await;
        assert_eq!(
            converted["flow"],
            serde_json::from_str::<Value>(&flow).unwrap(),
            "{survey}"
        );
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(converted["source"], report["source"]);
        for member in ["questions", "mapped", "findings"] {
            assert_eq!(converted["report"][member], report[member], "{survey}: {member}");
        }
    }
}
