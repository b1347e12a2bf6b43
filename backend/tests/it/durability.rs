//! Acknowledged feedback is stored exactly once, through kill -9 and through a graceful shutdown.

use crate::client::Client;
use crate::database::{is_postgres, texts};
use crate::deadline::within_limit;
use crate::process::ServerProcess;
use crate::server::{RECORDS, TestServer, client, import};
use crate::submission::unhappy;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use tokio::sync::{mpsc, watch};

/// How many visitors submit at the same time, without a pause: whenever the server ends, some submissions are acknowledged,
/// some are under way and some have not begun.
const VISITORS: u32 = 64;

/// How often the server is killed, and how many submissions are acknowledged before that and after the last time: 20,000 in
/// all.
const KILLS: usize = 4;
const PER_SERVER: usize = 4_000;

/// How many acknowledgements are enough for a graceful shutdown.
const ENOUGH: usize = 40;

/// One in so many acknowledged submissions is sent again.
const REPEATED: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_loses_nothing_and_stores_nothing_twice() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let mut server = ServerProcess::start(data.path());
    let client = client();
    let (new_address, address) = watch::channel(server.address.clone());
    let (acknowledge, mut acknowledged) = mpsc::unbounded_channel();
    let visitors: Vec<_> = (0..VISITORS)
        .map(|visitor| {
            let (client, address) = (client.clone(), address.clone());
            tokio::spawn(submit_repeatedly(visitor, client, address, acknowledge.clone()))
        })
        .collect();

    for server_number in 0..=KILLS {
        for _ in 0..PER_SERVER {
            within_limit("a submission is acknowledged", acknowledged.recv())
                .await
                .unwrap();
        }
        if server_number < KILLS {
            server.kill();
            server = ServerProcess::start(data.path());
            new_address.send_replace(server.address.clone());
        }
    }
    drop(acknowledged);
    let mut answers = HashMap::new();
    for visitor in visitors {
        answers.extend(visitor.await.unwrap());
    }
    assert!(answers.len() >= (KILLS + 1) * PER_SERVER);

    let stored = texts(data.path(), "SELECT device_id || ' ' || id FROM feedbacks").await;
    assert_eq!(
        stored.len(),
        answers.len(),
        "none is missing, none is there twice"
    );
    let stored: HashSet<String> = stored.into_iter().collect();
    for (submission, answer) in &answers {
        let id = answer["id"].as_str().unwrap();
        assert!(stored.contains(&format!("{} {id}", device(*submission))));
    }
    // Each repeat gets the first response, including those of the killed servers.
    for (submission, answer) in answers.iter().step_by(REPEATED) {
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
                None => within_limit("another server is there", address.changed())
                    .await
                    .unwrap(),
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
    let response = request.send_until_taken().await.ok()?;
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
        within_limit("a submission is acknowledged", acknowledged.recv())
            .await
            .unwrap();
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
    assert!(log.contains("all acknowledged data is stored"), "{log}");
}
