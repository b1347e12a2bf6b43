//! Strangers who each do another thing that could cost much: what it costs the server, and whether others notice.

use crate::client::{Client, RequestBuilder};
use crate::flood::{Visitor, hold_connections};
use crate::process::ServerProcess;
use crate::server::{RECORDS, client_from, import};
use serde_json::json;
use std::path::Path;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

/// Requests of each stranger in a round.
const REQUESTS: usize = 200;

/// Most bytes of any answer to them. A page holds its flow.
const LARGEST_ANSWER: usize = 32 * 1024;

/// What the first round may add to the resident memory of the server, in MiB: what it keeps, such as pages and prepared
/// statements, and what its connections need.
const FIRST_ROUND: usize = 160;

/// What further rounds may add to it, in MiB: room for the allocator. What was asked for in them was never asked for before, and
/// nothing of it is kept.
const LATER_ROUNDS: usize = 24;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_of_every_kind_leave_nothing_behind() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let server = ServerProcess::start_with(
        data.path(),
        &[
            "--trusted-proxies",
            "192.0.2.1",
            "--rate-limit",
            "feedback=off,node_feedback=off",
        ],
    );
    let mut visitor = Visitor::new(&server.address);
    visitor.visit().await;
    let begun = server.peak_memory();
    let slow = hold_slow_connections(&server.address).await;
    round(&server.address, 0, &mut visitor).await;
    let first = server.peak_memory();
    for number in 1..4 {
        round(&server.address, number, &mut visitor).await;
    }
    let grown = ((first - begun) / 1024, (server.peak_memory() - first) / 1024);
    println!(
        "{} visits, the slowest took {:?}; {grown:?} MiB",
        visitor.visits, visitor.slowest
    );
    assert!(grown.0 < FIRST_ROUND && grown.1 < LATER_ROUNDS, "{grown:?} MiB");
    drop(slow);
    server.kill();
}

/// Has each stranger send its requests, and the visitor visit meanwhile.
async fn round(address: &str, number: usize, visitor: &mut Visitor) {
    let mut strangers = JoinSet::new();
    let strangers_ask: [Ask; 5] = [
        ask_for_pages,
        ask_for_unknown,
        visit,
        open_sockets,
        send_dense_json,
    ];
    for (at, ask) in strangers_ask.into_iter().enumerate() {
        let stranger = client_from(&format!("127.0.0.{}", 10 + at));
        let address = address.to_owned();
        strangers.spawn(async move {
            for request in 0..REQUESTS {
                let request = ask(&stranger, &address, number * REQUESTS + request);
                let response = request.send().await.unwrap();
                assert!(
                    response.status() != 429,
                    "the limit of rates is not what is tried here"
                );
                let bytes = response.bytes().await.unwrap();
                assert!(bytes.len() <= LARGEST_ANSWER, "{} bytes", bytes.len());
            }
        });
    }
    while !strangers.is_empty() {
        visitor.visit().await;
        while let Some(ended) = strangers.try_join_next() {
            ended.unwrap();
        }
    }
}

type Ask = fn(&Client, &str, usize) -> RequestBuilder;

/// Asks for pages in languages that nobody has asked for before.
fn ask_for_pages(client: &Client, address: &str, number: usize) -> RequestBuilder {
    let page = match number % 4 {
        0 => format!("feedback?node_id=door&lang=x-{number}"),
        1 => format!("feedback?node_id=door&other={number}&signature={number}"),
        2 => format!("flow_preview?flow_id=visit&lang=y-{number}"),
        _ => format!("chat?lang=z-{number}"),
    };
    client
        .get(format!("{address}/{page}"))
        .header("accept-encoding", "gzip")
}

/// Asks for what does not exist, each thing once.
fn ask_for_unknown(client: &Client, address: &str, number: usize) -> RequestBuilder {
    let path = match number % 6 {
        0 => format!("v1/nodes/gone-{number}"),
        1 => format!("feedback?node_id=gone-{number}"),
        2 => format!("v1/flows/gone-{number}"),
        3 => format!("loader/PSN-A{number:06}.js"),
        4 => format!("widget?code=PSN-A{number:06}"),
        _ => format!("v1/flows/visit?revision={}", number + 2),
    };
    client
        .get(format!("{address}/{path}"))
        .header("host", format!("host-{number}.example"))
}

/// Visits with a new device each time.
fn visit(client: &Client, address: &str, number: usize) -> RequestBuilder {
    let visit = client.post(format!("{address}/v2/web_widgets/door/customers/visit"));
    visit.json(&json!({"device_id": format!("{number}{}", "x".repeat(100))}))
}

/// Begins a session of Socket.IO, and leaves it.
fn open_sockets(client: &Client, address: &str, _: usize) -> RequestBuilder {
    client.get(format!("{address}/socket.io/?EIO=4&transport=polling"))
}

/// Sends as many values as a body may have.
fn send_dense_json(client: &Client, address: &str, number: usize) -> RequestBuilder {
    let body = match number % 3 {
        0 => format!("{{\"a\":[{}0]}}", "0,".repeat(2_000)),
        1 => format!("{{\"a\":[{}0]}}", "{\"\":0},".repeat(500)),
        _ => format!(
            "{{\"a\":[{}0],\"b\":\"{}\"}}",
            "{\"\":0},".repeat(1_500),
            "x".repeat(500_000)
        ),
    };
    client.post(format!("{address}/v1/feedbacks")).body(body)
}

/// Opens connections whose requests never end, and connections whose answers are never read.
async fn hold_slow_connections(address: &str) -> Vec<TcpStream> {
    let target = address.strip_prefix("http://").unwrap().parse().unwrap();
    let mut held = hold_connections(address, "127.0.0.20", 100).await;
    for number in 0..100 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4 * 1024).unwrap();
        socket.bind("127.0.0.21:0".parse().unwrap()).unwrap();
        let mut stream = socket.connect(target).await.unwrap();
        let request = if number % 2 == 0 {
            "POST /v1/feedbacks HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n{\"device_id\":"
                .to_owned()
        } else {
            "GET /feedback?node_id=door HTTP/1.1\r\nhost: a\r\n\r\n".repeat(50)
        };
        stream.write_all(request.as_bytes()).await.unwrap();
        held.push(stream);
    }
    held
}
