//! `Idempotency-Key` of submissions.

use crate::server::{TestServer, import};
use crate::submission::{happy, unhappy, with};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const KEY: &str = "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11";

/// Sends a submission with the key; returns status and body of the response.
async fn send(server: &TestServer, body: &Value, headers: &[(&str, &str)]) -> (u16, Value) {
    let mut request = server.submit(body).header("Idempotency-Key", KEY);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

#[tokio::test]
async fn a_repeat_gets_the_first_response() {
    let server = TestServer::start().await;
    let first = send(&server, &unhappy("d"), &[]).await;
    assert_eq!(first.0, 200);
    // A null means absent, so this is the same request.
    let mut again = unhappy("d");
    again["user_id"] = Value::Null;
    assert_eq!(send(&server, &again, &[]).await, first);
    assert_eq!(
        send(&server, &unhappy("d"), &[("X-COMPLETED", "false")]).await,
        first
    );
    assert_eq!(server.feedbacks().await.len(), 1);
}

#[tokio::test]
async fn a_lost_response_is_sent_again() {
    let server = TestServer::start().await;
    let body = unhappy("d").to_string();
    let request = format!(
        "POST /v1/feedbacks HTTP/1.1\r\nHost: pulsen\r\nIdempotency-Key: {KEY}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut connection = TcpStream::connect(server.address.strip_prefix("http://").unwrap())
        .await
        .unwrap();
    connection.write_all(request.as_bytes()).await.unwrap();
    // The server has responded, and the client does not read the response.
    connection.read_u8().await.unwrap();
    drop(connection);

    let stored = server.feedbacks().await;
    assert_eq!(stored.len(), 1);
    let (status, answer) = send(&server, &unhappy("d"), &[]).await;
    assert_eq!((status, &answer["id"]), (200, &stored[0]["id"]));
    assert!(answer["chat_token_string"].is_string());
    assert_eq!(server.feedbacks().await.len(), 1);
}

#[tokio::test]
async fn simultaneous_repeats_are_stored_once() {
    let server = TestServer::start().await;
    let sent: Vec<_> = (0..20)
        .map(|_| tokio::spawn(server.submit(&happy("d")).header("Idempotency-Key", KEY).send()))
        .collect();
    let mut ids = std::collections::HashSet::new();
    for request in sent {
        let answer: Value = request.await.unwrap().unwrap().json().await.unwrap();
        ids.insert(answer["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(ids.len(), 1);
    assert_eq!(server.feedbacks().await.len(), 1);
}

#[tokio::test]
async fn the_key_of_another_request_is_refused() {
    let server = TestServer::start().await;
    let (_, first) = send(&server, &happy("d"), &[]).await;
    let others: [(Value, &[(&str, &str)]); 4] = [
        (with(happy("d"), "time_spent_in_seconds", 13), &[]),
        (happy("d"), &[("X-COMPLETED", "true")]),
        (happy("d"), &[("X-FID", first["id"].as_str().unwrap())]),
        // Invalid by itself, too; the reused key takes precedence.
        (with(happy("d"), "responses", json!([])), &[]),
    ];
    for (body, headers) in others {
        let (status, problem) = send(&server, &body, headers).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("idempotency_mismatch")),
            "{body}"
        );
    }
    assert_eq!(
        send(&server, &happy("another device"), &[]).await.0,
        200,
        "the key belongs to a device"
    );
}

#[tokio::test]
async fn a_repeat_is_not_refused_because_of_its_first_attempt() {
    let server = TestServer::start().await;
    let once = with(happy("d"), "node_id", "once");
    let first = send(&server, &once, &[]).await;
    assert_eq!(first.0, 200);
    assert_eq!(send(&server, &once, &[]).await, first, "no 13045");
    let partial = server
        .submit(&happy("d"))
        .header("X-COMPLETED", "true")
        .send()
        .await
        .unwrap();
    let partial: Value = partial.json().await.unwrap();
    let headers = [("X-FID", partial["id"].as_str().unwrap())];
    let complete = with(happy("d"), "user_id", "u");
    let request = || {
        server
            .submit(&complete)
            .header("Idempotency-Key", uuid(1))
            .header(headers[0].0, headers[0].1)
    };
    let completed: Value = request().send().await.unwrap().json().await.unwrap();
    let repeated: Value = request().send().await.unwrap().json().await.unwrap();
    assert_eq!(
        (&completed["id"], &repeated["id"]),
        (&partial["id"], &partial["id"]),
        "no foreign_feedback"
    );
}

#[tokio::test]
async fn a_repeat_gets_the_first_response_even_if_it_is_invalid_by_now() {
    let server = TestServer::start().await;
    let mut submission = happy("d");
    submission.as_object_mut().unwrap().remove("flow_revision");
    let first = send(&server, &submission, &[]).await;
    assert_eq!(first.0, 200);

    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    flow["states"][1]["elements"].as_array_mut().unwrap().remove(1);
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("flows")).unwrap();
    std::fs::write(folder.path().join("flows/visit.json"), flow.to_string()).unwrap();
    import(folder.path(), server.data.path());

    assert_eq!(
        server.submit(&submission).send().await.unwrap().status(),
        422,
        "a new submission is refused"
    );
    assert_eq!(send(&server, &submission, &[]).await, first);
}

#[tokio::test]
async fn a_refused_request_does_not_use_its_key() {
    let server = TestServer::start().await;
    assert_eq!(
        send(&server, &with(happy("d"), "responses", json!([])), &[])
            .await
            .0,
        422
    );
    assert_eq!(send(&server, &happy("d"), &[]).await.0, 200);
}

#[tokio::test]
async fn a_key_that_is_not_a_uuid_is_refused() {
    let server = TestServer::start().await;
    let response = server
        .submit(&happy("d"))
        .header("Idempotency-Key", "again")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 400);
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "invalid_key");
}

fn uuid(number: u8) -> String {
    format!("00000000-0000-4000-8000-0000000000{number:02x}")
}
