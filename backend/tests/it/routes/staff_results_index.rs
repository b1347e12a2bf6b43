//! What visitors send never stops the index (docs/results.md#index).

use super::feedbacks::accepted;
use super::staff_results::{by, get, indexed};
use crate::database::{execute, is_postgres};
use crate::server::TestServer;
use crate::submission::happy;
use crate::upload::{Visitor, import_files_flow};
use serde_json::{Value, json};

/// Answers the question of the flow `files` that takes any text.
async fn answer(server: &TestServer, text: &str) -> Value {
    let visitor = Visitor::new(&server.client, &server.address, "d");
    let items = json!([{"question_id": "why", "body": text}]);
    accepted(visitor.submit_items(items, &[])).await["id"].clone()
}

/// Returns the ids of the feedback that a query finds.
async fn found(server: &TestServer, query: &str) -> Vec<Value> {
    let list = get(server, &format!("/v1/staff/feedbacks?{query}")).await;
    let items = list["items"].as_array().unwrap();
    items.iter().map(|item| item["id"].clone()).collect()
}

#[tokio::test]
async fn a_text_of_very_many_words_is_searched_as_far_as_the_database_can() {
    let server = TestServer::start().await;
    import_files_flow(server.data.path());
    let mut text = "zqfirst".to_owned();
    for number in 0_u32.. {
        if text.len() >= 900_000 {
            break;
        }
        text.push_str(&format!(" {number:x}x"));
    }
    text.push_str(" zqlast");
    let long = answer(&server, &text).await;
    let next = answer(&server, "zqnext").await;
    indexed(&server).await;
    assert_eq!(found(&server, "text=zqfirst").await, std::slice::from_ref(&long));
    assert_eq!(found(&server, "text=zqlast").await, [] as [Value; 0]);
    let by_answer = "question_id=why&contains=zqlast";
    assert_eq!(found(&server, by_answer).await, [long], "filters have all of it");
    assert_eq!(found(&server, "text=zqnext").await, [next]);
}

/// Has the database refuse to index words and answers with these texts.
async fn refuse(server: &TestServer, words: &str, answer: &str) {
    let rules = [("indexed_feedbacks", "words", words), ("answers", "text", answer)];
    for (table, column, text) in rules {
        let rule = if is_postgres() {
            format!("ALTER TABLE {table} ADD CHECK ({column} NOT LIKE '%{text}%')")
        } else {
            format!(
                "CREATE TRIGGER refuse_{table} BEFORE INSERT ON {table} WHEN NEW.{column} LIKE '%{text}%'
                 BEGIN SELECT RAISE(ABORT, 'refused'); END"
            )
        };
        execute(server.data.path(), rule).await;
    }
}

#[tokio::test]
async fn only_the_row_refused_by_the_database_is_left_out() {
    let server = TestServer::start().await;
    import_files_flow(server.data.path());
    refuse(&server, "zqwords", "zqanswer").await;
    let before = answer(&server, "zqgood before").await;
    let without_words = answer(&server, "zqwords zqgood").await;
    let between = accepted(server.submit(&by("b", happy("d")))).await["id"].clone();
    answer(&server, "zqanswer zqgood").await;
    let after = answer(&server, "zqgood after").await;
    indexed(&server).await;
    assert_eq!(
        found(&server, "text=zqgood").await,
        [after.clone(), before.clone()]
    );
    let by_answer = found(&server, "question_id=why&contains=zqgood").await;
    assert_eq!(by_answer, [after, without_words, before]);
    assert_eq!(found(&server, "question_id=mood&option_id=good").await, [between]);
    let summary = get(&server, "/v1/staff/flows/files/summary").await;
    assert_eq!(summary["complete"], 3, "{summary}");
}
