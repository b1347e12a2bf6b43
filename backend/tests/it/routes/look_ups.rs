//! `/v1/flows/{flow_id}/requests` and `/v1/proxy/integration`.

use crate::client::RequestBuilder;
use crate::database::with_data;
use crate::process::{ServerProcess, pulsen};
use crate::server::{RECORDS, TestServer, client, default_bounds, import};
use crate::target::Target;
use backend::{Bounds, Rates};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::path::Path;

/// Returns the status and the body of a response.
pub(super) async fn sent(request: RequestBuilder) -> (StatusCode, Value) {
    let response = request.send().await.unwrap();
    (response.status(), response.json().await.unwrap_or_default())
}

pub(super) fn request(server: &TestServer, body: &Value) -> RequestBuilder {
    server.post("/v1/flows/order/requests").json(body)
}

fn integration(server: &TestServer, body: &Value) -> RequestBuilder {
    server.post("/v1/proxy/integration").json(body)
}

async fn server_with(target: &Target, connectors: &[(&str, Value)]) -> TestServer {
    let server = TestServer::start().await;
    target.import(server.data.path(), connectors);
    server
}

#[tokio::test]
async fn the_answer_to_a_dynamic_request_is_looked_up_by_the_connector() {
    let target = Target::start().await;
    let server = server_with(&target, &[]).await;
    let hostile = "a\"},{\n{{node_id}}/../x?y=1&z#";
    let body = json!({
        "question_id": "q-order", "flow_id": "order", "answer": format!(" {hostile} "),
        // What a client claims about targets is not asked for.
        "url": "http://127.0.0.1:1/", "connector": "other", "headers": {"x-a": "b"}, "bindingModel": "other",
    });
    let response = request(&server, &body)
        .header("X-Visitor", "secret")
        .header("Cookie", "a=b")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(
        response.json::<Value>().await.unwrap(),
        json!({"responses": [
            {"question_id": "q-city", "input": "Ankara"},
            {"question_id": "q-missing-here", "input": "Ankara"},
            {"question_id": "q-size", "input": "large"},
        ]})
    );
    let [arrived] = target.arrived().try_into().unwrap();
    assert_eq!(
        arrived.uri,
        "/orders/a%22%7D%2C%7B%0A%7B%7Bnode_id%7D%7D%2F..%2Fx%3Fy%3D1%26z%23?node=shop"
    );
    assert_eq!(
        arrived.body,
        json!({"order": hostile, "city": null, "from": "order/q-order"})
    );
    let mut headers: Vec<_> = arrived.headers.keys().map(ToString::to_string).collect();
    headers.sort();
    assert_eq!(
        headers,
        ["accept", "content-length", "content-type", "host", "user-agent"]
    );
}

#[tokio::test]
async fn a_binding_sends_all_answers_and_finds_its_flow_by_the_question() {
    let target = Target::start().await;
    let server = server_with(&target, &[]).await;
    let body =
        json!({"reference_id": "q-sizes", "body": {"sizes": "small,large", "city": "Bursa", "age": 7}});
    let (status, found) = sent(integration(&server, &body)).await;
    assert_eq!(status, 200, "{found}");
    assert_eq!(
        found["responses"][0],
        json!({"question_id": "q-city", "input": "Ankara"})
    );
    assert_eq!(found.get("binding_id"), None, "nothing is kept without a device");
    let [arrived] = target.arrived().try_into().unwrap();
    assert_eq!(
        arrived.body,
        json!({"order": "small,large", "city": "Bursa", "from": "order/q-sizes"})
    );
}

