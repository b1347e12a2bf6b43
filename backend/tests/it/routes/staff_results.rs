//! Feedback as staff look it up: filters, search, texts, the index (docs/results.md).

use super::feedbacks::accepted;
use crate::database::{database, execute, texts, with_data};
use crate::deadline::until;
use crate::process::{printed, pulsen};
use crate::server::TestServer;
use crate::submission::{happy, unhappy, with, with_responses};
use serde_json::{Value, json};

/// A feedback by a user whom lists name, as they do not name devices.
pub(super) fn by(user: &str, submission: Value) -> Value {
    with(
        with(submission, "user_id", user),
        "device_id",
        format!("device-{user}"),
    )
}

/// Waits until everything that was sent is in the index.
pub(super) async fn indexed(server: &TestServer) {
    until("the index is complete", async || {
        let list = get(server, "/v1/staff/feedbacks?limit=1").await;
        list["is_index_behind"] == false
    })
    .await;
}

pub(super) async fn get(server: &TestServer, path: &str) -> Value {
    let response = server.get_as_staff(path).await;
    assert_eq!(response.status(), 200, "{path}");
    response.json().await.unwrap()
}

/// Returns the users of a list, in its order, over all of its parts.
async fn users(server: &TestServer, query: &str) -> String {
    let mut users = String::new();
    let mut after = String::new();
    loop {
        let list = get(server, &format!("/v1/staff/feedbacks?{query}{after}")).await;
        for item in list["items"].as_array().unwrap() {
            users.push_str(item["user_id"].as_str().unwrap_or("?"));
        }
        match list["next_cursor"].as_str() {
            Some(cursor) => after = format!("&after={cursor}"),
            None => return users,
        }
    }
}

/// Sends feedback that each filter tells apart.
async fn send_some(server: &TestServer) {
    let answers = json!([{"question_id": "mood", "option_id": "good"}, {"question_id": "mail", "body": "ann@x.example"},
                         {"question_id": "recommend", "body": "3"}]);
    let mut a = by("a", with_responses(happy("d"), answers));
    a["customer"] =
        json!({"email": "Ann@X.example", "external_id": "crm-7", "phone_number": "+905321234567"});
    a["language_id"] = "l-ar".into();
    let b = with(
        by("b", unhappy("d")),
        "customer",
        json!({"external_id": "ann lee@corp"}),
    );
    let mut c = with(by("c", happy("d")), "node_id", "once");
    c["customer"] = json!({"external_id": "7"});
    let mut d = with(by("d", happy("d")), "created_at", "2025-01-02T03:04:05Z");
    d["customer"] = json!({"external_id": 42});
    d["reference"] = json!("k7qm2xpd");
    for submission in [a, b, c, d] {
        accepted(server.submit(&submission)).await;
    }
    let partial = with_responses(
        by("e", happy("d")),
        json!([{"question_id": "mood", "option_id": "bad"}]),
    );
    accepted(server.submit(&partial).header("X-COMPLETED", "true")).await;
    indexed(server).await;
}

