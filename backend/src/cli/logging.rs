//! The log: on standard error, for people on a terminal and as JSON lines elsewhere.

use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// Says how much is logged, as a list of `module=level` or a level alone.
const VARIABLE: &str = "PULSEN_LOG";

/// Starts the log. Standard output stays for what commands print.
pub(super) fn start() {
    let filter = EnvFilter::builder()
        .with_default_directive(LevelFilter::INFO.into())
        .with_env_var(VARIABLE)
        .from_env_lossy();
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
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
