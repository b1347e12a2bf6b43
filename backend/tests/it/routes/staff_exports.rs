//! `/v1/staff/feedbacks/export` and `pulsen export`: feedback as files, read by other programs (docs/results.md#exports).

use super::feedbacks::accepted;
use super::staff_acts::Member;
use super::staff_results::{by, get, indexed};
use crate::process::{printed, pulsen, run};
use crate::server::{TestServer, import};
use crate::submission::{happy, unhappy, with, with_responses};
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::process::Command;
use tokio::task::spawn_blocking;
use zip::ZipArchive;

const EXPORT: &str = "/v1/staff/feedbacks/export";

/// A flow with a question of each shape that a table gives columns of its own.
pub(crate) fn shapes() -> Value {
    let question = |id: &str, more: Value| {
        let mut question =
            json!({"id": id, "key": format!("{id}-key"), "body": {"en": format!("Question {id}")}});
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({"id": format!("e-{id}"), "type": "question", "question": question})
    };
    let option =
        |id: &str| json!({"id": id, "key": format!("{id}-key"), "body": {"en": format!("Option {id}")}});
    json!({
        "id": "shapes", "languages": [{"id": "en", "code": "en"}],
        "states": [{"id": "s", "isInitialState": true, "nextStateId": "end", "elements": [
            question("several", json!({"style": "checklist", "options": [option("x"), option("y")]})),
            question("order", json!({"style": "ranking", "options": [option("x"), option("y")]})),
            question("rows", json!({"style": "matrix", "options": [option("x"), option("y")],
                "statements": [{"id": "r1", "key": "r1-key", "body": {"en": "Row 1"}}, {"id": "r2", "key": "r2-key", "body": {"en": "Row 2"}}]})),
            question("text", json!({"style": "textarea"})),
            question("number", json!({"style": "numeric"})),
            {"id": "go", "type": "submit", "body": {"en": "Send"}},
        ]}, {"id": "end", "style": "thank_you", "elements": []}],
    })
}

/// Starts a server with this flow and feedback to it, whose text is a formula with everything that CSV quotes.
pub(crate) async fn with_shapes() -> TestServer {
    let server = server_with(shapes()).await;
    accepted(server.submit(&shapes_answered("several"))).await;
    server
}

/// Starts a server whose node `desk` asks this flow.
pub(super) async fn server_with(flow: Value) -> TestServer {
    let server = TestServer::start().await;
    import_shapes(&server, flow).await;
    server
}

/// Imports a flow, and its node `desk`.
pub(crate) async fn import_shapes(server: &TestServer, flow: Value) {
    let records = tempfile::tempdir().unwrap();
    let node = json!({"id": "desk", "name": "Desk", "flow_id": flow["id"]});
    for (folder, name, record) in [("flows", "flow", flow), ("nodes", "desk", node)] {
        std::fs::create_dir_all(records.path().join(folder)).unwrap();
        std::fs::write(
            records.path().join(folder).join(format!("{name}.json")),
            record.to_string(),
        )
        .unwrap();
    }
    let data = server.data.path().to_owned();
    spawn_blocking(move || import(records.path(), &data))
        .await
        .unwrap();
}

/// Returns a feedback to the flow. `several` is the id of its first question.
pub(crate) fn shapes_answered(several: &str) -> Value {
    let answers = json!([
        {"question_id": several, "option_id": "y"},
        {"question_id": "order", "option_id": "y", "ranking": 1},
        {"question_id": "order", "option_id": "x", "ranking": 2},
        {"question_id": "r1", "option_id": "x"},
        {"question_id": "r2", "option_id": "y"},
        {"question_id": "text", "body": FORMULA},
        {"question_id": "number", "body": "-2.5"},
    ]);
    let submission = with(with(by("a", happy("d")), "flow_id", "shapes"), "node_id", "desk");
    let submission = with(submission, "state_times_in_ms", json!({"s": 1_500}));
    with_responses(submission, answers)
}

const FORMULA: &str = "=1+1, \"quoted\"\nand more ü";

pub(super) async fn export(server: &TestServer, query: &str) -> Vec<u8> {
    let response = server.get_as_staff(&format!("{EXPORT}?{query}")).await;
    assert_eq!(response.status(), 200, "{query}");
    response.bytes().await.unwrap().to_vec()
}

/// Reads CSV with the program of SQLite: its only row, by the names of the columns.
pub(super) fn row_of_csv(csv: &[u8]) -> BTreeMap<String, String> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(csv).unwrap();
    let import = format!(".import --csv {} t", file.path().display());
    let read = Command::new("sqlite3")
        .args([":memory:", "-cmd", &import, "-json", "SELECT * FROM t"])
        .output()
        .unwrap();
    let rows: Vec<BTreeMap<String, String>> = serde_json::from_slice(&read.stdout).unwrap();
    rows.into_iter().next().unwrap()
}

