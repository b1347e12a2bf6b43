//! The receivers of `examples/webhooks`, as programs of their own: they verify signatures with Node's own library.

use crate::chat::Chat;
use crate::routes::staff_exports::{import_shapes, shapes, shapes_answered};
use crate::server::TestServer;
use crate::submission::{happy, unhappy, with_responses};
use crate::webhook_receiver::{Behavior, Receiver};
use crate::webhooks::{add, later, nothing_waits, put, submit, webhook_server};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tokio::task::spawn_blocking;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/webhooks");

/// A running example.
struct Example {
    child: Child,
    address: String,
}

impl Example {
    /// Ends it and returns what it has complained about.
    fn end(mut self) -> String {
        self.child.kill().unwrap();
        let mut complaints = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut complaints).unwrap();
        complaints
    }

    async fn start(name: &str, arguments: &[&str], secret: &str) -> Self {
        let mut command = Command::new("node");
        command
            .arg(Path::new(EXAMPLES).join(name))
            .args(arguments)
            .env("WEBHOOK_SECRET", secret)
            .env("PORT", "0")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        spawn_blocking(move || {
            let mut child = command.spawn().unwrap();
            let mut line = String::new();
            BufReader::new(child.stdout.take().unwrap())
                .read_line(&mut line)
                .unwrap();
            let address = line.trim().strip_prefix("listening on ").expect(&line).to_owned();
            Self { child, address }
        })
        .await
        .unwrap()
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where nobody listens.
const NOWHERE: &str = "http://127.0.0.1:9/";

#[tokio::test]
async fn each_completed_feedback_becomes_one_row_of_a_spreadsheet() {
    let server = webhook_server().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("feedback.csv");
    let events = json!(["feedback.completed"]);
    let secret = add(&server, "csv", NOWHERE, events.clone()).await;
    let first = submit(&server, &happy("d")).await;
    let tricky = json!([{"question_id": "mood", "option_id": "bad"},
        {"question_id": "why", "body": "=1;\"@b, \"-a\";+"}]);
    let second = submit(&server, &with_responses(unhappy("e"), tricky)).await;
    let arguments = [file.to_str().unwrap(), "mood", "recommend", "why"];
    // All of it again, and once more after a restart of the receiver.
    for _ in 0..2 {
        let example = Example::start("to-csv.mjs", &arguments, &secret).await;
        put(&server, "csv", &example.address, events.clone()).await;
        for _ in 0..2 {
            later(&server).await;
            nothing_waits(&server).await;
            replay_all(&server, "csv").await;
            nothing_waits(&server).await;
        }
    }
    let table = std::fs::read_to_string(file).unwrap();
    let mut rows: Vec<&str> = table.lines().collect();
    assert_eq!(
        rows.remove(0),
        "webhook_id,feedback_id,completed_at,node_id,language_id,mood,recommend,why"
    );
    assert_eq!(rows.len(), 2, "{table}");
    rows.sort_by_key(|row| !row.contains(&first));
    assert!(
        rows[0].contains(&first) && rows[0].ends_with(",good,9,"),
        "{table}"
    );
    let cell = r#",bad,,"'=1;""'@b, ""-a"";'+""#;
    assert!(rows[1].contains(&second) && rows[1].contains(cell), "{table}");
}

#[tokio::test]
async fn a_spreadsheet_has_columns_by_id_or_key_and_warns_of_those_that_nothing_fills() {
    let server = webhook_server().await;
    import_shapes(&server, shapes()).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("feedback.csv");
    let events = json!(["feedback.completed"]);
    let secret = add(&server, "csv", NOWHERE, events.clone()).await;
    let columns = ["several", "several-key", "r2", "rows-key", "number-key", "sevral"];
    let arguments: Vec<&str> = [file.to_str().unwrap()].into_iter().chain(columns).collect();
    let example = Example::start("to-csv.mjs", &arguments, &secret).await;
    put(&server, "csv", &example.address, events).await;
    for _ in 0..2 {
        submit(&server, &shapes_answered("several")).await;
        later(&server).await;
        nothing_waits(&server).await;
    }
    let table = std::fs::read_to_string(file).unwrap();
    let cells = ",y,y,y,\"Row 1: Option x\nRow 2: Option y\",'-2.5,\n";
    assert!(table.ends_with(cells), "{table}");
    let complaints = example.end();
    assert_eq!(complaints.lines().count(), 1, "once: {complaints}");
    assert!(
        complaints.contains("answers sevral") && complaints.contains("several (key several-key)"),
        "{complaints}"
    );
}

async fn replay_all(server: &TestServer, id: &str) {
    let path = format!("/v1/staff/webhooks/{id}/deliveries");
    let list: Value = server.get_as_staff(&path).await.json().await.unwrap();
    for delivery in list["items"].as_array().unwrap() {
        let path = format!("{path}/{}/replay", delivery["id"].as_str().unwrap());
        let request = server.post_as_staff(&path).json(&json!({}));
        assert_eq!(request.send().await.unwrap().status(), 200);
    }
}

#[tokio::test]
async fn a_chat_tool_receives_visitors_messages() {
    let server = webhook_server().await;
    let tool = Receiver::start().await;
    let events = json!(["feedback.completed", "chat.message"]);
    let secret = add(&server, "tool", NOWHERE, events.clone()).await;
    let hook = format!("{}/hook", tool.address);
    let example = Example::start("to-chat.mjs", &[&hook], &secret).await;
    put(&server, "tool", &example.address, events).await;
    // The first time it cannot be told.
    tool.behave(Behavior::Answers(500));
    let chat = Chat::open(&server).await;
    tool.wait_for(1).await;
    tool.behave(Behavior::Answers(200));
    chat.say("Is <anybody> there?").await;
    let reply = server.post_as_staff(&chat.staff_path("/messages"));
    let reply = reply.json(&json!({"body": "Yes"})).send().await.unwrap();
    assert_eq!(reply.status(), 200);
    later(&server).await;
    nothing_waits(&server).await;
    let texts: Vec<_> = tool
        .taken()
        .iter()
        .map(|call| call.json()["text"].clone())
        .collect();
    assert_eq!(
        texts,
        [
            json!("New feedback at door\n• How was it? &lt;/script&gt;&lt;b&gt; Bad\n• Why? Too cold"),
            json!("A visitor at door: Is &lt;anybody&gt; there?")
        ],
        "staff are not told what they write"
    );
}

#[tokio::test]
async fn messages_without_the_secret_are_ignored() {
    let server = webhook_server().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("feedback.csv");
    let events = json!(["feedback.completed"]);
    add(&server, "csv", NOWHERE, events.clone()).await;
    let other = add(&server, "other", NOWHERE, events.clone()).await;
    let example = Example::start("to-csv.mjs", &[file.to_str().unwrap(), "mood"], &other).await;
    for (id, is_taken) in [("csv", false), ("other", true)] {
        put(&server, id, &example.address, events.clone()).await;
        let request = server.post_as_staff(&format!("/v1/staff/webhooks/{id}/test"));
        let tested: Value = request
            .json(&json!({}))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        assert_eq!(tested["delivered"], is_taken, "{tested}");
        assert_eq!(tested["status"], if is_taken { 204 } else { 401 });
    }
}
