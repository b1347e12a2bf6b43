//! `/v1/staff/flows/{flow_id}/cross_table` (docs/results.md#cross-tables).

use super::feedbacks::accepted;
use super::staff_results::{by, get, indexed};
use crate::server::TestServer;
use crate::submission::{happy, unhappy, with_responses};
use serde_json::{Value, json};

const TABLE: &str = "/v1/staff/flows/visit/cross_table";

async fn submit_with(server: &TestServer, user: &str, mood: &str, score: u32) {
    let answers = json!([{"question_id": "mood", "option_id": mood}, {"question_id": "recommend", "body": score.to_string()}]);
    accepted(server.submit(&by(user, with_responses(happy("d"), answers)))).await;
}

/// Returns the counts that are not 0, by the text of the row and of the column.
fn pairs(table: &Value) -> Vec<(String, String, i64)> {
    let texts = |axis: &str| -> Vec<String> {
        let values = table[axis]["values"].as_array().unwrap().iter();
        values
            .map(|value| value["text"].as_str().unwrap().to_owned())
            .collect()
    };
    let (rows, columns) = (texts("row"), texts("column"));
    let mut pairs = Vec::new();
    for (row, counts) in rows.iter().zip(table["counts"].as_array().unwrap()) {
        for (column, count) in columns.iter().zip(counts.as_array().unwrap()) {
            let count = count.as_i64().unwrap();
            if count > 0 {
                pairs.push((row.clone(), column.clone(), count));
            }
        }
    }
    pairs
}

fn pair(row: &str, column: &str, count: i64) -> (String, String, i64) {
    (row.to_owned(), column.to_owned(), count)
}

#[tokio::test]
async fn answers_of_the_same_feedback_are_counted_together() {
    let server = TestServer::start().await;
    for (user, score) in [("a", 9), ("b", 9), ("c", 10)] {
        submit_with(&server, user, "good", score).await;
    }
    // Visitors who are not happy are not asked the other question.
    accepted(server.submit(&by("d", unhappy("d")))).await;
    let partial = with_responses(
        by("e", happy("d")),
        json!([{"question_id": "mood", "option_id": "bad"}]),
    );
    accepted(server.submit(&partial).header("X-COMPLETED", "true")).await;
    indexed(&server).await;
    let table = get(&server, &format!("{TABLE}?row=mood&column=recommend")).await;
    assert_eq!(pairs(&table), [pair("Good", "9", 2), pair("Good", "10", 1)]);
    assert_eq!(
        (&table["answered"], &table["is_complete"]),
        (&json!(3), &json!(true))
    );
    assert!(table["looked_at"].as_i64() >= Some(3), "{table}");
    assert_eq!(
        table["row"]["values"][0],
        json!({"option_id": "good", "text": "Good", "count": 3})
    );
    let scores = table["column"]["values"].as_array().unwrap();
    assert_eq!((scores.len(), &scores[10]["number"]), (11, &json!(10.0)));
    // The other way around, and with a filter.
    let turned = get(
        &server,
        &format!("{TABLE}?row=recommend&column=mood&question_id=recommend&at_least=10"),
    )
    .await;
    assert_eq!(pairs(&turned), [pair("10", "Good", 1)]);
    let none = get(
        &server,
        &format!("{TABLE}?row=mood&column=recommend&node_id=once"),
    )
    .await;
    assert_eq!((&none["answered"], pairs(&none)), (&json!(0), vec![]));
}

#[tokio::test]
async fn questions_without_values_are_refused() {
    let server = TestServer::start().await;
    for (query, status, code) in [
        ("row=mood&column=why", 422, "question_unfit"),
        ("row=mail&column=mood", 422, "question_unfit"),
        ("row=mood&column=mood", 422, "question_unfit"),
        ("row=mood&column=nothing", 404, "not_found"),
        ("row=mood", 400, "invalid_query"),
        ("row=mood&column=recommend&colum=why", 400, "invalid_query"),
    ] {
        let response = server.get_as_staff(&format!("{TABLE}?{query}")).await;
        assert_eq!(response.status(), status, "{query}");
        let problem: Value = response.json().await.unwrap();
        assert_eq!(problem["code"], code, "{query}");
    }
    let unknown = server
        .get_as_staff("/v1/staff/flows/nowhere/cross_table?row=mood&column=recommend")
        .await;
    assert_eq!(unknown.status(), 404);
}
