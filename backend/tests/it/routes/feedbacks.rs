//! `POST /v1/feedbacks`: what is taken, what is refused, and how.

use crate::server::{TestServer, import};
use crate::submission::{happy, unhappy, with, with_responses};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};

/// Sends a request that must fail; returns status and problem.
pub(super) async fn refused(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["status"], status);
    assert!(problem["title"].is_string() && problem["type"].is_string());
    (status, problem)
}

/// Sends a request that must succeed; returns the answer.
pub(super) async fn accepted(request: RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    let status = response.status();
    let answer = response.json().await.unwrap();
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

#[tokio::test]
async fn a_complete_feedback_is_stored_as_sent() {
    let server = TestServer::start().await;
    let mut submission = with(
        happy("d"),
        "origin_url",
        "https://ann@shop.example/a?mail=ann%40x.org&sdi=1&sci=2#top",
    );
    submission["customer"] = json!({"name": "Ann", "custom_attributes": {"plan": "gold"}});
    submission["unknown"] = json!({"field": 1});
    submission["user_id"] = Value::Null;
    let request = server
        .submit(&submission)
        .header("X-EDI", "e")
        .header("X-ECI", "c");
    let answer = accepted(request).await;
    assert_eq!(
        answer.as_object().unwrap().len(),
        1,
        "no chat, no token: {answer}"
    );

    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["id"], answer["id"]);
    assert_eq!(stored["id"].as_str().unwrap().len(), 32, "128 bits");
    assert_eq!(stored["status"], "complete");
    assert_eq!(stored["origin_url"], "https://shop.example/a?sdi=1&sci=2");
    assert_eq!(stored["created_at"], "2026-11-21T10:20:30.456Z");
    assert_eq!(stored["flow_revision"], 1);
    assert_eq!(stored["user_id"], Value::Null);
    assert_eq!(stored["customer"], submission["customer"]);
    assert_eq!(stored["tracking"], json!({"edi": "e", "eci": "c"}));
    assert_eq!(stored["responses"], submission["responses"]);
    assert!(stored["received_at"].as_str().unwrap().ends_with('Z'));
}

#[tokio::test]
async fn tracking_values_are_percent_decoded() {
    let server = TestServer::start().await;
    let request = server.submit(&happy("d")).header("X-LDI", "%C5%9Eube%2520");
    accepted(request.header("X-LCI", "1")).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["tracking"], json!({"ldi": "Şube%20", "lci": "1"}));
}

#[tokio::test]
async fn a_flow_that_ends_in_a_chat_gives_its_token() {
    let server = TestServer::start().await;
    let answer = accepted(server.submit(&unhappy("d"))).await;
    assert_eq!(
        answer["chat_token_string"].as_str().unwrap().len(),
        43,
        "256 bits"
    );
    let partial = accepted(server.submit(&unhappy("d")).header("X-COMPLETED", "true")).await;
    assert_eq!(partial.get("chat_token_string"), None, "a partial save gets none");
}

#[tokio::test]
async fn what_is_personal_is_said_by_the_stored_flow() {
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
    // Masked before it is stored, wherever the answer stands.
    assert_eq!(stored["responses"][1]["body"], "Write to *@*.com");
    assert_eq!(
        stored["customer"],
        json!({"name": "Ann", "schema": {"why": "Write to *@*.com"}})
    );
}

#[tokio::test]
async fn what_a_flagged_question_can_say_about_the_customer_is_masked() {
    let server = TestServer::start().await;
    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    // Nobody is asked: such answers are filled in, and stand nowhere but in the customer.
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
        // A client of the operator's own may write it as it likes.
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

#[tokio::test]
async fn each_wrong_answer_is_named() {
    let server = TestServer::start().await;
    let good = || json!({"question_id": "mood", "option_id": "good"});
    let score = || json!({"question_id": "recommend", "body": "9"});
    let cases = [
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
                // What is left of the answer is nothing, and the question is required.
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
    ];
    for (what, responses, expected) in cases {
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
        json!([good(), {"question_id": "recommend", "body": "11"}]),
    )))
    .await;
    assert_eq!(problem["errors"][0]["params"], json!({"min": 0.0, "max": 10.0}));
    assert_eq!(server.feedbacks().await.len(), 0, "nothing is half stored");
}

#[tokio::test]
async fn a_response_lists_at_most_100_errors_and_16_kilobytes_of_them() {
    let server = TestServer::start().await;
    let unknown_question = |number: u32| json!({ "question_id": format!("gone-{number}") });
    let long_id = |number: u32| json!({ "question_id": format!("{number}{}", "gone".repeat(100)) });
    for (what, number, response) in [
        ("empty lists", 300_000, &(|_| json!([])) as &dyn Fn(u32) -> Value),
        ("unknown questions", 20_000, &unknown_question),
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
async fn what_the_body_names_must_exist() {
    let server = TestServer::start().await;
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
async fn bodies_that_are_no_json_or_too_large() {
    let server = TestServer::start().await;
    for body in ["", "{", "{\"device_id\":\"\\ud800\"}", &"[".repeat(10_000)] {
        let (status, problem) = refused(server.post("/v1/feedbacks").body(body.to_owned())).await;
        assert_eq!(
            (status, &problem["code"]),
            (400, &json!("invalid_json")),
            "{problem}"
        );
    }
    let large = with(happy("d"), "user_id", "x".repeat(1024 * 1024));
    let (status, problem) = refused(server.submit(&large)).await;
    assert_eq!((status, &problem["code"]), (413, &json!("too_large")));
    let fits = with(happy("d"), "user_id", "x".repeat(1024 * 1000));
    accepted(server.submit(&fits)).await;
}

#[tokio::test]
async fn an_import_between_load_and_submit_changes_nothing_for_the_visitor() {
    let server = TestServer::start().await;
    let flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    assert_eq!(flow["revision"], 1);

    // The new revision has no question `recommend` any more.
    let mut changed = flow.clone();
    changed["states"][1]["elements"].as_array_mut().unwrap().remove(1);
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("flows")).unwrap();
    std::fs::write(folder.path().join("flows/visit.json"), changed.to_string()).unwrap();
    import(folder.path(), server.data.path());
    let newest: Value = server.get("/v1/nodes/door/flow").await.json().await.unwrap();
    assert_eq!(newest["revision"], 2, "a running server sees the import at once");

    accepted(server.submit(&happy("d"))).await;
    let (_, problem) = refused(server.submit(&with(happy("d"), "flow_revision", 2))).await;
    assert_eq!(problem["code"], "unknown_question");
    let mut newest = happy("d");
    newest.as_object_mut().unwrap().remove("flow_revision");
    let (_, problem) = refused(server.submit(&newest)).await;
    assert_eq!(problem["code"], "unknown_question", "no revision is the newest");
}

#[tokio::test]
async fn a_node_that_got_another_flow_still_takes_the_one_that_it_had() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("nodes")).unwrap();
    std::fs::write(
        folder.path().join("nodes/door.json"),
        r#"{"id": "door", "flow_id": "short"}"#,
    )
    .unwrap();
    import(folder.path(), server.data.path());
    accepted(server.submit(&happy("d"))).await;
}
