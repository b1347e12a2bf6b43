//! Mails that tell customers of replies, through a mail server on this machine.

use crate::chat::Chat;
use crate::client::RequestBuilder;
use crate::database::{execute, texts};
use crate::deadline::until;
use crate::mail_server::{MailServer, PUBLIC_URL};
use crate::server::{TestServer, import};
use backend::MailSetting;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

pub(crate) async fn mail_server() -> MailServer {
    MailServer::start().await
}

/// Returns a setting by which mails are sent at once.
pub(crate) fn setting(mails: &MailServer) -> MailSetting {
    let url = format!("smtp://{}", mails.address);
    let mut setting = MailSetting::new(&url, "feedback@example.com").unwrap();
    setting.delay = Duration::ZERO;
    setting.first_retry = Duration::ZERO;
    setting.interval = Duration::from_millis(50);
    setting
}

/// Starts a server that sends mails through this mail server.
pub(crate) async fn server_for(mails: &MailServer, change: impl FnOnce(&mut MailSetting)) -> TestServer {
    let mut setting = setting(mails);
    change(&mut setting);
    TestServer::with_settings(|settings| {
        settings.public_url = PUBLIC_URL.parse().ok();
        settings.mail = Some(setting);
    })
    .await
}

/// Prepares `POST …/chat_email`.
pub(crate) fn leave(chat: &Chat, address: &str) -> RequestBuilder {
    chat.post("chat_email").json(&json!({ "email": address }))
}

/// Prepares `DELETE …/chat_email`.
pub(crate) fn remove(chat: &Chat) -> RequestBuilder {
    chat.delete("chat_email")
}

/// Opens a chat in which an address was left.
pub(crate) async fn chat_with_address(server: &TestServer, address: &str) -> Chat {
    let chat = Chat::open(server).await;
    assert_eq!(leave(&chat, address).send().await.unwrap().status(), 200);
    chat
}

/// Writes a message as staff.
pub(crate) async fn reply(server: &TestServer, chat: &Chat, body: &str) {
    let request = server.post_as_staff(&chat.staff_path("/messages"));
    assert_eq!(
        request
            .json(&json!({ "body": body }))
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
}

/// Imports the node `door` again, with these fields.
pub(crate) fn import_door(server: &TestServer, fields: &Value) {
    let records = tempfile::tempdir().unwrap();
    std::fs::create_dir(records.path().join("nodes")).unwrap();
    let mut node = fields.clone();
    (node["id"], node["flow_id"]) = (json!("door"), json!("visit"));
    std::fs::write(records.path().join("nodes/door.json"), node.to_string()).unwrap();
    import(records.path(), server.data.path());
}

/// Waits until no mail waits any more.
pub(crate) async fn queue_is_empty(data: &Path) {
    const WAITING: &str = "SELECT feedback_id FROM chat_emails WHERE reply_waits_since IS NOT NULL";
    until("no mail waits", async || texts(data, WAITING).await.is_empty()).await;
}

#[tokio::test]
async fn a_reply_is_mailed_with_a_link_that_opens_the_chat() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    let chat = chat_with_address(&server, "ada@example.org").await;
    chat.say("Hello?").await;
    reply(&server, &chat, "CONFIDENTIAL").await;
    let mail = mails.wait_for(1).await;
    assert_eq!(
        (mail.from.as_str(), mail.to.as_str()),
        ("feedback@example.com", "ada@example.org")
    );
    assert_eq!(mail.header("From"), "\"At the door\" <feedback@example.com>");
    assert_eq!(mail.header("Subject"), "You have a new reply");
    assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
    assert_eq!(mail.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let link = format!("{PUBLIC_URL}/chat?feedback_id={}#token={}", chat.id, mail.token());
    assert!(mail.text().contains(&link), "{}", mail.text());
    // The link's own token, and not the one that the customer has in their browser.
    assert_ne!(mail.token(), chat.token);
    let url = chat.url(&format!("chat?token={}", mail.token()));
    let detail: Value = server.client.get(url).send().await.unwrap().json().await.unwrap();
    assert_eq!(detail["token"], mail.token());
    assert!(
        mail.html().contains(&link.replace('&', "&amp;")),
        "{}",
        mail.html()
    );
    assert!(
        !mail.message.contains("CONFIDENTIAL"),
        "replies are repeated only where the node says so"
    );
    assert!(
        !mail.message.contains(&chat.token),
        "the link has a token of its own"
    );

    let by_link = chat.with_token(mail.token());
    assert_eq!(
        by_link.whole().await["timeline_items"].as_array().unwrap().len(),
        2
    );
    by_link.say("Thank you").await;
    let named = format!("{}:{}", chat.id, by_link.token);
    let path = format!("{}/v1/web_widgets/door/previous_feedbacks", server.address);
    let held = server
        .client
        .get(path)
        .header("X-Chat-Tokens", named)
        .send()
        .await
        .unwrap();
    assert_eq!(held.json::<Value>().await.unwrap()["items"][0]["id"], chat.id);
    let seen_by_staff = server
        .get_as_staff(&chat.staff_path(""))
        .await
        .text()
        .await
        .unwrap();
    for secret in [&by_link.token, "ada@example.org"] {
        assert!(!seen_by_staff.contains(secret), "{seen_by_staff}");
    }
}

#[tokio::test]
async fn a_node_decides_whether_replies_are_repeated() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    import_door(
        &server,
        &json!({"name": "Tür & Tor", "chat": {"email_includes_reply": true}}),
    );
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "We found <it>.").await;
    let mail = mails.wait_for(1).await;
    assert_eq!(mail.header("From"), "Tür & Tor <feedback@example.com>");
    assert!(mail.text().contains("\n> We found <it>.\n"), "{}", mail.text());
    assert!(mail.html().contains("We found &lt;it>."), "{}", mail.html());
}

