//! The memory that a request may take: at most 16 times its bytes, and what every request takes (docs/api.md#limits).
//!
//! The allocator of this program counts. Server and client run in one process, but the client's requests are written before
//! the count begins, and its answers are read into memory that it has already.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails loudly is a good test"
)]

use backend::{Assets, Bounds, Rates, Server, Settings};
use peakmem_alloc::{INSTRUMENTED_SYSTEM, PeakMemAlloc, PeakMemAllocTrait};
use serde_json::{Value, json};
use std::alloc::System;
use std::fmt::Write as _;
use std::process::Command;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Memory for each byte of a body.
const FACTOR: usize = 16;

/// Memory that a request may take whatever its body: buffers of its connection, statements, the answer.
const FIXED: usize = 512 * 1024;

#[global_allocator]
static ALLOCATOR: &PeakMemAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A server with the records of `tests/data`, and a connection to it.
struct Target {
    connection: TcpStream,
    /// Of a chat: the path of its messages, and its token.
    chat: (String, String),
    _data: tempfile::TempDir,
}

impl Target {
    async fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let records = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
        let import = Command::new(env!("CARGO_BIN_EXE_pulsen"))
            .args(["import", records, "--data"])
            .arg(data.path())
            .env_remove("PULSEN_DATABASE")
            .output();
        assert!(import.unwrap().status.success());
        let server = Server::bind(Settings {
            listen: "127.0.0.1:0".parse().unwrap(),
            data: data.path().to_owned(),
            database: None,
            files: None,
            site_url: None,
            public_url: None,
            secret: None,
            assets: Assets::default(),
            bounds: Bounds {
                rates: Rates::off(),
                ..Bounds::default()
            },
        });
        let server = server.await.unwrap();
        let connection = TcpStream::connect(server.address()).await.unwrap();
        tokio::spawn(server.run(std::future::pending()));
        let mut target = Self {
            connection,
            chat: Default::default(),
            _data: data,
        };
        let opens_chat = json!([{"question_id": "mood", "option_id": "bad"}]);
        let (answer, _) = target
            .post("/v1/feedbacks", "", &feedback(&opens_chat.to_string()))
            .await;
        let answer: Value = serde_json::from_str(&answer).unwrap();
        target.chat = (
            format!("/v1/feedbacks/{}/chat_messages", answer["id"].as_str().unwrap()),
            answer["chat_token_string"].as_str().unwrap().to_owned(),
        );
        target
    }

    /// Sends a request; returns the body of the answer, and how much memory it took at its peak.
    async fn post(&mut self, path: &str, headers: &str, body: &str) -> (String, usize) {
        let length = body.len();
        let request =
            format!("POST {path} HTTP/1.1\r\nhost: a\r\n{headers}content-length: {length}\r\n\r\n{body}");
        let mut answer = vec![0; 128 * 1024];
        ALLOCATOR.reset_peak_memory();
        self.connection.write_all(request.as_bytes()).await.unwrap();
        let mut read = 0;
        let (head, length) = loop {
            read += self.connection.read(&mut answer[read..]).await.unwrap();
            let text = std::str::from_utf8(&answer[..read]).unwrap();
            let Some((head, body)) = text.split_once("\r\n\r\n") else {
                continue;
            };
            let lines = head.lines();
            let length = lines
                .filter_map(|line| line.strip_prefix("content-length: "))
                .next();
            let length: usize = length.expect(head).parse().unwrap();
            if body.len() == length {
                break (head.len() + 4, length);
            }
        };
        let peak = ALLOCATOR.get_peak_memory();
        (
            std::str::from_utf8(&answer[head..head + length])
                .unwrap()
                .to_owned(),
            peak,
        )
    }
}

fn feedback(responses: &str) -> String {
    format!(
        r#"{{"device_id":"d","node_id":"door","flow_id":"visit","flow_revision":1,"responses":{responses}}}"#
    )
}

/// Repeats a part of a list.
fn list(part: &str, number: usize) -> String {
    format!("[{}{part}]", format!("{part},").repeat(number - 1))
}

