//! What is recorded as it happens.

use super::names;
use http::{Method, StatusCode};
use metrics::{Gauge, counter, gauge, histogram};
use std::time::Duration;

/// What became of a group of jobs.
#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum GroupOutcome {
    Committed,
    Unavailable,
    Panicked,
}

/// Records a request by its route as it is written in the router; `none` for those without one.
pub fn request_answered(method: &Method, route: String, status: StatusCode, elapsed: Duration) {
    histogram!(
        names::REQUEST_SECONDS,
        "method" => known_method(method),
        "route" => route,
        "status" => status_class(status),
    )
    .record(elapsed);
}

/// Returns the gauge of open connections.
pub fn open_connections() -> Gauge {
    gauge!(names::CONNECTIONS)
}

/// Returns the gauge of open sockets.
pub fn open_sockets() -> Gauge {
    gauge!(names::SOCKETS)
}

/// Records that a connection was refused.
pub fn connection_refused() {
    counter!(names::CONNECTIONS_REFUSED).increment(1);
}

/// Records that somebody asks too often.
pub fn rate_limited(limit: &'static str) {
    counter!(names::RATE_LIMITED, "limit" => limit).increment(1);
}

/// Counts a refused staff request.
pub fn staff_call_refused(reason: &'static str) {
    counter!(names::STAFF_REFUSED, "reason" => reason).increment(1);
}

/// Records that the server has nothing left for a request.
pub fn request_refused(lack: &'static str) {
    counter!(names::REQUESTS_REFUSED, "lack" => lack).increment(1);
}

/// Records a group of the writer.
pub fn group_written(jobs: usize, outcome: GroupOutcome, elapsed: Duration) {
    histogram!(names::COMMIT_SECONDS, "outcome" => outcome.into_str()).record(elapsed);
    histogram!(names::GROUP_JOBS).record(u32::try_from(jobs).unwrap_or(u32::MAX));
}

/// Records a file that was received; with its size if it was stored.
pub fn upload_stored(size: Option<u64>, elapsed: Duration) {
    let result = if size.is_some() { "stored" } else { "refused" };
    histogram!(names::UPLOAD_SECONDS, "result" => result).record(elapsed);
    counter!(names::UPLOAD_BYTES).increment(size.unwrap_or(0));
}

/// Records the result of a verification code.
pub fn code_handled(result: &'static str) {
    counter!(names::CODES, "result" => result).increment(1);
}

/// Records that a verification code was not sent.
pub fn code_refused(limit: &'static str) {
    counter!(names::CODES_REFUSED, "limit" => limit).increment(1);
}

/// Records how much is stored that no feedback has taken.
#[allow(clippy::cast_precision_loss, reason = "a gauge needs no sixteen digits")]
pub fn unclaimed_upload_bytes(bytes: u64) {
    gauge!(names::UPLOADS_UNCLAIMED).set(bytes as f64);
}

/// Records how much room a disk has.
#[allow(clippy::cast_precision_loss, reason = "a gauge needs no sixteen digits")]
pub fn free_room(disk: &'static str, bytes: u64) {
    gauge!(names::DISK_FREE, "of" => disk).set(bytes as f64);
}

/// Records that something was refused because a disk has little room.
pub fn refused_for_room(what: &'static str) {
    counter!(names::REFUSED_FOR_ROOM, "what" => what).increment(1);
}

/// Records what came of a try to tell a webhook something.
pub fn webhook_told(result: &'static str) {
    counter!(names::DELIVERIES, "result" => result).increment(1);
}

/// Records a round of background work.
pub fn background_round(task: &'static str, is_ok: bool, elapsed: Duration) {
    let result = if is_ok { "ok" } else { "failed" };
    histogram!(names::ROUND_SECONDS, "task" => task, "result" => result).record(elapsed);
}

/// Clients may invent methods, but no labels.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn status_class(status: StatusCode) -> &'static str {
    match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}
