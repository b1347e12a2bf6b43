//! `/v1/staff`.

use crate::process::{printed, pulsen};
use crate::server::TestServer;
use crate::submission::{happy, with};
use serde_json::{Value, json};

#[tokio::test]
async fn only_a_token_in_force_opens_it() {
    let server = TestServer::start().await;
    let path = format!("{}/v1/staff/feedbacks", server.address);
    let make = |days: &str| {
        printed(
            pulsen()
                .args(["staff-token", "ann", "--days", days, "--data"])
                .arg(server.data.path()),
        )
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

    let database = sqlx::SqlitePool::connect(&format!("sqlite://{}/pulsen.db", server.data.path().display()))
        .await
        .unwrap();
    let hash: String = sqlx::query_scalar("SELECT hash FROM staff_tokens WHERE name = 'ann'")
        .fetch_one(&database)
        .await
        .unwrap();
    assert!(!token.contains(&hash), "only a hash is stored");
    sqlx::query("UPDATE staff_tokens SET expires_at = 1 WHERE name = 'ann'")
        .execute(&database)
        .await
        .unwrap();
    assert_eq!(status(Some(format!("Bearer {token}"))).await, 401, "expired");

    let token = make("1");
    assert_eq!(status(Some(format!("Bearer {token}"))).await, 200);
    printed(
        pulsen()
            .args(["staff-token", "ann", "--revoke", "--data"])
            .arg(server.data.path()),
    );
    assert_eq!(status(Some(format!("Bearer {token}"))).await, 401, "revoked");
}

#[tokio::test]
async fn lists_go_on_where_the_last_one_ended() {
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
    // What comes in meanwhile does not shift the next list.
    assert_eq!(server.submit(&happy("d")).send().await.unwrap().status(), 200);
    let (second, cursor) = list(&format!("limit=2&after={}", cursor.as_str().unwrap())).await;
    assert_eq!(second, [2, 1]);
    let (last, cursor) = list(&format!("limit=2&after={}", cursor.as_str().unwrap())).await;
    assert_eq!((last, cursor), (vec![json!(0)], Value::Null));
}

#[tokio::test]
async fn lists_can_be_narrowed() {
    let server = TestServer::start().await;
    server.submit(&happy("d")).send().await.unwrap();
    server
        .submit(&happy("e"))
        .header("X-COMPLETED", "true")
        .send()
        .await
        .unwrap();
    server
        .submit(&with(happy("f"), "node_id", "once"))
        .send()
        .await
        .unwrap();
    let devices = async |query: &str| -> String {
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
            .map(|item| item["device_id"].as_str().unwrap())
            .collect()
    };
    assert_eq!(devices("").await, "fed");
    assert_eq!(devices("node_id=door").await, "ed");
    assert_eq!(devices("node_id=door&status=partial").await, "e");
    assert_eq!(devices("status=complete").await, "fd");
    assert_eq!(devices("node_id=gone").await, "");
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
