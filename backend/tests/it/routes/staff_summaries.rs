//! `/v1/staff/flows/{flow_id}/summary` (docs/results.md#summaries).

use super::feedbacks::accepted;
use super::staff_results::{by, get, indexed};
use crate::database::execute;
use crate::server::TestServer;
use crate::submission::{happy, with, with_responses};
use serde_json::{Value, json};

/// Scores of feedback, in an order that only looks random.
const SCORES: [u32; 17] = [9, 10, 3, 7, 0, 10, 8, 6, 9, 2, 10, 10, 5, 9, 7, 1, 9];

async fn summary(server: &TestServer, query: &str) -> Value {
    let mut summary = get(server, &format!("/v1/staff/flows/visit/summary?{query}")).await;
    for field in ["indexed_up_to", "is_index_behind"] {
        summary.as_object_mut().unwrap().remove(field).unwrap();
    }
    // Not every filter fits them (`counters.rs`).
    for field in ["counters", "counters_unfit"] {
        summary.as_object_mut().unwrap().remove(field).unwrap();
        if let Some(compared) = summary.get_mut("comparison") {
            compared.as_object_mut().unwrap().remove(field).unwrap();
        }
    }
    summary
}

fn question<'a>(summary: &'a Value, id: &str) -> &'a Value {
    let mut questions = summary["questions"].as_array().unwrap().iter();
    questions.find(|question| question["question_id"] == id).unwrap()
}

#[tokio::test]
async fn summaries_agree_with_a_naive_computation() {
    let server = TestServer::start().await;
    for (at, score) in SCORES.iter().enumerate() {
        let answers = json!([{"question_id": "mood", "option_id": "good"},
                             {"question_id": "recommend", "body": score.to_string()}]);
        let mut submission = by(&format!("u{at}"), with_responses(happy("d"), answers));
        submission["time_spent_in_seconds"] = (at + 1).into();
        submission["state_times_in_ms"] = json!({"start": 1_000 * (at + 1), "more": null});
        accepted(server.submit(&submission)).await;
    }
    for user in ["x", "y"] {
        let partial = with_responses(
            by(user, happy("d")),
            json!([{"question_id": "mood", "option_id": "bad"}]),
        );
        accepted(server.submit(&partial).header("X-COMPLETED", "true")).await;
    }
    indexed(&server).await;
    let found = summary(&server, "").await;
    assert_eq!(
        (&found["complete"], &found["partial"], &found["is_complete"]),
        (&json!(SCORES.len()), &json!(2), &json!(true))
    );
    let count = |fits: fn(&&u32) -> bool| SCORES.iter().filter(fits).count() as f64;
    let all = SCORES.len() as f64;
    let recommend = question(&found, "recommend");
    let near = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-9;
    let score = 100.0 * (count(|score| **score >= 9) - count(|score| **score <= 6)) / all;
    assert!(near(&recommend["nps"], score), "{recommend}");
    assert!(near(
        &recommend["numbers"]["mean"],
        f64::from(SCORES.iter().sum::<u32>()) / all
    ));
    assert_eq!(recommend["numbers"]["median"], 8.0);
    assert_eq!(recommend["answered"], SCORES.len());
    let mood = question(&found, "mood");
    assert_eq!(mood["options"][0]["count"], SCORES.len());
    assert_eq!(mood["options"][1]["count"], 2);
    assert!(near(&mood["options"][1]["share"], 2.0 / (all + 2.0)));
    assert_eq!(
        found["states"],
        json!([{"state_id": "start", "answered": SCORES.len() + 2, "left": 2,
                "time_shown": {"count": SCORES.len(), "mean": 9.0, "median": 9.0}},
               {"state_id": "more", "answered": SCORES.len(), "left": 0, "time_shown": null}])
    );
    assert_eq!(found["time_spent"]["median"], 9.0);
    // There are two if midnight was meanwhile.
    let days = found["days"].as_array().unwrap().iter();
    let in_days: u64 = days.map(|day| day["feedbacks"].as_u64().unwrap()).sum();
    assert_eq!(in_days, SCORES.len() as u64 + 2);

    // What the roll-ups say is what is counted feedback by feedback.
    assert_eq!(summary(&server, "created_from=2020-01-01").await, found);
    assert_eq!(summary(&server, "verified=false").await, found);
    assert_eq!(summary(&server, "verified=true").await["complete"], 0);
    assert_eq!(
        summary(&server, "status=complete&node_id=door").await,
        summary(&server, "status=complete&node_id=door&created_from=2020-01-01").await
    );
    let tens = summary(&server, "question_id=recommend&at_least=10").await;
    assert_eq!(tens["complete"], 4);
    assert_eq!(question(&tens, "recommend")["nps"], 100.0);
    assert_eq!(summary(&server, "received_to=2020-01-01").await["complete"], 0);
    assert_eq!(summary(&server, "node_id=once").await["complete"], 0);
    let unknown = server.get_as_staff("/v1/staff/flows/gone/summary").await;
    assert_eq!(unknown.status(), 404);
}

