//! A running server, from its settings to its graceful shutdown.

mod metrics_endpoint;
mod proxies;
mod settings;
#[cfg(feature = "bench")]
mod socket_echo;
mod staff_host;
mod warnings;

pub(crate) use settings::CODES_PER_NODE_AND_DAY;
pub use settings::Settings;
#[cfg(feature = "bench")]
pub use socket_echo::serve_socket_echo;
pub(crate) use staff_host::check_staff_url;
pub(crate) use warnings::configuration;

use crate::accounts::{Accounts, SingleSignOnSetting};
use crate::admission::Admission;
use crate::application::{AppState, ServerStart};
use crate::assets::Compression;
use crate::background::{Background, Task};
use crate::chat::{ChatTokens, ReplyTimes, start_snoozes};
use crate::connections::{self, ConnectionLimits};
use crate::connectors::Connectors;
use crate::console::{Console, SignInWays};
use crate::counters::StepCounter;
use crate::disk_room::DiskRoom;
use crate::documents::Document;
use crate::editing::RecordWork;
use crate::erasure::{Eraser, start_erasure};
use crate::finding::{Finding, Verdict};
use crate::http::{below_base_path, description, is_usable_base_path, router};
use crate::live::{Live, LiveParts, Notifier};
use crate::loader::Loader;
use crate::mail::{Mail, MailKeys, MailParts, MailSetting, start_mails};
use crate::pages::Pages;
use crate::phone_verification::PhoneKeys;
use crate::redis::{self, Redis, RedisAddress, RedisError};
use crate::results::{KeptExports, LiveResults, start_exports, start_index};
use crate::server_address::ServerAddress;
use crate::server_key::{Secrets, ServerKeyError};
use crate::staff::{AddressHashes, DeviceHashes, FeedbackReader, NetworkHashes, TokenUses};
use crate::text_messages::{TextMessageSetting, TextMessages};
use crate::uploads::{FILES_FOLDER, FileStorage, FilesAddress, StorageError, UploadSources, Uploads};
use crate::webhooks::{WebhookKeys, WebhookParts, Webhooks, start_webhooks};
use axum::Router;
use axum::http::HeaderValue;
use axum::routing::MethodRouter;
use base::code_limits::SendLimits;
use base::records::RecordOwner;
use base::telemetry::open_connections;
use base::time::now;
use metrics_endpoint::{MetricsEndpoint, MetricsError};
use proxies::{NoTrustedProxies, trusted_proxies};
use staff_host::StaffUrlError;
use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use store::{Location, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tracing::{info, warn};
use url::Url;

/// Most exports at the same time that are sent while they are made: each reads as fast as the database gives.
const EXPORTS: usize = 2;

/// How often rows are removed whose time is over.
const SWEEP_INTERVAL: Duration = Duration::from_mins(10);

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ServerError(#[from] Cause);

#[derive(Debug, thiserror::Error)]
enum Cause {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Files(#[from] StorageError),
    #[error(transparent)]
    Key(#[from] ServerKeyError),
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    #[error(transparent)]
    Redis(#[from] RedisError),
    #[error(transparent)]
    Proxies(#[from] NoTrustedProxies),
    #[error(transparent)]
    StaffUrl(#[from] StaffUrlError),
    #[error("system random generator unavailable: {0}")]
    Random(#[from] getrandom::Error),
    #[error("the address {address} cannot be used: {source}")]
    Address {
        address: SocketAddr,
        source: std::io::Error,
    },
    #[error("the site's address {0} cannot be sent in a header: write it in ASCII")]
    Site(Url),
    #[error(
        "{0} can be reached from other machines, so the server must know the address that visitors use: start it with \
         --public-url, such as --public-url https://feedback.example.com"
    )]
    NoPublicUrl(SocketAddr),
    #[error(
        "mails hold links to this server, so it must know the address that visitors use: start it with --public-url, such \
         as --public-url https://feedback.example.com"
    )]
    NoPublicUrlForMail,
    #[error(
        "{0} cannot be --public-url: the server has paths of its own that begin like its path; choose another, such as \
         https://example.com/feedback"
    )]
    PublicPath(ServerAddress),
}

/// A server that is bound to its address and ready for requests.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<AppState>,
    routes: Router,
    connections: ConnectionLimits,
    metrics: Option<MetricsEndpoint>,
    drain: Duration,
    stop_limit: Duration,
}

impl Server {
    /// Opens the database, migrates it if it is older, and binds the address.
    ///
    /// # Errors
    /// The data folder, the database, the storage of files, the address or the site's address cannot be used.
    pub async fn bind(settings: Settings) -> Result<Self, ServerError> {
        Ok(Self::try_bind(settings, router).await?)
    }

    /// As [`Server::bind`], but `POST /v1/feedbacks` only reads its body: what the benchmark compares storing with.
    ///
    /// # Errors
    /// As of [`Server::bind`].
    #[cfg(feature = "bench")]
    pub async fn bind_parse_only(settings: Settings) -> Result<Self, ServerError> {
        Ok(Self::try_bind(settings, crate::http::parse_only_router).await?)
    }

    async fn try_bind(
        mut settings: Settings,
        router: fn(Arc<AppState>, MethodRouter<Arc<AppState>>) -> Router,
    ) -> Result<Self, Cause> {
        let start = start(&settings);
        check_path(settings.public_url.as_ref())?;
        check_staff_url(settings.staff_url.as_ref(), settings.public_url.as_ref())?;
        let limits = &mut settings.bounds.connections;
        limits.trusted_proxies = trusted_proxies(settings.public_url.as_ref(), &limits.trusted_proxies)?;
        let location = settings.location();
        let console = console(&settings);
        let site_url = settings.site_url.map(header_of_site).transpose()?;
        let mail = mail(settings.mail, settings.public_url.as_ref())?;
        let (listener, address) = listen(settings.listen, settings.public_url.as_ref()).await?;
        // Before anything that records.
        let metrics = MetricsEndpoint::bind_if_wanted(settings.metrics).await?;
        let notifier = Arc::new(Notifier::new(settings.redis.is_none()));
        let store = open_store(&location, settings.records, Arc::clone(&notifier)).await?;
        let chat_tokens = ChatTokens::new(&store, &settings.secrets).await?;
        let device_hashes = DeviceHashes::new(&store, &settings.secrets).await?;
        let address_hashes = AddressHashes::new(&store, &settings.secrets).await?;
        let network_hashes = NetworkHashes::new(&store, &settings.secrets).await?;
        let accounts = Accounts::new(&store, &settings.secrets, settings.single_sign_on).await?;
        let phone_keys = PhoneKeys::new(&store, &settings.secrets).await?;
        let mail_keys = MailKeys::new(&store, &settings.secrets).await?;
        let webhook_keys = WebhookKeys::new(&store, &settings.secrets).await?;
        warn_about_text_messages(settings.text_messages.as_ref(), &store).await?;
        let (loader, pages) = (Loader::new(&settings.assets), Pages::new(settings.assets));
        let files = open_files(settings.files.as_ref(), &settings.data)?;
        let reserve = u64::from(settings.bounds.disk_reserve_mib) << 20;
        let database = settings.database.is_none().then(|| settings.data.clone());
        let room = Arc::new(DiskRoom::watch(database, files.arrivals(), reserve));
        let uploads = Uploads::new(
            Arc::clone(&store),
            Arc::clone(&files),
            settings.bounds.uploads.clone(),
            settings.upload_checks,
            UploadSources::new(&store, &settings.secrets).await?,
            Arc::clone(&room),
        );
        let redis = open_redis(settings.redis.as_ref(), &store, &settings.secrets).await?;
        let flows = Arc::default();
        let (live, socket) = Live::start(LiveParts {
            notifier,
            feedback: FeedbackReader::new(&store, &flows, &device_hashes),
            chat_tokens: &chat_tokens,
            networks: &network_hashes,
            limits: &settings.bounds.connections,
            is_shared: settings.database.is_some() || redis.is_some(),
            redis: redis.clone(),
        })?;
        let reader = FeedbackReader::new(&store, &flows, &device_hashes);
        let app = Arc::new(AppState {
            kept_exports: Arc::new(KeptExports::new(reader, Arc::clone(&files), Arc::clone(&room))),
            counter: settings.has_counters.then(|| StepCounter::new(&store)),
            eraser: Arc::new(Eraser::new(Arc::clone(&store), files, device_hashes.clone())),
            store,
            flows,
            reply_times: ReplyTimes::default(),
            chat_tokens,
            device_hashes,
            address_hashes,
            network_hashes,
            token_uses: TokenUses::default(),
            accounts,
            phone_keys,
            send_limits: SendLimits::new(settings.codes_per_node_and_day),
            text_messages: settings.text_messages.map(TextMessages::new),
            mail_keys,
            mail,
            connectors: Connectors::new(settings.allow_private_connectors),
            webhooks: Arc::new(Webhooks::new(settings.webhooks, webhook_keys)),
            live_results: LiveResults::default(),
            exports: Arc::new(Semaphore::new(EXPORTS)),
            record_work: RecordWork::new(),
            live: Arc::new(live),
            uploads: Arc::new(uploads),
            room,
            admission: Admission::new(&settings.bounds, redis),
            revision_life: settings.bounds.revision_life,
            pages,
            description: LazyLock::new(described_interface),
            has_service_worker: settings.has_service_worker,
            loader,
            console,
            site_url,
            public_url: settings.public_url,
            staff_url: settings.staff_url,
            requires_second_factor: settings.requires_second_factor,
            start,
            is_stopping: AtomicBool::new(false),
        });
        Ok(Self {
            listener,
            address,
            connections: settings.bounds.connections,
            routes: below_base_path(router(Arc::clone(&app), socket), app.public_url.as_ref()),
            app,
            metrics,
            drain: settings.drain,
            stop_limit: settings.stop_limit,
        })
    }

    /// Returns the address at which metrics are read, if there are any.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(MetricsEndpoint::address)
    }

    /// Lays other routes around those of the server.
    pub(crate) fn wrapped(mut self, around: impl FnOnce(Router) -> Router) -> Self {
        self.routes = around(self.routes);
        self
    }

    /// Returns the address that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves requests until `stop` completes, and for the time of [`Settings::drain`]. Then it accepts no new connection, lets
    /// the requests under way finish (for [`Settings::stop_limit`] at most), commits their writes, and closes the database. Nothing
    /// acknowledged is lost, and whatever was not acknowledged is safe to send again.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let (stopping, mut stopped) = watch::channel(false);
        let app = Arc::clone(&self.app);
        let background = start_background(&app);
        let drain = self.drain;
        // Until everything has ended.
        let _metrics = self.metrics.map(|metrics| {
            info!(address = %metrics.address(), "serving metrics");
            metrics.serve(&app)
        });
        let stop = async move {
            stop.await;
            app.is_stopping.store(true, Ordering::Relaxed);
            if !drain.is_zero() {
                info!("shutting down: reporting not ready");
                tokio::time::sleep(drain).await;
            }
            info!("shutting down: accepting no new requests");
            stopping.send_replace(true);
            // Open sockets would delay the shutdown; their clients connect again.
            app.live.close().await;
        };
        let stop_limit = async {
            if stopped.wait_for(|stopping| *stopping).await.is_ok() {
                tokio::time::sleep(self.stop_limit).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = connections::serve(self.listener, self.routes, self.connections, open_connections(), stop) => {}
            () = stop_limit => warn!("shutdown timeout: some requests did not finish"),
        }
        background.stop().await;
        write_last_counters(&self.app).await;
        self.app.store.close().await;
        self.app.live.finish().await;
        info!("stopped: all acknowledged data is stored");
    }
}

