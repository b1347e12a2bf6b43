//! Chats that wait for staff, and chats outside operating hours.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, configure, never_open, texts};
use crate::server::TestServer;
use crate::socket::Socket;
use crate::submission::unhappy;
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// Returns status and place in the queue.
async fn standing(chat: &Chat) -> (String, Option<i64>) {
    let detail = chat.whole().await;
    let status = detail["status"].as_str().unwrap().to_owned();
    (status, detail["queue_place"].as_i64())
}

fn open() -> (String, Option<i64>) {
    ("open".into(), None)
}

fn queued(place: i64) -> (String, Option<i64>) {
    ("queued".into(), Some(place))
}

#[tokio::test]
async fn chats_beyond_the_capacity_wait_in_their_order() {
    let server = TestServer::start().await;
    configure(&server, json!({"chat": {"queue_capacity": 1}}));
    let first = Chat::open(&server).await;
    let (second, third, fourth) = (
        Chat::open(&server).await,
        Chat::open(&server).await,
        Chat::open(&server).await,
    );
    assert_eq!(standing(&first).await, open());
    for (chat, place) in [(&second, 1), (&third, 2), (&fourth, 3)] {
        assert_eq!(standing(chat).await, queued(place));
        let (status, problem) = refused(chat.send("Hello?")).await;
        assert_eq!((status, &problem["code"]), (409, &json!("chat_not_open")));
    }
    // A reply accepts a chat, and the others move up.
    let reply = server.post_as_staff(&second.staff_path("/messages"));
    accepted(reply.json(&json!({"body": "Your turn"}))).await;
    assert_eq!(standing(&second).await, open());
    assert_eq!(standing(&third).await, queued(1));
    assert_eq!(standing(&fourth).await, queued(2));
    second.say("Thank you").await;
    // So they do when one is closed.
    accepted(server.post_as_staff(&third.staff_path("/close"))).await;
    assert_eq!(standing(&fourth).await, queued(1));
    accepted(server.post_as_staff(&fourth.staff_path("/reopen"))).await;
    assert_eq!(standing(&fourth).await, open());
    for chat in [&first, &second, &fourth] {
        accepted(chat.archive()).await;
    }
    assert_eq!(standing(&Chat::open(&server).await).await, open());
}

#[tokio::test]
async fn waiting_visitors_move_up_when_a_chat_before_them_is_erased() {
    let server = TestServer::start().await;
    configure(&server, json!({"chat": {"queue_capacity": 0}}));
    let (first, second) = (Chat::open(&server).await, Chat::open(&server).await);
    let mut page = Socket::connect(&server).await;
    assert_eq!(page.subscribe(&second).await["ok"], true);
    let erase = server.post_as_staff("/v1/staff/erasures");
    accepted(erase.json(&json!({"feedback_id": first.id}))).await;
    let event = page.reply_created().await;
    assert_eq!(
        (&event["status"], &event["queue_place"]),
        (&json!("queued"), &json!(1))
    );
}

#[tokio::test]
async fn a_visitor_leaves_the_queue_and_those_behind_move_up() {
    let server = TestServer::start().await;
    configure(&server, json!({"chat": {"queue_capacity": 0}}));
    let (first, second) = (Chat::open(&server).await, Chat::open(&server).await);
    let mut page = Socket::connect(&server).await;
    assert_eq!(page.subscribe(&second).await["ok"], true);
    assert_eq!(accepted(first.archive()).await["status"], "archived");
    let event = page.reply_created().await;
    assert_eq!(
        (&event["status"], &event["queue_place"]),
        (&json!("queued"), &json!(1))
    );
    assert_eq!(standing(&first).await, ("archived".into(), None));
    // Once more says the same, and moves nobody.
    assert_eq!(accepted(first.archive()).await["status"], "archived");
    assert_eq!(standing(&second).await, queued(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_chats_that_begin_at_once_the_capacity_is_open() {
    let server = TestServer::start().await;
    configure(&server, json!({"chat": {"queue_capacity": 3}}));
    let mut opening = JoinSet::new();
    for _ in 0..12 {
        let (address, client) = (server.address.clone(), server.client.clone());
        opening.spawn(async move { Chat::open_at(&address, &client).await });
    }
    let mut places = Vec::new();
    for chat in opening.join_all().await {
        places.push(standing(&chat).await.1);
    }
    places.sort_unstable();
    let expected = [None; 3].into_iter().chain((1..=9).map(Some));
    assert_eq!(places, expected.collect::<Vec<_>>());
}

#[tokio::test]
async fn a_queued_chat_waits_since_it_began() {
    let server = TestServer::start().await;
    configure(&server, json!({"chat": {"queue_capacity": 0}}));
    let partial = accepted(server.submit(&unhappy("d")).header("X-COMPLETED", "true")).await;
    let id = partial["id"].as_str().unwrap().to_owned();
    let complete = accepted(server.submit(&unhappy("d")).header("X-FID", &id)).await;
    let mut chat = Chat::open(&server)
        .await
        .with_token(complete["chat_token_string"].as_str().unwrap());
    chat.id = id;
    assert_eq!(standing(&chat).await, queued(1));
    let staff = async || -> Value {
        server
            .get_as_staff(&chat.staff_path(""))
            .await
            .json()
            .await
            .unwrap()
    };
    let waiting = staff().await;
    assert_eq!(waiting["waiting_since"], waiting["created_at"]);
    let reply = server.post_as_staff(&chat.staff_path("/messages"));
    accepted(reply.json(&json!({"body": "Your turn"}))).await;
    assert_eq!(staff().await.get("waiting_since"), None);
    let (first, second) = (chat.say("One").await, chat.say("Two").await);
    let since = staff().await["waiting_since"].clone();
    assert_eq!(since, first["detail"]["comment"]["created_at"]);
    assert!(since.as_str() <= second["detail"]["comment"]["created_at"].as_str());
}

#[tokio::test]
async fn chats_that_begin_outside_operating_hours_wait() {
    let server = TestServer::start().await;
    configure(
        &server,
        json!({"operating_hours": never_open(), "chat": {"queue_outside_hours": true}}),
    );
    let (first, second) = (Chat::open(&server).await, Chat::open(&server).await);
    assert_eq!(standing(&first).await, queued(1));
    assert_eq!(standing(&second).await, queued(2));
    configure(&server, json!({"chat": {"queue_outside_hours": true}}));
    assert_eq!(standing(&Chat::open(&server).await).await, open());
    assert_eq!(standing(&first).await, queued(1), "who waits goes on waiting");
}

#[tokio::test]
async fn customers_cannot_write_outside_operating_hours() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let keyed = |text: &str| {
        chat.send(text)
            .header("Idempotency-Key", "00000000-0000-4000-8000-000000000001")
    };
    let first = accepted(keyed("in time")).await;
    configure(&server, json!({"operating_hours": never_open()}));
    assert_eq!(chat.whole().await["node"]["operating"], false);
    let (status, problem) = refused(chat.send("late")).await;
    assert_eq!((status, &problem["code"]), (409, &json!("outside_hours")));
    assert_eq!(accepted(keyed("in time")).await, first, "the answer was lost");
    let reply = server.post_as_staff(&chat.staff_path("/messages"));
    accepted(reply.json(&json!({"body": "We are still here"}))).await;
    accepted(chat.archive()).await;
    let (_, problem) = refused(chat.send("late")).await;
    assert_eq!(problem["code"], "chat_not_open", "whatever the hour");
    assert_eq!(texts(&chat.whole().await), ["in time", "We are still here"]);
}
