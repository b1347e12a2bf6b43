//! Calls of the customer about a chat.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, position, texts};
use crate::database::execute;
use crate::server::TestServer;
use crate::submission::{happy, unhappy, with};
use reqwest::multipart::Form;
use serde_json::{Value, json};

#[tokio::test]
async fn a_chat_begins_with_its_feedback() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let response = chat.get("").send().await.unwrap();
    assert_eq!(response.headers()["cache-control"], "no-store");
    let detail: Value = response.json().await.unwrap();
    assert!(detail["created_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!(position(&detail), 0);
    let mut detail = detail;
    for field in ["created_at", "cursor"] {
        detail.as_object_mut().unwrap().remove(field);
    }
    assert_eq!(
        detail,
        json!({
            "feedback_id": chat.id,
            "token": chat.token,
            "node": {
                "id": "door", "name": "At the door", "css_url_react": "https://cdn.example/door.css",
                "show_typing": true, "show_seen": true, "operating": true, "operating_24_7": false,
                "operating_hours": [], "utc_offset_minutes": 180,
            },
            "account": {"name": "At the door"},
            "creator": {},
            "creator_language_code": "en",
            "responses": [
                {"question_id": "mood", "question": "How was it? </script><b>", "style": "radio", "answer": "Bad"},
                {"question_id": "why", "question": "Why?", "style": "textarea", "answer": "Too cold"},
            ],
            "prevent_upload": false,
            "chat_queue_body": "CONFIDENTIAL",
            "chat_rating_enabled": false,
            "chat_ratings": [],
            "email_enabled": false,
            "limits": {"message_length": 5000, "attachment_bytes": 10_485_760},
            "timeline_items": [],
            "timeline_after": 0,
            "status": "open",
        })
    );
}

#[tokio::test]
async fn a_feedback_that_ends_on_another_page_has_no_chat() {
    let server = TestServer::start().await;
    let answer = accepted(server.submit(&happy("d"))).await;
    assert_eq!(answer.get("chat_token_string"), None);
    let path = format!("/v1/feedbacks/{}/chat?token=x", answer["id"].as_str().unwrap());
    assert_eq!(server.get(&path).await.status(), 401);
}

#[tokio::test]
async fn a_partial_feedback_opens_its_chat_when_it_is_completed() {
    let server = TestServer::start().await;
    let partial = accepted(server.submit(&unhappy("d")).header("X-COMPLETED", "true")).await;
    assert_eq!(partial.get("chat_token_string"), None);
    let id = partial["id"].as_str().unwrap();
    let complete = accepted(server.submit(&unhappy("d")).header("X-FID", id)).await;
    let token = complete["chat_token_string"].as_str().unwrap();
    let chat = server
        .get(&format!("/v1/feedbacks/{id}/chat?token={token}"))
        .await;
    assert_eq!(chat.status(), 200);
}

#[tokio::test]
async fn the_detail_repeats_the_token_that_the_request_came_with() {
    let server = TestServer::start().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let in_address = server.client.get(chat.url(&format!("chat?token={}", chat.token)));
    let in_header = server
        .client
        .get(chat.url("chat"))
        .header("X-Chat-Token", &chat.token);
    // The header counts before the address.
    let with_other = server
        .client
        .get(chat.url(&format!("chat?token={}", other.token)));
    for request in [
        in_address,
        in_header,
        with_other.header("X-Chat-Token", &chat.token),
    ] {
        assert_eq!(accepted(request).await["token"], chat.token);
    }
}

#[tokio::test]
async fn only_its_token_gives_access_to_a_chat() {
    let server = TestServer::start().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let mut unknown = chat.clone();
    unknown.id = "0".repeat(32);
    let wrong = [
        ("none", chat.url("chat")),
        ("empty", chat.url("chat?token=")),
        ("wrong", chat.url("chat?token=x")),
        ("another's", chat.url(&format!("chat?token={}", other.token))),
        ("longer", chat.url(&format!("chat?token={}A", chat.token))),
        ("of nothing", unknown.url(&format!("chat?token={}", chat.token))),
    ];
    let mut problems = Vec::new();
    for (name, url) in wrong {
        let (status, problem) = refused(server.client.get(url)).await;
        assert_eq!(
            (status, &problem["code"]),
            (401, &json!("invalid_token")),
            "{name}"
        );
        problems.push(problem);
    }
    assert!(
        problems.iter().all(|problem| *problem == problems[0]),
        "the reasons are not told apart"
    );

    for request in [
        server
            .client
            .post(chat.url("chat_messages"))
            .json(&json!({"body": "x"})),
        server
            .client
            .post(chat.url("archive"))
            .json(&json!({"token": other.token})),
    ] {
        assert_eq!(refused(request).await.0, 401);
    }
    // The token may be in the query, the header or the body.
    accepted(server.client.get(chat.url(&format!("chat?token={}", chat.token)))).await;
    accepted(chat.get("")).await;
    let in_body = json!({"body": "x", "token": chat.token});
    accepted(server.client.post(chat.url("chat_messages")).json(&in_body)).await;
}

#[tokio::test]
async fn a_message_is_a_form_or_json() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let post = || server.client.post(chat.url("chat_messages"));
    let form = Form::new().text("body", "  Merhaba \n").text("client_key", "k1");
    let item = accepted(post().header("X-Chat-Token", &chat.token).multipart(form)).await;
    assert_eq!(
        (&item["action"], &item["actor"], &item["client_key"]),
        (&json!("add_comment"), &json!("customer"), &json!("k1"))
    );
    assert_eq!(item["detail"]["comment"]["body"], "Merhaba");
    assert!(
        item["detail"]["comment"]["created_at"]
            .as_str()
            .unwrap()
            .ends_with('Z')
    );

    let form = Form::new()
        .text("token", chat.token.clone())
        .text("body", "Second");
    accepted(post().multipart(form)).await;
    accepted(post().json(&json!({"token": chat.token, "body": "Third", "client_key": null}))).await;
    let whole = chat.whole().await;
    assert_eq!(texts(&whole), ["Merhaba", "Second", "Third"]);
    assert_eq!(
        whole["timeline_items"][0], item,
        "the response equals the item in the chat"
    );
}

