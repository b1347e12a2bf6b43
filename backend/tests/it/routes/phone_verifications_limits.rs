//! How often verification codes are sent (docs/api.md#limits-of-verification-codes).

use super::feedbacks::{accepted, refused};
use super::phone_verifications::{NUMBER, phone_records, send, send_to, server, server_with, verify};
use crate::client::RequestBuilder;
use crate::database::{execute, texts, with_data};
use crate::deadline::until;
use crate::process::{ServerProcess, pulsen};
use crate::server::{TestServer, client, import, unlimited};
use backend::{ConnectionLimits, Settings, TrustedProxies};
use serde_json::{Value, json};

/// Lets time pass for what was sent.
async fn pass(server: &TestServer, seconds: u32) {
    let sql = format!("UPDATE verification_sends SET sent_at = sent_at - {seconds} * 1000");
    execute(server.data.path(), sql).await;
}

/// Returns a line of a log without its time and the id of its request.
fn without_time_and_id(line: &str) -> String {
    let mut line: Value = serde_json::from_str(line).expect(line);
    line.as_object_mut().unwrap().remove("timestamp");
    if let Some(span) = line.get_mut("span").and_then(Value::as_object_mut) {
        span.remove("id");
    }
    line.to_string()
}

/// Sends a request that is refused for now, and returns the seconds after which it will not be.
async fn wait_of(request: RequestBuilder) -> u64 {
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 429);
    let wait = response.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "too_many_requests");
    wait
}

#[tokio::test]
async fn the_pause_between_codes_for_a_number_doubles() {
    let (server, gateway) = server().await;
    for pause in [30, 60, 120, 240] {
        let sent = accepted(send(&server)).await;
        assert_eq!(sent["resend_after_in_seconds"], pause);
        let wait = wait_of(send(&server)).await;
        assert!(wait > pause - 20 && wait <= pause + 1, "{wait} of {pause}");
        // Anyone who asks.
        wait_of(send_to(&server, NUMBER, "other")).await;
        pass(&server, u32::try_from(pause).unwrap()).await;
    }
    assert_eq!(gateway.received().len(), 4, "nothing is sent meanwhile");
}

#[tokio::test]
async fn a_number_gets_five_codes_in_an_hour_and_ten_in_a_day() {
    const HOUR: u32 = 3_600;
    let (server, gateway) = server().await;
    for _ in 0..5 {
        accepted(send(&server)).await;
        pass(&server, 500).await;
    }
    let wait = wait_of(send(&server)).await;
    assert!(
        wait > 1_000 && wait <= 1_101,
        "until the first is an hour old: {wait}"
    );
    pass(&server, HOUR).await;
    for _ in 0..5 {
        accepted(send(&server)).await;
        pass(&server, HOUR).await;
    }
    let wait = wait_of(send(&server)).await;
    assert!(wait > u64::from(HOUR) && wait < u64::from(24 * HOUR), "{wait}");
    assert_eq!(gateway.received().len(), 10);
    pass(&server, 24 * HOUR).await;
    accepted(send(&server)).await;
}

/// Has sent many more messages to other numbers, by the device and the network address of those before.
async fn multiply(server: &TestServer, times: u32) {
    for _ in 0..times {
        let sql = "INSERT INTO verification_sends (verification_id, address_hash, range_hash, device_hash, client_hash, node_id, sent_at)
            SELECT 'others', 'others', 'others', device_hash, client_hash, node_id, sent_at FROM verification_sends";
        execute(server.data.path(), sql).await;
    }
}

#[tokio::test]
async fn a_device_gets_sixty_codes_in_an_hour() {
    let (server, _gateway) = server().await;
    accepted(send(&server)).await;
    multiply(&server, 5).await;
    accepted(send_to(&server, "+905321234560", "d")).await;
    multiply(&server, 1).await;
    wait_of(send_to(&server, "+905321234561", "d")).await;
    accepted(send_to(&server, "+905321234561", "e")).await;
    pass(&server, 3_600).await;
    accepted(send_to(&server, "+905321234562", "d")).await;
}

/// Lets requests say whose they are.
fn behind_a_proxy(settings: &mut Settings) {
    settings.bounds.connections = ConnectionLimits {
        trusted_proxies: TrustedProxies::new(vec!["127.0.0.0/8".parse().unwrap()]),
        ..unlimited().connections
    };
}

/// Returns the nth number; each is in a range of its own.
fn number(nth: u32) -> String {
    format!("+90532{nth:03}4567")
}