/// Binds the address. Without the address that visitors use, none that other machines reach.
async fn listen(
    address: SocketAddr,
    public_url: Option<&ServerAddress>,
) -> Result<(TcpListener, SocketAddr), Cause> {
    if public_url.is_none() && !address.ip().is_loopback() {
        return Err(Cause::NoPublicUrl(address));
    }
    let unusable = |source| Cause::Address { address, source };
    let listener = TcpListener::bind(address).await.map_err(unusable)?;
    let bound = listener.local_addr().map_err(unusable)?;
    Ok((listener, bound))
}

fn header_of_site(url: Url) -> Result<HeaderValue, Cause> {
    HeaderValue::from_str(url.as_str()).map_err(|_| Cause::Site(url))
}

/// Checks that the server can stand below the path of its address.
fn check_path(public_url: Option<&ServerAddress>) -> Result<(), Cause> {
    match public_url {
        Some(address) if !is_usable_base_path(address) => Err(Cause::PublicPath(address.clone())),
        _ => Ok(()),
    }
}

/// Makes the page of the console, with the ways to sign in.
fn console(settings: &Settings) -> Console {
    let base_path = settings.public_url.as_ref().map_or("", ServerAddress::path);
    let ways = ways(settings.single_sign_on.as_ref());
    Console::new(&settings.assets, base_path, &ways)
}