#[tokio::test]
async fn invalid_messages_are_refused_by_name() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let post = || {
        server
            .client
            .post(chat.url("chat_messages"))
            .header("X-Chat-Token", &chat.token)
    };
    for (body, code) in [
        (json!({"body": " \n"}), "required"),
        (json!({}), "required"),
        (json!({"body": "a".repeat(5_001)}), "length_max"),
        (
            json!({"body": "a", "client_key": "k".repeat(200)}),
            "invalid_client_key",
        ),
        (json!({"body": 7}), "wrong_type"),
        (json!(["a"]), "wrong_type"),
    ] {
        let (status, problem) = refused(post().json(&body)).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{body}");
    }
    let in_json = post().json(&json!({"body": "look", "attachment": "a.png"}));
    let (status, problem) = refused(in_json).await;
    assert_eq!(
        (status, &problem["errors"][0]["pointer"], &problem["code"]),
        (422, &json!("/attachment"), &json!("wrong_type"))
    );
    let form = Form::new().text("body", "a".repeat(70_000));
    assert_eq!(refused(post().multipart(form)).await.0, 413);
    let broken = post()
        .header("Content-Type", "multipart/form-data; boundary=x")
        .body("y");
    assert_eq!(refused(broken).await.1["code"], "invalid_form");
    assert_eq!(refused(post().body("{")).await.1["code"], "invalid_json");
    let keyed = post()
        .header("Idempotency-Key", "again")
        .json(&json!({"body": "a"}));
    assert_eq!(refused(keyed).await.1["code"], "invalid_key");
    let from_nowhere = post()
        .header("X-Device-Id", "d".repeat(200))
        .json(&json!({"body": "a"}));
    assert_eq!(refused(from_nowhere).await.1["code"], "invalid_device_id");

    accepted(post().json(&json!({"body": "ü".repeat(5_000)}))).await;
    assert_eq!(texts(&chat.whole().await).len(), 1, "nothing else was stored");
}

