//! What is read when somebody asks.

use super::process::Process;
use crate::application::AppState;
use base::telemetry::names;
use base::time::{Millis, now};
use metrics::gauge;
use std::time::Duration;
use tokio::time::timeout;

/// How long the database may take. What it does not say in time is unknown.
const DATABASE_LIMIT: Duration = Duration::from_secs(2);

/// Reads the state of the server into the gauges.
pub(super) async fn read(app: &AppState) {
    gauge!(names::BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1);
    let (jobs, bytes) = app.store.writer_queue();
    gauge!(names::QUEUE_JOBS).set(size(jobs));
    gauge!(names::QUEUE_BYTES).set(size(bytes));
    gauge!(names::BODY_BYTES).set(size(app.admission.body_bytes()));
    if let Some(redis) = app.admission.redis() {
        gauge!(names::REDIS_CONNECTED).set(u8::from(redis.is_connected()));
    }
    if app.mail.is_some() {
        read_mails(app).await;
    }
    read_deliveries(app).await;
    read_process();
}

async fn read_mails(app: &AppState) {
    let (waiting, oldest) = match timeout(DATABASE_LIMIT, app.store.waiting_mails()).await {
        Ok(Ok(waiting)) => (number(waiting.number), seconds_since(waiting.oldest)),
        // Better than a number that was true once.
        Ok(Err(_)) | Err(_) => (f64::NAN, f64::NAN),
    };
    gauge!(names::MAILS_WAITING).set(waiting);
    gauge!(names::MAILS_OLDEST).set(oldest);
}

async fn read_deliveries(app: &AppState) {
    let (waiting, oldest, dead) = match timeout(DATABASE_LIMIT, app.store.delivery_backlog()).await {
        Ok(Ok(backlog)) => (
            number(backlog.waiting),
            seconds_since(backlog.oldest),
            number(backlog.dead),
        ),
        Ok(Err(_)) | Err(_) => (f64::NAN, f64::NAN, f64::NAN),
    };
    gauge!(names::DELIVERIES_WAITING).set(waiting);
    gauge!(names::DELIVERIES_OLDEST).set(oldest);
    gauge!(names::DELIVERIES_DEAD).set(dead);
}

fn read_process() {
    let process = Process::read();
    let values = [
        (names::MEMORY, process.memory),
        (names::PROCESSOR, process.processor),
        (names::FILES, process.files),
        (names::STARTED, process.started),
    ];
    for (name, value) in values {
        if let Some(value) = value {
            gauge!(name).set(value);
        }
    }
}

/// Returns for how long something has waited; 0 if there is nothing.
fn seconds_since(time: Option<Millis>) -> f64 {
    number(time.map_or(0, |time| now() - time)) / 1000.0
}

fn size(number: usize) -> f64 {
    u32::try_from(number).unwrap_or(u32::MAX).into()
}

/// Converts a number; one that is not exact any more is as good.
#[allow(clippy::cast_precision_loss, reason = "a gauge needs no sixteen digits")]
fn number(number: Millis) -> f64 {
    number as f64
}
