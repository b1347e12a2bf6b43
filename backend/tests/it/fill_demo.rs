//! `pulsen fill-demo`: the past of the demo, as `examples/demo` tells it.

use crate::client::Client;
use crate::database::with_data;
use crate::deadline::until;
use crate::process::{ServerProcess, pulsen, run};
use crate::server::{RECORDS, client, feedbacks, import, staff_token};
use crate::submission::happy;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");

/// Fills a database as `make run` does; returns the exit code, and what is printed.
fn fill(data: &Path) -> (i32, String, String) {
    let mut story = Command::new("node")
        .arg(Path::new(EXAMPLES).join("demo/story.mjs"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut command = pulsen();
    command.arg("fill-demo").stdin(story.stdout.take().unwrap());
    let outcome = run(with_data(&mut command, data));
    assert!(story.wait().unwrap().success());
    outcome
}

fn import_examples(data: &Path) {
    import(Path::new(EXAMPLES), data);
    for template in std::fs::read_dir(Path::new(EXAMPLES).join("templates")).unwrap() {
        let path = template.unwrap().path();
        if path.is_dir() {
            import(&path, data);
        }
    }
}

/// The server of a filled demo, as its staff see it.
struct Demo {
    server: ServerProcess,
    client: Client,
    token: String,
}

impl Demo {
    async fn get(&self, path: &str) -> Value {
        let request = self.client.get(format!("{}{path}", self.server.address));
        let response = request.bearer_auth(&self.token).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.json().await.unwrap()
    }

    async fn total(&self, query: &str) -> i64 {
        let path = format!("/v1/staff/feedbacks?limit=1&total=true&{query}");
        self.get(&path).await["total"]["count"].as_i64().unwrap()
    }
}

#[tokio::test]
async fn the_demo_is_filled_once_and_every_view_has_something_to_show() {
    let data = tempfile::tempdir().unwrap();
    import_examples(data.path());
    let filled = "filled the demo with 2000 feedbacks and 12 chats of the past three months\n";
    assert_eq!(fill(data.path()), (0, filled.into(), String::new()));
    let again = "the demo has its feedback already\n";
    assert_eq!(fill(data.path()), (0, again.into(), String::new()));

    let demo = Demo {
        token: staff_token(data.path()),
        server: ServerProcess::start(data.path()),
        client: client(),
    };
    until("the index is complete", async || {
        let list = demo.get("/v1/staff/feedbacks?limit=1").await;
        list["is_index_behind"] == false
    })
    .await;
    assert_eq!(demo.total("").await, 2_000);
    for some in [
        "language_id=en",
        "language_id=tr",
        "status=partial",
        "review=in_progress",
        "review=done",
        "tag=waiting%20time",
        // How often others occur depends on the time of day.
        "node_id=demo-node&text=kahve",
        "node_id=demo-node&text=coffee",
    ] {
        assert!(demo.total(some).await > 5, "{some}");
    }
    let all = feedbacks(&demo.client, &demo.server.address, &demo.token).await;
    let times: Vec<_> = all
        .iter()
        .map(|item| item["received_at"].as_str().unwrap())
        .collect();
    assert!(times.is_sorted_by(|newer, older| newer >= older));
    let days: BTreeSet<_> = times.iter().map(|time| &time[..10]).collect();
    assert!((85..=93).contains(&days.len()), "{} days", days.len());

    for language in ["en", "tr"] {
        let summary = demo
            .get(&format!(
                "/v1/staff/flows/demo-flow/summary?language_id={language}"
            ))
            .await;
        let questions = summary["questions"].as_array().unwrap();
        let asked = |question: &Value| question["answered"].as_i64().unwrap();
        assert!(questions.iter().all(|question| asked(question) > 20), "{summary}");
        let score = questions.iter().find(|one| one["question_id"] == "q-recommend");
        let nps = score.unwrap()["nps"].as_f64().unwrap();
        assert!((10.0..50.0).contains(&nps), "{nps}");
    }
    let counters = &demo.get("/v1/staff/flows/demo-flow/summary").await["counters"];
    let counted = ["shown", "opened", "started"].map(|step| counters[step].as_i64().unwrap());
    assert!(counted[0] > counted[1] && counted[1] > counted[2] && counted[2] > 1_000);
    chats_are_in_every_state(&demo).await;
}

async fn chats_are_in_every_state(demo: &Demo) {
    let list = demo.get("/v1/staff/chats?limit=200").await;
    let chats = list["items"].as_array().unwrap();
    let count = |is_so: fn(&Value) -> bool| chats.iter().filter(|chat| is_so(chat)).count();
    assert_eq!(chats.len(), 12);
    assert_eq!(
        chats[0]["status"], "queued",
        "the last that something happened to"
    );
    assert_eq!(count(|chat| chat["status"] == "queued"), 1);
    assert_eq!(
        count(|chat| chat["status"] == "closed" && chat["rating"].is_i64()),
        5
    );
    assert_eq!(count(|chat| chat["snoozed_until"].is_string()), 1);
    assert_eq!(count(|chat| chat["assigned_to"] == "Ann"), 8);
    assert_eq!(
        count(|chat| chat["assigned_to"].is_null() && chat["waiting_since"].is_string()),
        4
    );
}

#[tokio::test]
async fn what_is_no_demo_is_refused() {
    let data = tempfile::tempdir().unwrap();
    import_examples(data.path());
    import(Path::new(RECORDS), data.path());
    let (code, printed, error) = fill(data.path());
    assert_eq!((code, printed.as_str()), (1, ""));
    assert!(
        error.starts_with("pulsen: this is no demo: the database has another node, "),
        "{error}"
    );

    let server = ServerProcess::start(data.path());
    let request = client().post(format!("{}/v1/feedbacks", server.address));
    let visit = happy("d");
    assert_eq!(request.json(&visit).send().await.unwrap().status(), 200);
    let (code, printed, error) = fill(data.path());
    assert_eq!((code, printed.as_str()), (1, ""));
    assert!(
        error.contains("the database has other feedback; nothing was stored"),
        "{error}"
    );
    let token = staff_token(data.path());
    assert_eq!(feedbacks(&client(), &server.address, &token).await.len(), 1);
}

#[test]
fn a_past_that_does_not_fit_the_flows_stores_nothing() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(EXAMPLES), data.path());
    let body = |responses| json!({"device_id": "d", "node_id": "demo-widget", "flow_id": "demo-widget-flow", "responses": responses});
    let answers = json!([{"question_id": "q-found", "option_id": "found-yes"},
        {"question_id": "q-talk", "option_id": "talk-no"}]);
    let story = json!({
        "nodes": ["demo-app", "demo-claim", "demo-node", "demo-widget"],
        "flows": ["demo-flow", "demo-claim-flow", "demo-widget-flow"],
        "counters": [],
        "feedbacks": [{"at": 1, "body": body(answers)}, {"at": 2, "body": body(json!([]))}],
    });
    let file = data.path().join("story.json");
    std::fs::write(&file, story.to_string()).unwrap();
    let mut command = pulsen();
    command.arg("fill-demo").stdin(File::open(&file).unwrap());
    let (code, printed, error) = run(with_data(&mut command, data.path()));
    assert_eq!((code, printed.as_str()), (1, ""));
    assert!(error.contains("q-found"), "{error}");
    // Else it would have its feedback already.
    import_examples(data.path());
    assert!(fill(data.path()).1.starts_with("filled the demo with 2000"));
}
