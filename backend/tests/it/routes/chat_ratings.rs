//! Ratings of chats that are over.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, configure, position};
use crate::client::RequestBuilder;
use crate::database::execute;
use crate::server::TestServer;
use serde_json::{Value, json};
use tokio::task::JoinSet;

async fn rating_server() -> TestServer {
    let server = TestServer::start().await;
    let chat = json!({"rating_enabled": true, "rating_setting": {"en": "How did we do?", "tr": "Nasıldık?"}});
    configure(&server, json!({"chat": chat}));
    server
}

async fn assert_refused(request: RequestBuilder, status: u16, code: &str) {
    let (found, problem) = refused(request).await;
    assert_eq!((found, &problem["code"]), (status, &json!(code)));
}

/// Returns the values of a chat's ratings.
fn values(chat: &Value) -> Vec<i64> {
    let ratings = chat["chat_ratings"].as_array().unwrap();
    ratings
        .iter()
        .map(|rating| rating["rating"].as_i64().unwrap())
        .collect()
}

#[tokio::test]
async fn a_chat_that_is_over_is_rated_once_since_the_latest_message() {
    let server = rating_server().await;
    let chat = Chat::open(&server).await;
    chat.say("Hello").await;
    let detail = chat.whole().await;
    assert_eq!(
        (&detail["chat_rating_enabled"], &detail["chat_rating_setting"]),
        (&json!(true), &json!({"body": "How did we do?"}))
    );
    assert_refused(chat.rate(50), 409, "chat_not_over").await;
    accepted(chat.archive()).await;

    let rated = accepted(chat.rate(50)).await;
    assert_eq!((&rated["rating"], &rated["position"]), (&json!(50), &json!(3)));
    assert!(rated["created_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!(accepted(chat.rate(50)).await, rated, "the answer was lost");
    assert_refused(chat.rate(100), 409, "already_rated").await;
    let over = chat.whole().await;
    assert_eq!((&over["chat_ratings"], position(&over)), (&json!([rated]), 3));

    // A reopened chat that the customer has not written in stays rated.
    accepted(server.post_as_staff(&chat.staff_path("/reopen"))).await;
    assert_refused(chat.rate(100), 409, "chat_not_over").await;
    accepted(chat.archive()).await;
    assert_refused(chat.rate(0), 409, "already_rated").await;
    accepted(server.post_as_staff(&chat.staff_path("/reopen"))).await;
    chat.say("One more thing").await;
    accepted(server.post_as_staff(&chat.staff_path("/close"))).await;
    accepted(chat.rate(100)).await;
    assert_eq!(values(&chat.whole().await), [50, 100]);
}

#[tokio::test]
async fn ratings_have_three_values() {
    let server = rating_server().await;
    let chat = Chat::open(&server).await;
    accepted(chat.archive()).await;
    for wrong in [
        json!(1),
        json!(-50),
        json!(50.5),
        json!("50"),
        json!(null),
        json!([100]),
    ] {
        let (status, problem) = refused(chat.rate(wrong.clone())).await;
        assert_eq!(
            (status, &problem["code"], &problem["errors"][0]["pointer"]),
            (422, &json!("invalid_rating"), &json!("/rating")),
            "{wrong}"
        );
    }
    accepted(chat.rate(0)).await;
    assert_eq!(values(&chat.whole().await), [0]);
}

#[tokio::test]
async fn a_node_that_takes_no_ratings_gets_none() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    accepted(chat.archive()).await;
    assert_refused(chat.rate(100), 409, "rating_disabled").await;
    assert_eq!(values(&chat.whole().await), [] as [i64; 0]);
}

#[tokio::test]
async fn only_the_chats_own_token_rates_it() {
    let server = rating_server().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    accepted(chat.archive()).await;
    assert_refused(chat.with_token(other.token).rate(0), 401, "invalid_token").await;
    execute(
        server.data.path(),
        format!("UPDATE feedbacks SET chat_epoch = 1 WHERE id = '{}'", chat.id),
    )
    .await;
    assert_refused(chat.rate(0), 401, "invalid_token").await;
    let staff = server.get_as_staff(&chat.staff_path("")).await;
    assert_eq!(values(&staff.json().await.unwrap()), [] as [i64; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_ratings_at_the_same_time_one_is_stored() {
    let server = rating_server().await;
    for _ in 0..5 {
        let chat = Chat::open(&server).await;
        accepted(chat.archive()).await;
        let mut requests = JoinSet::new();
        for rating in [0, 50, 100, 0, 50, 100] {
            let request = chat.rate(rating);
            requests.spawn(async move { (rating, request.send().await.unwrap().status().as_u16()) });
        }
        let results = requests.join_all().await;
        let stored = values(&chat.whole().await);
        assert_eq!(stored.len(), 1);
        for (rating, status) in results {
            assert_eq!(status, if rating == stored[0] { 200 } else { 409 });
        }
    }
}

#[tokio::test]
async fn a_rating_is_announced() {
    let server = rating_server().await;
    let chat = Chat::open(&server).await;
    accepted(chat.archive()).await;
    let path = chat.staff_path("?after=1&wait=25");
    let (news, _) = tokio::join!(server.get_as_staff(&path), accepted(chat.rate(100)));
    assert_eq!(values(&news.json().await.unwrap()), [100]);
}
