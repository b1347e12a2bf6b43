//! What was given up, or has arrived, and is sent once more.

use crate::database::{execute, texts};
use crate::server::TestServer;
use crate::submission::happy;
use crate::webhook_receiver::Behavior;
use crate::webhooks::{
    DAY, completed, nothing_is_sent, nothing_waits, pass, put_with, server_and_receiver, shown, submit,
};
use crate::webhooks_faults::ids;
use serde_json::{Value, json};

/// Replays a delivery of the webhook `w`; returns the status of the answer.
async fn replay(server: &TestServer, id: &str) -> u16 {
    let path = format!("/v1/staff/webhooks/w/deliveries/{id}/replay");
    let request = server.post_as_staff(&path).json(&json!({}));
    request.send().await.unwrap().status().as_u16()
}

/// Replays everything of it that is dead.
async fn replay_dead(server: &TestServer) -> Value {
    let since = json!({"since": "2020-01-01T00:00:00Z"});
    let request = server.post_as_staff("/v1/staff/webhooks/w/replay_dead");
    let response = request.json(&since).send().await.unwrap();
    response.json().await.unwrap()
}

#[tokio::test]
async fn after_three_days_a_delivery_is_dead_and_can_be_replayed() {
    // Not tried again before the three days pass, however slow the machine is.
    let (server, receiver) = server_and_receiver(Behavior::AsksForPause(7_200)).await;
    let data = server.data.path();
    submit(&server, &happy("d")).await;
    receiver.wait_for(1).await;
    nothing_is_sent(data).await;
    receiver.behave(Behavior::Answers(500));
    pass(data, 3 * DAY).await;
    receiver.wait_for(2).await;
    nothing_waits(&server).await;
    let list = async |query: &str| shown(&server, &format!("/deliveries{query}")).await;
    let dead = list("?state=dead").await["items"][0].clone();
    assert_eq!(
        (
            &dead["state"],
            &dead["attempts"],
            &dead["last_status"],
            &dead["last_error"]
        ),
        (
            &json!("dead"),
            &json!(2),
            &json!(500),
            &json!("the receiver answered 500")
        )
    );
    receiver.behave(Behavior::Answers(200));
    assert_eq!(
        replay_dead(&server).await,
        json!({"replayed": 1, "has_more": false})
    );
    receiver.wait_for_taken(1).await;
    nothing_waits(&server).await;
    assert_eq!(list("?state=dead").await["items"], json!([]));
    assert_eq!(list("").await["items"][0]["state"], "delivered");
    // One that has arrived as well, if the receiver has lost it.
    let id = dead["id"].as_str().unwrap();
    assert_eq!(replay(&server, id).await, 200);
    receiver.wait_for_taken(2).await;
    assert_eq!(ids(&receiver.calls()).len(), 1);
    let audit = server.get_as_staff("/v1/staff/audit?staff=tests").await;
    let audit: Value = audit.json().await.unwrap();
    let acts: Vec<_> = audit["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["act"])
        .collect();
    assert_eq!(acts, ["replay_webhook", "replay_webhook", "put_webhook"]);
}

#[tokio::test]
async fn deliveries_of_a_removed_node_are_kept_and_not_replayed() {
    let (server, receiver) = server_and_receiver(Behavior::Answers(200)).await;
    let data = server.data.path();
    submit(&server, &happy("d")).await;
    submit(&server, &happy("e")).await;
    nothing_waits(&server).await;
    execute(data, "UPDATE webhook_deliveries SET state = 'dead'").await;
    let list = shown(&server, "/deliveries").await;
    let id = list["items"][0]["id"].as_str().unwrap();
    let with_nodes = async |nodes: Value| {
        let body = json!({"url": receiver.address, "events": completed(), "nodes": nodes});
        put_with(&server, "w", body).await
    };
    with_nodes(json!(["once"])).await;
    assert_eq!(replay(&server, id).await, 404);
    assert_eq!(
        replay_dead(&server).await,
        json!({"replayed": 0, "has_more": false})
    );
    const DEAD: &str = "SELECT feedback_id FROM webhook_deliveries WHERE state = 'dead'";
    assert_eq!(texts(data, DEAD).await.len(), 2);

    with_nodes(json!(["door", "once"])).await;
    assert_eq!(replay(&server, id).await, 200);
    assert_eq!(
        replay_dead(&server).await,
        json!({"replayed": 1, "has_more": false})
    );
    receiver.wait_for_taken(4).await;
}
