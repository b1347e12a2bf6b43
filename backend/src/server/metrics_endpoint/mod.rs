//! The address at which the metrics are read, apart from that of visitors.

mod gauges;
mod process;

use crate::application::AppState;
use crate::connections::{self, ConnectionLimits};
use axum::Router;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::routing::get;
use base::telemetry::names;
use metrics::Gauge;
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// How often what was recorded is put into histograms. Until then each measurement takes memory.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Connections at the same time: a few programs ask, each from time to time.
const CONNECTIONS: usize = 32;

/// The format of Prometheus's texts.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What was recorded, of the whole process.
static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Why there can be no metrics.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MetricsError {
    #[error("the address {address} of --metrics cannot be used: {source}")]
    Address { address: SocketAddr, source: io::Error },
    #[error("metrics cannot be recorded: {0}")]
    Recorder(#[from] BuildError),
}

/// The address at which the metrics are read.
pub(crate) struct MetricsEndpoint {
    listener: TcpListener,
    address: SocketAddr,
    recorder: PrometheusHandle,
}

impl MetricsEndpoint {
    /// Binds the address if there is one, and begins to record. Call it before anything else is started.
    pub(crate) async fn bind_if_wanted(address: Option<SocketAddr>) -> Result<Option<Self>, MetricsError> {
        match address {
            Some(address) => Self::bind(address).await.map(Some),
            None => Ok(None),
        }
    }

    async fn bind(address: SocketAddr) -> Result<Self, MetricsError> {
        let unusable = |source| MetricsError::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        Ok(Self {
            listener,
            address,
            recorder: recorder()?,
        })
    }

    /// Returns the address.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the returned tasks are dropped.
    pub(crate) fn serve(self, app: &Arc<AppState>) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        let recorder = self.recorder.clone();
        tasks.spawn(async move {
            let mut interval = tokio::time::interval(UPKEEP_INTERVAL);
            loop {
                interval.tick().await;
                recorder.run_upkeep();
            }
        });
        let state = (Arc::clone(app), self.recorder);
        let routes = Router::new().route("/metrics", get(show)).with_state(state);
        let limits = ConnectionLimits {
            total: CONNECTIONS,
            ..ConnectionLimits::default()
        };
        tasks.spawn(connections::serve(
            self.listener,
            routes,
            limits,
            // These are no visitors.
            Gauge::noop(),
            std::future::pending(),
        ));
        tasks
    }
}

/// `GET /metrics`, in Prometheus's text format.
async fn show(
    State((app, recorder)): State<(Arc<AppState>, PrometheusHandle)>,
) -> ([(HeaderName, &'static str); 2], String) {
    gauges::read(&app).await;
    (
        [(CONTENT_TYPE, FORMAT), (CACHE_CONTROL, "no-store")],
        names::with_types(recorder.render()),
    )
}

/// Returns the recorder of this process, which is installed on first use.
fn recorder() -> Result<PrometheusHandle, BuildError> {
    if let Some(recorder) = RECORDER.get() {
        return Ok(recorder.clone());
    }
    let recorder = names::with_bounds(PrometheusBuilder::new())?.build_recorder();
    let handle = recorder.handle();
    if metrics::set_global_recorder(recorder).is_ok() {
        names::describe();
    }
    Ok(RECORDER.get_or_init(|| handle).clone())
}