/// Writes down what is risky about the settings.
fn start(settings: &Settings) -> ServerStart {
    let configuration = configuration(settings);
    for Finding { reason, advice, .. } in configuration
        .iter()
        .map(|condition| &condition.finding)
        .filter(|finding| finding.verdict != Verdict::Ok)
    {
        warn!(advice, "{reason}");
    }
    ServerStart {
        at: now(),
        configuration,
    }
}

/// Makes the description of the HTTP interface as it is sent.
fn described_interface() -> Document {
    Document::compressed("application/json", description(), Compression::Fast)
}

/// Opens the storage of uploads, at its address or in the data folder.
fn open_files(address: Option<&FilesAddress>, data: &Path) -> Result<Arc<FileStorage>, StorageError> {
    Ok(Arc::new(FileStorage::open(address, &data.join(FILES_FOLDER))?))
}

/// Checks that links in mails have an address to lead to.
fn mail(
    setting: Option<MailSetting>,
    public_url: Option<&ServerAddress>,
) -> Result<Option<Arc<Mail>>, Cause> {
    let Some(setting) = setting else { return Ok(None) };
    let public_url = public_url.ok_or(Cause::NoPublicUrlForMail)?;
    Ok(Some(Arc::new(Mail::new(setting, public_url.clone()))))
}

