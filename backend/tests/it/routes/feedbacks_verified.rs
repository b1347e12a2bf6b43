//! Submissions with phone numbers that have to be verified (docs/api.md#proof-of-a-number).

use super::feedbacks::{accepted, refused};
use super::phone_verifications::{NUMBER, send, server, verify};
use crate::database::texts;
use crate::server::TestServer;
use crate::submission::with;
use crate::text_message_gateway::Gateway;
use serde_json::{Value, json};

/// Verifies [`NUMBER`] for the question `number` at `till` by the device `d`, and returns the proof.
async fn proof(server: &TestServer, gateway: &Gateway) -> String {
    let sent = accepted(send(server)).await;
    let verified = accepted(verify(server, &sent["id"], &gateway.last_code())).await;
    verified["token"].as_str().unwrap().to_owned()
}

fn submission(responses: Value) -> Value {
    json!({"device_id": "d", "node_id": "till", "flow_id": "phone", "responses": responses})
}

fn number(token: &str) -> Value {
    submission(json!([{"question_id": "number", "body": NUMBER, "verification_token": token}]))
}

#[tokio::test]
async fn a_verified_number_is_stored_as_verified_and_without_its_proof() {
    let (server, gateway) = server().await;
    let token = proof(&server, &gateway).await;
    let partial = accepted(server.submit(&number(&token)).header("X-COMPLETED", "true")).await;
    let again = server.submit(&number(&token)).header("X-COMPLETED", "true");
    let id = partial["id"].as_str().unwrap();
    accepted(again.header("X-FID", id)).await;
    let claimed = submission(json!([
        {"question_id": "number", "body": NUMBER, "verification_token": token},
        {"question_id": "plain", "body": NUMBER, "verified": true},
    ]));
    accepted(server.submit(&claimed).header("X-FID", id)).await;
    let [feedback] = &server.feedbacks().await[..] else {
        panic!()
    };
    assert_eq!(
        feedback["responses"],
        json!([
            {"question_id": "number", "body": NUMBER, "verified": true},
            {"question_id": "plain", "body": NUMBER},
        ]),
        "a claim verifies nothing"
    );
    let stored = texts(server.data.path(), "SELECT responses FROM feedbacks").await;
    assert!(!stored[0].contains(&token));
}

#[tokio::test]
async fn a_number_without_a_proof_for_it_is_refused() {
    let (server, gateway) = server().await;
    let token = proof(&server, &gateway).await;
    let with_number = |body: &str| {
        submission(json!([{"question_id": "number", "body": body, "verification_token": token}]))
    };
    let at_secret = json!([{"question_id": "secret", "body": NUMBER, "verification_token": token}]);
    let mut changed = token.clone();
    changed.replace_range(20..21, if &token[20..21] == "A" { "B" } else { "A" });
    for (body, what) in [
        (
            submission(json!([{"question_id": "number", "body": NUMBER}])),
            "no proof",
        ),
        (number(""), "an empty one"),
        (number("x"), "no proof at all"),
        (number(&changed), "a forged one"),
        (with_number("+905321234568"), "for another number"),
        (with(number(&token), "device_id", "e"), "of another device"),
        (with(number(&token), "node_id", "desk"), "of another node"),
        (submission(at_secret), "of another question"),
    ] {
        for partial in ["true", "false"] {
            let request = server.submit(&body).header("X-COMPLETED", partial);
            let (status, problem) = refused(request).await;
            assert_eq!(
                (status, &problem["code"]),
                (422, &json!("unverified_phone")),
                "{what}"
            );
            assert_eq!(problem["errors"][0]["pointer"], "/responses/0/verification_token");
        }
    }
    assert_eq!(server.feedbacks().await, [] as [Value; 0]);
    accepted(server.submit(&submission(json!([])))).await;
    accepted(server.submit(&number(&token))).await;
}

#[tokio::test]
async fn a_personal_number_is_masked_and_still_verified() {
    let (server, gateway) = server().await;
    let wish = json!({"address": NUMBER, "question_id": "secret", "node_id": "till", "device_id": "d"});
    let sent = accepted(server.post("/v1/customers/send_verification_token").json(&wish)).await;
    let verified = accepted(verify(&server, &sent["id"], &gateway.last_code())).await;
    let item = json!({"question_id": "secret", "body": NUMBER, "verification_token": verified["token"]});
    accepted(server.submit(&submission(json!([item])))).await;
    let stored = &server.feedbacks().await[0]["responses"][0];
    assert_eq!(stored["verified"], true);
    assert_ne!(stored["body"], NUMBER);
}
