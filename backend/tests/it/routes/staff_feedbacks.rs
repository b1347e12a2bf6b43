//! `/v1/staff/feedbacks`, and staff tokens.

use super::feedbacks::accepted;
use crate::database::{execute, texts, with_data};
use crate::process::{printed, pulsen};
use crate::server::TestServer;
use crate::submission::{happy, with};
use serde_json::{Value, json};

#[tokio::test]
async fn only_a_valid_token_gives_access() {
    let server = TestServer::start().await;
    let path = format!("{}/v1/staff/feedbacks", server.address);
    let make = |days: &str| {
        printed(with_data(
            pulsen().args(["staff-token", "ann", "--days", days]),
            server.data.path(),
        ))
    };
    let token = make("1");
    let status = async |authorization: Option<String>| {
        let mut request = server.client.get(&path);
        if let Some(authorization) = authorization {
            request = request.header("Authorization", authorization);
        }
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(status(Some(format!("Bearer {token}"))).await, 200);
    assert_eq!(status(Some(format!("bearer {token}"))).await, 200);
    assert_eq!(status(None).await, 401);
    for wrong in [
        token.clone(),
        format!("Basic {token}"),
        "Bearer".into(),
        "Bearer x".into(),
        format!("Bearer {token}x"),
    ] {
        assert_eq!(status(Some(wrong.clone())).await, 401, "{wrong}");
    }
    let refused = server.get("/v1/staff/feedbacks").await;
    assert_eq!(refused.headers()["www-authenticate"], "Bearer");

    let data = server.data.path();
    let hashes = texts(data, "SELECT hash FROM staff_tokens WHERE name = 'ann'").await;
    assert!(!token.contains(&hashes[0]), "only a hash is stored");
    let expire = "UPDATE staff_tokens SET expires_at = 1 WHERE name = 'ann'";
    execute(data, expire).await;
    assert_eq!(status(Some(format!("Bearer {token}"))).await, 401, "expired");

    let token = make("1");
    assert_eq!(status(Some(format!("Bearer {token}"))).await, 200);
    printed(with_data(pulsen().args(["staff-token", "ann", "--revoke"]), data));
    assert_eq!(status(Some(format!("Bearer {token}"))).await, 401, "revoked");
}

#[tokio::test]
async fn a_cursor_continues_the_list() {
    let server = TestServer::start().await;
    for number in 0..5 {
        let submission = with(happy("d"), "time_spent_in_seconds", number);
        assert_eq!(server.submit(&submission).send().await.unwrap().status(), 200);
    }
    let list = async |query: &str| -> (Vec<Value>, Value) {
        let response = server.get_as_staff(&format!("/v1/staff/feedbacks?{query}")).await;
        assert_eq!(response.headers()["cache-control"], "no-store");
        let list: Value = response.json().await.unwrap();
        let items = list["items"].as_array().unwrap();
        (
            items
                .iter()
                .map(|item| item["time_spent_in_seconds"].clone())
                .collect(),
            list["next_cursor"].clone(),
        )
    };
    let (first, cursor) = list("limit=2").await;
    assert_eq!(first, [4, 3]);
    // New feedback does not shift the next part.
    assert_eq!(server.submit(&happy("d")).send().await.unwrap().status(), 200);
    let (second, cursor) = list(&format!("limit=2&after={}", cursor.as_str().unwrap())).await;
    assert_eq!(second, [2, 1]);
    let (last, cursor) = list(&format!("limit=2&after={}", cursor.as_str().unwrap())).await;
    assert_eq!((last, cursor), (vec![json!(0)], Value::Null));
}

/// A complete feedback by a user whom the list names, as it does not name devices.
fn by(user: &str) -> Value {
    with(happy(user), "user_id", user)
}

#[tokio::test]
async fn lists_can_be_filtered() {
    let server = TestServer::start().await;
    server.submit(&by("d")).send().await.unwrap();
    server
        .submit(&by("e"))
        .header("X-COMPLETED", "true")
        .send()
        .await
        .unwrap();
    server
        .submit(&with(by("f"), "node_id", "once"))
        .send()
        .await
        .unwrap();
    let users = async |query: &str| -> String {
        let list: Value = server
            .get_as_staff(&format!("/v1/staff/feedbacks?{query}"))
            .await
            .json()
            .await
            .unwrap();
        list["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["user_id"].as_str().unwrap())
            .collect()
    };
    assert_eq!(users("").await, "fed");
    assert_eq!(users("node_id=door").await, "ed");
    assert_eq!(users("node_id=door&status=partial").await, "e");
    assert_eq!(users("status=complete").await, "fd");
    let unknown = server.get_as_staff("/v1/staff/feedbacks?node_id=gone").await;
    assert_eq!(unknown.status(), 404);
    for query in ["status=open", "after=x", "limit=-1"] {
        assert_eq!(
            server
                .get_as_staff(&format!("/v1/staff/feedbacks?{query}"))
                .await
                .status(),
            400,
            "{query}"
        );
    }
}

#[tokio::test]
async fn polling_returns_feedback_completed_later() {
    let server = TestServer::start().await;
    let partial: Value = accepted(server.submit(&by("d")).header("X-COMPLETED", "true")).await;
    accepted(server.submit(&by("e"))).await;
    let since = async |query: &str| -> Value {
        let path = format!("/v1/staff/feedbacks?updated_since={query}");
        let response = server.get_as_staff(&path).await;
        assert_eq!(response.status(), 200, "{query}");
        response.json().await.unwrap()
    };
    let users = |list: &Value| -> Vec<String> {
        let items = list["items"].as_array().unwrap().iter();
        items
            .map(|item| {
                format!(
                    "{} {}",
                    item["user_id"].as_str().unwrap(),
                    item["status"].as_str().unwrap()
                )
            })
            .collect()
    };
    let first = since("0").await;
    assert_eq!(
        users(&first),
        ["d partial", "e complete"],
        "the earliest change first"
    );
    let last_change = first["items"][1]["updated_at"].as_str().unwrap();
    let last_change: i64 = last_change.parse::<jiff::Timestamp>().unwrap().as_millisecond();
    assert_eq!(
        users(&since(&last_change.to_string()).await),
        ["e complete"],
        "inclusive"
    );

    let id = partial["id"].as_str().unwrap();
    accepted(server.submit(&by("d")).header("X-FID", id)).await;
    let news = since(&last_change.to_string()).await;
    assert_eq!(users(&news), ["e complete", "d complete"]);
    assert_eq!(news["items"][1]["id"], partial["id"]);

    // One item at a time: the cursor works with the time and with the other filters.
    let page = since("0&limit=1").await;
    assert_eq!(users(&page), ["e complete"]);
    let cursor = page["next_cursor"].as_str().unwrap().to_owned();
    accepted(server.submit(&by("f"))).await;
    let rest = since(&format!("0&after={cursor}&node_id=door&status=complete")).await;
    assert_eq!(
        (users(&rest), &rest["next_cursor"]),
        (vec!["d complete".into(), "f complete".into()], &Value::Null)
    );
    for wrong in ["updated_since=x", "updated_since=0&after=7", "after=7.f"] {
        let response = server.get_as_staff(&format!("/v1/staff/feedbacks?{wrong}")).await;
        assert_eq!(response.status(), 400, "{wrong}");
    }
}
