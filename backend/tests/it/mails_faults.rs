//! Mails when the mail server does not do what it should, and when servers end in the middle.

use crate::certificates::make_authority;
use crate::chat::Chat;
use crate::database::{execute, is_postgres, texts};
use crate::deadline::until;
use crate::mail_server::{Behavior, MailServer};
use crate::mails::{chat_with_address, leave, mail_server, queue_is_empty, reply, server_for};
use crate::process::{ServerProcess, pulsen, run};
use crate::server::{RECORDS, client, import, staff_token};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

#[tokio::test]
async fn a_busy_mail_server_is_tried_again() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    mails.behave(Behavior::IsBusy);
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "hello").await;
    mails.wait_for_command("RCPT", 3).await;
    mails.behave(Behavior::Accepts);
    assert_eq!(mails.wait_for(1).await.to, "ada@example.org");
    queue_is_empty(server.data.path()).await;
}

#[tokio::test]
async fn an_address_without_a_mailbox_is_removed() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    mails.behave(Behavior::KnowsNobody);
    let chat = chat_with_address(&server, "nobody@example.org").await;
    reply(&server, &chat, "hello").await;
    queue_is_empty(server.data.path()).await;
    assert_eq!(
        chat.whole().await["email"],
        Value::Null,
        "the customer can leave another one"
    );
    assert_eq!(count(&mails, "RCPT"), 1);
}

#[tokio::test]
async fn a_mail_that_is_refused_is_not_tried_again() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    mails.behave(Behavior::Refuses);
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "hello").await;
    queue_is_empty(server.data.path()).await;
    assert_eq!(chat.whole().await["email"], "a…@example.org");
    assert_eq!(count(&mails, "DATA"), 1);
    mails.behave(Behavior::Accepts);
    reply(&server, &chat, "once more").await;
    mails.wait_for(1).await;
}

#[tokio::test]
async fn a_mail_server_that_does_not_say_that_it_has_a_mail_is_asked_again() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.send_limit = Duration::from_millis(300)).await;
    mails.behave(Behavior::Hangs);
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "hello").await;
    mails.wait_for_command("DATA", 2).await;
    mails.behave(Behavior::Accepts);
    queue_is_empty(server.data.path()).await;
}

#[tokio::test]
async fn mails_that_hang_keep_no_other_mail_back() {
    let mails = mail_server().await;
    // The limit of one mail is longer than this test waits for the others.
    let server = server_for(&mails, |_| {}).await;
    mails.behave(Behavior::HangsFor("ada@example.org"));
    let hanging = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &hanging, "hello").await;
    mails.wait_for(1).await;
    for number in 2..12 {
        let other = chat_with_address(&server, &format!("eve{number}@example.org")).await;
        reply(&server, &other, "hello").await;
        assert_eq!(
            mails.wait_for(number).await.to,
            format!("eve{number}@example.org")
        );
    }
    until("the mail that hangs is the only one that waits", async || {
        texts(
            server.data.path(),
            "SELECT address FROM chat_emails WHERE reply_waits_since IS NOT NULL",
        )
        .await
            == ["ada@example.org"]
    })
    .await;
    server.stop_at_once().await;
}

#[tokio::test]
async fn two_days_later_a_mail_is_given_up() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.first_retry = Duration::from_hours(1)).await;
    mails.behave(Behavior::IsBusy);
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "hello").await;
    mails.wait_for_command("RCPT", 1).await;
    const FAILED: &str = "SELECT feedback_id FROM chat_emails WHERE attempts = 1";
    let data = server.data.path();
    until("the mail has failed", async || {
        !texts(data, FAILED).await.is_empty()
    })
    .await;
    let later = "UPDATE chat_emails SET reply_waits_since = reply_waits_since - 172800000, not_before = 0";
    execute(server.data.path(), later).await;
    mails.wait_for_command("RCPT", 2).await;
    queue_is_empty(server.data.path()).await;
    assert_eq!(chat.whole().await["email"], "a…@example.org");
}