/// Asks for a code for the nth number, from a network of this number.
fn send_from(server: &TestServer, network: u32, nth: u32) -> RequestBuilder {
    send_to(server, &number(nth), &format!("device-{nth}"))
        .header("X-Forwarded-For", format!("203.0.{network}.7"))
}

#[tokio::test]
async fn seventeen_addresses_cannot_use_up_the_day_of_a_node() {
    let (server, gateway) = server_with(|settings| {
        behind_a_proxy(settings);
        settings.codes_per_node_and_day = 100;
    })
    .await;
    let mut nth = 0;
    for _hour in 0..3 {
        for network in 0..17 {
            loop {
                nth += 1;
                let response = send_from(&server, network, nth).send().await.unwrap();
                if response.status() != 200 {
                    assert_eq!(response.status(), 429);
                    break;
                }
            }
        }
        pass(&server, 3_600).await;
    }
    assert!(gateway.received().len() <= 17 * 5, "{}", gateway.received().len());
    accepted(send_from(&server, 17, 999)).await;
}

#[tokio::test]
async fn a_network_gets_more_codes_as_long_as_they_are_entered() {
    let (server, gateway) = server_with(|settings| {
        behind_a_proxy(settings);
        settings.codes_per_node_and_day = 100;
    })
    .await;
    for nth in 0..8 {
        let sent = accepted(send_from(&server, 1, nth)).await;
        accepted(verify(&server, &sent["id"], &gateway.last_code())).await;
    }
    for nth in 8..11 {
        accepted(send_from(&server, 1, nth)).await;
    }
    wait_of(send_from(&server, 1, 11)).await;
    let other_address = send_to(&server, &number(11), "d").header("X-Forwarded-For", "203.0.1.8");
    wait_of(other_address).await;
    accepted(send_from(&server, 2, 11)).await;
}

#[tokio::test]
async fn while_few_codes_are_entered_each_network_gets_three_in_an_hour() {
    let (server, _gateway) = server_with(behind_a_proxy).await;
    accepted(send_from(&server, 1, 0)).await;
    for _ in 0..20 {
        let sql = "INSERT INTO verification_sends (verification_id, address_hash, range_hash, device_hash, node_id, sent_at)
            SELECT 'others', 'others', 'others', 'others', node_id, sent_at - 180000 FROM verification_sends WHERE network_hash IS NOT NULL";
        execute(server.data.path(), sql).await;
    }
    for nth in 1..4 {
        accepted(send_from(&server, 2, nth)).await;
    }
    wait_of(send_from(&server, 2, 4)).await;
    accepted(send_from(&server, 1, 4)).await;
    let entered = "UPDATE verification_sends SET entered_at = sent_at WHERE network_hash IS NULL";
    execute(server.data.path(), entered).await;
    accepted(send_from(&server, 2, 5)).await;
}

#[tokio::test]
async fn numbers_side_by_side_get_twenty_codes_in_an_hour() {
    let (server, gateway) = server().await;
    let beside = |nth: u32| format!("+9053212{nth:05}");
    for nth in 0..20 {
        accepted(send_to(&server, &beside(nth), &format!("device-{nth}"))).await;
    }
    wait_of(send_to(&server, &beside(20), "device-20")).await;
    accepted(send_to(&server, "+905321300000", "device-20")).await;
    assert_eq!(gateway.received().len(), 21);
}

#[tokio::test]
async fn a_network_address_gets_sixty_codes_in_an_hour() {
    let (server, _gateway) = server_with(behind_a_proxy).await;
    let by = |address: &str, number: &str, device: &str| {
        send_to(&server, number, device).header("X-Forwarded-For", address)
    };
    accepted(by("203.0.113.7", NUMBER, "d")).await;
    multiply(&server, 6).await;
    wait_of(by("203.0.113.7", "+905321234560", "e")).await;
    accepted(by("203.0.113.8", "+905321234560", "e")).await;
}

#[tokio::test]
async fn a_node_gets_as_many_codes_as_the_operator_allows() {
    let (server, _gateway) = server_with(|settings| settings.codes_per_node_and_day = 2).await;
    accepted(send_to(&server, "+905321234560", "a")).await;
    accepted(send_to(&server, "+905321234561", "b")).await;
    let wait = wait_of(send_to(&server, "+905321234562", "c")).await;
    assert!(wait > 86_000, "{wait}");
    let at_desk = json!({"address": NUMBER, "question_id": "number", "node_id": "desk", "device_id": "c"});
    accepted(
        server
            .post("/v1/customers/send_verification_token")
            .json(&at_desk),
    )
    .await;
}