#[tokio::test]
async fn each_filter_returns_its_matches() {
    let server = TestServer::start().await;
    send_some(&server).await;
    let all = get(&server, "/v1/staff/feedbacks").await;
    let hash = all["items"][3]["device_id"].as_str().unwrap().to_owned();
    for (query, expected) in [
        ("", "edcba"),
        ("flow_id=visit", "edcba"),
        ("flow_id=visit&flow_revision=1", "edcba"),
        ("flow_revision=2", ""),
        ("language_id=l-ar", "a"),
        (
            "language_id=l-ar&flow_id=visit&flow_revision=1&status=complete&verified=false&node_id=door",
            "a",
        ),
        ("language_id=l-ar&status=partial", ""),
        ("flow_id=visit&status=partial&received_from=2020-01-01", "e"),
        ("flow_id=visit&node_id=once&received_to=2099-01-01", "c"),
        ("received_from=2020-01-01", "edcba"),
        ("received_to=2020-01-01", ""),
        ("received_from=2099-01-01", ""),
        ("created_to=2026-01-01", "d"),
        (
            "created_from=2025-01-02T03:04:05Z&created_to=2025-01-02T03:04:06Z",
            "d",
        ),
        (&format!("device_id={hash}"), "b"),
        ("customer=ann@x.EXAMPLE", "a"),
        ("customer=crm-7", "a"),
        // As an address that was not encoded has it, which decoding makes a space.
        ("customer=+905321234567", "a"),
        ("customer=%2B905321234567", "a"),
        ("customer=crm", ""),
        // External ids may look like addresses and numbers.
        ("customer=Ann%20Lee@corp", "b"),
        ("customer=%207%20", "c"),
        ("customer=42", "d"),
        ("reference=K7QM-2XPD", "d"),
        ("reference=k7qm%202xpd&text=cold", ""),
        ("reference=0000-0000", ""),
        ("updated_since=0&reference=k7qm2xpd", "d"),
        ("verified=false", "edcba"),
        ("verified=true", ""),
        ("question_id=mail", "a"),
        ("question_id=mood&option_id=good", "dca"),
        ("question_id=mood&option_id=bad&status=complete", "b"),
        ("question_id=recommend&at_least=3&at_most=3", "a"),
        ("question_id=recommend&at_least=4", "dc"),
        ("question_id=recommend&at_most=8.5", "a"),
        ("question_id=why&contains=O%20COL", "b"),
        ("question_id=why&contains=%25", ""),
        ("text=too%20cold", "b"),
        ("text=t%C3%B6%C3%B6%20C%C3%96LD", "b"),
        ("text=col", ""),
        ("text=cold&node_id=once", ""),
        ("text=Cold&question_id=mood&option_id=bad&node_id=door", "b"),
        ("updated_since=0&text=cold", "b"),
        ("updated_since=0&question_id=mood&option_id=good", "acd"),
    ] {
        assert_eq!(users(&server, query).await, expected, "{query}");
        let parts = users(&server, &format!("{query}&limit=1")).await;
        assert_eq!(parts, expected, "one at a time: {query}");
        if !query.contains("updated_since") {
            let part = get(
                &server,
                &format!("/v1/staff/feedbacks?{query}&limit=1&total=true"),
            )
            .await;
            let total = json!({"count": expected.len(), "is_capped": false});
            assert_eq!(part["total"], total, "{query}");
        }
    }
    for wrong in [
        "flow_revision=x",
        "total=true&updated_since=0",
        "received_from=yesterday",
        "device_id=d",
        "option_id=good",
        "question_id=mood&at_least=NaN",
        "text=a",
        "reference=K7QM",
    ] {
        let response = server.get_as_staff(&format!("/v1/staff/feedbacks?{wrong}")).await;
        assert_eq!(response.status(), 400, "{wrong}");
    }
}

