//! Webhooks when receivers do not do what they should.

use crate::database::{execute, texts};
use crate::deadline::until;
use crate::server::TestServer;
use crate::submission::{happy, with_responses};
use crate::webhook_receiver::{Behavior, Call, Receiver};
use crate::webhooks::{
    HOUR, add, at_once, later, nothing_is_sent, nothing_waits, pass, submit, webhook_server,
};
use backend::WebhookSetting;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

const DAY: i64 = 24 * HOUR;

pub(crate) fn completed() -> Value {
    json!(["feedback.completed"])
}

pub(crate) fn ids(calls: &[Call]) -> BTreeSet<String> {
    calls.iter().map(Call::id).collect()
}

/// Waits until a receiver has failed so often that it is probed.
async fn is_probed(data: &Path) {
    const PROBED: &str = "SELECT id FROM webhooks WHERE failures >= 5";
    until("the receiver is probed", async || {
        !texts(data, PROBED).await.is_empty()
    })
    .await;
    nothing_is_sent(data).await;
}

#[tokio::test]
async fn a_receiver_that_fails_for_a_day_gets_everything_once() {
    const FEEDBACKS: usize = 30;
    let server = webhook_server().await;
    let data = server.data.path();
    let receiver = Receiver::start().await;
    add(&server, "w", &receiver.address, completed()).await;
    receiver.behave(Behavior::Answers(500));
    let mut sent = BTreeSet::new();
    for number in 0..FEEDBACKS {
        sent.insert(submit(&server, &happy(&format!("d{number}"))).await);
    }
    is_probed(data).await;
    // After so many failures the pauses are the longest, five minutes, and the next probe is due in most of an hour: none comes
    // by itself while the steps below are slow.
    execute(
        data,
        "UPDATE webhooks SET failures = 20, not_before = not_before + 3000000",
    )
    .await;
    // One that had just begun.
    nothing_is_sent(data).await;
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
async fn after_three_days_a_delivery_is_dead_and_can_be_replayed() {
    let server = webhook_server().await;
    let data = server.data.path();
    let receiver = Receiver::start().await;
    add(&server, "w", &receiver.address, completed()).await;
    // Not tried again before the three days pass, however slow the machine is.
    receiver.behave(Behavior::AsksForPause(7_200));
    submit(&server, &happy("d")).await;
    receiver.wait_for(1).await;
    nothing_is_sent(data).await;
    receiver.behave(Behavior::Answers(500));
    pass(data, 3 * DAY).await;
    receiver.wait_for(2).await;
    nothing_waits(&server).await;
    let path = "/v1/staff/webhooks/w/deliveries";
    let list = async |query: &str| -> Value {
        server
            .get_as_staff(&format!("{path}{query}"))
            .await
            .json()
            .await
            .unwrap()
    };
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
    let since = json!({"since": "2020-01-01T00:00:00Z"});
    let replay = server
        .post_as_staff("/v1/staff/webhooks/w/replay_dead")
        .json(&since);
    let replayed: Value = replay.send().await.unwrap().json().await.unwrap();
    assert_eq!(replayed, json!({"replayed": 1, "has_more": false}));
    receiver.wait_for_taken(1).await;
    nothing_waits(&server).await;
    assert_eq!(list("?state=dead").await["items"], json!([]));
    assert_eq!(list("").await["items"][0]["state"], "delivered");
    // One that has arrived as well, if the receiver has lost it.
    let id = dead["id"].as_str().unwrap();
    let replay = server
        .post_as_staff(&format!("{path}/{id}/replay"))
        .json(&json!({}));
    assert_eq!(replay.send().await.unwrap().status(), 200);
    receiver.wait_for_taken(2).await;
    assert_eq!(ids(&receiver.calls()).len(), 1);
    let audit: Value = server.get_as_staff("/v1/staff/audit").await.json().await.unwrap();
    let acts: Vec<_> = audit["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["act"])
        .collect();
    assert_eq!(acts, ["replay_webhook", "replay_webhook", "put_webhook"]);
}

#[tokio::test]
async fn what_is_never_tried_is_given_up_with_a_receiver_that_always_fails() {
    let server = webhook_server().await;
    let data = server.data.path();
    let receiver = Receiver::start().await;
    add(&server, "w", &receiver.address, completed()).await;
    receiver.behave(Behavior::Answers(500));
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
    let server = webhook_server().await;
    let data = server.data.path();
    let receiver = Receiver::start().await;
    add(&server, "w", &receiver.address, completed()).await;
    receiver.behave(Behavior::AsksForPause(7_200));
    submit(&server, &happy("d")).await;
    receiver.wait_for(1).await;
    nothing_is_sent(data).await;
    receiver.behave(Behavior::Answers(200));
    submit(&server, &happy("e")).await;
    pass(data, HOUR).await;
    let webhook: Value = server
        .get_as_staff("/v1/staff/webhooks/w")
        .await
        .json()
        .await
        .unwrap();
    assert!(webhook["paused_until"].is_string(), "{webhook}");
    assert_eq!(webhook["failures"], 1);
    assert_eq!(receiver.calls().len(), 1);
    pass(data, HOUR).await;
    receiver.wait_for_taken(2).await;
    nothing_waits(&server).await;
    let webhook: Value = server
        .get_as_staff("/v1/staff/webhooks/w")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(
        (&webhook["paused_until"], &webhook["failures"]),
        (&Value::Null, &json!(0))
    );
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_left_alone_until_staff_enable_it() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    add(&server, "w", &receiver.address, completed()).await;
    receiver.behave(Behavior::Answers(410));
    submit(&server, &happy("d")).await;
    const GONE: &str = "SELECT id FROM webhooks WHERE gone_at IS NOT NULL";
    let data = server.data.path();
    until("the receiver is gone", async || {
        !texts(data, GONE).await.is_empty()
    })
    .await;
    submit(&server, &happy("e")).await;
    let webhook: Value = server
        .get_as_staff("/v1/staff/webhooks/w")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(webhook["enabled"], false);
    assert!(webhook["gone_at"].is_string(), "{webhook}");
    receiver.behave(Behavior::Answers(200));
    crate::webhooks::put(&server, "w", &receiver.address, completed()).await;
    later(&server).await;
    nothing_waits(&server).await;
    assert_eq!(receiver.taken().len(), 1, "what happened meanwhile is not told");
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    receiver.behave(Behavior::Redirects);
    add(&server, "w", &receiver.address, completed()).await;
    let test = server.post_as_staff("/v1/staff/webhooks/w/test").json(&json!({}));
    let tested: Value = test.send().await.unwrap().json().await.unwrap();
    assert!(tested["error"].as_str().unwrap().contains("redirect"), "{tested}");
    assert_eq!(receiver.calls().len(), 1);
}

#[tokio::test]
async fn what_follows_in_a_feedback_waits_for_what_came_before_it() {
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