#[tokio::test]
async fn csv_is_read_by_another_program() {
    let server = with_shapes().await;
    let row = row_of_csv(&export(&server, "format=csv&flow_id=shapes").await);
    for (column, value) in [
        ("status", "complete"),
        ("node_id", "desk"),
        ("user_id", "a"),
        ("language", "en"),
        ("created_offline", "0"),
        ("time_spent_in_seconds", "12"),
        ("answer/several/x", "0"),
        ("answer/several/y", "1"),
        ("answer/order/x", "2"),
        ("answer/order/y", "1"),
        ("answer/rows/r1", "x"),
        ("answer/rows/r2", "y"),
        ("answer/number", "-2.5"),
        ("answer/text", &format!("'{FORMULA}")),
        ("state_time_in_ms/s", "1500"),
    ] {
        assert_eq!(row[column], value, "{column}");
    }
    let with_texts = export(
        &server,
        "format=csv&flow_id=shapes&header=texts&values=texts&bom=true",
    )
    .await;
    assert!(with_texts.starts_with("\u{FEFF}".as_bytes()));
    let row = row_of_csv(&with_texts["\u{FEFF}".len()..]);
    assert_eq!(row["Question rows: Row 1 (answer/rows/r1)"], "Option x");
    let lines = export(&server, "format=csv&flow_id=shapes&text=nothing").await;
    assert_eq!(
        String::from_utf8(lines).unwrap().lines().count(),
        1,
        "the header only"
    );
}

#[tokio::test]
async fn parquet_is_read_with_its_types() {
    let server = with_shapes().await;
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&export(&server, "format=parquet&flow_id=shapes").await)
        .unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 1);
    let values: BTreeMap<String, String> = rows[0]
        .get_column_iter()
        .map(|(name, field)| (name.clone(), field.to_string()))
        .collect();
    for (column, value) in [
        ("status", "\"complete\"".to_owned()),
        ("time_spent_in_seconds", "12".into()),
        ("answer/several/x", "false".into()),
        ("answer/several/y", "true".into()),
        ("answer/order/x", "2".into()),
        ("answer/rows/r1", "\"x\"".into()),
        ("answer/number", "-2.5E0".into()),
        ("answer/text", format!("\"{FORMULA}\"")),
        ("state_time_in_ms/s", "1500".into()),
        ("origin_url", "null".into()),
        ("review", "\"new\"".into()),
        ("tags", "null".into()),
    ] {
        assert_eq!(values[column], value, "{column}");
    }
    assert!(
        values["received_at"].starts_with("20"),
        "a time: {}",
        values["received_at"]
    );
}

#[tokio::test]
async fn a_workbook_has_typed_cells() {
    let server = with_shapes().await;
    let file = export(&server, "format=xlsx&flow_id=shapes").await;
    let mut workbook = ZipArchive::new(Cursor::new(file)).unwrap();
    let mut sheet = String::new();
    let mut part = workbook.by_name("xl/worksheets/sheet1.xml").unwrap();
    part.read_to_string(&mut sheet).unwrap();
    let rows: Vec<&str> = sheet.split("<row>").skip(1).collect();
    assert_eq!(rows.len(), 2, "{sheet}");
    assert!(rows[0].contains(">answer/number</t>"), "{sheet}");
    let formula = FORMULA
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace("\r\n", "\n");
    for cell in [
        "<c><v>-2.5</v></c>",
        "<c t=\"b\"><v>1</v></c>",
        &format!(">{formula}</t>"),
    ] {
        assert!(rows[1].contains(cell), "{cell}: {sheet}");
    }
}

#[tokio::test]
async fn tables_say_how_far_staff_are_and_with_which_tags() {
    let server = TestServer::start().await;
    import_shapes(&server, shapes()).await;
    let answer: Value = accepted(server.submit(&shapes_answered("several"))).await;
    let id = answer["id"].as_str().unwrap();
    let ann = Member::join(&server, &["ann"]).await;
    let act = |act: &str| ann.post(&format!("/v1/staff/feedbacks/{id}/{act}"));
    accepted(act("review").json(&json!({"review": "in_progress"}))).await;
    accepted(act("tag").json(&json!({"add": ["refund, late", "a \"b\""]}))).await;
    let row = row_of_csv(&export(&server, "format=csv&flow_id=shapes").await);
    assert_eq!(row["review"], "in_progress");
    let tags = r#"["a \"b\"","refund, late"]"#;
    assert_eq!(row["tags"], tags);
    let file = export(&server, "format=xlsx&flow_id=shapes").await;
    let mut sheet = String::new();
    let mut workbook = ZipArchive::new(Cursor::new(file)).unwrap();
    let mut part = workbook.by_name("xl/worksheets/sheet1.xml").unwrap();
    part.read_to_string(&mut sheet).unwrap();
    assert!(
        sheet.contains("refund, late") && sheet.contains(">in_progress</t>"),
        "{sheet}"
    );
    let lines = export(&server, "format=ndjson").await;
    let line: Value = serde_json::from_slice(&lines).unwrap();
    assert_eq!(
        (&line["review"], &line["tags"]),
        (&json!("in_progress"), &serde_json::from_str(tags).unwrap())
    );
}

