//! What was looked up is stored with the feedback (docs/connectors.md#binding-data).

use super::feedbacks::accepted;
use crate::database::{execute, texts};
use crate::server::TestServer;
use crate::target::Target;
use serde_json::{Value, json};

async fn server() -> (TestServer, Target) {
    let target = Target::start().await;
    let server = TestServer::start().await;
    target.import(server.data.path(), &[]);
    (server, target)
}

/// Looks up an answer and returns the id of what is kept.
async fn look_up(server: &TestServer, device: &str, question: &str, answer: &str) -> String {
    let body = json!({
        "reference_id": format!("q-{question}"), "node_id": "shop", "flow_id": "order", "flow_revision": 1,
        "device_id": device, "body": {question: answer},
    });
    let response = server
        .post("/v1/proxy/integration")
        .json(&body)
        .send()
        .await
        .unwrap();
    let found: Value = response.json().await.unwrap();
    found["binding_id"].as_str().unwrap().to_owned()
}

fn feedback(device: &str, responses: Value) -> Value {
    json!({"device_id": device, "node_id": "shop", "flow_id": "order", "flow_revision": 1, "responses": responses})
}

#[tokio::test]
async fn it_is_stored_with_the_answer_it_was_looked_up_for() {
    let (server, _target) = server().await;
    let mail = look_up(&server, "d", "mail", "ann@example.com").await;
    let sizes = look_up(&server, "d", "sizes", "small,large").await;
    let card = look_up(&server, "d", "card", "4111 1111 1111 1111").await;
    let responses = json!([
        {"question_id": "q-mail", "body": "ann@example.com", "binding_id": mail},
        {"question_id": "q-sizes", "option_id": "o-s", "binding_id": sizes},
        {"question_id": "q-sizes", "option_id": "o-l"},
        {"question_id": "q-card", "body": "4111 1111 1111 1111", "binding_id": card},
        {"question_id": "q-city", "body": "Ankara"},
    ]);
    let partial = server
        .submit(&feedback("d", responses.clone()))
        .header("X-COMPLETED", "true");
    let id = accepted(partial).await;
    // The same data again for the complete feedback: a partial save does not use it up.
    let id = id["id"].as_str().unwrap();
    accepted(server.submit(&feedback("d", responses)).header("X-FID", id)).await;
    let data = json!({"tier": 3, "note": "mail ann@example.com"});
    let [stored] = server.feedbacks().await.try_into().unwrap();
    assert_eq!(
        stored["responses"],
        json!([
            {"question_id": "q-mail", "body": "ann@example.com", "binding_data": data},
            {"question_id": "q-sizes", "option_id": "o-s", "binding_data": data},
            {"question_id": "q-sizes", "option_id": "o-l"},
            {"question_id": "q-card", "body": "**** **** **** 1111", "hidePersonalData": true,
             "binding_data": {"tier": 3, "note": "mail ***@*******.com"}},
            {"question_id": "q-city", "body": "Ankara"},
        ])
    );
}

#[tokio::test]
async fn look_ups_of_others_are_not_stored() {
    let (server, _target) = server().await;
    let own = look_up(&server, "d", "mail", "ann@example.com").await;
    let foreign = look_up(&server, "e", "mail", "ann@example.com").await;
    let of_sizes = look_up(&server, "d", "sizes", "small").await;
    for (binding, answer, is_stored) in [
        (own.as_str(), "ann@example.com", true),
        // Looked up for another answer, by another device, for another question; invented.
        (&own, "bob@example.com", false),
        (&foreign, "ann@example.com", false),
        (&of_sizes, "ann@example.com", false),
        ("0123456789abcdef0123456789abcdef", "ann@example.com", false),
    ] {
        let responses = json!([{"question_id": "q-mail", "body": answer, "binding_id": binding}]);
        accepted(server.submit(&feedback("d", responses))).await;
        let stored = &server.feedbacks().await[0]["responses"][0];
        assert_eq!(
            stored.get("binding_data").is_some(),
            is_stored,
            "{binding} {answer}"
        );
        assert_eq!(stored.get("binding_unknown") == Some(&json!(true)), !is_stored);
        assert_eq!(stored.get("binding_id"), None);
    }
}

#[tokio::test]
async fn it_expires_and_is_removed() {
    let (server, _target) = server().await;
    let expired = look_up(&server, "d", "mail", "ann@example.com").await;
    execute(server.data.path(), "UPDATE bindings SET expires_at = 1").await;
    let responses = json!([{"question_id": "q-mail", "body": "ann@example.com", "binding_id": expired}]);
    accepted(server.submit(&feedback("d", responses))).await;
    assert_eq!(
        server.feedbacks().await[0]["responses"][0]["binding_unknown"],
        true
    );
    let other = look_up(&server, "d", "mail", "ann@example.com").await;
    assert_eq!(
        texts(server.data.path(), "SELECT id FROM bindings").await,
        [other]
    );
    let hashes = texts(server.data.path(), "SELECT answer_hash FROM bindings").await;
    assert!(!hashes[0].contains("ann@"), "the answer itself is not kept");
}
