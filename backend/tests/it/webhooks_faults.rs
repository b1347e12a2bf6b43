//! Webhooks when receivers do not do what they should.

use crate::database::{execute, texts};
use crate::deadline::until;
use crate::server::TestServer;
use crate::submission::{happy, with_responses};
use crate::webhook_receiver::{Behavior, Call, Receiver};
use crate::webhooks::{
    DAY, HOUR, add, at_once, completed, later, nothing_is_sent, nothing_waits, pass, put,
    server_and_receiver, shown, submit, webhook_server,
};
use backend::WebhookSetting;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

pub(crate) fn ids(calls: &[Call]) -> BTreeSet<String> {
    calls.iter().map(Call::id).collect()
}

/// Waits until a receiver has failed so often that it is probed. After as many failures as it then has, the pauses are the longest,
/// five minutes, and the next probe is due in most of an hour: none comes by itself while the following steps are slow.
pub(crate) async fn is_probed(data: &Path) {
    const PROBED: &str = "SELECT id FROM webhooks WHERE failures >= 5";
    until("the receiver is probed", async || {
        !texts(data, PROBED).await.is_empty()
    })
    .await;
    const RARELY: &str = "UPDATE webhooks SET failures = 20, not_before = not_before + 3000000";
    execute(data, RARELY).await;
    // One that had just begun.
    nothing_is_sent(data).await;
}

