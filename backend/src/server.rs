//! A server from its settings to its orderly end.

use crate::assets::Assets;
use crate::chat::{ChatKeyError, ChatTokens};
use crate::flows::Flows;
use crate::http::{AppState, router};
use crate::live::{Live, Notifier};
use crate::loader::Loader;
use crate::pages::Pages;
use crate::store::{Store, StoreError};
use axum::Router;
use axum::http::HeaderValue;
use axum::serve::ListenerExt;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing::{info, warn};
use url::Url;

/// How long requests that are under way may take to end when the server stops.
const DRAIN_LIMIT: Duration = Duration::from_secs(10);

/// What a server needs to know.
pub struct Settings {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The folder of the database; made where it is missing.
    pub data: PathBuf,
    /// Where addresses that are none of ours are sent; they answer 404 without it.
    pub site_url: Option<Url>,
    /// By which address others reach this server; without it each request's own counts.
    pub public_url: Option<Url>,
    /// The secret of the server's keys; without it they are made once and kept in the database.
    pub secret: Option<String>,
    /// The widget's build.
    pub assets: Assets,
}

/// Why a server cannot run. Each names what to look at.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ServerError(#[from] Cause);

#[derive(Debug, thiserror::Error)]
enum Cause {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Key(#[from] ChatKeyError),
    #[error("the address {address} cannot be used: {source}")]
    Address {
        address: SocketAddr,
        source: std::io::Error,
    },
    #[error("the site's address {0} cannot be sent in a header")]
    Site(Url),
    #[error("the server ended: {0}")]
    Serve(std::io::Error),
}

/// A server that is bound to its address and ready to answer.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<AppState>,
    routes: Router,
}

impl Server {
    /// Opens the database, brings it up to date, and binds the address.
    ///
    /// # Errors
    /// The data folder, the database, the address or the site's address cannot be used.
    pub async fn bind(settings: Settings) -> Result<Self, ServerError> {
        Ok(Self::try_bind(settings).await?)
    }

    async fn try_bind(settings: Settings) -> Result<Self, Cause> {
        let site_url = settings
            .site_url
            .map(|url| HeaderValue::from_str(url.as_str()).map_err(|_| Cause::Site(url)))
            .transpose()?;
        let address = settings.listen;
        let unusable = |source| Cause::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        let notifier = Arc::new(Notifier::default());
        let on_chat_changed = {
            let notifier = Arc::clone(&notifier);
            move |feedback_id: &str| notifier.chat_changed(feedback_id)
        };
        let store = Arc::new(Store::open_observed(&settings.data, on_chat_changed).await?);
        let chat_tokens = ChatTokens::new(&store, settings.secret.as_deref()).await?;
        let loader = Loader::new(&settings.assets);
        let pages = Pages::new(settings.assets);
        let (live, socket) = Live::start(notifier, &store, &chat_tokens);
        let app = Arc::new(AppState {
            store,
            flows: Flows::default(),
            chat_tokens,
            live,
            pages,
            loader,
            site_url,
            public_origin: settings.public_url.map(|url| url.origin().ascii_serialization()),
        });
        Ok(Self {
            listener,
            address,
            routes: router(Arc::clone(&app), socket),
            app,
        })
    }

    /// Where the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` ends; then takes no new connection, lets the requests under way end (for ten
    /// seconds at most), commits what they handed over, and closes the database. Nothing acknowledged is lost, and
    /// what was not acknowledged is safe to send again.
    ///
    /// # Errors
    /// The address failed while it was served.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let (stopping, mut stopped) = watch::channel(false);
        let app = Arc::clone(&self.app);
        // Small answers go out at once instead of waiting for more to come.
        let listener = self.listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serve = axum::serve(listener, self.routes).with_graceful_shutdown(async move {
            stop.await;
            info!("stopping: no new requests");
            stopping.send_replace(true);
            // Visitors who watch would hold the server up; they connect again elsewhere.
            app.live.close().await;
        });
        let drain_limit = async {
            if stopped.wait_for(|stopping| *stopping).await.is_ok() {
                tokio::time::sleep(DRAIN_LIMIT).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        let served = tokio::select! {
            served = serve.into_future() => served,
            () = drain_limit => {
                warn!("some requests did not end in time");
                Ok(())
            }
        };
        self.app.store.close().await;
        info!("stopped: everything acknowledged is stored");
        Ok(served.map_err(Cause::Serve)?)
    }
}
