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

use backend::{Bounds, Rates, Server, Settings};
use peakmem_alloc::{INSTRUMENTED_SYSTEM, PeakMemAlloc, PeakMemAllocTrait};
use serde_json::{Value, json};
use std::alloc::System;
use std::fmt::Write as _;
use std::net::SocketAddr;
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
    address: SocketAddr,
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
            bounds: Bounds {
                rates: Rates::off(),
                disk_reserve_mib: 0,
                ..Bounds::default()
            },
            ..Settings::new("127.0.0.1:0".parse().unwrap(), data.path().to_owned())
        });
        let server = server.await.unwrap();
        let address = server.address();
        let connection = TcpStream::connect(address).await.unwrap();
        tokio::spawn(server.run(std::future::pending()));
        let mut target = Self {
            address,
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
            let count = self.connection.read(&mut answer[read..]).await.unwrap();
            assert!(count > 0, "the connection ended after {read} bytes");
            read += count;
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
        // After a refusal before the body was read.
        if answer[..head]
            .windows(17)
            .any(|line| line == b"connection: close")
        {
            self.connection = TcpStream::connect(self.address).await.unwrap();
        }
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

/// A request: its name, path, headers and body.
type Request = (&'static str, String, String, String);

fn submission(name: &'static str, body: String) -> Request {
    (name, "/v1/feedbacks".into(), String::new(), body)
}

/// Requests of every shape, for every kind of body.
fn shaped_requests((messages, token): &(String, String)) -> Vec<Request> {
    let mut requests = Vec::new();
    for (name, shape) in worst_shapes() {
        let rest = |field: &str| feedback("[]").replace('}', &format!(",\"{field}\":{shape}}}"));
        requests.push(submission(name, feedback(&shape)));
        requests.push(submission(name, rest("more")));
        requests.push(submission(
            name,
            rest("customer").replace(&shape, &format!("{{\"a\":{shape}}}")),
        ));
        let visit = format!("{{\"device_id\":\"d\",\"more\":{shape}}}");
        requests.push((
            name,
            "/v2/web_widgets/door/customers/visit".into(),
            String::new(),
            visit,
        ));
        let message = format!("{{\"body\":\"a\",\"more\":{shape}}}");
        let token = format!("x-chat-token: {token}\r\n");
        requests.push((name, messages.clone(), token, message));
    }
    requests
}

/// Messages as forms: one of many fields, one of a long text.
fn forms((messages, token): &(String, String)) -> Vec<Request> {
    let field = |name: &str, value: &str| {
        format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let headers = format!("x-chat-token: {token}\r\ncontent-type: multipart/form-data; boundary=b\r\n");
    let request = |name, fields: String| {
        (
            name,
            messages.clone(),
            headers.clone(),
            format!("{fields}--b--\r\n"),
        )
    };
    vec![
        request("a form of many fields", field("x", "").repeat(1_000)),
        request("a form of a long text", field("body", &"a".repeat(60_000))),
        request("a form of long names", field(&"n".repeat(10_000), "").repeat(6)),
    ]
}

/// Submissions that are read, checked, masked and answered as far as they can be.
fn large_submissions() -> Vec<Request> {
    let mut requests = Vec::new();
    for (number, body) in [(10, "a"), (1_000, "4111 1111 1111 1111 "), (3_000, "a@b.com ")] {
        let item = |id: &str| format!("{{\"question_id\":\"{id}\",\"body\":\"{body}\"}}");
        let long = item("why").replace(body, &body.repeat(300));
        requests.push(submission("items", feedback(&list(&item("why"), number))));
        requests.push(submission("unknown items", feedback(&list(&item("x"), number))));
        requests.push(submission("texts", feedback(&list(&long, number / 10))));
    }
    let large = format!(
        "{{\"question_id\":\"why\",\"body\":\"{}\"}}",
        "4111 1111 ".repeat(100_000)
    );
    requests.push(submission("a megabyte", feedback(&list(&large, 1))));
    requests
}

/// As many values as a body of each size may have, fewer and more: values that are skipped, and values of a tree.
fn dense_submissions() -> Vec<Request> {
    let mut requests = Vec::new();
    for bytes in [2_000, 10_000, 60_000, 1_000_000] {
        let padding = "x".repeat(bytes);
        for (name, value) in [
            ("many numbers", "0"),
            ("many objects", "{\"\":0}"),
            ("many lists", "[0]"),
        ] {
            for share in [8, 16, 32, 64, 128] {
                let values = list(value, (400 + bytes / share).min(9_000));
                let body = |customer: &str| {
                    format!("{{\"device_id\":\"d\",\"padding\":\"{padding}\",{customer}{values}}}")
                };
                requests.push(submission(name, body("\"more\":")));
                let customer = format!("\"customer\":{{\"padding\":\"{padding}\",\"a\":");
                if bytes < 1_000_000 {
                    requests.push(submission(name, body(&customer) + "}"));
                }
            }
        }
    }
    requests
}

/// Response items that are as short as they can be. Many of the numbers are just above those at which a list grows.
fn short_items() -> Vec<Request> {
    let mut requests = Vec::new();
    for (name, item) in [
        ("empty items", "{}"),
        ("items of a skipped field", r#"{"":0}"#),
        ("items of an empty text", r#"{"body":""}"#),
        ("items of a question", r#"{"question_id":"a"}"#),
        ("items of a known question", r#"{"question_id":"why"}"#),
        ("items of an option", r#"{"question_id":"q1","option_id":"o1"}"#),
        (
            "items of a known option",
            r#"{"question_id":"mood","option_id":"bad"}"#,
        ),
        ("items of an upload", r#"{"active_storage_blob_id":"a"}"#),
        (
            "items of short texts",
            r#"{"question_id":"a","option_id":"a","body":"a","binding_id":"a","verification_token":"a"}"#,
        ),
    ] {
        for number in [100, 1_030, 1_200, 2_050, 3_000, 4_100, 6_600, 8_200, 9_900] {
            let items = list(item, number);
            requests.push(submission(name, feedback(&items)));
            // All of it is read, and nothing is checked.
            requests.push(submission(
                name,
                feedback(&items).replace("]}", "],\"flow_id\":7}"),
            ));
        }
    }
    for number in [600, 1_200, 2_400, 4_800, 9_600] {
        let ids: Vec<String> = (0..number)
            .map(|id| format!("{{\"question_id\":\"{id:x}\"}}"))
            .collect();
        requests.push(submission(
            "items of many questions",
            feedback(&format!("[{}]", ids.join(","))),
        ));
    }
    requests
}

/// Values that messages about them could repeat, where a text, a number or a list is expected.
fn wrong_values() -> Vec<Request> {
    let mut requests = Vec::new();
    for (name, part) in [
        ("a text", "a"),
        ("a text of deletions", "\u{7f}"),
        ("an escaped text", "\\u0001"),
    ] {
        let text = format!("\"{}\"", part.repeat(1_000_000 / part.len()));
        for field in [
            "device_id",
            "flow_revision",
            "responses",
            "customer",
            "attachment_ids",
        ] {
            requests.push(submission(name, format!("{{\"{field}\":{text}}}")));
        }
        requests.push(submission(name, format!("{{\"responses\":[{text}]}}")));
        requests.push(submission(
            name,
            format!("{{\"responses\":[{{\"ranking\":{text}}}]}}"),
        ));
        requests.push(submission(name, format!("{{{text}:0}}")));
        requests.push(submission(
            name,
            format!("{{\"customer\":{{{text}:{text}}}}}").replacen(&text, "\"a\"", 1),
        ));
        requests.push(submission(
            name,
            format!("{{\"responses\":[{{{text}:0}}],\"device_id\":0}}"),
        ));
    }
    for number in [1_000, 9_000, 19_000] {
        requests.push(submission(
            "uploads",
            format!("{{\"attachment_ids\":{}}}", list("\"\"", number)),
        ));
        requests.push(submission(
            "no objects",
            format!("{{\"responses\":{}}}", list("0", number)),
        ));
        let ids = feedback("[]").replace('}', &format!(",\"attachment_ids\":{}}}", list("\"a\"", number)));
        requests.push(submission("uploads", ids));
    }
    let nested = "{\"a\":".repeat(62) + "0" + &"}".repeat(62);
    for number in [1, 16, 160] {
        requests.push(submission(
            "deep skipped fields",
            format!("{{\"more\":{}}}", list(&nested, number)),
        ));
        let items = format!("[{{\"question_id\":\"why\",\"more\":{}}}]", list(&nested, number));
        requests.push(submission("deep skipped fields", feedback(&items)));
    }
    requests
}

#[tokio::test]
async fn a_request_takes_at_most_16_times_its_bytes() {
    let mut target = Target::start().await;
    let chat = target.chat.clone();
    let requests = [
        shaped_requests(&chat),
        forms(&chat),
        large_submissions(),
        dense_submissions(),
        short_items(),
        wrong_values(),
    ]
    .concat();
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
