//! Characters that look like others, or like nothing, in what strangers send (docs/api.md#characters).

use super::customers::visit;
use super::feedbacks::accepted;
use super::staff_acts::Member;
use crate::chat::Chat;
use crate::database::texts;
use crate::server::TestServer;
use crate::submission::{happy, with, with_responses};
use crate::upload::png;
use serde_json::json;

#[tokio::test]
async fn a_null_character_is_replaced_wherever_it_comes_in() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    assert_eq!(chat.say("a\0b").await["detail"]["comment"]["body"], "a\u{FFFD}b");
    let form = accepted(chat.send_file("c\0d", "x.png", png())).await;
    assert_eq!(form["detail"]["comment"]["body"], "c\u{FFFD}d");
    let note = accepted(ann.act(&chat, "notes", &json!({"body": "e\0f"}))).await;
    assert!(note.to_string().contains("e\u{FFFD}f"), "{note}");

    let answers =
        json!([{"question_id": "mood", "option_id": "bad"}, {"question_id": "why", "body": "\\u0000 \0"}]);
    let customer =
        json!({"name": "A\0da", "schema": {"pl\0an": "go\0ld"}, "custom_attributes": {"x\0": ["\0"]}});
    let feedback = with(with_responses(happy("e"), answers), "customer", customer);
    accepted(
        server
            .submit(&feedback)
            .header("X-SDI", "a%00")
            .header("X-SCI", "b"),
    )
    .await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["responses"][1]["body"], "\\u0000 \u{FFFD}");
    assert_eq!(
        stored["customer"],
        json!({"name": "A\u{FFFD}da", "schema": {"pl\u{FFFD}an": "go\u{FFFD}ld"}, "custom_attributes": {"x\u{FFFD}": ["\u{FFFD}"]}})
    );
    let body = json!({"device_id": "f", "name": "E\0ve"});
    accepted(visit(&server, &body)).await;
    let customers = texts(server.data.path(), "SELECT claimed FROM customers").await;
    assert!(customers[0].contains("E\u{FFFD}ve"), "{customers:?}");

    let tracked = texts(
        server.data.path(),
        "SELECT tracking FROM feedbacks WHERE tracking IS NOT NULL",
    )
    .await;
    assert!(tracked[0].contains("a\u{FFFD}"), "{tracked:?}");
}

#[tokio::test]
async fn addresses_and_numbers_are_stored_as_contacts() {
    let server = TestServer::start().await;
    let answers = json!([{"question_id": "mood", "option_id": "good"}, {"question_id": "recommend", "body": "9"},
        {"question_id": "mail", "body": "\u{FEFF}ann＠x.exam\u{AD}ple\u{200B}"}]);
    let customer = json!({"email": "ａnn@x.example\u{200E}", "phone_number": "\u{202A}＋905321234567\u{202C}", "name": "Ａnn"});
    let feedback = with(with_responses(happy("e"), answers), "customer", customer);
    accepted(server.submit(&feedback)).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["responses"][2]["body"], "ann@x.example");
    assert_eq!(
        stored["customer"],
        json!({"email": "ann@x.example", "phone_number": "+905321234567", "name": "Ａnn"})
    );
}
