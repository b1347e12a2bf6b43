//! A running server, from its settings to its graceful shutdown.

use crate::assets::Assets;
use crate::bounds::Bounds;
use crate::chat::ChatTokens;
use crate::connections::{self, ConnectionLimits};
use crate::connectors::Connectors;
use crate::flows::Flows;
use crate::http::{Admission, AppState, router};
use crate::live::{Live, LiveParts, Notifier};
use crate::loader::Loader;
use crate::mail::{Mail, MailKeys, MailSetting, MailWorker};
use crate::pages::Pages;
use crate::phone_verification::{PhoneKeys, SendLimits};
use crate::redis::{self, Redis, RedisAddress, RedisError};
use crate::server_key::{ServerKeyError, server_secret};
use crate::staff::{DeviceHashes, TokenUses};
use crate::store::{DatabaseAddress, Location, Store, StoreError};
use crate::text_messages::{TextMessageSetting, TextMessages};
use crate::time::now;
use crate::uploads::{FileStorage, FilesAddress, StorageError, Uploads};
use axum::Router;
use axum::http::HeaderValue;
use axum::routing::MethodRouter;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use tracing::{info, warn};
use url::Url;

/// How long requests under way may still take when the server stops (docs/constants.md#delays).
const DRAIN_LIMIT: Duration = Duration::from_secs(10);

/// The folder of uploads in the data folder.
const FILES_FOLDER: &str = "files";

/// How often old verification codes are removed.
const SWEEP_INTERVAL: Duration = Duration::from_mins(10);

/// Most verification codes that are sent for one node within 24 hours, unless the operator says otherwise: what a busy
/// channel needs, and no more than what an operator can bear to pay for a prank.
pub(crate) const CODES_PER_NODE_AND_DAY: u32 = 1_000;

/// The settings of a server.
pub struct Settings {
    /// The address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The folder of the SQLite database and of uploads; created if it is missing. Unused if both have an address.
    pub data: PathBuf,
    /// The address of a PostgreSQL database.
    pub database: Option<DatabaseAddress>,
    /// The address of a Redis that the servers of one database share.
    pub redis: Option<RedisAddress>,
    /// Storage for uploads that speaks S3. Without it they lie in the folder `files` of `data`.
    pub files: Option<FilesAddress>,
    /// The provider's site, to which unknown paths are redirected. Without it they are 404.
    pub site_url: Option<Url>,
    /// The address by which visitors reach this server. Without it, the `Host` of each request is used, and only addresses
    /// of this machine can be listened on.
    pub public_url: Option<Url>,
    /// The secret from which the server's keys are derived. Without it, keys are generated once and kept in the database.
    pub secret: Option<String>,
    /// The built files of widget and loader.
    pub assets: Assets,
    /// Whether browsers may keep pages for when there is no connection. If not, those that do stop it.
    pub has_service_worker: bool,
    /// Whether connectors may call addresses that are not public, and without encryption.
    pub allow_private_connectors: bool,
    /// What clients may cost.
    pub bounds: Bounds,
    /// How text messages are sent. Without it, phone numbers cannot be verified.
    pub text_messages: Option<TextMessageSetting>,
    /// Most verification codes that are sent for one node within 24 hours.
    pub codes_per_node_and_day: u32,
    /// How mails are sent. Without it, customers cannot be told of replies by e-mail. Needs `public_url`.
    pub mail: Option<MailSetting>,
}

impl Settings {
    /// Returns the settings of a server without pages that keeps everything in one folder.
    #[must_use]
    pub fn new(listen: SocketAddr, data: PathBuf) -> Self {
        Self {
            listen,
            data,
            database: None,
            redis: None,
            files: None,
            site_url: None,
            public_url: None,
            secret: None,
            assets: Assets::default(),
            has_service_worker: true,
            allow_private_connectors: false,
            bounds: Bounds::default(),
            text_messages: None,
            codes_per_node_and_day: CODES_PER_NODE_AND_DAY,
            mail: None,
        }
    }
}

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
    Redis(#[from] RedisError),
    #[error("the operating system gave no random bits: {0}")]
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
}