#[tokio::test]
async fn no_address_and_no_password_is_logged() {
    let (data, mails) = (data(), mail_server().await);
    mails.behave(Behavior::KnowsNobody);
    let server = serve(&data, &format!("smtp://user:hidden@{}", mails.address), &[]);
    let chat = answered_chat(&server, &data, "nobody@example.org").await;
    queue_is_empty(data.path()).await;
    mails.behave(Behavior::WantsProof);
    leave(&chat, "ada@example.org").send().await.unwrap();
    answer(&server, &data, &chat).await;
    mails.wait_for_command("AUTH", 2).await;
    wait_for_failure(data.path()).await;
    let log = server.terminate();
    assert!(log.contains("the server replies 550 5.1.1"), "{log}");
    assert!(log.contains("the server replies 535 5.7.8"), "{log}");
    for secret in ["nobody", "ada@", "hidden"] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[tokio::test]
async fn encryption_that_is_demanded_is_never_left_out() {
    let (data, mails) = (data(), mail_server().await);
    let server = serve(&data, &format!("starttls://{}", mails.address), &[]);
    answered_chat(&server, &data, "ada@example.org").await;
    mails.wait_for_command("EHLO", 1).await;
    wait_for_failure(data.path()).await;
    assert!(server.terminate().contains("STARTTLS is not supported"));
    assert!(
        !mails.commands().iter().any(|command| command == "MAIL"),
        "{:?}",
        mails.commands()
    );
}

#[tokio::test]
async fn mails_are_encrypted_for_a_server_with_a_certificate_that_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let authority = make_authority(folder.path(), "authority");
    let other = make_authority(folder.path(), "other");
    let mails = MailServer::with_certificate(folder.path(), "authority").await;
    let url = format!("starttls://user:p%40ss@{}", mails.address);
    for (trusted, is_sent) in [(&other, false), (&authority, true)] {
        let data = data();
        let server = serve(&data, &url, &[("SSL_CERT_FILE", trusted.to_str().unwrap())]);
        answered_chat(&server, &data, "ada@example.org").await;
        if is_sent {
            mails.wait_for(1).await;
            queue_is_empty(data.path()).await;
        } else {
            wait_for_failure(data.path()).await;
            let log = server.terminate();
            assert!(log.contains("certificate"), "{log}");
            assert!(mails.received().is_empty());
        }
    }
    let commands = mails.commands();
    assert!(
        commands.ends_with(&["STARTTLS", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"].map(String::from)),
        "{commands:?}"
    );
}

#[tokio::test]
async fn a_mail_survives_a_server_that_is_killed() {
    let (data, mails) = (data(), mail_server().await);
    let url = format!("smtp://{}", mails.address);
    // Once before the mail is taken, once while nobody has noted that it is.
    mails.behave(Behavior::IsBusy);
    let server = serve(&data, &url, &[]);
    answered_chat(&server, &data, "ada@example.org").await;
    wait_for_failure(data.path()).await;
    server.kill();
    mails.behave(Behavior::Hangs);
    make_due(data.path()).await;
    let server = serve(&data, &url, &[]);
    mails.wait_for(1).await;
    server.kill();
    mails.behave(Behavior::Accepts);
    make_due(data.path()).await;
    let server = serve(&data, &url, &[]);
    mails.wait_for(2).await;
    queue_is_empty(data.path()).await;
    server.terminate();
    assert_eq!(
        mails.received().len(),
        2,
        "the second time is the price of a crash in between"
    );
}

#[tokio::test]
async fn several_servers_send_each_mail_once() {
    if !is_postgres() {
        return;
    }
    const CHATS: usize = 20;
    let (data, mails) = (data(), mail_server().await);
    let url = format!("smtp://{}", mails.address);
    let servers = [serve(&data, &url, &[]), serve(&data, &url, &[])];
    for number in 0..CHATS {
        answered_chat(&servers[number % 2], &data, &format!("ada{number}@example.org")).await;
    }
    mails.wait_for(CHATS).await;
    queue_is_empty(data.path()).await;
    for server in servers {
        server.terminate();
    }
    let told: BTreeSet<String> = mails.received().into_iter().map(|mail| mail.to).collect();
    assert_eq!((told.len(), mails.received().len()), (CHATS, CHATS));
}

#[test]
fn settings_that_cannot_work_are_refused_at_the_start() {
    let data = tempfile::tempdir().unwrap();
    let refused = |options: &[&str], reason: &str| {
        let mut serve = pulsen();
        serve
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .args(options);
        let (code, output, errors) = run(&mut serve);
        assert_eq!((code, output.as_str()), (1, ""), "{options:?}");
        assert!(errors.contains(reason), "{errors}");
        assert!(!errors.contains("hidden"), "{errors}");
    };
    let url = "smtps://u:hidden@smtp.example.com";
    refused(&["--smtp-url", url], "--smtp-url needs --mail-from");
    refused(
        &["--mail-from", "a@example.com"],
        "does nothing without --smtp-url",
    );
    refused(
        &["--smtp-url", url, "--mail-from", "Ada <a@example.com>"],
        "plain address",
    );
    refused(
        &["--smtp-url", "mail.example.com", "--mail-from", "a@example.com"],
        "must begin with smtps://",
    );
    refused(
        &[
            "--smtp-url",
            "smtp://u:hidden@mail.example.com",
            "--mail-from",
            "a@example.com",
        ],
        "without encryption",
    );
    refused(
        &["--smtp-url", url, "--mail-from", "a@example.com"],
        "--public-url",
    );
}

fn count(mails: &MailServer, name: &str) -> usize {
    mails.commands().iter().filter(|command| *command == name).count()
}

/// The data of servers in processes of their own, and a token of staff.
struct Data {
    folder: TempDir,
    staff_token: String,
}

impl Data {
    fn path(&self) -> &Path {
        self.folder.path()
    }
}

fn data() -> Data {
    let folder = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), folder.path());
    let staff_token = staff_token(folder.path());
    Data { folder, staff_token }
}

