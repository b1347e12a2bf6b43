//! What one client may cost (docs/api.md#limits).

use crate::chat::Chat;
use crate::deadline::until;
use crate::import::records;
use crate::rivals::refused_and_other;
use crate::server::{TestServer, default_bounds, import, unlimited};
use crate::submission::{happy, unhappy, with};
use backend::{BodyLimits, Bounds, ConnectionLimits, Rates, TrustedProxies};
use reqwest::Response;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn rates(rates: &str) -> Bounds {
    Bounds {
        rates: rates.parse::<Rates>().unwrap(),
        ..default_bounds()
    }
}

/// Trusts these networks, and limits all other addresses, also those of this machine.
fn behind(bounds: Bounds, networks: &[&str]) -> Bounds {
    let networks = networks.iter().map(|network| network.parse().unwrap());
    Bounds {
        connections: ConnectionLimits {
            trusted_proxies: TrustedProxies::new(networks),
            ..bounds.connections
        },
        ..bounds
    }
}

/// No rates, but this machine counts as one client.
pub(crate) fn limited_here() -> Bounds {
    behind(unlimited(), &[])
}

async fn assert_limited(response: Response) {
    assert_eq!(response.status(), 429);
    let seconds: u64 = response.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=61).contains(&seconds), "{seconds}");
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "too_many_requests");
}

#[tokio::test]
async fn an_address_that_asks_too_often_is_refused() {
    let server = TestServer::with_bounds(behind(rates("address=2"), &[])).await;
    for _ in 0..2 {
        assert_eq!(server.get("/v1/nodes/door").await.status(), 200);
    }
    let request = server.client.get(format!("{}/v1/nodes/door", server.address));
    let response = request
        .header("Origin", "https://shop.example")
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    let exposed = response.headers()["access-control-expose-headers"]
        .to_str()
        .unwrap();
    assert!(exposed.to_ascii_lowercase().contains("retry-after"), "{exposed}");
    assert_limited(response).await;
    assert_limited(server.get("/socket.io/?EIO=4&transport=polling").await).await;
    assert_limited(server.get_as_staff("/v1/staff/chats").await).await;
    assert_limited(server.get("/loader/PSN-TEST001.js").await).await;
    assert_eq!(
        server.get("/healthz").await.status(),
        200,
        "for the operator's monitor"
    );
}

#[tokio::test]
async fn visitors_behind_a_trusted_proxy_have_limits_of_their_own() {
    let server = TestServer::with_bounds(behind(rates("address=1"), &["127.0.0.0/8"])).await;
    let get = async |client: &str| {
        let request = server.client.get(format!("{}/v1/nodes/door", server.address));
        let request = request.header("X-Forwarded-For", format!("192.0.2.66, {client}"));
        request.send().await.unwrap()
    };
    assert_eq!(get("203.0.113.1").await.status(), 200);
    assert_eq!(get("203.0.113.2").await.status(), 200);
    assert_limited(get("203.0.113.1").await).await;
    // What the proxy asks on nobody's behalf counts as its own.
    assert_eq!(server.get("/v1/nodes/door").await.status(), 200);
    assert_limited(server.get("/v1/nodes/door").await).await;
}

/// None of this makes a client nobody, or somebody else.
#[tokio::test]
async fn visitors_do_not_choose_whose_limit_counts() {
    let server = TestServer::with_bounds(behind(rates("address=1"), &["127.0.0.0/8"])).await;
    let get = async |forged: &[u8], own: &[u8]| {
        let request = server.client.get(format!("{}/v1/nodes/door", server.address));
        let value = axum::http::HeaderValue::from_bytes(&[forged, own].concat()).unwrap();
        let request = request.header("Forwarded", "for=203.0.113.99");
        request.header("X-Forwarded-For", value).send().await.unwrap()
    };
    assert_eq!(get(b"", b"203.0.113.1").await.status(), 200);
    for forged in [&b"\x80, "[..], b"192.0.2.7, ", b"\xff\xfe, unknown, ", b"\", "] {
        assert_limited(get(forged, b"203.0.113.1").await).await;
    }
    // Who is not named is one client, no matter who it is.
    assert_eq!(get(b"192.0.2.7, ", b"unknown").await.status(), 200);
    assert_limited(get(b"192.0.2.8, ", b"\x80").await).await;
    assert_limited(get(b"", b"").await).await;
}

#[tokio::test]
async fn forwarding_headers_of_others_are_ignored() {
    let server = TestServer::with_bounds(behind(rates("address=1"), &["203.0.113.0/24"])).await;
    let get = async |client: &str| {
        let request = server.client.get(format!("{}/v1/nodes/door", server.address));
        request.header("X-Forwarded-For", client).send().await.unwrap()
    };
    assert_eq!(get("192.0.2.1").await.status(), 200);
    assert_limited(get("192.0.2.2").await).await;
}