/// A server that is bound to its address and ready for requests.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<AppState>,
    routes: Router,
    connections: ConnectionLimits,
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
        settings: Settings,
        router: fn(Arc<AppState>, MethodRouter<Arc<AppState>>) -> Router,
    ) -> Result<Self, Cause> {
        let site_url = settings
            .site_url
            .map(|url| HeaderValue::from_str(url.as_str()).map_err(|_| Cause::Site(url)))
            .transpose()?;
        let address = settings.listen;
        if settings.public_url.is_none() && !address.ip().is_loopback() {
            return Err(Cause::NoPublicUrl(address));
        }
        let mail = mail(settings.mail, settings.public_url.as_ref())?;
        let unusable = |source| Cause::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        let notifier = Arc::new(Notifier::new(settings.redis.is_none()));
        let on_chat_changed = {
            let notifier = Arc::clone(&notifier);
            move |feedback_id: &str, change| notifier.chat_changed(feedback_id, change)
        };
        let location = Location::new(settings.database.as_ref(), &settings.data);
        let store = Arc::new(Store::open_for_server(&location, on_chat_changed).await?);
        let chat_tokens = ChatTokens::new(&store, settings.secret.as_deref()).await?;
        let device_hashes = DeviceHashes::new(&store, settings.secret.as_deref()).await?;
        let phone_keys = PhoneKeys::new(&store, settings.secret.as_deref()).await?;
        let mail_keys = MailKeys::new(&store, settings.secret.as_deref()).await?;
        warn_about_text_messages(settings.text_messages.as_ref(), &store).await?;
        let loader = Loader::new(&settings.assets);
        let pages = Pages::new(settings.assets);
        let files = FileStorage::open(settings.files.as_ref(), &settings.data.join(FILES_FOLDER))?;
        let uploads = Uploads::start(Arc::clone(&store), files, settings.bounds.uploads.clone());
        let redis = match &settings.redis {
            Some(address) => Some(open_redis(address, &store, settings.secret.as_deref()).await?),
            None => None,
        };
        let (live, socket) = Live::start(LiveParts {
            notifier,
            store: &store,
            chat_tokens: &chat_tokens,
            limits: &settings.bounds.connections,
            is_shared: settings.database.is_some() || redis.is_some(),
            redis: redis.clone(),
        })?;
        let app = Arc::new(AppState {
            store,
            flows: Flows::default(),
            chat_tokens,
            device_hashes,
            token_uses: TokenUses::default(),
            phone_keys,
            send_limits: SendLimits::new(settings.codes_per_node_and_day),
            text_messages: settings.text_messages.map(TextMessages::new),
            mail_keys,
            mail,
            connectors: Connectors::new(settings.allow_private_connectors),
            live,
            uploads,
            admission: Admission::new(&settings.bounds, redis),
            revision_life: settings.bounds.revision_life,
            pages,
            has_service_worker: settings.has_service_worker,
            loader,
            site_url,
            public_origin: settings.public_url.map(|url| url.origin().ascii_serialization()),
        });
        Ok(Self {
            listener,
            address,
            connections: settings.bounds.connections,
            routes: router(Arc::clone(&app), socket),
            app,
        })
    }

    /// Returns the address that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves requests until `stop` completes. Then it accepts no new connection, lets the requests under way finish
    /// (for ten seconds at most), commits their writes, and closes the database. Nothing acknowledged is lost, and
    /// whatever was not acknowledged is safe to send again.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let (stopping, mut stopped) = watch::channel(false);
        let app = Arc::clone(&self.app);
        let mails = MailWorker::start(&app);
        let stop = async move {
            stop.await;
            info!("stopping: no new requests");
            stopping.send_replace(true);
            // Open sockets would delay the shutdown; their clients connect again.
            app.live.close().await;
        };
        let drain_limit = async {
            if stopped.wait_for(|stopping| *stopping).await.is_ok() {
                tokio::time::sleep(DRAIN_LIMIT).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = connections::serve(self.listener, self.routes, self.connections, stop) => {}
            () = remove_old_rows(&self.app.store) => {}
            () = drain_limit => warn!("some requests did not finish in time"),
        }
        if let Some(mails) = mails {
            mails.stop().await;
        }
        self.app.uploads.stop();
        self.app.store.close().await;
        self.app.live.finish().await;
        info!("stopped: everything acknowledged is stored");
    }
}

/// Checks that links in mails have an address to lead to, and tells the operator if mails can be read on their way.
fn mail(setting: Option<MailSetting>, public_url: Option<&Url>) -> Result<Option<Mail>, Cause> {
    let Some(setting) = setting else { return Ok(None) };
    let public_url = public_url.ok_or(Cause::NoPublicUrlForMail)?;
    if setting.is_unencrypted() {
        warn!(
            "mails go to the mail server without encryption: write it with starttls:// or smtps:// if it has any"
        );
    }
    Ok(Some(Mail::new(setting, public_url.clone())))
}

async fn open_redis(
    address: &RedisAddress,
    store: &Store,
    secret: Option<&str>,
) -> Result<Arc<Redis>, Cause> {
    let secret = server_secret(store, secret, redis::SECRET).await?;
    Ok(Redis::open(address, &secret).await?)
}

/// Tells the operator what visitors would notice first: nobody gets a code.
async fn warn_about_text_messages(
    setting: Option<&TextMessageSetting>,
    store: &Store,
) -> Result<(), StoreError> {
    match setting {
        Some(setting) if setting.is_for_development() => {
            warn!("text messages are written to the log, with the codes in them: for development only");
        }
        Some(_) => {}
        None => {
            let flows = store.flows_with_phone_verification().await?;
            if !flows.is_empty() {
                let flows = flows.join(", ");
                warn!(
                    flows,
                    "these flows verify phone numbers, but no text messages can be sent: set --sms-url"
                );
            }
        }
    }
    Ok(())
}

/// Removes old verification codes, what staff did long ago, devices that are silent, and e-mail addresses of chats that are long
/// over, for as long as the server runs.
async fn remove_old_rows(store: &Store) {
    let mut interval = tokio::time::interval(SWEEP_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        if let Err(error) = store.remove_old_verifications(now()).await {
            warn!(%error, "old verification codes could not be removed; the next attempt is in ten minutes");
        }
        if let Err(error) = store.remove_old_audit(now()).await {
            warn!(%error, "old acts of staff could not be forgotten; the next attempt is in ten minutes");
        }
        if let Err(error) = store.remove_silent_devices(now()).await {
            warn!(%error, "silent devices could not be removed; the next attempt is in ten minutes");
        }
        if let Err(error) = store.remove_old_chat_emails(now()).await {
            warn!(%error, "old e-mail addresses could not be removed; the next attempt is in ten minutes");
        }
    }
}
