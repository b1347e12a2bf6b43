//! `/v1/staff/flows/{flow_id}/questions/{question}/words` (docs/results.md#words).

use super::feedbacks::accepted;
use super::staff_results::{by, get, indexed};
use crate::server::TestServer;
use crate::submission::{happy, with_responses};
use serde_json::{Value, json};

const WORDS: &str = "/v1/staff/flows/visit/questions/why/words";

#[tokio::test]
async fn words_are_counted_and_the_newest_texts_shown() {
    let server = TestServer::start().await;
    for (user, text) in [
        ("a", "The room was cold"),
        ("b", "Cold, COLD room!"),
        ("c", "Too loud"),
    ] {
        let answers =
            json!([{"question_id": "mood", "option_id": "bad"}, {"question_id": "why", "body": text}]);
        accepted(server.submit(&by(user, with_responses(happy("d"), answers)))).await;
    }
    accepted(server.submit(&by("d", happy("d")))).await;
    indexed(&server).await;
    let answer = get(&server, WORDS).await;
    assert_eq!(
        answer["words"],
        json!([{"word": "cold", "count": 2}, {"word": "room", "count": 2}, {"word": "loud", "count": 1}, {"word": "too", "count": 1}])
    );
    assert_eq!(
        (&answer["read"], &answer["is_complete"]),
        (&json!(3), &json!(true))
    );
    let list = get(&server, "/v1/staff/feedbacks?question_id=why").await;
    let quotes = answer["quotes"]
        .as_array()
        .unwrap()
        .iter()
        .zip(list["items"].as_array().unwrap());
    for (quote, item) in quotes {
        assert_eq!(
            (&quote["feedback_id"], &quote["received_at"]),
            (&item["id"], &item["received_at"])
        );
    }
    let texts: Vec<&Value> = answer["quotes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|quote| &quote["text"])
        .collect();
    assert_eq!(texts, ["Too loud", "Cold, COLD room!", "The room was cold"]);
    let loud = get(&server, &format!("{WORDS}?text=loud")).await;
    assert_eq!(
        (&loud["read"], &loud["words"][0]["word"]),
        (&json!(1), &json!("loud"))
    );
}

#[tokio::test]
async fn questions_without_texts_are_refused() {
    let server = TestServer::start().await;
    for (question, status, code) in [
        ("recommend", 422, "question_unfit"),
        ("mail", 422, "question_unfit"),
        ("nothing", 404, "not_found"),
    ] {
        let path = format!("/v1/staff/flows/visit/questions/{question}/words");
        let response = server.get_as_staff(&path).await;
        assert_eq!(response.status(), status, "{question}");
        let problem: Value = response.json().await.unwrap();
        assert_eq!(problem["code"], code, "{question}");
    }
}
