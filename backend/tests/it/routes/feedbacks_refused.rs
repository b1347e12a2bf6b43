//! `POST /v1/feedbacks`: refused submissions, and their problem documents.

use super::feedbacks::{accepted, refused};
use crate::server::TestServer;
use crate::submission::{happy, with, with_responses};
use serde_json::{Value, json};

/// Pointer, question and key of a listed error.
type ExpectedError = (&'static str, &'static str, &'static str);

/// Responses with the errors that they must get.
fn invalid_responses() -> Vec<(&'static str, Value, Vec<ExpectedError>)> {
    let good = || json!({"question_id": "mood", "option_id": "good"});
    let score = || json!({"question_id": "recommend", "body": "9"});
    vec![
        (
            "unknown question",
            json!([good(), score(), {"question_id": "gone", "body": "x"}]),
            vec![("/responses/2", "gone", "unknown_question")],
        ),
        (
            "unknown option",
            json!([{"question_id": "mood", "option_id": "gone"}, score()]),
            vec![
                ("/responses/0", "mood", "unknown_option"),
                // Without this option the required question has no answer.
                ("/responses", "mood", "required"),
            ],
        ),
        (
            "required",
            json!([good()]),
            vec![("/responses", "recommend", "required")],
        ),
        (
            "hidden question",
            json!([good(), {"question_id": "why", "body": "because"}, score()]),
            vec![("/responses/1", "why", "not_on_path")],
        ),
        (
            "page not on the path",
            json!([{"question_id": "mood", "option_id": "bad"}, {"question_id": "mail", "body": "a@b.org"}]),
            vec![("/responses/1", "mail", "not_on_path")],
        ),
        (
            "wrong e-mail",
            json!([good(), {"question_id": "mail", "body": "a@b"}, score()]),
            vec![("/responses/1", "mail", "invalid_email")],
        ),
        (
            "too short",
            json!([{"question_id": "mood", "option_id": "bad"}, {"question_id": "why", "body": "x"}]),
            vec![("/responses/1", "why", "length_between")],
        ),
        (
            "two at once",
            json!([good(), {"question_id": "mail", "body": "a@b"}, {"question_id": "recommend", "body": "11"}]),
            vec![
                ("/responses/1", "mail", "invalid_email"),
                ("/responses/2", "recommend", "value_between"),
            ],
        ),
    ]
}

#[tokio::test]
async fn each_invalid_answer_is_listed() {
    let server = TestServer::start().await;
    for (what, responses, expected) in invalid_responses() {
        let (status, problem) = refused(server.submit(&with_responses(happy("d"), responses))).await;
        let errors = problem["errors"].as_array().unwrap();
        let named: Vec<_> = errors
            .iter()
            .map(|e| {
                (
                    e["pointer"].as_str().unwrap(),
                    e["question_id"].as_str().unwrap(),
                    e["key"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!((status, named), (422, expected.clone()), "{what}: {problem}");
        assert_eq!(problem["code"], expected[0].2, "{what}");
    }
    let (_, problem) = refused(server.submit(&with_responses(
        happy("d"),
        json!([{"question_id": "mood", "option_id": "good"}, {"question_id": "recommend", "body": "11"}]),
    )))
    .await;
    assert_eq!(problem["errors"][0]["params"], json!({"min": 0.0, "max": 10.0}));
    assert_eq!(server.feedbacks().await.len(), 0, "nothing is stored");
}

#[tokio::test]
async fn a_response_lists_at_most_100_errors_and_16_kilobytes_of_them() {
    let server = TestServer::start().await;
    let unknown_question = |number: u32| json!({ "question_id": format!("gone-{number}") });
    let long_id = |number: u32| json!({ "question_id": format!("{number}{}", "gone".repeat(100)) });
    for (what, number, response) in [
        ("empty lists", 500, &(|_| json!([])) as &dyn Fn(u32) -> Value),
        ("unknown questions", 800, &unknown_question),
        ("long ids", 2_000, &long_id),
    ] {
        let responses: Vec<Value> = (0..number).map(response).collect();
        let request = server.submit(&with_responses(happy("d"), json!(responses)));
        let (status, problem) = refused(request).await;
        assert_eq!(status, 422, "{what}");
        let listed = problem["errors"].as_array().unwrap().len();
        assert!((1..=100).contains(&listed), "{what}: {listed}");
        assert!(problem["errors"].to_string().len() <= 16 * 1024, "{what}");
        let left_out = problem["errors_left_out"].as_u64().unwrap();
        assert!(left_out >= u64::from(number) - 100, "{what}: {left_out}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(&left_out.to_string()), "{detail}");
        assert!(problem.to_string().len() < 17 * 1024, "{what}");
    }
}

#[tokio::test]
async fn a_response_does_not_echo_a_long_value() {
    let server = TestServer::start().await;
    let long = "x".repeat(900_000);
    let cases = [
        with(happy("d"), "time_spent_in_seconds", long.as_str()),
        with_responses(happy("d"), json!([{"question_id": long, "body": "x"}])),
        json!({ "device_id": {long: 1} }),
    ];
    for body in cases {
        let (status, problem) = refused(server.submit(&body)).await;
        assert_eq!(status, 422);
        assert!(problem.to_string().len() < 4 * 1024);
    }
}

#[tokio::test]
async fn invalid_fields_are_refused_by_name() {
    let server = TestServer::start().await;
    let state_times = |times: Value| with(happy("d"), "state_times_in_ms", times);
    let cases = [
        (with(happy("d"), "node_id", "gone"), "/node_id", "unknown_node"),
        (with(happy("d"), "flow_id", "gone"), "/flow_id", "unknown_flow"),
        (with(happy("d"), "flow_id", "short"), "/flow_id", "unknown_flow"),
        (
            with(happy("d"), "flow_revision", 2),
            "/flow_revision",
            "unknown_revision",
        ),
        (with(happy(""), "device_id", ""), "/device_id", "required"),
        (
            with(happy("d"), "device_id", "x".repeat(129)),
            "/device_id",
            "invalid_device_id",
        ),
        (
            with(happy("d"), "created_at", "today"),
            "/created_at",
            "invalid_time",
        ),
        (with(happy("d"), "customer", "Ann"), "/customer", "wrong_type"),
        (with(happy("d"), "responses", "none"), "/responses", "wrong_type"),
        (
            with(happy("d"), "time_spent_in_seconds", -1),
            "/time_spent_in_seconds",
            "wrong_type",
        ),
        (state_times(json!([])), "/state_times_in_ms", "wrong_type"),
        (
            state_times(json!({"start": 1.5})),
            "/state_times_in_ms/start",
            "wrong_type",
        ),
        (
            state_times(json!({"start": 86_400_001})),
            "/state_times_in_ms/start",
            "invalid_time",
        ),
        (
            state_times(json!({"a/b": 1})),
            "/state_times_in_ms/a~1b",
            "unknown_state",
        ),
        (
            state_times(json!({"thanks": 1})),
            "/state_times_in_ms/thanks",
            "unknown_state",
        ),
        (
            with_responses(happy("d"), json!([{"question_id": 7}])),
            "/responses/0/question_id",
            "wrong_type",
        ),
        (json!([]), "", "wrong_type"),
    ];
    for (body, pointer, key) in cases {
        let (status, problem) = refused(server.submit(&body)).await;
        let error = &problem["errors"][0];
        assert_eq!(
            (status, &problem["code"], &error["pointer"]),
            (422, &json!(key), &json!(pointer)),
            "{problem}"
        );
    }
}

#[tokio::test]
async fn bodies_that_are_not_json_or_too_large_are_refused() {
    let server = TestServer::start().await;
    for body in ["", "{", "{\"device_id\":\"\\ud800\"}", &"[".repeat(10_000)] {
        let (status, problem) = refused(server.post("/v1/feedbacks").body(body.to_owned())).await;
        assert_eq!(
            (status, &problem["code"]),
            (400, &json!("invalid_json")),
            "{problem}"
        );
    }
    let large = with(happy("d"), "more", "x".repeat(1024 * 1024));
    let (status, problem) = refused(server.submit(&large)).await;
    assert_eq!((status, &problem["code"]), (413, &json!("too_large")));
    let fits = with(happy("d"), "more", "x".repeat(1024 * 1000));
    accepted(server.submit(&fits)).await;
}