/// Starts a server in a process of its own that sends mails at once.
fn serve(data: &Data, url: &str, environment: &[(&str, &str)]) -> ServerProcess {
    let mut command = pulsen();
    command.args([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--rate-limit",
        "off",
        "--mail-delay",
        "0",
    ]);
    command.args([
        "--public-url",
        "https://x.example",
        "--trusted-proxies",
        "127.0.0.1",
        "--mail-from",
        "feedback@example.com",
    ]);
    command
        .env("PULSEN_SMTP_URL", url)
        .envs(environment.iter().copied());
    ServerProcess::spawn(crate::database::with_data(&mut command, data.path()))
}

/// Opens a chat, leaves an address there and replies.
async fn answered_chat(server: &ServerProcess, data: &Data, address: &str) -> Chat {
    let chat = Chat::open_at(&server.address, &client()).await;
    assert_eq!(leave(&chat, address).send().await.unwrap().status(), 200);
    answer(server, data, &chat).await;
    chat
}

async fn answer(server: &ServerProcess, data: &Data, chat: &Chat) {
    let url = format!("{}{}", server.address, chat.staff_path("/messages"));
    let request = client().post(url).bearer_auth(&data.staff_token);
    assert_eq!(
        request
            .json(&json!({"body": "hello"}))
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
}

/// Waits until a mail has failed and waits for its next attempt.
async fn wait_for_failure(data: &Path) {
    const FAILED: &str = "SELECT feedback_id FROM chat_emails WHERE attempts > 0";
    until("a mail has failed", async || {
        !texts(data, FAILED).await.is_empty()
    })
    .await;
}

/// Makes the mails that wait due, as if enough time had passed.
async fn make_due(data: &Path) {
    execute(data, "UPDATE chat_emails SET not_before = 0").await;
}