#[tokio::test]
async fn a_device_that_writes_too_often_is_refused() {
    let server = TestServer::with_bounds(rates("device=2")).await;
    for _ in 0..2 {
        assert_eq!(server.submit(&happy("one")).send().await.unwrap().status(), 200);
    }
    assert_limited(server.submit(&happy("one")).send().await.unwrap()).await;
    let visit = server.post("/v2/web_widgets/door/customers/visit");
    assert_limited(visit.json(&json!({"device_id": "one"})).send().await.unwrap()).await;
    assert_eq!(server.submit(&happy("other")).send().await.unwrap().status(), 200);
    assert_eq!(server.feedbacks().await.len(), 3);
}

#[tokio::test]
async fn a_chat_that_is_asked_for_too_often_is_refused() {
    let server = TestServer::with_bounds(rates("chat=2")).await;
    let [one, other] = [Chat::open(&server).await, Chat::open(&server).await];
    // Strangers do not use up what its customer may ask.
    for _ in 0..4 {
        let request = server
            .client
            .get(one.url("chat"))
            .header("X-Chat-Token", &other.token);
        assert_eq!(request.send().await.unwrap().status(), 401);
    }
    one.say("Hello").await;
    one.whole().await;
    assert_limited(one.send("Hello?").send().await.unwrap()).await;
    assert_limited(one.get("").send().await.unwrap()).await;
    other.whole().await;
}

/// Sends the head of a feedback of so many bytes, and what is given of it.
async fn begin(server: &TestServer, bytes: usize, part: &str) -> TcpStream {
    let mut stream = TcpStream::connect(host(server)).await.unwrap();
    let head = format!(
        "POST /v1/feedbacks HTTP/1.1\r\nhost: a\r\ncontent-length: {bytes}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(part.as_bytes()).await.unwrap();
    stream
}

/// Begins two requests of which the server takes only one. Returns the refused one and the other one.
async fn rivals(server: &TestServer, bytes: usize, part: &str) -> (TcpStream, TcpStream) {
    let [one, other] = [begin(server, bytes, part).await, begin(server, bytes, part).await];
    refused_and_other(one, other).await
}

async fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn requests_beyond_the_limit_get_503_with_retry_after() {
    let server = TestServer::with_bounds(Bounds {
        requests_in_flight: 0,
        ..unlimited()
    })
    .await;
    let response = server.get("/v1/nodes/door").await;
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "1");
    assert_eq!(response.json::<Value>().await.unwrap()["code"], "busy");
    assert_eq!(server.get("/healthz").await.status(), 200);
    // Only when the body is there does a request need a place.
    let mut slow = begin(&server, 2, "{").await;
    assert_eq!(server.get("/v1/nodes/door").await.status(), 503);
    slow.write_all(b"}").await.unwrap();
    assert!(answer(slow).await.starts_with("HTTP/1.1 503 "));
}

#[tokio::test]
async fn one_address_has_only_so_many_requests_at_the_same_time() {
    let server = TestServer::with_bounds(Bounds {
        requests_per_address: 1,
        ..limited_here()
    })
    .await;
    let (refused, mut slow) = rivals(&server, 2, "{").await;
    assert!(answer(refused).await.starts_with("HTTP/1.1 429 "));
    assert_limited(server.get("/v1/nodes/door").await).await;
    assert_limited(server.get("/socket.io/?EIO=4&transport=polling").await).await;
    assert_eq!(server.get("/healthz").await.status(), 200);
    slow.write_all(b"}").await.unwrap();
    assert!(answer(slow).await.starts_with("HTTP/1.1 422 "));
    until("its place is free", async || {
        server.get("/v1/nodes/door").await.status() == 200
    })
    .await;
}

#[tokio::test]
async fn a_body_that_arrives_too_slowly_is_not_waited_for() {
    let server = TestServer::with_bounds(Bounds {
        bodies: BodyLimits {
            slowest_time: Duration::from_millis(50),
            ..BodyLimits::default()
        },
        ..unlimited()
    })
    .await;
    assert!(
        answer(begin(&server, 2, "{").await)
            .await
            .starts_with("HTTP/1.1 408 ")
    );
}

#[tokio::test]
async fn bodies_that_arrive_share_their_memory() {
    let server = TestServer::with_bounds(Bounds {
        bodies: BodyLimits {
            memory: 80 * 1024,
            memory_per_address: 50 * 1024,
            ..BodyLimits::default()
        },
        ..limited_here()
    })
    .await;
    let visitor = crate::server::client_from("127.0.0.60");
    let body = |bytes: usize| unhappy(&"a".repeat(bytes)).to_string();
    let post = async |client: &crate::client::Client, bytes| {
        let feedback = client
            .post(format!("{}/v1/feedbacks", server.address))
            .body(body(bytes));
        feedback.send().await.unwrap().status().as_u16()
    };
    assert_eq!(post(&server.client, 50_000).await, 422);
    let (refused, held) = rivals(&server, 100_000, &" ".repeat(40_000)).await;
    assert!(answer(refused).await.starts_with("HTTP/1.1 429 "));
    assert_eq!(post(&server.client, 50_000).await, 429);
    assert_eq!(
        post(&visitor, 30_000).await,
        503,
        "a large body leaves room for small ones"
    );
    assert_eq!(post(&visitor, 10_000).await, 422);
    drop(held);
    until("the memory is given back", async || {
        post(&visitor, 50_000).await == 422
    })
    .await;
}

