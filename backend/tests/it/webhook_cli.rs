//! `pulsen webhook`: webhooks from a terminal.

use crate::process::pulsen;
use crate::server::TestServer;
use crate::submission::happy;
use crate::webhook_receiver::{Behavior, Receiver};
use crate::webhooks::{nothing_is_sent, nothing_waits, pass, submit, webhook_server};
use tokio::task::spawn_blocking;

/// Runs the command; returns its exit code, and its lines or what it says.
async fn run(server: &TestServer, token: &str, arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let mut command = pulsen();
    command
        .arg("webhook")
        .args(arguments)
        .args(["--server", &server.address])
        .env("PULSEN_STAFF_TOKEN", token);
    let output = spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = if output.status.success() {
        output.stdout
    } else {
        output.stderr
    };
    let text = String::from_utf8(text).unwrap();
    (output.status.code(), text.lines().map(str::to_owned).collect())
}

#[tokio::test]
async fn webhooks_are_added_tried_looked_at_and_replayed() {
    let server = webhook_server().await;
    let token = server.staff_token(&["ann"]).await;
    let receiver = Receiver::start().await;
    let url = receiver.address.as_str();
    let run = async |arguments: &[&str]| run(&server, &token, arguments).await;
    let (_, added) = run(&[
        "put",
        "crm",
        url,
        "--events",
        "feedback.completed,chat.rated",
        "--nodes",
        "door",
    ])
    .await;
    let line = format!("crm\tenabled\tfeedback.completed,chat.rated\tdoor\t{url}");
    assert_eq!(added[0], line);
    let secret = added[1].strip_prefix("secret\t").unwrap();
    assert_eq!(run(&["list"]).await, (Some(0), vec![line]));
    assert_eq!(run(&["test", "crm"]).await, (Some(0), vec!["delivered".into()]));
    let tested = receiver.wait_for(1).await;
    assert_eq!(tested.event(), "webhook.test");
    assert!(tested.is_signed_by(secret), "{tested:?}");

    receiver.behave(Behavior::Answers(500));
    let failed = "pulsen: not delivered: the receiver answered 500".to_owned();
    assert_eq!(run(&["test", "crm"]).await, (Some(1), vec![failed]));
    let id = submit(&server, &happy("d")).await;
    receiver.wait_for(3).await;
    nothing_is_sent(server.data.path()).await;
    pass(server.data.path(), 3 * 24 * 60 * 60 * 1000).await;
    nothing_waits(&server).await;
    let (_, dead) = run(&["deliveries", "crm", "--state", "dead"]).await;
    let fields: Vec<&str> = dead[0].split('\t').collect();
    assert_eq!(fields[1..4], ["dead", "feedback.completed", &id]);
    assert_eq!(fields[6], "the receiver answered 500");

    receiver.behave(Behavior::Answers(200));
    let replayed = (Some(0), vec!["1 replayed".to_owned()]);
    assert_eq!(
        run(&["replay", "crm", "--dead-since", "2020-01-01T00:00:00Z"]).await,
        replayed
    );
    nothing_waits(&server).await;
    assert_eq!(run(&["replay", "crm", fields[0]]).await, replayed);
    nothing_waits(&server).await;
    let (_, rotated) = run(&["rotate-secret", "crm", "--keep-old-hours", "0"]).await;
    assert!(
        rotated[0].starts_with("secret\twhsec_") && !rotated[0].contains(secret),
        "{rotated:?}"
    );
    assert_eq!(run(&["delete", "crm"]).await, (Some(0), vec![]));
    assert_eq!(run(&["list"]).await, (Some(0), vec![]));
}
