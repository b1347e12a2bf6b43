//! What one chat may cost.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, texts};
use crate::database::execute;
use crate::deadline::until;
use crate::server::{TestServer, unlimited};
use backend::{Bounds, Rates};
use reqwest::multipart::Form;
use serde_json::{Value, json};
use std::time::Instant;
use tokio::task::JoinSet;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_thousand_messages_at_once_some_thirty_are_stored() {
    let rates = Rates {
        message: Rates::default().message,
        ..Rates::off()
    };
    let server = TestServer::with_bounds(Bounds { rates, ..unlimited() }).await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let began = Instant::now();
    let mut senders = JoinSet::new();
    for sender in 0..50 {
        let chat = chat.clone();
        senders.spawn(async move {
            let mut results = Vec::new();
            for number in 0..20 {
                let response = chat.send(&format!("{sender}, {number}")).send().await.unwrap();
                let has_wait = response.headers().contains_key("retry-after");
                results.push((response.status().as_u16(), has_wait));
            }
            results
        });
    }
    let results = senders.join_all().await.concat();
    assert_eq!(results.len(), 1_000);
    let taken = results.iter().filter(|(status, _)| *status == 200).count();
    // Another one is given back every two seconds.
    let given_back = usize::try_from(began.elapsed().as_secs() / 2).unwrap();
    assert!((30..=30 + given_back).contains(&taken), "{taken}");
    for (status, has_wait) in results {
        assert!(status == 200 || status == 429 && has_wait, "{status}");
    }
    assert_eq!(texts(&chat.whole().await).len(), taken);
    // One may have been given back since, so one more is not always refused.
    until("one more is refused", async || {
        let response = chat.send("one more").send().await.unwrap();
        response.status() == 429 && response.json::<Value>().await.unwrap()["code"] == "too_many_requests"
    })
    .await;
    other.say("from somebody else").await;
    let reply = server.post_as_staff(&chat.staff_path("/messages"));
    accepted(reply.json(&json!({"body": "Slowly, please"}))).await;
    accepted(chat.archive()).await;
}

#[tokio::test]
async fn wrong_tokens_do_not_use_up_a_chats_rate_limit() {
    let rates = Rates {
        message: "1".parse().ok(),
        ..Rates::off()
    };
    let server = TestServer::with_bounds(Bounds { rates, ..unlimited() }).await;
    let chat = Chat::open(&server).await;
    let stranger = chat.with_token("A".repeat(43));
    for _ in 0..5 {
        assert_eq!(refused(stranger.send("x")).await.0, 401);
    }
    chat.say("mine").await;
    assert_eq!(refused(chat.send("x")).await.0, 429);
}

#[tokio::test]
async fn a_full_chat_takes_no_more() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    execute(server.data.path(), "UPDATE chats SET position = 9999").await;
    let last = chat.say("the last one").await;
    assert_eq!(last["position"], 10_000);
    let reply = server.post_as_staff(&chat.staff_path("/messages"));
    let reply = reply.json(&json!({"body": "x"}));
    for request in [chat.send("x"), reply] {
        let (status, problem) = refused(request).await;
        assert_eq!((status, &problem["code"]), (409, &json!("chat_full")));
    }
    assert_eq!(texts(&chat.whole().await), ["the last one"]);
    accepted(chat.archive()).await;
}

#[tokio::test]
async fn ten_megabytes_of_text_are_refused() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let text = "a".repeat(10 * 1024 * 1024);
    let post = || {
        let request = server.client.post(chat.url("chat_messages"));
        request.header("X-Chat-Token", &chat.token)
    };
    for request in [
        chat.send(&text),
        post().multipart(Form::new().text("body", text.clone())),
        post().multipart(Form::new().text("unknown", text.clone()).text("body", "x")),
    ] {
        // The server may answer before it has read all, and close the connection.
        if let Ok(response) = request.send().await {
            assert_eq!(response.status(), 413);
        }
    }
    let many = (0..40).fold(Form::new(), |form, number| form.text(format!("f{number}"), "x"));
    assert_eq!(refused(post().multipart(many)).await.1["code"], "invalid_form");
    assert_eq!(texts(&chat.whole().await), Vec::<&str>::new());
}
