//! A flood from one address: what it costs the server, and what others notice of it.

use crate::client::Client;
use crate::deadline::until;
use crate::process::ServerProcess;
use crate::server::{RECORDS, client_from, import};
use crate::submission::{happy, with};
use serde_json::json;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

/// Each address of the loopback network is another client. None is that of a server of these tests: one that is down for a while
/// must find its port free again.
const VISITOR: &str = "127.0.0.22";
const ATTACKER: &str = "127.0.0.23";
const IDLER: &str = "127.0.0.24";

/// How many connections one address gets.
const PER_ADDRESS: usize = 32;

/// Requests of the attacker at the same time, and in all.
const CONCURRENT: usize = 16;
const REQUESTS: usize = 160;

/// Most bytes of any response of the flood.
const LARGEST_ANSWER: usize = 20 * 1024;

/// What the flood may add to the resident memory of the server, in MiB: 16 bodies of a megabyte, each at most 16 times its
/// size, and room for the allocator.
const MEMORY: usize = 16 * CONCURRENT + 64;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_takes_neither_memory_nor_time_of_others() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let connections = PER_ADDRESS.to_string();
    let options = [
        "--trusted-proxies",
        "192.0.2.1",
        "--max-connections-per-address",
        &connections,
    ];
    let server = ServerProcess::start_with(data.path(), &options);
    let mut visitor = Visitor::new(&server.address);
    visitor.visit().await;
    let before = server.peak_memory();

    // Those that say nothing more are cut after a while, and make room.
    let idle = Mutex::new(Vec::new());
    until("further connections are refused", async || {
        idle.lock().unwrap().clear();
        let held = hold_connections(&server.address, IDLER, PER_ADDRESS).await;
        idle.lock().unwrap().extend(held);
        refuses_connections(&server.address).await
    })
    .await;
    let mut flood = JoinSet::new();
    let attacker = client_from(ATTACKER);
    for number in 0..CONCURRENT {
        let (attacker, address) = (attacker.clone(), server.address.clone());
        flood.spawn(async move { attack(&attacker, &address, number).await });
    }
    while !flood.is_empty() {
        visitor.visit().await;
        while let Some(ended) = flood.try_join_next() {
            ended.unwrap();
        }
    }
    let grown = (server.peak_memory() - before) / 1024;
    let Visitor { visits, slowest, .. } = visitor;
    println!("{visits} visits, the slowest took {slowest:?}; the memory grew by {grown} MiB");
    assert!(grown < MEMORY, "{grown} MiB");
    drop(idle);
    server.terminate();
}

/// Somebody honest.
pub(crate) struct Visitor {
    client: Client,
    address: String,
    pub(crate) visits: usize,
    /// The longest that a visit took.
    pub(crate) slowest: Duration,
}

impl Visitor {
    pub(crate) fn new(address: &str) -> Self {
        Self {
            client: client_from(VISITOR),
            address: address.to_owned(),
            visits: 0,
            slowest: Duration::ZERO,
        }
    }

    /// Does what a visitor does, which must succeed.
    pub(crate) async fn visit(&mut self) {
        let began = Instant::now();
        let node = self.client.get(format!("{}/v1/nodes/door", self.address));
        assert_eq!(node.send_until_taken().await.unwrap().status(), 200);
        let feedback = self.client.post(format!("{}/v1/feedbacks", self.address));
        let feedback = feedback
            .json(&happy(&format!("visitor-{}", self.visits)))
            .with_new_key();
        assert_eq!(feedback.send_until_taken().await.unwrap().status(), 200);
        self.visits += 1;
        self.slowest = self.slowest.max(began.elapsed());
    }
}

/// Opens connections, and sends the beginning of a request on each.
pub(crate) async fn hold_connections(address: &str, from: &str, number: usize) -> Vec<TcpStream> {
    let mut held = Vec::new();
    for _ in 0..number {
        let mut stream = connect(address, from).await;
        let head = b"GET /v1/nodes/door HTTP/1.1\r\n";
        // One that is refused may have been closed by now.
        let _ = stream.write_all(head).await;
        held.push(stream);
    }
    held
}

/// Opens further connections of an address that has as many as it may have; returns whether each was refused.
async fn refuses_connections(address: &str) -> bool {
    for _ in 0..PER_ADDRESS {
        let mut answer = String::new();
        let _ = connect(address, IDLER).await.read_to_string(&mut answer).await;
        if !answer.starts_with("HTTP/1.1 503 ") {
            return false;
        }
    }
    true
}

async fn connect(address: &str, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    let address = address.strip_prefix("http://").unwrap().parse().unwrap();
    socket.connect(address).await.unwrap()
}

/// Sends what is expensive to read, to check and to answer.
async fn attack(attacker: &Client, address: &str, number: usize) {
    const MEGABYTE: usize = 1_000_000;
    let feedback = |field: &str, value: serde_json::Value| {
        with(happy(&format!("attacker-{number}")), field, value).to_string()
    };
    let answers = |body: &str| feedback("responses", json!([{"question_id": "why", "body": body}]));
    for round in 0..REQUESTS / CONCURRENT {
        let body = match round % 5 {
            0 => answers(&"a".repeat(MEGABYTE)),
            1 => answers(&"4111 1111 ".repeat(MEGABYTE / 10)),
            2 => answers(&"\u{1}".repeat(MEGABYTE / 6 - 100)),
            3 => format!("[{}0]", "0,".repeat(MEGABYTE / 2)),
            _ => format!("{}0{}", "[".repeat(MEGABYTE / 2), "]".repeat(MEGABYTE / 2)),
        };
        let request = attacker.post(format!("{address}/v1/feedbacks")).body(body);
        let response = request.send().await.unwrap();
        let bytes = response.bytes().await.unwrap();
        assert!(bytes.len() <= LARGEST_ANSWER, "{} bytes", bytes.len());
    }
}
