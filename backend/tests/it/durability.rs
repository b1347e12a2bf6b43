//! What was acknowledged is stored: through kill -9, through an orderly stop, and once only.

use crate::process::ServerProcess;
use crate::server::{RECORDS, TestServer, client, feedbacks, import, staff_token};
use crate::submission::unhappy;
use reqwest::Client;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use tokio::sync::{mpsc, watch};

/// How many visitors submit at once.
const VISITORS: u32 = 200;

/// After how many answers the server is killed: some are acknowledged, some under way, some not begun.
const KILL_AFTER: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_loses_nothing_and_doubles_nothing() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    let server = ServerProcess::start(data.path());
    let client = client();
    let (new_address, address) = watch::channel(server.address.clone());
    let (acknowledge, mut acknowledged) = mpsc::unbounded_channel();
    for visitor in 0..VISITORS {
        tokio::spawn(submit_until_acknowledged(
            visitor,
            client.clone(),
            address.clone(),
            acknowledge.clone(),
        ));
    }
    drop(acknowledge);

    let mut answers = HashMap::new();
    for _ in 0..KILL_AFTER {
        let (visitor, answer): (u32, Value) = acknowledged.recv().await.unwrap();
        answers.insert(visitor, answer);
    }
    server.kill();
    let server = ServerProcess::start(data.path());
    new_address.send_replace(server.address.clone());
    while let Some((visitor, answer)) = acknowledged.recv().await {
        answers.insert(visitor, answer);
    }
    assert_eq!(answers.len(), VISITORS as usize);

    let stored = feedbacks(&client, &server.address, &token).await;
    assert_eq!(
        stored.len(),
        VISITORS as usize,
        "none is missing, none is there twice"
    );
    let by_device: HashMap<&str, &Value> = stored
        .iter()
        .map(|item| (item["device_id"].as_str().unwrap(), item))
        .collect();
    for (visitor, answer) in &answers {
        assert_eq!(by_device[device(*visitor).as_str()]["id"], answer["id"]);
    }
    // Asked once more, each gets the answer that it had, also those that the killed server gave.
    for (visitor, answer) in &answers {
        let again = submit(*visitor, &client, &server.address).await.unwrap();
        assert_eq!(&again, answer, "the same id and chat token");
    }
}

/// Sends the same request until it is answered, as a client does that lost its connection.
async fn submit_until_acknowledged(
    visitor: u32,
    client: Client,
    mut address: watch::Receiver<String>,
    acknowledge: mpsc::UnboundedSender<(u32, Value)>,
) {
    loop {
        let server = address.borrow_and_update().clone();
        match submit(visitor, &client, &server).await {
            Some(answer) => return acknowledge.send((visitor, answer)).unwrap(),
            None => address.changed().await.unwrap(),
        }
    }
}

/// `None` where no whole answer came.
async fn submit(visitor: u32, client: &Client, address: &str) -> Option<Value> {
    let request = client
        .post(format!("{address}/v1/feedbacks"))
        .json(&unhappy(&device(visitor)));
    let request = request.header(
        "Idempotency-Key",
        format!("00000000-0000-4000-8000-{visitor:012}"),
    );
    let response = request.send().await.ok()?;
    assert_eq!(response.status(), 200);
    response.json().await.ok()
}

fn device(visitor: u32) -> String {
    format!("device-{visitor}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_orderly_stop_ends_what_is_under_way() {
    let server = TestServer::start().await;
    let requests: Vec<_> = (0..50)
        .map(|visitor| {
            let (client, address) = (server.client.clone(), server.address.clone());
            tokio::spawn(async move { submit(visitor, &client, &address).await })
        })
        .collect();
    // At least one is in, so that there is something under way.
    server.submit(&unhappy("first")).send().await.unwrap();
    let data = server.stop().await;
    let mut acknowledged = HashSet::new();
    for request in requests {
        if let Some(answer) = request.await.unwrap() {
            acknowledged.insert(answer["id"].as_str().unwrap().to_owned());
        }
    }

    let database = sqlx::SqlitePool::connect(&format!("sqlite://{}/pulsen.db", data.path().display()))
        .await
        .unwrap();
    let stored: Vec<String> = sqlx::query_scalar("SELECT id FROM feedbacks")
        .fetch_all(&database)
        .await
        .unwrap();
    let stored: HashSet<String> = stored.into_iter().collect();
    assert!(acknowledged.is_subset(&stored));
    let checked: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&database)
        .await
        .unwrap();
    assert_eq!(checked, "ok");
}

#[tokio::test]
async fn a_stopped_server_answers_no_more() {
    let server = TestServer::start().await;
    let (client, address) = (server.client.clone(), server.address.clone());
    server.stop().await;
    assert!(submit(1, &client, &address).await.is_none());
}

#[tokio::test]
async fn sigterm_is_an_orderly_stop() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let log = ServerProcess::start(data.path()).terminate();
    assert!(log.contains("everything acknowledged is stored"), "{log}");
}
