//! What Prometheus reads (docs/operate.md#metrics).

use crate::deadline::until;
use crate::routes::phone_verifications::{send, server_with, verify};
use crate::server::{TestServer, default_bounds};
use crate::socket::Socket;
use crate::submission::{happy, unhappy};
use crate::webhook_receiver::{Behavior, Receiver};
use crate::webhooks::{HOUR, add, at_once, nothing_is_sent, nothing_waits, pass, submit};
use backend::{Bounds, Rates};
use serde_json::{Value, json};
use std::collections::HashMap;
use tokio::sync::Mutex;

/// What is measured belongs to the process, so one server's state would be read as that of another one: each test that starts a
/// server with metrics holds this until its end.
static ALONE: Mutex<()> = Mutex::const_new(());

/// Reads all samples: the value by the name with its labels.
async fn samples(server: &TestServer) -> HashMap<String, f64> {
    let response = server
        .client
        .get(server.metrics.as_ref().unwrap())
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    let format = response.headers()["content-type"].to_str().unwrap().to_owned();
    assert!(format.starts_with("text/plain; version=0.0.4"), "{format}");
    let text = response.text().await.unwrap();
    for line in text.lines().filter(|line| line.starts_with("# TYPE ")) {
        let is_total = line.contains("_total ");
        assert_eq!(is_total, line.ends_with(" counter"), "{line}");
    }
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').expect(line);
            (name.to_owned(), value.parse().expect(line))
        })
        .collect()
}

async fn start(rates: &str) -> TestServer {
    TestServer::with_settings(|settings| {
        settings.metrics = "127.0.0.1:0".parse().ok();
        settings.bounds = Bounds {
            rates: rates.parse::<Rates>().unwrap(),
            ..default_bounds()
        };
    })
    .await
}

#[tokio::test]
async fn requests_commits_and_the_process_are_counted() {
    let _alone = ALONE.lock().await;
    let server = start("off").await;
    for _ in 0..3 {
        let response = server.submit(&unhappy("device-7")).send().await.unwrap();
        assert_eq!(response.status(), 200);
    }
    server.get("/nowhere/zqann@example.com?token=geheim").await;

    // The server writes for itself as well, such as its index.
    until("nothing waits for the writer", async || {
        let samples = samples(&server).await;
        samples["pulsen_writer_queue_jobs"] == 0.0 && samples["pulsen_writer_queue_bytes"] == 0.0
    })
    .await;
    let samples = samples(&server).await;
    let request = |method: &str, route: &str, status: &str| {
        let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
        samples
            .get(&format!("pulsen_request_seconds_count{{{labels}}}"))
            .copied()
    };
    assert!(
        request("POST", "/v1/feedbacks", "2xx") >= Some(3.0),
        "{samples:?}"
    );
    assert!(request("GET", "none", "4xx") >= Some(1.0), "{samples:?}");
    let value = |name: &str| *samples.get(name).unwrap_or_else(|| panic!("{name}: {samples:?}"));
    assert!(value("pulsen_writer_commit_seconds_count{outcome=\"committed\"}") >= 3.0);
    assert!(value("pulsen_writer_group_jobs_sum") >= 3.0);
    assert!(value("pulsen_connections") >= 1.0);
    assert!(value("process_resident_memory_bytes") > 1e6);
    assert!(
        samples
            .keys()
            .any(|name| name.starts_with("pulsen_build_info{version="))
    );
    for name in samples.keys() {
        // In no route: "ann" is also in "canned_replies", which other tests ask for.
        for personal in ["zqann", "geheim", "device-7", "127.0.0.1"] {
            assert!(!name.contains(personal), "{name}");
        }
    }
}

#[tokio::test]
async fn rate_limited_requests_are_counted_by_limit() {
    let _alone = ALONE.lock().await;
    let server = start("device=1").await;
    for _ in 0..3 {
        server.submit(&unhappy("device-7")).send().await.unwrap();
    }
    let samples = samples(&server).await;
    assert!(
        samples["pulsen_rate_limited_total{limit=\"device\"}"] >= 2.0,
        "{samples:?}"
    );
}

