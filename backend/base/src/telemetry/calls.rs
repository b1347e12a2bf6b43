//! Calls to other systems: their durations and results.

use super::names;
use metrics::histogram;
use std::future::Future;
use std::time::Instant;
use tracing::{Instrument, debug_span};

/// What is called.
#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum System {
    /// The target of a connector.
    Connector,
    /// The gateway of text messages.
    TextMessages,
    /// The mail server.
    Mail,
    /// The receiver of a webhook.
    Webhook,
    /// The scanner for viruses.
    Scanner,
    /// The storage of files: a folder, or a server of S3.
    Storage,
}

/// Makes a call, and records how long it took and whether it succeeded. Nothing is recorded if it is given up.
pub async fn measured<T, E>(system: System, call: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let system = system.into_str();
    let began = Instant::now();
    // For traces only: the log names the request.
    let outcome = call.instrument(debug_span!("call", system)).await;
    let result = if outcome.is_ok() { "ok" } else { "failed" };
    histogram!(names::CALL_SECONDS, "system" => system, "result" => result).record(began.elapsed());
    outcome
}
