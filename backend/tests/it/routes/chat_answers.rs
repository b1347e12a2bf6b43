//! What customers and staff see of the answers with which a chat begins.

use super::feedbacks::accepted;
use crate::chat::Chat;
use crate::import::records;
use crate::server::{TestServer, import};
use crate::submission::{unhappy, with, with_responses};
use serde_json::{Value, json};

/// Opens a chat whose visitor was shown a link, and came by a campaign.
async fn open(server: &TestServer) -> Chat {
    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    let question = |order: u32, id: &str, style: &str, body: &str| {
        json!({"id": format!("e-{id}"), "type": "question", "order": order,
            "question": {"id": id, "key": id, "style": style, "body": body}})
    };
    let first = flow["states"][0]["elements"].as_array_mut().unwrap();
    first.push(question(0, "campaign", "hidden_field", "Campaign"));
    first.push(question(0, "receipt", "link", "https://shop.example/receipt"));
    let second = flow["states"][1]["elements"].as_array_mut().unwrap();
    second.push(question(0, "shop", "link", "https://shop.example/"));
    import(
        records(&[("flows/visit.json", &flow.to_string())]).path(),
        server.data.path(),
    );
    let answers = json!([{"question_id": "campaign", "body": "black-friday"},
        {"question_id": "mood", "option_id": "bad"}, {"question_id": "why", "body": "Too cold"}]);
    let submission = with(with_responses(unhappy("d"), answers), "flow_revision", 2);
    let answer = accepted(server.submit(&submission)).await;
    Chat::open(server).await.of(&answer)
}

/// Returns question and answer of each.
fn pairs<'a>(detail: &'a Value) -> Vec<(&'a str, &'a str)> {
    let text = |value: &'a Value| value.as_str().unwrap();
    let responses = detail["responses"].as_array().unwrap().iter();
    responses
        .map(|answer| (text(&answer["question"]), text(&answer["answer"])))
        .collect()
}

const LINK: (&str, &str) = ("https://shop.example/receipt", "https://shop.example/receipt");
const MOOD: (&str, &str) = ("How was it? </script><b>", "Bad");
const WHY: (&str, &str) = ("Why?", "Too cold");

#[tokio::test]
async fn customers_see_the_links_that_they_were_shown_and_nothing_that_they_were_not() {
    let server = TestServer::start().await;
    let chat = open(&server).await;
    assert_eq!(pairs(&chat.whole().await), [LINK, MOOD, WHY]);
}

#[tokio::test]
async fn staff_see_hidden_fields_as_well() {
    let server = TestServer::start().await;
    let chat = open(&server).await;
    let detail = server.get_as_staff(&chat.staff_path("")).await;
    let detail: Value = detail.json().await.unwrap();
    assert_eq!(pairs(&detail), [("Campaign", "black-friday"), LINK, MOOD, WHY]);
    let transcript = server.get_as_staff(&chat.staff_path("/transcript")).await;
    let transcript = transcript.text().await.unwrap();
    assert!(transcript.contains("Campaign\n  black-friday\n"), "{transcript}");
}
