//! The options of `pulsen serve` for those who operate it (docs/operate.md).

use super::error::CommandError;
use super::web_address::web_address;
use base::telemetry::{OTLP, Traces};
use clap::Args;
use std::net::SocketAddr;
use std::time::Duration;
use url::Url;

#[derive(Debug, Args)]
pub(super) struct OperationOptions {
    /// Address and port at which Prometheus reads metrics, at `/metrics`. For your own network: everybody who reaches it may
    /// read them.
    #[arg(long, value_name = "ADDR", env = "PULSEN_METRICS")]
    pub(super) metrics: Option<SocketAddr>,

    /// Address to which traces of requests are sent by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces.
    #[arg(long, value_name = "URL", env = "PULSEN_OTLP", hide_env_values = true, value_parser = collector)]
    otlp: Option<Url>,

    /// Share of the requests that are traced, from 0 to 1.
    #[arg(
        long,
        value_name = "SHARE",
        env = "PULSEN_OTLP_SHARE",
        default_value_t = 0.1,
        value_parser = share,
        requires = "otlp"
    )]
    otlp_share: f64,

    /// Seconds for which `GET /readyz` says that the server stops before it does: as long as your proxy needs to notice.
    #[arg(
        long,
        value_name = "SECONDS",
        env = "PULSEN_DRAIN_SECONDS",
        default_value_t = 0,
        value_parser = clap::value_parser!(u16).range(..=MAX_DRAIN)
    )]
    drain: u16,
}

/// Most seconds of a drain: service managers kill what does not stop in time.
const MAX_DRAIN: i64 = 60;

impl OperationOptions {
    pub(super) fn drain(&self) -> Duration {
        Duration::from_secs(self.drain.into())
    }

    /// Returns where traces are sent to.
    pub(super) fn collector(&self) -> Option<Url> {
        self.otlp.clone()
    }

    /// Starts what sends traces, if there is an address for them.
    pub(super) fn traces(&self) -> Result<Option<Traces>, CommandError> {
        let traces = self.otlp.as_ref();
        let traces = traces.map(|collector| Traces::start(collector, self.otlp_share));
        Ok(traces.transpose()?)
    }
}

fn collector(text: &str) -> Result<Url, String> {
    OTLP.demand().map_err(|left_out| left_out.to_string())?;
    web_address(text)
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "a number is expected")?;
    if (0.0..=1.0).contains(&share) {
        Ok(share)
    } else {
        Err("a number from 0 to 1 is expected".into())
    }
}