#[tokio::test]
async fn a_token_for_some_nodes_finds_only_their_feedback() {
    let server = TestServer::start().await;
    send_some(&server).await;
    let of_nodes = async |nodes: &str, path: &str| {
        let token = server
            .staff_token(&[
                &format!("of-{nodes}-{}", path.len()),
                "--nodes",
                nodes,
                "--rights",
                "read",
            ])
            .await;
        let request = server.client.get(format!("{}{path}", server.address));
        request.bearer_auth(token).send().await.unwrap()
    };
    let list: Value = of_nodes("door,once", "/v1/staff/feedbacks?limit=3")
        .await
        .json()
        .await
        .unwrap();
    let ids = |list: &Value| -> Vec<String> {
        let items = list["items"].as_array().unwrap().iter();
        items
            .map(|item| item["user_id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(ids(&list), ["e", "d", "c"], "of several nodes in one order");
    let list: Value = of_nodes("once", "/v1/staff/feedbacks?flow_id=visit")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(ids(&list), ["c"]);
    let foreign = get(&server, "/v1/staff/feedbacks?node_id=door&limit=1").await["items"][0]["id"].clone();
    let path = format!("/v1/staff/feedbacks/{}", foreign.as_str().unwrap());
    assert_eq!(of_nodes("once", &path).await.status(), 403);
    assert_eq!(of_nodes("door", &path).await.status(), 200);
    assert_eq!(
        server.get_as_staff("/v1/staff/feedbacks/gone").await.status(),
        404
    );
}

#[tokio::test]
async fn answers_are_shown_as_they_were_given() {
    let server = TestServer::start().await;
    let mut submission = unhappy("d");
    submission["language_id"] = "l-ar".into();
    let id = accepted(server.submit(&submission)).await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let item = get(&server, &format!("/v1/staff/feedbacks/{id}")).await;
    assert_eq!(item["language"], "ar");
    assert_eq!(
        item["answers"],
        json!([
            {"question_id": "mood", "question_key": "mood", "question": "How was it? </script><b>", "style": "radio", "answer": "Bad"},
            {"question_id": "why", "question_key": "why", "question": "Why?", "style": "textarea", "answer": "Too cold"},
        ])
    );
    assert_eq!(
        item["responses"][0],
        json!({"question_id": "mood", "option_id": "bad"})
    );
    let list = get(&server, "/v1/staff/feedbacks?texts=true").await;
    assert_eq!(list["items"][0]["answers"], item["answers"]);
    let list = get(&server, "/v1/staff/feedbacks").await;
    assert!(list["items"][0].get("answers").is_none());
}

#[tokio::test]
async fn the_index_follows_changes_and_counts_each_feedback_once() {
    let server = TestServer::start().await;
    let partial = with_responses(
        by("a", happy("d")),
        json!([{"question_id": "mood", "option_id": "bad"}]),
    );
    let id = accepted(server.submit(&partial).header("X-COMPLETED", "true")).await["id"].clone();
    indexed(&server).await;
    assert_eq!(users(&server, "question_id=mood&option_id=bad").await, "a");
    accepted(
        server
            .submit(&by("a", unhappy("d")))
            .header("X-FID", id.as_str().unwrap()),
    )
    .await;
    accepted(server.submit(&by("b", happy("d")))).await;
    indexed(&server).await;
    assert_eq!(users(&server, "text=cold").await, "a");
    let counts = async || {
        let counts = "SELECT kind || ' ' || subject || ' ' || value || ' ' || count FROM result_counts
                      JOIN result_groups ON result_groups.id = group_id
                      WHERE span = 'all' AND kind IN ('feedback', 'option', 'number', 'last_state') ORDER BY 1";
        texts(server.data.path(), counts).await
    };
    let expected = [
        "feedback   2",
        "last_state more  1",
        "last_state start  1",
        "number recommend 9 1",
        "option mood bad 1",
        "option mood good 1",
    ];
    assert_eq!(counts().await, expected);
    // From the beginning, with everything in it already.
    let again = "UPDATE result_progress SET updated_at = 0, feedback_id = ''";
    execute(server.data.path(), again).await;
    indexed(&server).await;
    assert_eq!(counts().await, expected);
}

#[tokio::test]
async fn the_index_catches_up_after_a_restart() {
    let server = TestServer::start().await;
    accepted(server.submit(&by("a", unhappy("d")))).await;
    indexed(&server).await;
    let data = server.stop().await;
    // Stored by another server, which ended before it was indexed.
    let copy = "INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, user_id, created_offline,
            time_spent_in_seconds, received_at, updated_at, completed_at, responses)
        SELECT 'copy', status, device_id, node_id, flow_id, flow_revision, 'b', created_offline,
            time_spent_in_seconds, received_at, updated_at + 1, completed_at, responses FROM feedbacks";
    execute(data.path(), copy).await;
    let mut command = pulsen();
    let token = printed(with_data(command.args(["staff-token", "again"]), data.path()));
    let again = TestServer::with_settings(|settings| {
        settings.data = data.path().to_owned();
        settings.database = database(data.path()).map(|address| address.parse().unwrap());
    })
    .await;
    until("the index is complete", async || {
        let request = again
            .client
            .get(format!("{}/v1/staff/feedbacks?text=cold", again.address));
        let list: Value = request
            .bearer_auth(&token)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        list["items"].as_array().unwrap().len() == 2
    })
    .await;
    again.stop().await;
}

#[tokio::test]
async fn a_cursor_stays_where_it_is_while_feedback_comes() {
    let server = TestServer::start().await;
    send_some(&server).await;
    let first = get(
        &server,
        "/v1/staff/feedbacks?question_id=mood&option_id=good&limit=2",
    )
    .await;
    assert_eq!(first["items"][1]["user_id"], "c");
    accepted(server.submit(&by("f", happy("d")))).await;
    indexed(&server).await;
    let cursor = first["next_cursor"].as_str().unwrap();
    let rest = format!("question_id=mood&option_id=good&after={cursor}");
    assert_eq!(users(&server, &rest).await, "a");
}

#[tokio::test]
async fn filters_without_an_index_scan_in_parts() {
    let server = TestServer::start().await;
    accepted(server.submit(&by("a", happy("d")))).await;
    let copies = "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 10500)
        INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, user_id, created_offline,
            time_spent_in_seconds, received_at, updated_at, completed_at, responses)
        SELECT 'copy' || number, status, device_id, node_id, flow_id, flow_revision, 'b', created_offline,
            time_spent_in_seconds, received_at, updated_at + number, completed_at, responses
        FROM numbers CROSS JOIN feedbacks";
    execute(server.data.path(), copies).await;
    for order in ["", "&updated_since=0"] {
        let path = format!("/v1/staff/feedbacks?created_from=2020-01-01&limit=5{order}");
        let first = get(&server, &path).await;
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = get(&server, &format!("{path}&after={cursor}")).await;
        let found = [&first, &second].map(|list| list["items"].as_array().unwrap().len());
        // The oldest, which changed first.
        let expected = if order.is_empty() { [0, 1] } else { [1, 0] };
        assert_eq!(
            (found, &second["next_cursor"]),
            (expected, &Value::Null),
            "{order}"
        );
    }
}
