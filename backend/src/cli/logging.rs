//! The log, on standard error: readable lines on a terminal, JSON lines elsewhere.

use base::panics::log_panics;
use base::telemetry::Traces;
use std::io::IsTerminal;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

/// The environment variable with the log's level, or with a list of `module=level`.
const VARIABLE: &str = "PULSEN_LOG";

/// Starts the log, and the traces if there are any. `default` is what the log has without the variable. Standard output is only for the results of commands.
pub(super) fn start(default: &str, traces: Option<&Traces>) {
    let filter = EnvFilter::builder().with_default_directive(LevelFilter::INFO.into());
    let filter = match std::env::var(VARIABLE) {
        Ok(wanted) => filter.parse_lossy(wanted),
        Err(_) => filter.parse_lossy(default),
    };
    let lines = fmt::layer()
        .with_writer(std::io::stderr)
        .with_target(false)
        // It would report a line that could not be written on standard error, where it could not be written: a panic. A
        // full disk may take the log, but not the requests.
        .log_internal_errors(false);
    let lines = if std::io::stderr().is_terminal() {
        lines.compact().with_filter(filter).boxed()
    } else {
        lines
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .with_filter(filter)
            .boxed()
    };
    tracing_subscriber::registry()
        .with(lines)
        .with(traces.map(Traces::layer))
        .init();
    log_panics();
}
