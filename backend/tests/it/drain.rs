//! A server that is about to stop says so before it does (docs/operate.md#stopping).

use crate::deadline::until;
use crate::server::TestServer;
use crate::submission::unhappy;
use std::time::Duration;

#[tokio::test]
async fn is_not_ready_while_it_drains_and_still_serves() {
    // Long enough for the requests below on a machine that is busy.
    let server = TestServer::with_settings(|settings| settings.drain = Duration::from_secs(8)).await;
    assert_eq!(server.get("/readyz").await.status(), 200);
    let (address, client, task) = server.begin_stop();
    let status = async |path: &str| {
        let response = client.get(format!("{address}{path}")).send().await;
        response.map(|response| response.status().as_u16())
    };
    until("the server is not ready", async || {
        status("/readyz").await.unwrap() == 503
    })
    .await;
    assert_eq!(status("/healthz").await.unwrap(), 200);
    let submission = client
        .post(format!("{address}/v1/feedbacks"))
        .json(&unhappy("device-7"));
    assert_eq!(submission.send().await.unwrap().status(), 200);
    task.await.unwrap();
    assert!(status("/healthz").await.is_err(), "it has stopped");
}
