//! Traces of requests, sent to a collector by OTLP over HTTP (docs/operate.md#traces).
//!
//! A trace holds what the log holds of a request, and how long its parts took. The ids of traces that clients send are not
//! used: anybody could send them.

use opentelemetry::trace::{Status, TraceContextExt, TracerProvider as _};
use opentelemetry::{KeyValue, global};
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tracing::{Level, Span, Subscriber, warn};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;
use url::Url;

/// How long the collector may take for the spans of some seconds.
const EXPORT_LIMIT: Duration = Duration::from_secs(5);

/// The crates of the server.
const OUR_CRATES: [&str; 3] = ["backend", "base", "store"];

/// Whether requests are to be described.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// Why there can be no traces.
#[derive(Debug, thiserror::Error)]
pub enum TracesError {
    #[error("the client for the collector of traces cannot be made: {0}")]
    Client(#[from] reqwest::Error),
    #[error("traces cannot be sent: {0}")]
    Exporter(#[from] ExporterBuildError),
}

/// Sends traces until it is finished.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Starts the thread that sends traces to a collector; `share` of the requests are traced, from 0 to 1. Outside of the
    /// runtime: its client blocks.
    ///
    /// # Errors
    /// There are no certificates on this machine, or the address has a wrong form.
    pub fn start(collector: &Url, share: f64) -> Result<Self, TracesError> {
        let client = reqwest::blocking::Client::builder()
            .timeout(EXPORT_LIMIT)
            .build()?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(collector.as_str())
            .with_timeout(EXPORT_LIMIT)
            .build()?;
        let resource = Resource::builder()
            .with_service_name("pulsen")
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_sampler(Sampler::TraceIdRatioBased(share))
            .with_resource(resource)
            .build();
        global::set_tracer_provider(provider.clone());
        IS_ON.store(true, Ordering::Relaxed);
        Ok(Self(provider))
    }

    /// Returns the part of the log that makes the traces: of this program only, since libraries may say more than a log
    /// should hold.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("pulsen"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_filter(filter_fn(|metadata| {
                let origin = metadata.target().split("::").next();
                let is_ours = origin.is_some_and(|name| OUR_CRATES.contains(&name));
                is_ours && (metadata.is_span() || *metadata.level() <= Level::INFO)
            }))
    }

    /// Sends what is left.
    pub fn finish(self) {
        if let Err(error) = self.0.shutdown_with_timeout(EXPORT_LIMIT) {
            warn!(%error, "sending the last traces failed");
        }
    }
}

/// Gives the span of a request the name and the attributes by which collectors sort requests.
pub fn describe_request(span: &Span, method: &str, route: &str, status: u16) {
    if !IS_ON.load(Ordering::Relaxed) {
        return;
    }
    span.set_attribute("http.request.method", method.to_owned());
    span.set_attribute("http.route", route.to_owned());
    span.set_attribute("http.response.status_code", i64::from(status));
    if status >= 500 {
        span.set_status(Status::error(""));
    }
    span.context().span().update_name(format!("{method} {route}"));
}