#[tokio::test]
async fn refused_calls_of_staff_are_counted_by_reason() {
    let _alone = ALONE.lock().await;
    let server = start("off").await;
    let before = samples(&server).await;
    let token = server.staff_token(&["reader", "--rights", "read"]).await;
    for (path, token) in [("chats", "x"), ("feedbacks/export?format=ndjson", &token)] {
        let request = server.client.get(format!("{}/v1/staff/{path}", server.address));
        assert!(
            request
                .bearer_auth(token)
                .send()
                .await
                .unwrap()
                .status()
                .is_client_error()
        );
    }
    let mut socket = Socket::connect(&server).await;
    assert_eq!(
        socket.subscribe_as_staff("x", None).await["code"],
        "invalid_token"
    );
    let after = samples(&server).await;
    for (reason, times) in [("unknown_token", 2.0), ("right_missing", 1.0)] {
        let name = format!("pulsen_staff_refused_total{{reason=\"{reason}\"}}");
        let earlier = before.get(&name).copied().unwrap_or_default();
        assert!(after[&name] >= earlier + times, "{after:?}");
    }
}

#[tokio::test]
async fn webhook_deliveries_and_failures_are_counted() {
    let _alone = ALONE.lock().await;
    let server = TestServer::with_settings(|settings| {
        settings.metrics = "127.0.0.1:0".parse().ok();
        settings.webhooks = at_once();
    })
    .await;
    let receiver = Receiver::start().await;
    add(&server, "w", &receiver.address, json!(["feedback.completed"])).await;
    submit(&server, &happy("d")).await;
    receiver.wait_for(1).await;
    nothing_waits(&server).await;
    receiver.behave(Behavior::Answers(500));
    submit(&server, &happy("d")).await;
    receiver.wait_for(2).await;
    nothing_is_sent(server.data.path()).await;
    let before = samples(&server).await;
    let value = |name: &str| before.get(name).copied();
    assert!(value("pulsen_webhook_deliveries_total{result=\"delivered\"}") >= Some(1.0));
    assert!(value("pulsen_webhook_deliveries_total{result=\"failed\"}") >= Some(1.0));
    assert_eq!(value("pulsen_webhook_deliveries_waiting"), Some(1.0));
    assert_eq!(value("pulsen_webhook_deliveries_dead"), Some(0.0));
    for result in ["ok", "failed"] {
        let name = format!("pulsen_call_seconds_count{{system=\"webhook\",result=\"{result}\"}}");
        assert!(value(&name) >= Some(1.0), "{before:?}");
    }

    // After three days it is given up.
    pass(server.data.path(), 73 * HOUR).await;
    until("the delivery is dead", async || {
        let samples = samples(&server).await;
        samples["pulsen_webhook_deliveries_dead"] == 1.0
            && samples["pulsen_webhook_deliveries_waiting"] == 0.0
    })
    .await;
}

#[tokio::test]
async fn verification_codes_are_counted() {
    let _alone = ALONE.lock().await;
    let (server, gateway) = server_with(|settings| settings.metrics = "127.0.0.1:0".parse().ok()).await;
    let before = samples(&server).await;
    let sent: Value = send(&server).send().await.unwrap().json().await.unwrap();
    assert_eq!(send(&server).send().await.unwrap().status(), 429);
    let code = gateway.last_code();
    for typed in ["no code", &code] {
        verify(&server, &sent["id"], typed).send().await.unwrap();
    }
    let after = samples(&server).await;
    for name in [
        "pulsen_verification_codes_total{result=\"sent\"}",
        "pulsen_verification_codes_total{result=\"wrong\"}",
        "pulsen_verification_codes_total{result=\"entered\"}",
        "pulsen_verification_codes_refused_total{limit=\"pause\"}",
    ] {
        let value = |samples: &HashMap<String, f64>| samples.get(name).copied().unwrap_or_default();
        assert!(value(&after) > value(&before), "{name}: {after:?}");
    }
}

#[tokio::test]
async fn a_client_cannot_add_labels() {
    let _alone = ALONE.lock().await;
    let server = start("off").await;
    for number in 0..20 {
        let method = format!("M{number}").parse().unwrap();
        let url = format!("{}/x{number}", server.address);
        server.client.request(method, url).send().await.unwrap();
    }
    let samples = samples(&server).await;
    let invented = samples
        .keys()
        .filter(|name| name.starts_with("pulsen_request_seconds_count") && name.contains("method=\"other\""));
    assert_eq!(invented.count(), 1, "{samples:?}");
}

#[tokio::test]
async fn the_address_of_visitors_has_no_metrics() {
    let server = TestServer::without_site().await;
    assert_eq!(server.get("/metrics").await.status(), 404);
    assert!(server.metrics.is_none());
}
