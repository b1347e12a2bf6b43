//! How many mails are sent within a day.

use crate::database::{execute, texts};
use crate::deadline::until;
use crate::mail_server::Behavior;
use crate::mails::{chat_with_address, mail_server, queue_is_empty, reply, server_for};
use std::time::Duration;

#[tokio::test]
async fn an_address_gets_twenty_mails_a_day() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    for number in 0..21 {
        let chat = chat_with_address(&server, "ada@example.org").await;
        reply(&server, &chat, "hello").await;
        if number < 20 {
            mails.wait_for(number + 1).await;
        }
    }
    let other = chat_with_address(&server, "eve@example.org").await;
    reply(&server, &other, "hello").await;
    assert_eq!(mails.wait_for(21).await.to, "eve@example.org");
    execute(
        server.data.path(),
        "UPDATE sent_mails SET sent_at = sent_at - 86400000",
    )
    .await;
    execute(
        server.data.path(),
        "UPDATE chat_emails SET not_before = 0 WHERE reply_waits_since IS NOT NULL",
    )
    .await;
    assert_eq!(mails.wait_for(22).await.to, "ada@example.org");
}

#[tokio::test]
async fn the_server_sends_no_more_than_it_may_within_a_day() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.per_day = 2).await;
    for address in ["a@example.org", "b@example.org"] {
        let chat = chat_with_address(&server, address).await;
        reply(&server, &chat, "hello").await;
    }
    mails.wait_for(2).await;
    queue_is_empty(server.data.path()).await;
    let chat = chat_with_address(&server, "c@example.org").await;
    reply(&server, &chat, "hello").await;
    const POSTPONED: &str =
        "SELECT feedback_id FROM chat_emails WHERE address = 'c@example.org' AND not_before > 0";
    let data = server.data.path();
    until("the mail is postponed", async || {
        !texts(data, POSTPONED).await.is_empty()
    })
    .await;
    assert_eq!(mails.received().len(), 2);
}

#[tokio::test]
async fn mails_under_way_count() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| {
        setting.per_day = 2;
        setting.delay = Duration::from_hours(1);
    })
    .await;
    mails.behave(Behavior::Hangs);
    for address in ["a@example.org", "b@example.org", "c@example.org"] {
        let chat = chat_with_address(&server, address).await;
        reply(&server, &chat, "hello").await;
    }
    // All are due at once.
    let data = server.data.path();
    let later = "UPDATE chat_emails SET reply_waits_since = reply_waits_since - 3600000";
    execute(data, later).await;
    mails.wait_for(2).await;
    const WAITS_FOR_A_DAY: &str =
        "SELECT feedback_id FROM chat_emails WHERE not_before > reply_waits_since + 72000000";
    until("the third one is postponed", async || {
        !texts(data, WAITS_FOR_A_DAY).await.is_empty()
    })
    .await;
    assert_eq!(mails.received().len(), 2);
    server.stop_at_once().await;
}

#[tokio::test]
async fn a_mail_that_fails_does_not_count() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.per_day = 1).await;
    mails.behave(Behavior::IsBusy);
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "hello").await;
    mails.wait_for_command("RCPT", 2).await;
    mails.behave(Behavior::Accepts);
    assert_eq!(mails.wait_for(1).await.to, "ada@example.org");
    queue_is_empty(server.data.path()).await;
}