/// Returns in which ways people sign in.
fn ways(setting: Option<&SingleSignOnSetting>) -> SignInWays {
    SignInWays {
        has_passwords: setting.is_none_or(|setting| setting.has_passwords),
        provider: setting.map(|setting| setting.name.clone().unwrap_or_default()),
        adds_people: setting.is_some_and(SingleSignOnSetting::adds_people),
    }
}

async fn open_redis(
    address: Option<&RedisAddress>,
    store: &Store,
    secrets: &Secrets,
) -> Result<Option<Arc<Redis>>, Cause> {
    let Some(address) = address else { return Ok(None) };
    let secret = secrets.current(store, redis::SECRET).await?;
    Ok(Some(Redis::open(address, &secret).await?))
}

/// Tells the operator what visitors would notice first: nobody gets a code.
async fn warn_about_text_messages(
    setting: Option<&TextMessageSetting>,
    store: &Store,
) -> Result<(), StoreError> {
    if setting.is_none() {
        let flows = store.flows_with_phone_verification().await?;
        if !flows.is_empty() {
            let flows = flows.join(", ");
            warn!(
                flows,
                "flows verify phone numbers, but text messages are unavailable: set --sms-url"
            );
        }
    }
    Ok(())
}

/// Opens the database, whose changes of chats the notifier is told.
async fn open_store(
    location: &Location,
    records: RecordOwner,
    notifier: Arc<Notifier>,
) -> Result<Arc<Store>, StoreError> {
    let on_chat_changed = move |feedback_id: &str, change| notifier.chat_changed(feedback_id, change);
    let mut store = Store::open_for_server(location, on_chat_changed).await?;
    if records == RecordOwner::Files {
        store.fix_imported_records();
    }
    Ok(Arc::new(store))
}

/// Starts what the server does beside requests.
fn start_background(app: &AppState) -> Background {
    let mut background = Background::default();
    if let Some(mail) = &app.mail {
        let parts = MailParts {
            mail: Arc::clone(mail),
            store: Arc::clone(&app.store),
            flows: Arc::clone(&app.flows),
            live: Arc::clone(&app.live),
            chat_tokens: app.chat_tokens.clone(),
            keys: app.mail_keys.clone(),
        };
        start_mails(&mut background, parts);
    }
    let base = app.staff_address().map(ServerAddress::base);
    let parts = WebhookParts {
        webhooks: Arc::clone(&app.webhooks),
        feedback: app.feedback_reader(),
        base: base.unwrap_or_default(),
    };
    start_webhooks(&mut background, parts);
    start_erasure(&mut background, &app.store, &app.eraser, &app.uploads);
    start_exports(&mut background, &app.kept_exports);
    start_index(&mut background, app.feedback_reader());
    start_snoozes(&mut background, Arc::clone(&app.store));
    app.uploads.start_expiry(&mut background);
    if let Some(counter) = &app.counter {
        counter.start(&mut background);
    }
    let sweeps = Task {
        name: "old rows",
        wake: Arc::default(),
        stop_limit: Some(Duration::ZERO),
    };
    let store = Arc::clone(&app.store);
    background.start(sweeps, move |_| sweep(Arc::clone(&store)));
    background
}

/// Writes what was counted after the last round.
async fn write_last_counters(app: &AppState) {
    let Some(counter) = &app.counter else { return };
    if let Err(error) = counter.flush().await {
        warn!(%error, "the last counters were not written");
    }
}

/// Removes the rows whose time is over. A kind that fails delays no other.
async fn sweep(store: Arc<Store>) -> Result<Duration, Infallible> {
    for (what, error) in store.remove_old_rows(now()).await {
        warn!(what, ?error, "cleanup of old rows failed; will retry");
    }
    Ok(SWEEP_INTERVAL)
}
