//! A server in the test's process, on a port of its own, with the records of `tests/data`.

use crate::client::{Client, RequestBuilder};
use crate::database::{database, with_data};
use crate::deadline::{HANGS, within_limit};
use crate::process::{printed, pulsen};
use backend::{Assets, Bounds, DatabaseTimeouts, Rates, Server, ServerAddress, Settings, TrustedProxies};
use reqwest::{ClientBuilder, Response};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};

/// The folder of this package's test records.
pub(crate) const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

/// Longer than a busy machine stops a process: no server refuses anybody because of its database.
const TIMEOUT: Duration = Duration::from_secs(30);

/// So long that a test hangs whose server waits for its clients.
const STOP_LIMIT: Duration = Duration::from_hours(24);

/// A running server. Dropped without [`TestServer::stop`], it ends with the test.
pub(crate) struct TestServer {
    pub(crate) address: String,
    pub(crate) client: Client,
    pub(crate) data: TempDir,
    /// Where metrics are read, if they are on.
    pub(crate) metrics: Option<String>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    pub(crate) staff_token: String,
}

impl TestServer {
    /// Starts a server without pages.
    pub(crate) async fn start() -> Self {
        Self::with_assets(Assets::default()).await
    }

    /// Starts a server with these files as the widget's build.
    pub(crate) async fn with_assets(assets: Assets) -> Self {
        Self::with_public_url(assets, None).await
    }

    /// Starts a server with a configured public address.
    pub(crate) async fn with_public_url(assets: Assets, public_url: Option<&str>) -> Self {
        Self::with_urls(assets, public_url, Some("https://pulsen.example/"), unlimited()).await
    }

    /// Starts a server without a site to which unknown paths could be redirected.
    pub(crate) async fn without_site() -> Self {
        Self::with_urls(Assets::default(), None, None, unlimited()).await
    }

    /// Starts a server without pages that bounds what clients may cost.
    pub(crate) async fn with_bounds(bounds: Bounds) -> Self {
        Self::with_urls(Assets::default(), None, None, bounds).await
    }

    async fn with_urls(
        assets: Assets,
        public_url: Option<&str>,
        site_url: Option<&str>,
        bounds: Bounds,
    ) -> Self {
        Self::with_settings(|settings| {
            settings.assets = assets;
            settings.public_url = public_url.map(|url| url.parse().unwrap());
            settings.site_url = site_url.map(|url| url.parse().unwrap());
            settings.bounds = bounds;
        })
        .await
    }

