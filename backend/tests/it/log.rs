//! The log contains nothing personal.

use crate::process::ServerProcess;
use crate::server::{RECORDS, client, import, staff_token};
use crate::submission::{unhappy, with};
use serde_json::Value;
use std::path::Path;

#[tokio::test]
async fn contains_one_line_for_each_request_and_nothing_personal() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    let server = ServerProcess::start(data.path());
    let client = client();
    let submission = with(
        with(unhappy("device-7"), "user_id", "ann"),
        "origin_url",
        "https://shop.example/ann",
    );
    let url = format!("{}/v1/feedbacks", server.address);
    let response = client.post(&url).json(&submission).send().await.unwrap();
    let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let answer: Value = response.json().await.unwrap();
    let refused = with(
        submission,
        "responses",
        serde_json::json!([{"question_id": "mail", "body": "ann@example"}]),
    );
    client.post(&url).json(&refused).send().await.unwrap();
    client
        .get(format!(
            "{}/feedback?node_id=door&email=ann%40example",
            server.address
        ))
        .send()
        .await
        .unwrap();
    client
        .get(format!("{}/v1/staff/feedbacks", server.address))
        .bearer_auth(&token)
        .send()
        .await
        .unwrap();

    let log = server.terminate();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    let answered: Vec<&Value> = lines
        .iter()
        .filter(|line| line["message"] == "answered")
        .collect();
    assert_eq!(answered.len(), 4, "{log}");
    assert_eq!(answered[0]["span"]["id"], id.as_str());
    assert_eq!(
        (&answered[0]["span"]["route"], &answered[0]["status"]),
        (&"/v1/feedbacks".into(), &200.into())
    );
    let chat_token = answer["chat_token_string"].as_str().unwrap();
    for personal in [
        "ann",
        "device-7",
        "Too cold",
        "shop.example",
        "127.0.0.1",
        answer["id"].as_str().unwrap(),
        chat_token,
        &token,
    ] {
        assert!(!log.contains(personal), "`{personal}` is in the log:\n{log}");
    }
}