/// Bodies that take more memory for each of their bytes than others.
fn worst_shapes() -> Vec<(&'static str, String)> {
    let mut shapes = Vec::new();
    let mut keys = String::new();
    for number in 0..9_000 {
        let _ = write!(keys, "\"{number:x}\":0,");
    }
    for (name, part) in [
        ("numbers", "0"),
        ("empty texts", "\"\""),
        ("empty lists", "[]"),
        ("lists of one", "[0]"),
        ("objects of one", "{\"\":0}"),
        ("objects in objects", "{\"\":{\"\":{\"\":0}}}"),
    ] {
        for number in [10, 500, 2_000, 6_000] {
            shapes.push((name, list(part, number)));
        }
    }
    shapes.push(("one object", format!("{{{}\"\":0}}", keys)));
    shapes.push(("a long text", format!("\"{}\"", "a".repeat(50_000))));
    shapes.push(("an escaped text", format!("\"{}\"", "\\u0001".repeat(8_000))));
    shapes
}

#[tokio::test]
async fn a_request_takes_at_most_16_times_its_bytes() {
    let mut target = Target::start().await;
    let (messages, token) = target.chat.clone();
    let token = format!("x-chat-token: {token}\r\n");
    let mut requests = Vec::new();
    for (name, shape) in worst_shapes() {
        requests.push((name, "/v1/feedbacks", "", feedback(&shape)));
        requests.push((
            name,
            "/v1/feedbacks",
            "",
            feedback("[]").replace('}', &format!(",\"more\":{shape}}}")),
        ));
        requests.push((
            name,
            "/v1/feedbacks",
            "",
            feedback("[]").replace('}', &format!(",\"customer\":{{\"a\":{shape}}}}}")),
        ));
        requests.push((
            name,
            "/v2/web_widgets/door/customers/visit",
            "",
            format!("{{\"device_id\":\"d\",\"more\":{shape}}}"),
        ));
        requests.push((
            name,
            &messages,
            &token,
            format!("{{\"body\":\"a\",\"more\":{shape}}}"),
        ));
    }
    for (number, body) in [(10, "a"), (1_000, "4111 1111 1111 1111 "), (3_000, "a@b.com ")] {
        let item = |id: &str| format!("{{\"question_id\":\"{id}\",\"body\":\"{body}\"}}");
        requests.push((
            "items",
            "/v1/feedbacks",
            "",
            feedback(&list(&item("why"), number)),
        ));
        requests.push((
            "unknown items",
            "/v1/feedbacks",
            "",
            feedback(&list(&item("x"), number)),
        ));
        requests.push((
            "texts",
            "/v1/feedbacks",
            "",
            feedback(&list(&item("why").replace(body, &body.repeat(300)), number / 10)),
        ));
    }
    // As many values as a body of each size may have.
    for bytes in [2_000, 10_000, 60_000, 1_000_000] {
        let padding = "x".repeat(bytes);
        for (name, value) in [
            ("most numbers", "0"),
            ("most objects", "{\"\":0}"),
            ("most lists", "[0]"),
        ] {
            for share in [8, 16, 32, 64, 128] {
                let values = list(value, (400 + bytes / share).min(9_000));
                let body = format!("{{\"device_id\":\"d\",\"padding\":\"{padding}\",\"more\":{values}}}");
                requests.push((name, "/v1/feedbacks", "", body));
            }
        }
    }
    let large = format!(
        "{{\"question_id\":\"why\",\"body\":\"{}\"}}",
        "4111 1111 ".repeat(100_000)
    );
    requests.push(("a megabyte", "/v1/feedbacks", "", feedback(&list(&large, 1))));
    // The first requests fill what stays in memory, such as prepared statements.
    for (_, path, headers, body) in &requests {
        target.post(path, headers, body).await;
    }
    let mut over = Vec::new();
    for (name, path, headers, body) in &requests {
        let (answer, peak) = target.post(path, headers, body).await;
        let factor = peak.saturating_sub(FIXED) / body.len();
        println!("{name}: {path}, {} bytes took {peak}: {answer:.60}", body.len());
        if factor >= FACTOR {
            over.push(format!(
                "{name}: {path}, {} bytes took {peak}: {answer:.60}",
                body.len()
            ));
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}
