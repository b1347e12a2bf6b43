//! Acknowledged messages are stored exactly once and in order, through kill -9.

use crate::chat::{Chat, texts};
use crate::client::RequestBuilder;
use crate::deadline::within_limit;
use crate::process::ServerProcess;
use crate::server::{RECORDS, client, import};
use serde_json::Value;
use std::path::Path;
use tokio::sync::{mpsc, watch};

/// How many visitors write at the same time, without a pause.
const VISITORS: usize = 8;

/// After how many acknowledgements the server is killed, and how many are expected of the next one.
const ENOUGH: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_in_mid_conversation_loses_nothing_and_stores_nothing_twice() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let server = ServerProcess::start(data.path());
    let client = client();
    let mut chats = Vec::new();
    for _ in 0..VISITORS {
        chats.push(Chat::open_at(&server.address, &client).await);
    }
    let (new_address, address) = watch::channel(server.address.clone());
    let (acknowledge, mut acknowledged) = mpsc::unbounded_channel();
    let talks: Vec<_> = (0..)
        .zip(&chats)
        .map(|(visitor, chat)| {
            tokio::spawn(talk(visitor, chat.clone(), address.clone(), acknowledge.clone()))
        })
        .collect();
    drop(acknowledge);

    for _ in 0..ENOUGH {
        acknowledged.recv().await.unwrap();
    }
    // The state from which a visitor's page continues.
    let before = chats[0].whole().await;
    server.kill();
    let server = ServerProcess::start(data.path());
    new_address.send_replace(server.address.clone());
    for _ in 0..ENOUGH {
        acknowledged.recv().await.unwrap();
    }
    drop(acknowledged);

    let mut said = Vec::new();
    for (chat, talk) in chats.iter().zip(talks) {
        let all: Vec<String> = (0..talk.await.unwrap())
            .map(|number| number.to_string())
            .collect();
        assert_eq!(
            texts(&chat.at(&server.address).whole().await),
            all,
            "all, once, in order"
        );
        said.push(all);
    }
    let after = chats[0]
        .at(&server.address)
        .after(before["cursor"].as_str().unwrap())
        .await;
    assert_eq!(
        [texts(&before), texts(&after)].concat(),
        said[0],
        "the cursor is still valid"
    );
}

/// Sends numbered messages, each until it is acknowledged, until the receiver of acknowledgements is dropped; returns how
/// many.
async fn talk(
    visitor: usize,
    chat: Chat,
    mut address: watch::Receiver<String>,
    acknowledge: mpsc::UnboundedSender<()>,
) -> usize {
    for number in 0.. {
        let key = format!("00000000-0000-4000-8000-{visitor:06}{number:06}");
        loop {
            let server = address.borrow_and_update().clone();
            let request = chat
                .at(&server)
                .send(&number.to_string())
                .header("Idempotency-Key", &key);
            match answer(request).await {
                Some(item) => {
                    assert_eq!(item["detail"]["comment"]["body"], number.to_string());
                    break;
                }
                None => within_limit("the next server", address.changed()).await.unwrap(),
            }
        }
        if acknowledge.send(()).is_err() {
            return number + 1;
        }
    }
    unreachable!("there is always a next number")
}

/// Returns `None` unless a complete response arrives.
async fn answer(request: RequestBuilder) -> Option<Value> {
    let response = request.send_until_taken().await.ok()?;
    assert_eq!(response.status(), 200);
    response.json().await.ok()
}
