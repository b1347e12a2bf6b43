//! A conversation through kill -9: what was acknowledged is there, once, in its order.

use crate::chat::{Chat, texts};
use crate::process::ServerProcess;
use crate::server::{RECORDS, client, import};
use reqwest::RequestBuilder;
use serde_json::Value;
use std::path::Path;
use tokio::sync::{mpsc, watch};

/// How many visitors write at once, and how much each has to say.
const VISITORS: usize = 8;
const MESSAGES: usize = 12;

/// After how many acknowledgements the server is killed: in the middle of all conversations.
const KILL_AFTER: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_in_mid_conversation_loses_nothing_and_doubles_nothing() {
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
    for (visitor, chat) in chats.iter().enumerate() {
        tokio::spawn(talk(visitor, chat.clone(), address.clone(), acknowledge.clone()));
    }
    drop(acknowledge);

    for _ in 0..KILL_AFTER {
        acknowledged.recv().await.unwrap();
    }
    // What a visitor's page knows at that moment, and goes on from.
    let before = chats[0].whole().await;
    server.kill();
    let server = ServerProcess::start(data.path());
    new_address.send_replace(server.address.clone());
    let mut rest = 0;
    while acknowledged.recv().await.is_some() {
        rest += 1;
    }
    assert_eq!(KILL_AFTER + rest, VISITORS * MESSAGES);

    let expected: Vec<String> = (0..MESSAGES).map(|number| number.to_string()).collect();
    for chat in &chats {
        assert_eq!(
            texts(&chat.at(&server.address).whole().await),
            expected,
            "all, once, in order"
        );
    }
    let after = chats[0]
        .at(&server.address)
        .after(before["cursor"].as_str().unwrap())
        .await;
    assert_eq!(
        [texts(&before), texts(&after)].concat(),
        expected,
        "the cursor still holds"
    );
}

/// Says one thing after the other, each until it is acknowledged.
async fn talk(
    visitor: usize,
    chat: Chat,
    mut address: watch::Receiver<String>,
    acknowledge: mpsc::UnboundedSender<()>,
) {
    for number in 0..MESSAGES {
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
                    acknowledge.send(()).unwrap();
                    break;
                }
                None => address.changed().await.unwrap(),
            }
        }
    }
}

/// `None` where no whole answer came.
async fn answer(request: RequestBuilder) -> Option<Value> {
    let response = request.send().await.ok()?;
    assert_eq!(response.status(), 200);
    response.json().await.ok()
}