#[tokio::test]
async fn the_times_of_a_later_save_replace_those_of_an_earlier_one() {
    let server = TestServer::start().await;
    let partial = with(happy("d"), "state_times_in_ms", json!({"start": 5_000}));
    let id = accepted(server.submit(&partial).header("X-COMPLETED", "true")).await["id"].clone();
    indexed(&server).await;
    let times = async || {
        let states = summary(&server, "").await["states"].clone();
        [states[0]["time_shown"].clone(), states[1]["time_shown"].clone()]
    };
    let one = |seconds: f64| json!({"count": 1, "mean": seconds, "median": seconds});
    assert_eq!(times().await, [one(5.0), Value::Null]);
    let complete = with(
        happy("d"),
        "state_times_in_ms",
        json!({"start": 7_000, "more": 40}),
    );
    accepted(server.submit(&complete).header("X-FID", id.as_str().unwrap())).await;
    indexed(&server).await;
    assert_eq!(times().await, [one(7.0), one(0.04)]);
    let stored = get(&server, "/v1/staff/feedbacks").await["items"][0].clone();
    assert_eq!(stored["state_times_in_ms"], complete["state_times_in_ms"]);
    assert_eq!(get(&server, "/v1/staff/feedbacks").await["items"][1], Value::Null);
}

#[tokio::test]
async fn a_summary_has_the_same_figures_of_another_period_beside_it() {
    let server = TestServer::start().await;
    for user in ["a", "b", "c"] {
        accepted(server.submit(&by(user, happy("d")))).await;
    }
    let month_ago = "UPDATE feedbacks SET received_at = 1767225600000, updated_at = updated_at + 10
        WHERE user_id <> 'a'";
    execute(server.data.path(), month_ago).await;
    accepted(server.submit(&by("d", happy("d")))).await;
    indexed(&server).await;
    // The two are of the first moment of 2026.
    for filter in ["", "&question_id=mood&option_id=good"] {
        for (query, from, to, complete) in [
            (
                "received_from=2026-01-01&received_to=2026-01-02&compare=previous",
                "2025-12-31",
                "2026-01-01",
                [2, 0],
            ),
            (
                "received_from=2026-01-02&received_to=2026-01-04&compare=previous",
                "2025-12-31",
                "2026-01-02",
                [0, 2],
            ),
            (
                "compare_from=2025-01-01&compare_to=2026-01-02",
                "2025-01-01",
                "2026-01-02",
                [4, 2],
            ),
            (
                "received_to=2026-01-01&compare_from=2020-01-01&compare_to=2100-01-01",
                "2020-01-01",
                "2100-01-01",
                [0, 4],
            ),
        ] {
            let query = format!("{query}{filter}");
            let found = summary(&server, &query).await;
            let comparison = &found["comparison"];
            let counted = [&found["complete"], &comparison["complete"]];
            assert_eq!(counted, [&json!(complete[0]), &json!(complete[1])], "{query}");
            for (field, day) in [("received_from", from), ("received_to", to)] {
                assert!(
                    comparison[field]
                        .as_str()
                        .unwrap()
                        .starts_with(&format!("{day}T00:00:00"))
                );
            }
            let period = format!("received_from={from}&received_to={to}{filter}");
            let mut alone = summary(&server, &period).await;
            for field in ["received_from", "received_to"] {
                alone[field] = comparison[field].clone();
            }
            assert_eq!(comparison, &alone, "{query}");
        }
    }
    assert_eq!(summary(&server, "").await["comparison"], Value::Null);
    for wrong in [
        "compare=next",
        "compare=previous",
        "compare=previous&received_from=2026-01-01",
        "compare=previous&received_from=2026-01-02&received_to=2026-01-01",
        "compare_from=2026-01-01",
        "compare_from=2026-01-02&compare_to=2026-01-01",
        "compare=previous&received_from=2026-01-01&received_to=2026-01-02&compare_from=2026-01-01&compare_to=2026-01-02",
    ] {
        let path = format!("/v1/staff/flows/visit/summary?{wrong}");
        assert_eq!(server.get_as_staff(&path).await.status(), 400, "{wrong}");
    }
}

#[tokio::test]
async fn a_token_for_some_nodes_sees_no_counts_of_others() {
    let server = TestServer::start().await;
    accepted(server.submit(&by("a", happy("d")))).await;
    indexed(&server).await;
    let token = server
        .staff_token(&["elsewhere", "--nodes", "once", "--rights", "read"])
        .await;
    let path = format!("{}/v1/staff/flows/visit/summary", server.address);
    let found = server.client.get(path).bearer_auth(token).send().await.unwrap();
    let found: Value = found.json().await.unwrap();
    assert_eq!((&found["complete"], &found["days"]), (&json!(0), &json!([])));
}
