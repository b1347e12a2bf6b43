//! A server that is about to stop says so before it does (docs/operate.md#stopping).

use crate::deadline::{until, within_limit};
use crate::server::TestServer;
use crate::submission::unhappy;
use std::time::Duration;

#[tokio::test]
async fn is_not_ready_while_it_drains_and_still_serves() {
    // It drains for as long as the test runs.
    let server = TestServer::with_settings(|settings| settings.drain = Duration::from_hours(1)).await;
    assert_eq!(server.get("/readyz").await.status(), 200);
    let (address, client, _task) = server.begin_stop();
    let status = async |path: &str| {
        let response = client.get(format!("{address}{path}")).send().await;
        response.unwrap().status().as_u16()
    };
    until("the server is not ready", async || status("/readyz").await == 503).await;
    assert_eq!(status("/healthz").await, 200);
    let submission = client
        .post(format!("{address}/v1/feedbacks"))
        .json(&unhappy("device-7"));
    assert_eq!(submission.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn stops_when_it_has_drained() {
    let server = TestServer::with_settings(|settings| settings.drain = Duration::from_millis(100)).await;
    let (address, client, task) = server.begin_stop();
    within_limit("the server stops", task).await.unwrap();
    let response = client.get(format!("{address}/healthz")).send().await;
    assert!(response.is_err(), "it has stopped");
}