#[tokio::test]
async fn an_import_is_used_at_once() {
    let target = Target::start().await;
    let server = server_with(&target, &[]).await;
    let body = json!({"question_id": "q-order", "answer": "1"});
    assert_eq!(
        sent(request(&server, &body)).await.1["responses"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    target.import(
        server.data.path(),
        &[("orders", json!({"url": format!("{}/nothing", target.address)}))],
    );
    assert_eq!(
        sent(request(&server, &body)).await,
        (StatusCode::OK, json!({"responses": []}))
    );
}

/// Returns the status, the code and the first pointer of a refusal.
async fn refusal(request: RequestBuilder) -> (u16, String, String) {
    let (status, problem) = sent(request).await;
    let pointer = problem["errors"][0]["pointer"].as_str().unwrap_or_default();
    let code = problem["code"].as_str().unwrap();
    (status.as_u16(), code.to_owned(), pointer.to_owned())
}

fn expect(status: u16, code: &str, pointer: &str) -> (u16, String, String) {
    (status, code.to_owned(), pointer.to_owned())
}

#[tokio::test]
async fn invalid_look_ups_are_refused_without_a_call() {
    let target = Target::start().await;
    let server = server_with(&target, &[]).await;
    for (body, expected) in [
        (json!({"answer": "1"}), expect(422, "required", "/question_id")),
        (
            json!({"question_id": "q-none", "answer": "1"}),
            expect(422, "unknown_question", "/question_id"),
        ),
        (
            json!({"question_id": "q-city", "answer": "1"}),
            expect(422, "not_looked_up", "/question_id"),
        ),
        (
            json!({"question_id": "q-mail", "answer": "a@b.co"}),
            expect(422, "not_looked_up", "/question_id"),
        ),
        (
            json!({"question_id": "q-order"}),
            expect(422, "invalid_answer", "/answer"),
        ),
        (
            json!({"question_id": "q-order", "answer": "  "}),
            expect(422, "invalid_answer", "/answer"),
        ),
        (
            json!({"question_id": "q-order", "answer": ".."}),
            expect(422, "invalid_answer", "/answer"),
        ),
        (
            json!({"question_id": "q-order", "answer": "x".repeat(101)}),
            expect(422, "length_max", "/answer"),
        ),
        (
            json!({"question_id": "q-order", "answer": "1", "flow_id": "visit"}),
            expect(422, "unknown_flow", "/flow_id"),
        ),
        (
            json!({"question_id": "q-order", "answer": "1", "node_id": "door"}),
            expect(422, "unknown_flow", "/flow_id"),
        ),
        (
            json!({"question_id": "q-order", "answer": "1", "node_id": "none"}),
            expect(422, "unknown_node", "/node_id"),
        ),
        (
            json!({"question_id": "q-order", "answer": "1", "flow_revision": 9}),
            expect(422, "unknown_revision", "/flow_revision"),
        ),
    ] {
        assert_eq!(refusal(request(&server, &body)).await, expected, "{body}");
    }
    let unknown = server
        .post("/v1/flows/none/requests")
        .json(&json!({"question_id": "q", "answer": "1"}));
    assert_eq!(refusal(unknown).await, expect(404, "not_found", ""));
    assert_eq!(target.arrived().len(), 0);
}

#[tokio::test]
async fn questions_without_a_binding_are_refused_without_a_call() {
    let target = Target::start().await;
    let server = server_with(&target, &[]).await;
    for (body, expected) in [
        (json!({"body": {}}), expect(422, "required", "/reference_id")),
        (
            json!({"reference_id": "q-none", "body": {}}),
            expect(422, "required", "/flow_id"),
        ),
        (
            json!({"reference_id": "q-mail", "body": {}}),
            expect(422, "invalid_answer", "/body/mail"),
        ),
        (
            json!({"reference_id": "q-mail", "body": {"mail": "a@b"}}),
            expect(422, "invalid_email", "/body/mail"),
        ),
        (
            json!({"reference_id": "q-sizes", "body": {"sizes": "huge"}}),
            expect(422, "invalid_answer", "/body/sizes"),
        ),
        (
            json!({"reference_id": "q-order", "body": {"order": "1"}}),
            expect(422, "not_looked_up", "/reference_id"),
        ),
    ] {
        assert_eq!(refusal(integration(&server, &body)).await, expected, "{body}");
    }
    assert_eq!(target.arrived().len(), 0);
}

#[tokio::test]
async fn the_rules_of_the_node_and_of_the_connector_hold() {
    let target = Target::start().await;
    let server = server_with(&target, &[]).await;
    let more = |id: &str, more: Value| {
        let mut node = json!({"id": id, "flow_id": "order"});
        node.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        (format!("nodes/{id}.json"), node.to_string())
    };
    let key = std::fs::read_to_string(format!("{RECORDS}/keys/ed25519.pub.pem")).unwrap();
    let files = [
        more("closed", json!({"status": "inactive"})),
        more("signed", json!({"use_signature_verify": true, "public_key": key})),
    ];
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    import(crate::import::records(&files).path(), server.data.path());
    let code = async |node: Option<&str>| {
        let body = json!({"question_id": "q-order", "answer": "1", "node_id": node});
        let (status, problem) = sent(request(&server, &body)).await;
        (
            status.as_u16(),
            problem["code"].as_str().unwrap_or_default().to_owned(),
        )
    };
    assert_eq!(code(Some("closed")).await, (403, "node_closed".into()));
    assert_eq!(code(Some("signed")).await, (403, "invalid_signature".into()));
    assert_eq!(code(Some("shop")).await.0, 200);
    // Three nodes have the flow now, so the visitor's must be named: the rules of none can be passed by.
    assert_eq!(code(None).await, (422, "required".into()));
    target.import(server.data.path(), &[("orders", json!({"nodes": ["closed"]}))]);
    assert_eq!(code(Some("shop")).await, (422, "not_looked_up".into()));
}

#[tokio::test]
async fn a_target_that_fails_is_a_failed_look_up_without_details() {
    let target = Target::start().await;
    let at = |path: &str| json!({"url": format!("{}{path}", target.address)});
    // Longer than a label of a name may be: the system refuses it without asking a network, which may not answer in time.
    let nowhere = format!("http://{}.invalid/", "x".repeat(64));
    let server = server_with(&target, &[]).await;
    for (connector, status) in [
        (at("/broken"), 502),
        (at("/text"), 502),
        (at("/huge"), 502),
        (at("/away"), 502),
        (json!({"url": "http://127.0.0.1:1/"}), 502),
        (json!({"url": nowhere}), 502),
        (
            json!({"url": format!("{}/never", target.address), "timeout_ms": 100}),
            504,
        ),
    ] {
        target.import(server.data.path(), &[("orders", connector.clone())]);
        let (found, problem) = sent(request(
            &server,
            &json!({"question_id": "q-order", "answer": "1"}),
        ))
        .await;
        assert_eq!(found.as_u16(), status, "{connector}");
        assert_eq!(
            problem,
            json!({"type": "urn:pulsen:problem:connector_failed", "title": "The answer could not be looked up",
                   "status": status, "code": "connector_failed"})
        );
    }
    assert_eq!(target.arrived().len(), 0, "a redirect is not followed");
}

#[tokio::test]
async fn look_ups_are_limited() {
    let target = Target::start().await;
    let rates = Rates {
        look_up: 2.try_into().ok(),
        ..Rates::off()
    };
    let server = TestServer::with_bounds(Bounds {
        rates,
        ..default_bounds()
    })
    .await;
    target.import(server.data.path(), &[]);
    let status = async |device: &str| {
        let body = json!({"question_id": "q-order", "answer": "1", "device_id": device});
        let response = request(&server, &body).send().await.unwrap();
        (
            response.status().as_u16(),
            response.headers().contains_key("retry-after"),
        )
    };
    // The test's address may be shared by many, so devices count.
    for expected in [(200, false), (200, false), (429, true)] {
        assert_eq!(status("d1").await, expected);
    }
    assert_eq!(status("d2").await, (200, false));
    assert_eq!(target.arrived().len(), 3);
}

#[tokio::test]
async fn a_slow_target_takes_no_more_than_its_places() {
    let target = Target::start().await;
    let held = json!({"url": format!("{}/held", target.address), "timeout_ms": 15_000});
    let server = server_with(&target, &[("orders", held)]).await;
    let body = json!({"question_id": "q-order", "answer": "1"});
    let mut waiting = Vec::new();
    for _ in 0..16 {
        let sent_request = request(&server, &body);
        waiting.push(tokio::spawn(async move { sent(sent_request).await.0.as_u16() }));
        target.someone_is_held().await;
    }
    let response = request(&server, &body).send().await.unwrap();
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "1");
    // Other connectors are not held up.
    let other = json!({"reference_id": "q-mail", "body": {"mail": "a@b.co"}});
    assert_eq!(sent(integration(&server, &other)).await.0, 200);
    for request in waiting {
        target.release();
        assert_eq!(request.await.unwrap(), 200);
    }
}

#[tokio::test]
async fn secrets_come_from_the_environment_and_private_addresses_need_permission() {
    let target = Target::start().await;
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let secret = json!({"headers": {"X-Key": {"env": "PULSEN_CONNECTOR_KEY"}}});
    target.import(data.path(), &[("orders", secret)]);
    let asked = async |command: &mut std::process::Command| {
        let server = ServerProcess::spawn(with_data(
            command.args(["serve", "--listen", "127.0.0.1:0"]),
            data.path(),
        ));
        let url = format!("{}/v1/flows/order/requests", server.address);
        let body = json!({"question_id": "q-order", "answer": "4711"});
        let (status, _) = sent(client().post(url).json(&body)).await;
        (status.as_u16(), server.terminate())
    };
    let allowed = || {
        let mut command = pulsen();
        command.env("PULSEN_ALLOW_PRIVATE_CONNECTORS", "true");
        command
    };
    assert_eq!(asked(allowed().env("PULSEN_CONNECTOR_KEY", "k1")).await.0, 200);
    assert_eq!(target.arrived().last().unwrap().headers["x-key"], "k1");
    let (status, log) = asked(&mut allowed()).await;
    assert_eq!(status, 502);
    assert!(
        log.contains("the environment variable PULSEN_CONNECTOR_KEY is not set"),
        "{log}"
    );
    let (status, log) = asked(pulsen().env("PULSEN_CONNECTOR_KEY", "k1")).await;
    assert_eq!(status, 502);
    assert!(log.contains("target not allowed"), "{log}");
    assert!(!log.contains("4711") && !log.contains("k1\""), "{log}");
    assert_eq!(target.arrived().len(), 1);
}
