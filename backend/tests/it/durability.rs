//! Acknowledged feedback is stored exactly once, through kill -9 and through a graceful shutdown.

use crate::database::{is_postgres, texts};
use crate::process::ServerProcess;
use crate::server::{RECORDS, TestServer, client, feedbacks, import, staff_token};
use crate::submission::unhappy;
use reqwest::Client;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use tokio::sync::{mpsc, watch};

/// How many visitors submit at the same time, without a pause: whenever the server ends, some submissions are acknowledged,
/// some are under way and some have not begun.
const VISITORS: u32 = 40;

/// After how many acknowledgements the server ends, and how many are expected of the next one.
const ENOUGH: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_loses_nothing_and_stores_nothing_twice() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    let server = ServerProcess::start(data.path());
    let client = client();
    let (new_address, address) = watch::channel(server.address.clone());
    let (acknowledge, mut acknowledged) = mpsc::unbounded_channel();
    let visitors: Vec<_> = (0..VISITORS)
        .map(|visitor| {
            let (client, address) = (client.clone(), address.clone());
            tokio::spawn(submit_repeatedly(visitor, client, address, acknowledge.clone()))
        })
        .collect();

    for _ in 0..ENOUGH {
        acknowledged.recv().await.unwrap();
    }
    server.kill();
    let server = ServerProcess::start(data.path());
    new_address.send_replace(server.address.clone());
    for _ in 0..ENOUGH {
        acknowledged.recv().await.unwrap();
    }
    drop(acknowledged);
    let mut answers = HashMap::new();
    for visitor in visitors {
        answers.extend(visitor.await.unwrap());
    }

    let stored = feedbacks(&client, &server.address, &token).await;
    assert_eq!(
        stored.len(),
        answers.len(),
        "none is missing, none is there twice"
    );
    let by_device: HashMap<&str, &Value> = stored
        .iter()
        .map(|item| (item["device_id"].as_str().unwrap(), item))
        .collect();
    for (submission, answer) in &answers {
        assert_eq!(by_device[device(*submission).as_str()]["id"], answer["id"]);
    }
    // Each repeat gets the first response, including those of the killed server.
    for (submission, answer) in &answers {
        let again = submit(*submission, &client, &server.address).await.unwrap();
        assert_eq!(&again, answer, "the same id and chat token");
    }
}

/// Submits one feedback after the other until the receiver of acknowledgements is dropped; returns the responses. Each
/// submission is repeated until it gets a response, as a client does that has lost its connection.
async fn submit_repeatedly(
    visitor: u32,
    client: Client,
    mut address: watch::Receiver<String>,
    acknowledge: mpsc::UnboundedSender<()>,
) -> Vec<(u32, Value)> {
    let mut answers = Vec::new();
    for submission in submissions_of(visitor) {
        let answer = loop {
            let server = address.borrow_and_update().clone();
            match submit(submission, &client, &server).await {
                Some(answer) => break answer,
                None => address.changed().await.unwrap(),
            }
        };
        answers.push((submission, answer));
        if acknowledge.send(()).is_err() {
            break;
        }
    }
    answers
}

/// Returns the numbers of the submissions of a visitor.
fn submissions_of(visitor: u32) -> impl Iterator<Item = u32> {
    (visitor * 100_000..).take(100_000)
}

/// Returns `None` unless a complete response arrives.
async fn submit(submission: u32, client: &Client, address: &str) -> Option<Value> {
    let request = client
        .post(format!("{address}/v1/feedbacks"))
        .json(&unhappy(&device(submission)));
    let request = request.header(
        "Idempotency-Key",
        format!("00000000-0000-4000-8000-{submission:012}"),
    );
    let response = request.send().await.ok()?;
    assert_eq!(response.status(), 200);
    response.json().await.ok()
}

fn device(submission: u32) -> String {
    format!("device-{submission}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_graceful_shutdown_completes_requests_under_way() {
    let server = TestServer::start().await;
    let (acknowledge, mut acknowledged) = mpsc::unbounded_channel();
    let visitors: Vec<_> = (0..VISITORS)
        .map(|visitor| {
            let (client, address, acknowledge) =
                (server.client.clone(), server.address.clone(), acknowledge.clone());
            tokio::spawn(async move {
                let mut ids = Vec::new();
                for submission in submissions_of(visitor) {
                    let Some(answer) = submit(submission, &client, &address).await else {
                        break;
                    };
                    ids.push(answer["id"].as_str().unwrap().to_owned());
                    acknowledge.send(()).unwrap();
                }
                ids
            })
        })
        .collect();
    for _ in 0..ENOUGH {
        acknowledged.recv().await.unwrap();
    }
    let data = server.stop().await;
    let mut answered = HashSet::new();
    for visitor in visitors {
        answered.extend(visitor.await.unwrap());
    }

    let stored: HashSet<String> = texts(data.path(), "SELECT id FROM feedbacks")
        .await
        .into_iter()
        .collect();
    assert!(answered.len() >= ENOUGH);
    assert!(answered.is_subset(&stored));
    if !is_postgres() {
        assert_eq!(texts(data.path(), "PRAGMA integrity_check").await, ["ok"]);
    }
}

#[tokio::test]
async fn a_stopped_server_does_not_respond() {
    let server = TestServer::start().await;
    let (client, address) = (server.client.clone(), server.address.clone());
    server.stop().await;
    assert!(submit(1, &client, &address).await.is_none());
}

#[tokio::test]
async fn sigterm_is_a_graceful_shutdown() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let log = ServerProcess::start(data.path()).terminate();
    assert!(log.contains("everything acknowledged is stored"), "{log}");
}