    /// Starts a server without pages and without limits of rates, with changed settings.
    pub(crate) async fn with_settings(change: impl FnOnce(&mut Settings)) -> Self {
        install_tls();
        let data = tempfile::tempdir().unwrap();
        import(Path::new(RECORDS), data.path());
        let staff_token = staff_token(data.path());
        let mut settings = Settings {
            database: database(data.path()).map(|address| address.parse().unwrap()),
            timeouts: DatabaseTimeouts::of(TIMEOUT),
            stop_limit: STOP_LIMIT,
            allow_private_connectors: true,
            bounds: unlimited(),
            ..Settings::new("127.0.0.1:0".parse().unwrap(), data.path().to_owned())
        };
        change(&mut settings);
        trust_proxy_if_public(&mut settings);
        let (stop, stopped) = oneshot::channel::<()>();
        let (listening, addresses) = oneshot::channel();
        let (end, ended) = oneshot::channel::<()>();
        // In a thread of its own: while a test waits for another process, which may wait for a lock of the database, the server
        // must go on and release it.
        std::thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::bind(settings).await.unwrap();
                let _ = listening.send((server.address(), server.metrics_address()));
                server.run(async { drop(stopped.await) }).await;
            });
            let _ = end.send(());
        });
        let (address, metrics) = addresses.await.unwrap();
        let task = tokio::spawn(async move { ended.await.unwrap() });
        Self {
            address: format!("http://{address}"),
            client: client(),
            data,
            metrics: metrics.map(|address| format!("http://{address}/metrics")),
            stop,
            task,
            staff_token,
        }
    }

    /// Stops the server, which must not take as long as requests under way may take.
    pub(crate) async fn stop_at_once(self) {
        within_limit("the server stops without waiting for its clients", self.stop()).await;
    }

    /// Stops the server and returns its data folder, which outlives it.
    pub(crate) async fn stop(self) -> TempDir {
        let _ = self.stop.send(());
        self.task.await.unwrap();
        self.data
    }

    /// Tells the server to stop, and continues while it drains. The returned task ends with it, and only then removes its data
    /// folder: a server without its files refuses what it has to write.
    pub(crate) fn begin_stop(self) -> (String, Client, JoinHandle<()>) {
        let Self {
            address,
            client,
            data,
            stop,
            task,
            ..
        } = self;
        let _ = stop.send(());
        let ended = tokio::spawn(async move {
            task.await.unwrap();
            drop(data);
        });
        (address, client, ended)
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.client
            .get(format!("{}{path}", self.address))
            .send()
            .await
            .unwrap()
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.address))
    }

    pub(crate) fn submit(&self, body: &Value) -> RequestBuilder {
        self.post("/v1/feedbacks").json(body)
    }

    /// Returns all feedbacks, newest first, as staff see them.
    pub(crate) async fn feedbacks(&self) -> Vec<Value> {
        feedbacks(&self.client, &self.address, &self.staff_token).await
    }

    /// Creates a staff token with these arguments: a name, and options. On another thread: this one may have the server's
    /// writer in the middle of a transaction, for which the command waits.
    pub(crate) async fn staff_token(&self, arguments: &[&str]) -> String {
        let mut command = pulsen();
        command.arg("staff-token").args(arguments);
        with_data(&mut command, self.data.path());
        spawn_blocking(move || printed(&mut command)).await.unwrap()
    }

    pub(crate) fn post_as_staff(&self, path: &str) -> RequestBuilder {
        self.post(path).bearer_auth(&self.staff_token)
    }

    pub(crate) fn put_as_staff(&self, path: &str) -> RequestBuilder {
        let request = self.client.put(format!("{}{path}", self.address));
        request.bearer_auth(&self.staff_token)
    }

    pub(crate) async fn get_as_staff(&self, path: &str) -> Response {
        let request = self.client.get(format!("{}{path}", self.address));
        request.bearer_auth(&self.staff_token).send().await.unwrap()
    }
}

/// Lets a server that visitors reach with HTTPS know its proxy. Here there is none, so all requests are the proxy's own.
fn trust_proxy_if_public(settings: &mut Settings) {
    if settings
        .public_url
        .as_ref()
        .is_some_and(ServerAddress::is_encrypted)
    {
        let networks = ["127.0.0.0/8".parse().unwrap()];
        settings.bounds.connections.trusted_proxies = TrustedProxies::new(networks);
    }
}

/// The default bounds without limits of rates: tests repeat requests as fast as they can.
pub(crate) fn unlimited() -> Bounds {
    Bounds {
        rates: Rates::off(),
        ..default_bounds()
    }
}

/// The default bounds, whatever room the disk of this machine has.
pub(crate) fn default_bounds() -> Bounds {
    Bounds {
        disk_reserve_mib: 0,
        ..Bounds::default()
    }
}

/// Returns a client as [`client`] does, with this address of the machine.
pub(crate) fn client_from(address: &str) -> Client {
    let client = client_builder().local_address(address.parse().ok());
    Client(client.build().unwrap())
}

/// Returns a client with a timeout that does not follow redirects.
pub(crate) fn client() -> Client {
    Client(client_builder().build().unwrap())
}

/// Does for the clients of this process what the program does when it begins.
fn install_tls() {
    // Fails if another test has installed it already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

fn client_builder() -> ClientBuilder {
    install_tls();
    reqwest::Client::builder()
        .timeout(HANGS)
        .redirect(reqwest::redirect::Policy::none())
}

/// Imports a folder of records, which must have no errors.
pub(crate) fn import(records: &Path, data: &Path) {
    printed(with_data(pulsen().arg("import").arg(records), data));
}

/// Creates a staff token.
pub(crate) fn staff_token(data: &Path) -> String {
    printed(with_data(pulsen().args(["staff-token", "tests"]), data))
}

/// Returns all feedbacks of a server, newest first.
pub(crate) async fn feedbacks(client: &Client, address: &str, staff_token: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let mut after = String::new();
    loop {
        let request = client.get(format!("{address}/v1/staff/feedbacks?limit=200{after}"));
        let mut list: Value = request
            .bearer_auth(staff_token)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        all.append(list["items"].as_array_mut().unwrap());
        match list["next_cursor"].as_str() {
            Some(cursor) => after = format!("&after={cursor}"),
            None => return all,
        }
    }
}
