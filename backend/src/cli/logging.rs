//! The log, on standard error: readable lines on a terminal, JSON lines elsewhere.

use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// The environment variable with the log's level, or with a list of `module=level`.
const VARIABLE: &str = "PULSEN_LOG";

/// Starts the log. Standard output is only for the results of commands.
pub(super) fn start() {
    let filter = EnvFilter::builder()
        .with_default_directive(LevelFilter::INFO.into())
        .with_env_var(VARIABLE)
        .from_env_lossy();
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // It would report a line that could not be written on standard error, where it could not be written: a panic. A
        // full disk may take the log, but not the requests.
        .log_internal_errors(false);
    if std::io::stderr().is_terminal() {
        log.compact().with_target(false).init();
    } else {
        log.json()
            .flatten_event(true)
            .with_target(false)
            .with_span_list(false)
            .init();
    }
}
