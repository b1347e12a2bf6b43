//! `/v1/staff/chats`.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, position, texts};
use crate::server::TestServer;
use serde_json::{Value, json};

async fn list(server: &TestServer, query: &str) -> (Vec<String>, Option<String>) {
    let response = server.get_as_staff(&format!("/v1/staff/chats?{query}")).await;
    assert_eq!(response.status(), 200, "{query}");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let list: Value = response.json().await.unwrap();
    let ids = list["items"].as_array().unwrap().iter();
    (
        ids.map(|item| item["feedback_id"].as_str().unwrap().to_owned())
            .collect(),
        list["next_cursor"].as_str().map(str::to_owned),
    )
}

#[tokio::test]
async fn staff_write_in_the_name_of_their_token() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    chat.say("Hello?").await;
    let reply = server
        .post_as_staff(&chat.staff_path("/messages"))
        .json(&json!({"body": "Hi"}));
    let item = accepted(reply).await;
    assert_eq!(
        (&item["actor"], &item["detail"]["user"]["name"]),
        (&json!("staff"), &json!("tests"))
    );
    assert_eq!(chat.whole().await["timeline_items"][1], item);
    let seen: Value = server
        .get_as_staff(&chat.staff_path(""))
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(texts(&seen), ["Hello?", "Hi"]);
    assert_eq!(
        (&seen["node"], &seen["responses"][1]["answer"]),
        (&json!({"id": "door", "name": "At the door"}), &json!("Too cold"))
    );
    assert_eq!(
        texts(
            &server
                .get_as_staff(&chat.staff_path("?after=1"))
                .await
                .json()
                .await
                .unwrap()
        ),
        ["Hi"]
    );
}

#[tokio::test]
async fn a_repeated_reply_is_stored_once() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let reply = |body: &str| {
        server
            .post_as_staff(&chat.staff_path("/messages"))
            .header("Idempotency-Key", "00000000-0000-4000-8000-000000000001")
            .json(&json!({ "body": body }))
    };
    let first = accepted(reply("Hi")).await;
    assert_eq!(accepted(reply("Hi")).await, first);
    assert_eq!(refused(reply("Ho")).await.1["code"], "idempotency_mismatch");
    assert_eq!(texts(&chat.whole().await), ["Hi"]);
}

#[tokio::test]
async fn staff_close_and_reopen() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let act = |act: &str| server.post_as_staff(&chat.staff_path(act));
    for _ in 0..2 {
        assert_eq!(accepted(act("/close")).await["status"], "closed");
    }
    assert_eq!(chat.whole().await["status"], "closed");
    assert_eq!(refused(chat.send("x")).await.0, 409);
    assert_eq!(refused(chat.archive()).await.0, 409, "it is already over");
    let late = act("/messages").json(&json!({"body": "x"}));
    assert_eq!(refused(late).await.1["code"], "chat_not_open");
    for _ in 0..2 {
        assert_eq!(accepted(act("/reopen")).await["status"], "open");
    }
    chat.say("again").await;
    accepted(chat.archive()).await;
    assert_eq!(refused(act("/close")).await.0, 409);
    assert_eq!(accepted(act("/reopen")).await["status"], "open");
}

#[tokio::test]
async fn the_most_recently_changed_chat_is_listed_first() {
    let server = TestServer::start().await;
    let mut ids = Vec::new();
    for number in 0..4 {
        let chat = Chat::open(&server).await;
        chat.say(&format!("{number} {}", "x".repeat(200))).await;
        ids.insert(0, chat.id.clone());
    }
    let (first, cursor) = list(&server, "limit=3").await;
    let (rest, end) = list(&server, &format!("limit=3&after={}", cursor.unwrap())).await;
    assert_eq!(([first, rest].concat(), end), (ids.clone(), None));

    accepted(server.post_as_staff(&format!("/v1/staff/chats/{}/close", ids[3]))).await;
    assert_eq!(
        list(&server, "limit=1").await.0,
        [ids[3].clone()],
        "it changed last"
    );
    assert_eq!(list(&server, "status=closed").await.0, [ids[3].clone()]);
    assert_eq!(list(&server, "node_id=once").await.0, Vec::<String>::new());
    assert_eq!(list(&server, "node_id=door&status=open").await.0, ids[..3]);

    let all: Value = server.get_as_staff("/v1/staff/chats").await.json().await.unwrap();
    let last = &all["items"][1]["last_message"];
    assert_eq!(last["actor"], "customer");
    assert_eq!(last["body"].as_str().unwrap().len(), 120, "only the beginning");
    for query in ["after=x", "status=partial", "limit=x"] {
        assert_eq!(
            server
                .get_as_staff(&format!("/v1/staff/chats?{query}"))
                .await
                .status(),
            400,
            "{query}"
        );
    }
}

#[tokio::test]
async fn only_staff_have_access_and_only_to_existing_chats() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    assert_eq!(server.get("/v1/staff/chats").await.status(), 401);
    assert_eq!(server.get(&chat.staff_path("")).await.status(), 401);
    for act in ["/messages", "/close", "/reopen"] {
        let request = server.post(&chat.staff_path(act)).bearer_auth(&chat.token);
        assert_eq!(refused(request.json(&json!({"body": "x"}))).await.0, 401, "{act}");
        let nowhere = server.post_as_staff(&format!("/v1/staff/chats/gone{act}"));
        assert_eq!(refused(nowhere.json(&json!({"body": "x"}))).await.0, 404, "{act}");
    }
    assert_eq!(server.get_as_staff("/v1/staff/chats/gone").await.status(), 404);
    assert_eq!(
        server
            .get_as_staff("/v1/staff/chats/gone?after=0&wait=9")
            .await
            .status(),
        404
    );
}

#[tokio::test]
async fn staff_wait_for_news() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let path = chat.staff_path("?after=0&wait=25");
    let (news, _) = tokio::join!(server.get_as_staff(&path), chat.say("here"));
    assert_eq!(texts(&news.json().await.unwrap()), ["here"]);
    // There is news already, or the time to wait is zero: the response comes at once.
    assert_eq!(server.get_as_staff(&path).await.status(), 200);
    let nothing: Value = server
        .get_as_staff(&chat.staff_path("?after=1&wait=0"))
        .await
        .json()
        .await
        .unwrap();
    assert_eq!((texts(&nothing), position(&nothing)), (vec![], 1));
}

#[tokio::test]
async fn a_shutdown_ends_waiting_requests() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    chat.say("there").await;
    let url = format!("{}{}", server.address, chat.staff_path("?after=1&wait=25"));
    let request = server.post_as_staff("").build().unwrap();
    let waiting = server
        .client
        .get(url)
        .header("Authorization", request.headers()["authorization"].clone());
    let waiting = tokio::spawn(waiting.send());
    // Whether the request has arrived by now or arrives during the shutdown, it must not delay the shutdown.
    chat.whole().await;
    server.stop_at_once().await;
    drop(waiting.await);
}