#[tokio::test]
async fn a_wrong_token_is_refused_before_the_body_is_read() {
    let server = TestServer::start().await;
    let wrong = "A".repeat(43);
    for (path, header) in [
        ("/v1/feedbacks/f/chat_messages", format!("x-chat-token: {wrong}")),
        ("/v1/feedbacks/f/archive", format!("x-chat-token: {wrong}")),
        (
            "/v1/staff/chats/f/messages",
            format!("authorization: Bearer {wrong}"),
        ),
    ] {
        let mut stream = TcpStream::connect(host(&server)).await.unwrap();
        let head = format!("POST {path} HTTP/1.1\r\nhost: a\r\n{header}\r\ncontent-length: 1000\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(std::str::from_utf8(&status).unwrap(), "HTTP/1.1 401", "{path}");
    }
}

#[tokio::test]
async fn only_feedback_may_be_large() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let large = json!({"body": "a", "device_id": "d", "more": "a".repeat(64 * 1024)});
    let visit = server.post("/v2/web_widgets/door/customers/visit").json(&large);
    let message = server
        .client
        .post(chat.url("chat_messages"))
        .header("X-Chat-Token", &chat.token)
        .json(&large);
    let archive = chat.archive().json(&large);
    for request in [visit, message, archive] {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 413);
        let problem: Value = response.json().await.unwrap();
        assert_eq!(problem["detail"], "The limit is 65536 bytes.");
    }
    let mut feedback = unhappy("d");
    feedback["more"] = "a".repeat(64 * 1024).into();
    assert_eq!(server.submit(&feedback).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn deep_and_scattered_json_is_refused() {
    let server = TestServer::start().await;
    let feedbacks = "/v1/feedbacks";
    let visits = "/v2/web_widgets/door/customers/visit";
    let deep = format!("{}{}", "[".repeat(64), "]".repeat(64));
    let scattered = format!("[{}0]", "1234567890,".repeat(20_000));
    let dense = format!("[{}0]", "0,".repeat(4_000));
    let hollow = format!("[{}0]", "{},".repeat(1_000));
    let hollower = format!("[{}0]", "{},".repeat(2_000));
    for (path, field, value, detail) in [
        (feedbacks, "more", &deep, "64 deep"),
        (feedbacks, "more", &scattered, "20000 commas"),
        (feedbacks, "more", &hollower, "1274 lists and objects"),
        (feedbacks, "customer", &deep, "64 deep"),
        (feedbacks, "customer", &dense, "3048 commas"),
        (feedbacks, "customer", &hollow, "558 lists and objects"),
        (visits, "more", &deep, "64 deep"),
        (visits, "more", &dense, "3049 commas"),
        (visits, "more", &hollow, "559 lists and objects"),
    ] {
        let body = format!("{{\"{field}\": {value}}}");
        let response = server.post(path).body(body).send().await.unwrap();
        assert_eq!(response.status(), 400);
        let problem: Value = response.json().await.unwrap();
        assert_eq!(problem["code"], "invalid_json");
        assert!(problem["detail"].as_str().unwrap().contains(detail), "{problem}");
    }
}

/// Each question of the longest flows may have an answer, however short the ids are.
#[tokio::test]
async fn thousands_of_short_answers_are_accepted() {
    const QUESTIONS: usize = 3_000;
    let server = TestServer::start().await;
    let elements: Vec<Value> = (0..QUESTIONS)
        .map(|number| {
            let id = format!("q{number}");
            let option = json!({"id": "o1", "key": "o1", "body": {"en": "Yes"}});
            json!({
                "id": format!("e{number}"), "type": "question", "order": number,
                "question": {"id": id, "key": id, "style": "radio", "body": {"en": "Yes?"}, "options": [option]},
            })
        })
        .collect();
    let flow =
        json!({"id": "long", "states": [{"id": "only", "isInitialState": true, "elements": elements}]});
    let node = json!({"id": "long", "flow_id": "long"});
    let files = [
        ("flows/long.json", &*flow.to_string()),
        ("nodes/long.json", &node.to_string()),
    ];
    let records = records(&files);
    import(records.path(), server.data.path());
    let responses: Vec<Value> = (0..QUESTIONS)
        .map(|number| json!({"question_id": format!("q{number}"), "option_id": "o1"}))
        .collect();
    let mut feedback = with(happy("d"), "node_id", "long");
    feedback["flow_id"] = "long".into();
    feedback["responses"] = responses.into();
    let response = server.submit(&feedback).send().await.unwrap();
    let status = response.status();
    assert_eq!(status, 200, "{}", response.text().await.unwrap());
    let stored = server.feedbacks().await;
    assert_eq!(stored[0]["responses"].as_array().unwrap().len(), QUESTIONS);
}

fn host(server: &TestServer) -> &str {
    server.address.strip_prefix("http://").unwrap()
}