#[tokio::test]
async fn csv_is_separated_by_semicolons_with_decimal_commas_if_asked() {
    let server = with_shapes().await;
    let file = export(&server, "format=csv&flow_id=shapes&separator=semicolon").await;
    let text = String::from_utf8(file).unwrap();
    assert!(text.starts_with("id;status;"), "{text}");
    assert!(text.contains(";-2,5;"), "{text}");
}

#[tokio::test]
async fn ndjson_has_a_line_for_each_feedback_that_fits() {
    let server = TestServer::start().await;
    for user in ["a", "b", "c"] {
        accepted(server.submit(&by(user, if user == "b" { unhappy("d") } else { happy("d") }))).await;
    }
    indexed(&server).await;
    let text =
        String::from_utf8(export(&server, "format=ndjson&question_id=mood&option_id=good").await).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let users: Vec<_> = lines
        .iter()
        .map(|line| line["user_id"].as_str().unwrap())
        .collect();
    assert_eq!(users, ["c", "a"]);
    assert_eq!(lines[0]["answers"][1]["answer"], "9");
}

#[tokio::test]
async fn exports_are_written_down_and_a_table_needs_a_flow() {
    let server = TestServer::start().await;
    let token = server
        .staff_token(&["reader", "--nodes", "door,once", "--rights", "read,export"])
        .await;
    let ask = async |query: &str| {
        let request = server.client.get(format!("{}{EXPORT}?{query}", server.address));
        request
            .bearer_auth(&token)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16()
    };
    assert_eq!(ask("format=csv").await, 400);
    assert_eq!(ask("format=xls&flow_id=visit").await, 400);
    assert_eq!(ask("format=ndjson&bom=true").await, 400);
    assert_eq!(ask("format=xlsx&flow_id=visit&separator=tab").await, 400);
    assert_eq!(ask("format=csv&flow_id=visit&separator=x").await, 400);
    assert_eq!(ask("format=csv&flow_id=gone").await, 404);
    assert_eq!(ask("format=csv&flow_id=visit&node_id=short").await, 403);
    assert_eq!(ask("format=csv&flow_id=visit").await, 200);
    let audit = get(&server, "/v1/staff/audit?act=export").await;
    let acts: Vec<_> = audit["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["node_id"])
        .collect();
    assert_eq!(acts, ["once", "door"]);
    assert_eq!(audit["items"][0]["subject"], "csv");
    assert_eq!(audit["items"][0]["staff"], "reader");
}

#[tokio::test]
async fn the_command_writes_a_file_when_it_is_complete() {
    let server = with_shapes().await;
    let token = server.staff_token(&["command", "--rights", "export"]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("feedback.csv");
    let (address, output) = (server.address.clone(), file.clone());
    spawn_blocking(move || {
        let mut command = pulsen();
        command.args([
            "export",
            "--flow",
            "shapes",
            "--filter",
            "status=complete",
            "--server",
            &address,
        ]);
        printed(
            command
                .arg("--output")
                .arg(&output)
                .env("PULSEN_STAFF_TOKEN", token),
        )
    })
    .await
    .unwrap();
    let row = row_of_csv(&std::fs::read(file).unwrap());
    assert_eq!(row["answer/rows/r2"], "y");
    assert_eq!(
        folder.path().read_dir().unwrap().count(),
        1,
        "nothing else is left"
    );
}

#[test]
fn the_command_says_that_a_table_needs_a_flow() {
    for format in ["csv", "parquet", "xlsx"] {
        let mut command = pulsen();
        command.args(["export", "--format", format, "--filter", "status=complete"]);
        // Before anything is sent: there is no server.
        command.args(["--server", "http://127.0.0.1:9", "--token", "t"]);
        let (code, printed, problem) = run(&mut command);
        assert_eq!((code, printed.as_str()), (1, ""));
        assert!(
            problem.contains("--flow ID") && problem.contains("--format ndjson"),
            "{problem}"
        );
    }
}
