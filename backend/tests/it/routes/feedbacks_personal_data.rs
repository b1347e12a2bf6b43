//! `POST /v1/feedbacks`: masking of personal data.

use super::feedbacks::accepted;
use crate::server::{TestServer, import};
use crate::submission::{happy, with, with_responses};
use serde_json::{Value, json};

#[tokio::test]
async fn the_stored_flow_decides_which_answers_are_personal() {
    let server = TestServer::start().await;
    let responses = json!([
        {"question_id": "mood", "option_id": "bad", "hidePersonalData": true},
        {"question_id": "why", "body": "Write to a@b.com", "hidePersonalData": false},
    ]);
    let mut submission = with_responses(happy("d"), responses);
    submission["customer"] = json!({"name": "Ann", "schema": {"why": "Write to a@b.com"}});
    accepted(server.submit(&submission)).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["responses"][0].get("hidePersonalData"), None);
    assert_eq!(stored["responses"][1]["hidePersonalData"], true);
    // Masked wherever the answer occurs.
    assert_eq!(stored["responses"][1]["body"], "Write to *@*.com");
    assert_eq!(
        stored["customer"],
        json!({"name": "Ann", "schema": {"why": "Write to *@*.com"}})
    );
}

#[tokio::test]
async fn customer_fields_of_flagged_questions_are_masked() {
    let server = TestServer::start().await;
    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    // Invisible questions: answers that other systems fill in occur only in the customer.
    let hidden = |id: &str, style: &str, flagged: bool| {
        json!({
            "id": format!("e-{id}"), "type": "question", "order": 9, "isVisible": false,
            "question": {
                "id": id, "key": format!("key-{id}"), "style": style, "hidePersonalData": flagged,
                "body": {"en": "?"},
            },
        })
    };
    let elements = flow["states"][0]["elements"].as_array_mut().unwrap();
    elements.extend([
        hidden("h-mail", "email", true),
        hidden("h-mail-again", "email", false),
        hidden("h-phone", "phone_number", true),
        hidden("h-name", "naming", true),
        hidden("h-id", "external_id", false),
        hidden("h-field", "customer_schema", true),
        hidden("h-open", "customer_schema", false),
    ]);
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("flows")).unwrap();
    std::fs::write(folder.path().join("flows/visit.json"), flow.to_string()).unwrap();
    import(folder.path(), server.data.path());

    let customer = json!({
        "email": "ann@x.org",
        // An operator's own client may send any JSON.
        "phone_number": [905_321_234_567_u64, {"home": "+90 532 123 45 67"}],
        "name": "Ann, ann@x.org",
        "external_id": "ann@x.org",
        "schema": {"key-h-field": "10000000146", "key-h-open": "10000000146"},
        "custom_attributes": {"key-h-field": "10000000146"},
    });
    let mut submission = with(happy("d"), "flow_revision", 2);
    submission["customer"] = customer;
    accepted(server.submit(&submission)).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(
        stored["customer"],
        json!({
            "email": "***@*.org",
            "phone_number": ["************", {"home": "+** *** *** ** **"}],
            "name": "Ann, ***@*.org",
            "external_id": "ann@x.org",
            "schema": {"key-h-field": "***********", "key-h-open": "10000000146"},
            "custom_attributes": {"key-h-field": "10000000146"},
        })
    );
}
