//! The timeline of a chat by pages, and who is in it.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, of_another_history, position, texts};
use crate::database::execute;
use crate::server::TestServer;
use crate::submission::{unhappy, with};
use serde_json::{Value, json};

/// Writes so many messages of the customer into a chat, named by their positions.
pub(super) async fn fill(server: &TestServer, chat: &Chat, messages: u32) {
    let id = &chat.id;
    let insert = format!(
        "WITH RECURSIVE positions(number) AS
             (SELECT 1 UNION ALL SELECT number + 1 FROM positions WHERE number < {messages})
         INSERT INTO chat_messages (feedback_id, position, id, actor, body, created_at)
         SELECT '{id}', number, 'm' || number, 'customer', CAST(number AS TEXT), number FROM positions;
         UPDATE chats SET position = {messages}, last_customer_position = {messages} WHERE feedback_id = '{id}'"
    );
    execute(server.data.path(), insert).await;
}

async fn page(chat: &Chat, query: &str) -> Value {
    accepted(chat.get(query)).await
}

/// Asserts that a page has the messages from one position to another.
fn assert_page(page: &Value, first: i64, last: i64) {
    let expected: Vec<String> = (first..=last).map(|position| position.to_string()).collect();
    assert_eq!(texts(page), expected);
    let items = page["timeline_items"].as_array().unwrap();
    let positions: Vec<i64> = items
        .iter()
        .map(|item| item["position"].as_i64().unwrap())
        .collect();
    assert_eq!(positions, (first..=last).collect::<Vec<_>>());
    assert_eq!(page["timeline_after"], first - 1);
}

#[tokio::test]
async fn a_long_chat_comes_in_pages_from_its_end() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    fill(&server, &chat, 450).await;
    let last = page(&chat, "").await;
    assert_page(&last, 251, 450);
    assert_eq!(position(&last), 450);
    let before = |page: &Value| format!("?before={}", page["timeline_items"][0]["position"]);
    let earlier = page(&chat, &before(&last)).await;
    assert_page(&earlier, 51, 250);
    assert_page(&page(&chat, &before(&earlier)).await, 1, 50);
    assert_page(&page(&chat, "?before=201").await, 1, 200);
    assert_eq!(texts(&page(&chat, "?before=1").await), Vec::<&str>::new());

    assert_page(&page(&chat, "?after=440").await, 441, 450);
    assert_page(&page(&chat, "?after=250").await, 251, 450);
    assert_page(&page(&chat, "?after=100").await, 251, 450);
    assert_page(&page(&chat, "?after=0").await, 251, 450);
    assert_page(&page(&chat, "?after=450").await, 451, 450);
    for wrong in [
        "?after=-1",
        "?after=x",
        "?before=",
        "?after=1&before=2",
        "?people=all",
    ] {
        let (status, problem) = refused(chat.get(wrong)).await;
        assert_eq!(
            (status, &problem["code"]),
            (400, &json!("invalid_query")),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn a_cursor_ahead_of_the_server_is_answered_as_if_there_were_none() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    chat.say("kept by the backup").await;
    let ahead = page(&chat, "?after=40").await;
    assert_eq!(
        (texts(&ahead), &ahead["timeline_after"], position(&ahead)),
        (vec!["kept by the backup"], &json!(0), 1)
    );
    let staff = server.get_as_staff(&chat.staff_path("?after=40&wait=20")).await;
    assert_eq!(texts(&staff.json().await.unwrap()), ["kept by the backup"]);

    // The server has written as much again since.
    let own = format!("?after={}", ahead["cursor"].as_str().unwrap());
    assert_eq!(texts(&page(&chat, &own).await), Vec::<&str>::new());
    let other = of_another_history(&ahead);
    let restored = page(&chat, &format!("?after={other}")).await;
    assert_eq!(texts(&restored), ["kept by the backup"]);
    let path = chat.staff_path(&format!("?after={other}&wait=20"));
    let staff = server.get_as_staff(&path).await;
    assert_eq!(texts(&staff.json().await.unwrap()), ["kept by the backup"]);
    for wrong in ["x", "1.7", "-1"] {
        let refused = chat.get(&format!("?after={wrong}")).send().await.unwrap();
        assert_eq!(refused.status(), 400, "{wrong}");
    }
}

#[tokio::test]
async fn items_are_in_the_order_of_their_positions() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    fill(&server, &chat, 3).await;
    // The clock was set back.
    execute(
        server.data.path(),
        "UPDATE chat_messages SET created_at = -position",
    )
    .await;
    assert_page(&page(&chat, "").await, 1, 3);
    accepted(chat.archive()).await;
    accepted(server.post_as_staff(&chat.staff_path("/reopen"))).await;
    let sent = chat.say("after two changes of status").await;
    assert_eq!(sent["position"], 6);
}

#[tokio::test]
async fn customers_read_no_notes() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    for text in ["one", "for staff only", "three"] {
        chat.say(text).await;
    }
    execute(
        server.data.path(),
        "UPDATE chat_messages SET kind = 'note', actor = 'staff', author = 'Deniz' WHERE position = 2",
    )
    .await;
    for query in ["", "?after=0", "?after=1", "?before=3", "?people=apart"] {
        let response = chat.get(query).send().await.unwrap().text().await.unwrap();
        assert!(
            !response.contains("for staff only") && !response.contains("Deniz"),
            "{query}"
        );
    }
    let held = server
        .client
        .get(format!(
            "{}/v1/web_widgets/door/previous_feedbacks/unread",
            server.address
        ))
        .header("X-Chat-Tokens", format!("{}:{}:0", chat.id, chat.token));
    assert_eq!(accepted(held).await["items"][0]["unread"], 0);
    let staff: Value = server
        .get_as_staff(&chat.staff_path(""))
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(texts(&staff), ["one", "for staff only", "three"]);
    assert_eq!(staff["timeline_items"][1]["action"], "add_note");
}

#[tokio::test]
async fn persons_can_come_apart_from_their_items() {
    let server = TestServer::start().await;
    let customer = with(
        unhappy("d"),
        "customer",
        json!({"name": "Ayşe", "email": "CONFIDENTIAL"}),
    );
    let opened = accepted(server.submit(&customer)).await;
    let mut chat = Chat::open(&server).await;
    chat.id = opened["id"].as_str().unwrap().to_owned();
    chat.token = opened["chat_token_string"].as_str().unwrap().to_owned();
    chat.say("Hello").await;
    for text in ["Hi", "How can I help?"] {
        let reply = server.post_as_staff(&chat.staff_path("/messages"));
        accepted(reply.json(&json!({"body": text}))).await;
    }
    let whole = page(&chat, "").await;
    let apart = page(&chat, "?people=apart").await;
    assert_eq!(whole.get("people"), None);
    let people = &apart["people"];
    assert_eq!(people.as_object().unwrap().len(), 2);
    let items = |chat: &Value| chat["timeline_items"].as_array().unwrap().clone();
    for (item, with_key) in items(&whole).into_iter().zip(items(&apart)) {
        let (detail, keyed) = (&item["detail"], &with_key["detail"]);
        let person = detail.get("user").or(detail.get("customer")).unwrap();
        assert_eq!(people[keyed["person"].as_str().unwrap()], *person);
        assert_eq!((keyed.get("user"), keyed.get("customer")), (None, None));
        assert_eq!(keyed["comment"], detail["comment"]);
        assert!(person["avatar_color"].as_str().unwrap().starts_with('#'));
    }
}