#[tokio::test]
async fn a_repeated_message_is_stored_once() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let send = |body: &str, device: &str| {
        chat.send(body)
            .header("Idempotency-Key", "00000000-0000-4000-8000-000000000001")
            .header("X-Device-Id", device.to_owned())
    };
    let tries: Vec<_> = (0..8).map(|_| tokio::spawn(send("once", "d").send())).collect();
    let mut answers = Vec::new();
    for one in tries {
        answers.push(one.await.unwrap().unwrap().json::<Value>().await.unwrap());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(
        refused(send("other", "d")).await.1["code"],
        "idempotency_mismatch"
    );
    accepted(send("other", "another device")).await;
    accepted(chat.archive()).await;
    assert_eq!(
        accepted(send("once", "d")).await,
        answers[0],
        "even after the chat has ended"
    );
    assert_eq!(texts(&chat.whole().await), ["once", "other"]);
}

#[tokio::test]
async fn a_cursor_returns_only_later_messages() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    chat.say("one").await;
    let first = chat.whole().await;
    let cursor = first["cursor"].as_str().unwrap();
    assert_eq!(texts(&chat.after(cursor).await), Vec::<&str>::new());
    chat.say("two").await;
    chat.say("three").await;
    let news = chat.after(cursor).await;
    assert_eq!(texts(&news), ["two", "three"]);
    assert_eq!(news["node"]["id"], "door", "everything else is complete");
    accepted(chat.archive()).await;
    let over = chat.after(news["cursor"].as_str().unwrap()).await;
    assert_eq!((texts(&over), &over["status"]), (vec![], &json!("archived")));
    assert_ne!(
        over["cursor"], news["cursor"],
        "a change of status changes the cursor, too"
    );
    assert_eq!(refused(chat.get("?after=x")).await.0, 400);
}

#[tokio::test]
async fn the_customer_ends_an_open_chat() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let answer = accepted(chat.archive()).await;
    assert_eq!(answer, json!({"feedback_id": chat.id, "status": "archived"}));
    assert_eq!(accepted(chat.archive()).await, answer);
    let other_address = server
        .client
        .post(chat.url("archive"))
        .json(&json!({"token": chat.token}));
    assert_eq!(accepted(other_address).await, answer);
    let (status, problem) = refused(chat.send("late")).await;
    assert_eq!((status, &problem["code"]), (409, &json!("chat_not_open")));
    assert_eq!(position(&chat.whole().await), 1, "a repeat changes nothing");
}

#[tokio::test]
async fn only_an_open_chat_takes_messages() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    for (status, archived) in [("queued", 200), ("closed", 409), ("archived", 200)] {
        let update = format!("UPDATE chats SET status = '{status}'");
        execute(server.data.path(), update).await;
        assert_eq!(
            refused(chat.send("x")).await.1["code"],
            "chat_not_open",
            "{status}"
        );
        let response = chat.archive().send().await.unwrap();
        assert_eq!(response.status(), archived, "{status}");
    }
}

#[tokio::test]
async fn a_chat_shows_only_the_names_of_the_customer() {
    let server = TestServer::start().await;
    let customer = json!({"name": "Ayşe", "surname": "Yılmaz", "email": "CONFIDENTIAL", "birth_year": 1990});
    let answer = accepted(server.submit(&with(unhappy("d"), "customer", customer))).await;
    let (id, token) = (&answer["id"], &answer["chat_token_string"]);
    let path = format!(
        "/v1/feedbacks/{}/chat?token={}",
        id.as_str().unwrap(),
        token.as_str().unwrap()
    );
    let detail: Value = server.get(&path).await.json().await.unwrap();
    let mut creator = detail["creator"].clone();
    let color = creator.as_object_mut().unwrap().remove("avatar_color").unwrap();
    assert!(color.as_str().unwrap().starts_with('#'));
    assert_eq!(creator, json!({"name": "Ayşe", "surname": "Yılmaz"}));
}
