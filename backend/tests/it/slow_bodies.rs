//! Bodies that arrive slowly or never to their end, through a proxy that streams them: what they cost the server, and what others
//! notice of them (docs/api.md#limits).

use crate::client::Client;
use crate::database::with_data;
use crate::deadline::{until, within_limit};
use crate::process::{ServerProcess, pulsen};
use crate::server::{RECORDS, client_from, import};
use crate::streaming_proxy::{self, PROXY};
use crate::submission::happy;
use std::path::Path;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

const VISITOR: &str = "127.0.0.30";
const ATTACKER: &str = "127.0.0.31";

/// Requests that the server answers at the same time, and those of one address.
const PLACES: usize = 24;
const PER_ADDRESS: usize = 64;

/// A server behind a streaming proxy.
struct Site {
    server: ServerProcess,
    proxy: String,
    visitor: Client,
    _data: TempDir,
}

impl Site {
    async fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        import(Path::new(RECORDS), data.path());
        let mut command = pulsen();
        command.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off"]);
        command.args(["--trusted-proxies", PROXY, "--max-requests", &PLACES.to_string()]);
        command.envs(environment_of_unit());
        let server = ServerProcess::spawn(with_data(&mut command, data.path()));
        Self {
            proxy: streaming_proxy::start(&server.address).await,
            server,
            visitor: client_from(VISITOR),
            _data: data,
        }
    }

    /// Asks as a visitor does, who must be answered at once.
    async fn visit(&self, number: usize) {
        let node = self.visitor.get(format!("{}/v1/nodes/door", self.proxy));
        assert_eq!(node.send().await.unwrap().status(), 200);
        let feedback = self.visitor.post(format!("{}/v1/feedbacks", self.proxy));
        let feedback = feedback.json(&happy(&format!("visitor-{number}"))).with_new_key();
        assert_eq!(feedback.send().await.unwrap().status(), 200);
        let ready = self.visitor.get(format!("{}/readyz", self.proxy));
        assert_eq!(ready.send().await.unwrap().status(), 200);
    }

    /// Begins a request, and sends so many bytes of a body of a megabyte.
    async fn begin(&self, from: &str, bytes: usize) -> TcpStream {
        let mut stream = connect(&self.proxy, from).await;
        let head = "POST /v1/feedbacks HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        // The rest of one that is refused may not be taken.
        let _ = stream.write_all(&vec![b' '; bytes]).await;
        stream
    }
}

/// Returns the variables that the unit sets, which make the C library give memory back.
fn environment_of_unit() -> impl Iterator<Item = (&'static str, &'static str)> {
    let unit = include_str!("../../../deploy/pulsen.service");
    let lines = unit.lines().filter_map(|line| line.strip_prefix("Environment="));
    lines.flat_map(|line| line.split(' ').filter_map(|variable| variable.split_once('=')))
}

async fn connect(address: &str, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    let address = address.strip_prefix("http://").unwrap().parse().unwrap();
    socket.connect(address).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_bodies_do_not_block_other_requests() {
    let site = Site::start().await;
    let mut sending = Vec::new();
    let mut answers = JoinSet::new();
    for number in 0..=PER_ADDRESS {
        let (mut answer, rest) = site.begin(ATTACKER, 1).await.into_split();
        sending.push(rest);
        answers.spawn(async move {
            let mut status = [0; 12];
            answer.read_exact(&mut status).await.unwrap();
            (number, String::from_utf8(status.to_vec()).unwrap())
        });
    }
    let mut next = async || {
        let answer = within_limit("an answer", answers.join_next()).await;
        answer.unwrap().unwrap()
    };
    // All of them are there as soon as one is refused.
    let (refused, status) = next().await;
    assert_eq!(status, "HTTP/1.1 429");
    for number in 0..8 {
        site.visit(number).await;
    }
    // One that comes to its end is answered.
    let last = usize::from(refused == 0);
    sending[last].write_all(&vec![b' '; 999_999]).await.unwrap();
    assert_eq!(next().await, (last, "HTTP/1.1 400".to_owned()));
    site.server.terminate();
}

/// Addresses of strangers who send much and come to no end, and what each sends: 320 MB in all.
const STRANGERS: usize = 20;
const BODIES: usize = 16;
const BYTES: usize = 999_999;

/// What that may add to the resident memory of the server, in MiB: 64 of bodies, which may take twice their bytes, and as much as
/// connections and the allocator need. And what may be left of it afterwards.
const MOST_MEMORY: usize = 192;
const LASTING_MEMORY: usize = 64;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_bodies_do_not_fill_the_memory() {
    let site = Site::start().await;
    site.visit(0).await;
    let before = site.server.memory();
    let mut unfinished = Vec::new();
    for number in 0..STRANGERS * BODIES {
        let stranger = format!("127.0.0.{}", 100 + number % STRANGERS);
        unfinished.push(site.begin(&stranger, BYTES).await);
        if number % BODIES == 0 {
            site.visit(number).await;
        }
    }
    let most = site.server.peak_memory().saturating_sub(before) / 1024;
    site.visit(STRANGERS * BODIES).await;
    drop(unfinished);
    let left = || site.server.memory().saturating_sub(before) / 1024;
    until("the memory is given back", async || left() < LASTING_MEMORY).await;
    println!("unfinished bodies took {most} MiB and left {} MiB", left());
    assert!(most < MOST_MEMORY, "{most} MiB");
    site.server.terminate();
}
