//! Webhooks of servers that are processes of their own: one is killed, two share a database, one says what it does.

use crate::database::{execute, is_postgres, texts};
use crate::deadline::until;
use crate::process::ServerProcess;
use crate::server::{RECORDS, client, import, staff_token};
use crate::submission::happy;
use crate::webhook_receiver::{Behavior, Receiver};
use crate::webhooks::{DAY, HOUR, completed, nothing_is_sent, pass};
use crate::webhooks_faults::{ids, is_probed};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tempfile::TempDir;

/// Starts a server of its own process.
fn serve(data: &TempDir) -> ServerProcess {
    ServerProcess::start_with(data.path(), &["--rate-limit", "off", "--allow-private-webhooks"])
}

fn data() -> TempDir {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    data
}

/// Stores a webhook through a server with a token.
async fn add_to(server: &ServerProcess, token: &str, url: &str) {
    let path = format!("{}/v1/staff/webhooks/w", server.address);
    let body = json!({"url": url, "events": completed()});
    let request = client().put(path).bearer_auth(token).json(&body);
    assert_eq!(request.send_until_taken().await.unwrap().status(), 200);
}

async fn submit_to(server: &ServerProcess, device_id: &str) {
    let request = client().post(format!("{}/v1/feedbacks", server.address));
    let request = request.json(&happy(device_id)).with_new_key();
    let response = request.send_until_taken().await.unwrap();
    assert_eq!(response.status(), 200);
}

async fn wait_until_delivered(data: &Path, number: usize) {
    const DELIVERED: &str = "SELECT feedback_id FROM webhook_deliveries WHERE state = 'delivered'";
    until("everything is delivered", async || {
        texts(data, DELIVERED).await.len() >= number
    })
    .await;
}

#[tokio::test]
async fn a_delivery_survives_a_server_that_is_killed_and_keeps_its_id() {
    let data = data();
    let token = staff_token(data.path());
    let receiver = Receiver::start().await;
    receiver.behave(Behavior::Hangs);
    let server = serve(&data);
    add_to(&server, &token, &receiver.address).await;
    submit_to(&server, "d").await;
    receiver.wait_for(1).await;
    server.kill();
    receiver.behave(Behavior::Answers(200));
    execute(data.path(), "UPDATE webhook_deliveries SET leased_until = 0").await;
    let server = serve(&data);
    let taken = receiver.wait_for_taken(1).await;
    wait_until_delivered(data.path(), 1).await;
    server.terminate();
    assert_eq!(taken[0].id(), receiver.calls()[0].id());
    assert_eq!(
        receiver.calls().len(),
        2,
        "the second time is the price of a crash in between"
    );
}

#[tokio::test]
async fn several_servers_tell_everything_once() {
    if !is_postgres() {
        return;
    }
    const FEEDBACKS: usize = 40;
    let data = data();
    let token = staff_token(data.path());
    let receiver = Receiver::start().await;
    let servers = [serve(&data), serve(&data)];
    add_to(&servers[0], &token, &receiver.address).await;
    for number in 0..FEEDBACKS {
        submit_to(&servers[number % 2], &format!("d{number}")).await;
    }
    wait_until_delivered(data.path(), FEEDBACKS).await;
    for server in servers {
        server.terminate();
    }
    let calls = receiver.calls();
    assert_eq!((calls.len(), ids(&calls).len()), (FEEDBACKS, FEEDBACKS));
}

#[tokio::test]
async fn neither_address_nor_contents_are_logged() {
    let data = data();
    let token = staff_token(data.path());
    let receiver = Receiver::start().await;
    receiver.behave(Behavior::Answers(500));
    let server = serve(&data);
    add_to(&server, &token, &format!("{}/CONFIDENTIAL", receiver.address)).await;
    submit_to(&server, "device-of-somebody").await;
    receiver.wait_for(1).await;
    nothing_is_sent(data.path()).await;
    let failing = texts(data.path(), "SELECT id FROM webhooks WHERE failures > 0").await;
    assert_eq!(failing, ["w"]);
    let log = server.terminate();
    assert!(log.contains("the receiver answered 500"), "{log}");
    for secret in ["CONFIDENTIAL", "device-of-somebody", "whsec_"] {
        assert!(!log.contains(secret), "{log}");
    }
}

/// Also those that die because the receiver has failed all the time, without a try of their own.
#[tokio::test]
async fn each_delivery_that_dies_is_logged() {
    const FEEDBACKS: usize = 8;
    let data = data();
    let token = staff_token(data.path());
    let receiver = Receiver::start().await;
    receiver.behave(Behavior::Answers(500));
    let server = serve(&data);
    add_to(&server, &token, &receiver.address).await;
    for number in 0..FEEDBACKS {
        submit_to(&server, &format!("d{number}")).await;
    }
    is_probed(data.path()).await;
    pass(data.path(), 3 * DAY + HOUR).await;
    const DEAD: &str = "SELECT CAST(seq AS TEXT) FROM webhook_deliveries WHERE state = 'dead'";
    until("everything is dead", async || {
        texts(data.path(), DEAD).await.len() == FEEDBACKS
    })
    .await;
    let dead: BTreeSet<String> = texts(data.path(), DEAD).await.into_iter().collect();
    let log = server.terminate();
    let lines = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line));
    let logged: Vec<Value> = lines
        .filter(|line| line["message"] == "webhook delivery failed; no more retries, replay is possible")
        .collect();
    assert!(logged.iter().all(|line| line["webhook"] == "w"), "{log}");
    let logged: Vec<String> = logged.iter().map(|line| line["delivery"].to_string()).collect();
    assert_eq!(logged.len(), FEEDBACKS, "{log}");
    assert_eq!(logged.into_iter().collect::<BTreeSet<_>>(), dead);
}