#[tokio::test]
async fn limits_hold_for_requests_at_the_same_time() {
    let (server, gateway) = server().await;
    let requests: Vec<_> = (0..20).map(|_| tokio::spawn(send(&server).send())).collect();
    let mut sent = 0;
    for request in requests {
        sent += u32::from(request.await.unwrap().unwrap().status() == 200);
    }
    assert_eq!((sent, gateway.received().len()), (1, 1));
}

#[tokio::test]
async fn neither_the_number_nor_the_code_is_stored_where_a_hash_will_do() {
    let (server, gateway) = server().await;
    accepted(send(&server)).await;
    let code = gateway.last_code();
    let stored = texts(
        server.data.path(),
        "SELECT address_hash || device_hash || node_id FROM verification_sends
         UNION ALL SELECT code_hash FROM phone_verifications",
    )
    .await;
    assert_eq!(stored.len(), 2);
    assert!(
        stored
            .iter()
            .all(|text| !text.contains(&code) && !text.contains("5321234567"))
    );
    refused(send(&server)).await;
}

#[tokio::test]
async fn old_codes_are_removed_while_the_server_runs() {
    let data = tempfile::tempdir().unwrap();
    import(phone_records().path(), data.path());
    let start = || ServerProcess::start_with(data.path(), &["--sms-url", "log:"]);
    let server = start();
    let url = format!("{}/v1/customers/send_verification_token", server.address);
    for (number, device) in [("+905321234560", "a"), ("+905321234561", "b")] {
        let body =
            json!({"address": number, "question_id": "number", "node_id": "till", "device_id": device});
        assert_eq!(
            client().post(&url).json(&body).send().await.unwrap().status(),
            200
        );
    }
    server.terminate();
    let aged = "UPDATE phone_verifications SET expires_at = 0 WHERE device_id = 'a';
        UPDATE verification_sends SET sent_at = 0 WHERE seq = 1";
    execute(data.path(), aged).await;
    let server = start();
    let left = || async {
        let codes = texts(data.path(), "SELECT device_id FROM phone_verifications").await;
        let sends = texts(data.path(), "SELECT node_id FROM verification_sends").await;
        (codes, sends.len())
    };
    until("old codes are removed", async || {
        left().await == (vec!["b".to_owned()], 1)
    })
    .await;
    server.terminate();
}

#[tokio::test]
async fn only_the_way_for_development_logs_codes() {
    let data = tempfile::tempdir().unwrap();
    import(phone_records().path(), data.path());
    let server = ServerProcess::start_with(data.path(), &["--sms-url", "log:"]);
    let body =
        json!({"address": NUMBER, "question_id": "number", "node_id": "till", "device_id": "device-7"});
    let url = format!("{}/v1/customers/send_verification_token", server.address);
    client().post(&url).json(&body).send().await.unwrap();
    let log = server.terminate();
    assert!(
        log.contains("text messages are written to the log, with the codes in them"),
        "{log}"
    );
    assert!(log.contains("is your verification code for Kasa"), "{log}");
    assert!(log.contains(NUMBER), "{log}");

    let gateway =
        crate::text_message_gateway::Gateway::start(crate::text_message_gateway::Behavior::Fails).await;
    let address = format!("{}/send?key=hidden-key", gateway.address);
    let mut command = pulsen();
    command
        .args(["serve", "--listen", "127.0.0.1:0"])
        .env("PULSEN_SMS_URL", address)
        .env("PULSEN_SMS_HEADERS", r#"{"Authorization": "hidden-token"}"#);
    let server = ServerProcess::spawn(with_data(&mut command, data.path()));
    let body = json!({"address": "+905321234568", "question_id": "number", "node_id": "till", "device_id": "device-7"});
    let url = format!("{}/v1/customers/send_verification_token", server.address);
    assert_eq!(
        client().post(&url).json(&body).send().await.unwrap().status(),
        503
    );
    let code = gateway.last_code();
    let log = server.terminate();
    assert!(
        log.contains("text message failed: refused by the gateway"),
        "{log}"
    );
    // Six digits may well be in the time or the id of a line, which are not made of what the visitor sent.
    let said: Vec<String> = log.lines().map(without_time_and_id).collect();
    let said = said.join("\n");
    for secret in ["+905321234568", &code, "device-7", "hidden-key", "hidden-token"] {
        assert!(!said.contains(secret), "`{secret}` is in the log:\n{said}");
    }
}
