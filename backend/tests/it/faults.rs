//! A database that is locked, in use or without room: requests are refused within two seconds, and work again afterwards.

use crate::client::{Client, RequestBuilder};
use crate::database::{Lock, is_postgres, texts, with_data};
use crate::deadline::until;
use crate::process::{ServerProcess, printed, pulsen, run};
use crate::server::{RECORDS, client, import};
use crate::submission::happy;
use reqwest::Response;
use serde_json::Value;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The arguments of a server without limits of rates.
pub(crate) const SERVE: [&str; 5] = ["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off"];

/// The longest that anybody waits for a response.
const BOUND: Duration = Duration::from_secs(2);

#[test]
fn one_server_uses_a_data_folder_beside_other_commands() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let server = ServerProcess::start(data.path());
    import(Path::new(RECORDS), data.path());
    if is_postgres() {
        // Any number of servers may use one PostgreSQL.
        ServerProcess::start(data.path()).terminate();
    } else {
        let mut second = pulsen();
        second.args(["serve", "--listen", "127.0.0.1:0"]);
        let (code, output, errors) = run(with_data(&mut second, data.path()));
        assert_eq!((code, output.as_str()), (1, ""));
        let words = format!(
            "the data folder {} is in use by another server",
            data.path().display()
        );
        assert!(errors.contains(&words), "{errors}");
    }
    server.kill();
    ServerProcess::start(data.path()).terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_of_another_process_refuses_requests_until_released() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let server = ServerProcess::start(data.path());
    let client = client();
    let health = Health::new(&client, &server.address);
    until("the server is ready", async || health.both().await == (200, 200)).await;

    let lock = Lock::take(data.path()).await;
    refused_in_time(0..20, &client, &server.address).await;
    answered_in_time(async || assert_eq!(health.both().await, (200, 503))).await;
    let page = format!("{}/v1/nodes/door", server.address);
    assert_eq!(
        client.get(page).send().await.unwrap().status(),
        200,
        "reads go on"
    );

    lock.release().await;
    until("the server is ready", async || health.both().await == (200, 200)).await;
    for visitor in 0..20 {
        accepted(visitor, &client, &server.address).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_requests_until_there_is_room() {
    if is_postgres() {
        return;
    }
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    // Writes beyond a limit send a signal that ends a process. Ignored, they fail as on a full disk: those of the database and
    // those of the log.
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "trap '' XFSZ; exec \"$@\"",
        "sh",
        env!("CARGO_BIN_EXE_pulsen"),
    ]);
    command.args(SERVE).arg("--data").arg(data.path());
    let server = ServerProcess::spawn(&mut command);
    let limit_files = |limit: &str| {
        let process = server.id().to_string();
        printed(Command::new("prlimit").args(["--pid", &process, &format!("--fsize={limit}:unlimited")]));
    };
    let client = client();
    let health = Health::new(&client, &server.address);
    accepted(0, &client, &server.address).await;

    limit_files("1");
    for visitor in 1..4 {
        refused_in_time(visitor..visitor + 1, &client, &server.address).await;
    }
    answered_in_time(async || assert_eq!(health.both().await, (200, 503))).await;
    let page = format!("{}/v1/nodes/door", server.address);
    assert_eq!(
        client.get(page).send().await.unwrap().status(),
        200,
        "reads go on"
    );

    limit_files("unlimited");
    until("the server is ready", async || health.both().await == (200, 200)).await;
    for visitor in 0..20 {
        accepted(visitor, &client, &server.address).await;
    }
    server.kill();
    let ids = texts(data.path(), "SELECT id FROM feedbacks").await;
    assert_eq!(ids.len(), 20, "each once");
    assert_eq!(texts(data.path(), "PRAGMA integrity_check").await, ["ok"]);
}

/// Has visitors submit at the same time, whom the server refuses: again and again until each was refused within [`BOUND`]. A busy
/// machine may stop any process for longer, but not each time.
pub(crate) async fn refused_in_time(visitors: Range<u32>, client: &Client, address: &str) {
    until("everybody is refused within two seconds", async || {
        let refusals = visitors.clone().map(|visitor| {
            let request = submit(visitor, client, address);
            let began = Instant::now();
            async move { (request.await, began.elapsed()) }
        });
        let mut refusals: JoinSet<_> = refusals.collect();
        let mut slowest = Duration::ZERO;
        while let Some(refused) = refusals.join_next().await {
            let (response, waited) = refused.unwrap();
            assert_refused(response).await;
            slowest = slowest.max(waited);
        }
        slowest < BOUND
    })
    .await;
}

/// Has a request answered in the same way.
pub(crate) async fn answered_in_time(answered: impl AsyncFn()) {
    until("an answer within two seconds", async || {
        let began = Instant::now();
        answered().await;
        began.elapsed() < BOUND
    })
    .await;
}

/// Submits the feedback of a visitor to a server whose database works, and returns the answer.
pub(crate) async fn accepted(visitor: u32, client: &Client, address: &str) -> Value {
    let response = feedback(visitor, client, address)
        .send_until_taken()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    response.json().await.unwrap()
}

/// The health of a server, as a proxy asks for it.
pub(crate) struct Health<'a> {
    client: &'a Client,
    address: &'a str,
}

impl<'a> Health<'a> {
    pub(crate) fn new(client: &'a Client, address: &'a str) -> Self {
        Self { client, address }
    }

    /// Returns the statuses of `/healthz` and `/readyz`.
    pub(crate) async fn both(&self) -> (u16, u16) {
        (self.status("/healthz").await, self.status("/readyz").await)
    }

    async fn status(&self, path: &str) -> u16 {
        let request = self.client.get(format!("{}{path}", self.address));
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["cache-control"], "no-store");
        response.status().as_u16()
    }
}

/// Submits a feedback of this visitor, each time with the same key.
fn submit(
    visitor: u32,
    client: &Client,
    address: &str,
) -> impl Future<Output = Response> + Send + 'static + use<> {
    let request = feedback(visitor, client, address);
    async { request.send().await.unwrap() }
}

fn feedback(visitor: u32, client: &Client, address: &str) -> RequestBuilder {
    let request = client
        .post(format!("{address}/v1/feedbacks"))
        .json(&happy(&format!("device-{visitor}")));
    let key = format!("00000000-0000-4000-8000-{visitor:012}");
    request.header("Idempotency-Key", key)
}

pub(crate) async fn assert_refused(response: Response) {
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "1");
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "busy");
}
