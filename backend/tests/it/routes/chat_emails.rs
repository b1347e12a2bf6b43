//! `/v1/feedbacks/{feedback_id}/chat_email`: leaving and removing an address.

use super::feedbacks::refused;
use crate::chat::Chat;
use crate::database::{execute, texts};
use crate::mail_server::MailServer;
use crate::mails::{leave, mail_server, remove, server_for};
use crate::server::TestServer;
use crate::submission::{unhappy, with};
use serde_json::{Value, json};

#[tokio::test]
async fn an_address_is_kept_and_shown_masked() {
    let (server, _mails) = server_with_mail().await;
    let chat = Chat::open(&server).await;
    let before = chat.whole().await;
    assert_eq!(
        (&before["email_enabled"], &before["email"]),
        (&json!(true), &Value::Null)
    );
    for _ in 0..2 {
        let response = leave(&chat, " Ada@Example.COM").send().await.unwrap();
        assert_eq!(response.status(), 200);
        let state: Value = response.json().await.unwrap();
        assert_eq!(state, json!({"email_enabled": true, "email": "A…@example.com"}));
    }
    assert_eq!(chat.whole().await["email"], "A…@example.com");
    let kept = texts(server.data.path(), "SELECT address FROM chat_emails").await;
    assert_eq!(kept, ["Ada@example.com"]);
    for _ in 0..2 {
        assert_eq!(remove(&chat).send().await.unwrap().status(), 204);
    }
    assert_eq!(chat.whole().await["email"], Value::Null);
    assert!(
        texts(
            server.data.path(),
            "SELECT address FROM chat_emails WHERE address IS NOT NULL"
        )
        .await
        .is_empty()
    );
}

#[tokio::test]
async fn invalid_addresses_are_refused() {
    let (server, _mails) = server_with_mail().await;
    let chat = Chat::open(&server).await;
    for (body, code, pointer) in [
        (json!({}), "required", "/email"),
        (json!({"email": " "}), "required", "/email"),
        (json!({"email": "ada"}), "invalid_email", "/email"),
        (
            json!({"email": "ada@example.com\r\nBcc: x@example.com"}),
            "invalid_email",
            "/email",
        ),
        (
            json!({"email": format!("{}@example.com", "a".repeat(300))}),
            "invalid_email",
            "/email",
        ),
        (json!({"email": 7}), "wrong_type", "/email"),
        (json!({"offered": true}), "required", "/offered"),
    ] {
        let request = server
            .client
            .post(chat.url("chat_email"))
            .header("X-Chat-Token", &chat.token);
        let (status, problem) = refused(request.json(&body)).await;
        assert_eq!((status, problem["code"].as_str()), (422, Some(code)), "{body}");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}");
    }
    assert!(
        texts(server.data.path(), "SELECT feedback_id FROM chat_emails")
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn changing_the_address_needs_the_token() {
    let (server, _mails) = server_with_mail().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let stranger = chat.with_token(&other.token);
    for request in [leave(&stranger, "eve@example.com"), remove(&stranger)] {
        let (status, problem) = refused(request).await;
        assert_eq!((status, problem["code"].as_str()), (401, Some("invalid_token")));
    }
    let body = json!({"email": "ada@example.com", "token": chat.token});
    let response = server
        .client
        .post(chat.url("chat_email"))
        .json(&body)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
}

#[tokio::test]
async fn another_address_can_be_left_ten_times_a_day() {
    let (server, _mails) = server_with_mail().await;
    let chat = Chat::open(&server).await;
    for number in 0..10 {
        let response = leave(&chat, &format!("ada{number}@example.com"))
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 200);
    }
    let response = leave(&chat, "eve@example.com").send().await.unwrap();
    assert_eq!(response.status(), 429);
    let wait: u32 = response.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((86_000..=86_401).contains(&wait), "{wait}");
    assert_eq!(chat.whole().await["email"], "a…@example.com");
    execute(
        server.data.path(),
        "UPDATE chat_emails SET changes_since = changes_since - 86400000",
    )
    .await;
    assert_eq!(
        leave(&chat, "eve@example.com").send().await.unwrap().status(),
        200
    );
}

#[tokio::test]
async fn a_known_address_is_offered_and_used_when_the_offer_is_taken() {
    let (server, _mails) = server_with_mail().await;
    let submission = with(unhappy("d"), "customer", json!({"email": "ada@example.com"}));
    let answer: Value = server
        .submit(&submission)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let mut chat = Chat::open(&server).await;
    assert_eq!(chat.whole().await["email_offer"], Value::Null);
    chat.id = answer["id"].as_str().unwrap().to_owned();
    chat.token = answer["chat_token_string"].as_str().unwrap().to_owned();
    let detail = chat.whole().await;
    assert_eq!(
        (&detail["email_offer"], &detail["email"]),
        (&json!("a…@example.com"), &Value::Null)
    );
    assert!(
        texts(server.data.path(), "SELECT address FROM chat_emails")
            .await
            .is_empty()
    );
    let request = server
        .client
        .post(chat.url("chat_email"))
        .header("X-Chat-Token", &chat.token);
    let state: Value = request
        .json(&json!({"offered": true}))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(state, json!({"email_enabled": true, "email": "a…@example.com"}));
    execute(
        server.data.path(),
        "UPDATE feedbacks SET customer = '{\"email\": \"a**@example.com\"}'",
    )
    .await;
    assert_eq!(remove(&chat).send().await.unwrap().status(), 204);
    assert_eq!(
        chat.whole().await["email_offer"],
        Value::Null,
        "it is masked, so it is none"
    );
}

#[tokio::test]
async fn without_a_mail_server_no_address_is_taken() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    assert_eq!(chat.whole().await["email_enabled"], false);
    let (status, problem) = refused(leave(&chat, "ada@example.com")).await;
    assert_eq!((status, problem["code"].as_str()), (503, Some("no_mail")));
    assert_eq!(remove(&chat).send().await.unwrap().status(), 204);
}

async fn server_with_mail() -> (TestServer, MailServer) {
    let mails = mail_server().await;
    (server_for(&mails, |_| {}).await, mails)
}