#[tokio::test]
async fn one_mail_is_sent_until_the_customer_has_been_there() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "one").await;
    mails.wait_for(1).await;
    reply(&server, &chat, "two").await;
    // Another chat's mail is sent after it: the first chat's would have been, too.
    let other = chat_with_address(&server, "eve@example.org").await;
    reply(&server, &other, "three").await;
    assert_eq!(mails.wait_for(2).await.to, "eve@example.org");

    // A page that nobody looks at does not count.
    chat.get("?background=true").send().await.unwrap();
    reply(&server, &other, "four").await;
    chat.whole().await;
    queue_has_only(server.data.path(), &other.id).await;
    reply(&server, &chat, "five").await;
    assert_eq!(mails.wait_for(3).await.to, "ada@example.org");
}

async fn queue_has_only(data: &Path, feedback_id: &str) {
    let waiting = texts(
        data,
        "SELECT feedback_id FROM chat_emails WHERE reply_waits_since IS NOT NULL",
    )
    .await;
    assert_eq!(waiting, [feedback_id]);
}

#[tokio::test]
async fn a_quiet_period_ends() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "one").await;
    mails.wait_for(1).await;
    // The period begins when the server notes that the mail was taken.
    queue_is_empty(server.data.path()).await;
    reply(&server, &chat, "two").await;
    execute(
        server.data.path(),
        "UPDATE chat_emails SET not_before = not_before - 1800000",
    )
    .await;
    mails.wait_for(2).await;
    queue_is_empty(server.data.path()).await;
}

#[tokio::test]
async fn another_address_ends_the_links_to_the_one_before() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    let chat = chat_with_address(&server, "wrong@example.org").await;
    reply(&server, &chat, "one").await;
    let first = chat.with_token(mails.wait_for(1).await.token());
    assert_eq!(first.get("").send().await.unwrap().status(), 200);
    leave(&chat, "ada@example.org").send().await.unwrap();
    assert_eq!(first.get("").send().await.unwrap().status(), 401);
    reply(&server, &chat, "two").await;
    let second = chat.with_token(mails.wait_for(2).await.token());
    assert_eq!(second.get("").send().await.unwrap().status(), 200);

    // Anyone who is here by such a link keeps it.
    assert_eq!(remove(&second).send().await.unwrap().status(), 204);
    assert_eq!(second.get("").send().await.unwrap().status(), 200);
    // The customer's own token ends it.
    assert_eq!(remove(&chat).send().await.unwrap().status(), 204);
    assert_eq!(second.get("").send().await.unwrap().status(), 401);
    assert_eq!(chat.get("").send().await.unwrap().status(), 200);
}