#[tokio::test]
async fn a_receiver_that_fails_for_a_day_gets_everything_once() {
    const FEEDBACKS: usize = 30;
    let (server, receiver) = server_and_receiver(Behavior::Answers(500)).await;
    let data = server.data.path();
    let mut sent = BTreeSet::new();
    for number in 0..FEEDBACKS {
        sent.insert(submit(&server, &happy(&format!("d{number}"))).await);
    }
    is_probed(data).await;
    for hour in 0..24 {
        let before = receiver.calls().len();
        pass(data, HOUR).await;
        receiver.wait_for(before + 1).await;
        nothing_is_sent(data).await;
        let probes = receiver.calls().len() - before;
        assert_eq!(probes, 1, "hour {hour}");
    }
    receiver.behave(Behavior::Answers(200));
    pass(data, HOUR).await;
    let taken = receiver.wait_for_taken(FEEDBACKS).await;
    nothing_waits(&server).await;
    let told: BTreeSet<String> = taken
        .iter()
        .map(|call| call.json()["data"]["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(told, sent);
    assert_eq!(
        (ids(&taken).len(), receiver.taken().len()),
        (FEEDBACKS, FEEDBACKS)
    );
    let tried = ids(&receiver.calls());
    assert_eq!(tried.len(), FEEDBACKS, "a repeat has the id of the first try");
}

#[tokio::test]
async fn untried_deliveries_die_with_a_receiver_that_always_fails() {
    let (server, receiver) = server_and_receiver(Behavior::Answers(500)).await;
    let data = server.data.path();
    for number in 0..20 {
        submit(&server, &happy(&format!("d{number}"))).await;
    }
    is_probed(data).await;
    pass(data, 3 * DAY + HOUR).await;
    nothing_waits(&server).await;
    assert!(receiver.calls().len() < 20, "{}", receiver.calls().len());
    const DEAD: &str = "SELECT feedback_id FROM webhook_deliveries WHERE state = 'dead'";
    assert_eq!(texts(data, DEAD).await.len(), 20);
}

#[tokio::test]
async fn a_receiver_that_hangs_keeps_no_other_one_waiting() {
    // No call to the one that hangs ends before the other one has got everything, however slow the machine is.
    let setting = WebhookSetting {
        time_limit: Duration::from_hours(1),
        ..at_once()
    };
    let server = TestServer::with_settings(|settings| settings.webhooks = setting).await;
    let (hanging, working) = (Receiver::start().await, Receiver::start().await);
    hanging.behave(Behavior::Hangs);
    add(&server, "hanging", &hanging.address, completed()).await;
    add(&server, "working", &working.address, completed()).await;
    for number in 0..20 {
        submit(&server, &happy(&format!("d{number}"))).await;
    }
    working.wait_for_taken(20).await;
    assert!(hanging.calls().len() <= 4, "{}", hanging.calls().len());
    server.stop_at_once().await;
}

#[tokio::test]
async fn a_receiver_that_takes_too_long_is_tried_again() {
    let setting = WebhookSetting {
        time_limit: Duration::from_millis(200),
        ..at_once()
    };
    let server = TestServer::with_settings(|settings| settings.webhooks = setting).await;
    let receiver = Receiver::start().await;
    receiver.behave(Behavior::Hangs);
    add(&server, "w", &receiver.address, completed()).await;
    submit(&server, &happy("d")).await;
    receiver.wait_for(1).await;
    nothing_is_sent(server.data.path()).await;
    receiver.behave(Behavior::Answers(200));
    later(&server).await;
    receiver.wait_for_taken(1).await;
    assert_eq!(ids(&receiver.calls()).len(), 1);
}

#[tokio::test]
async fn a_receiver_that_asks_for_a_pause_gets_it() {
    let (server, receiver) = server_and_receiver(Behavior::AsksForPause(7_200)).await;
    let data = server.data.path();
    submit(&server, &happy("d")).await;
    receiver.wait_for(1).await;
    nothing_is_sent(data).await;
    receiver.behave(Behavior::Answers(200));
    submit(&server, &happy("e")).await;
    pass(data, HOUR).await;
    let webhook = shown(&server, "").await;
    assert!(webhook["paused_until"].is_string(), "{webhook}");
    assert_eq!(webhook["failures"], 1);
    assert_eq!(receiver.calls().len(), 1);
    pass(data, HOUR).await;
    receiver.wait_for_taken(2).await;
    nothing_waits(&server).await;
    let webhook = shown(&server, "").await;
    assert_eq!(
        (&webhook["paused_until"], &webhook["failures"]),
        (&Value::Null, &json!(0))
    );
}

#[tokio::test]
async fn a_gone_receiver_disables_its_webhook_until_staff_enable_it() {
    let (server, receiver) = server_and_receiver(Behavior::Answers(410)).await;
    let data = server.data.path();
    submit(&server, &happy("d")).await;
    const GONE: &str = "SELECT id FROM webhooks WHERE gone_at IS NOT NULL";
    until("the receiver is gone", async || {
        !texts(data, GONE).await.is_empty()
    })
    .await;
    submit(&server, &happy("e")).await;
    let webhook = shown(&server, "").await;
    assert_eq!(webhook["enabled"], false);
    assert!(webhook["gone_at"].is_string(), "{webhook}");
    receiver.behave(Behavior::Answers(200));
    put(&server, "w", &receiver.address, completed()).await;
    later(&server).await;
    nothing_waits(&server).await;
    assert_eq!(receiver.taken().len(), 1, "what happened meanwhile is not told");
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let (server, receiver) = server_and_receiver(Behavior::Redirects).await;
    let test = server.post_as_staff("/v1/staff/webhooks/w/test").json(&json!({}));
    let tested: Value = test.send().await.unwrap().json().await.unwrap();
    assert!(tested["error"].as_str().unwrap().contains("redirect"), "{tested}");
    assert_eq!(receiver.calls().len(), 1);
}

#[tokio::test]
async fn deliveries_of_one_feedback_are_sent_in_order() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    let events = json!(["feedback.partial", "feedback.completed"]);
    add(&server, "w", &receiver.address, events).await;
    // It is not tried again before `later`, however slow the machine is.
    receiver.behave(Behavior::AsksForPause(3_000));
    let partial = server
        .submit(&with_responses(happy("d"), json!([])))
        .header("X-COMPLETED", "true");
    let partial: Value = partial.send().await.unwrap().json().await.unwrap();
    receiver.wait_for(1).await;
    nothing_is_sent(server.data.path()).await;
    receiver.behave(Behavior::Answers(200));
    // The pause is left to this delivery alone.
    execute(server.data.path(), "UPDATE webhooks SET not_before = 0").await;
    let complete = server
        .submit(&happy("d"))
        .header("X-FID", partial["id"].as_str().unwrap());
    complete.send().await.unwrap();
    let other = submit(&server, &happy("e")).await;
    let taken = receiver.wait_for_taken(1).await;
    assert_eq!(
        taken[0].json()["data"]["id"],
        other,
        "other feedback does not wait"
    );
    later(&server).await;
    let taken = receiver.wait_for_taken(3).await;
    let events: Vec<String> = taken[1..].iter().map(Call::event).collect();
    assert_eq!(events, ["feedback.partial", "feedback.completed"]);
}
