//! Each metric with its name, kind and meaning. docs/operate.md#metrics lists the same, which a test compares.

use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder};

/// Upper bounds for durations, in seconds: from a page in memory to an upload over a slow connection.
const SECONDS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

/// Upper bounds for the jobs of one transaction, of which there are 512 at most.
const JOBS: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 512.0];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Counter,
    /// A counter of parts of a second. The recorder counts whole numbers only, so it holds a gauge.
    CounterOfSeconds,
    Gauge,
    Seconds,
    Jobs,
}

macro_rules! metrics {
    ($($name:ident = $text:literal, $kind:ident, $meaning:literal;)*) => {
        $(pub const $name: &str = $text;)*

        const ALL: &[(&str, Kind, &str)] = &[$(($text, Kind::$kind, $meaning),)*];
    };
}

metrics! {
    BUILD = "pulsen_build_info", Gauge, "1; its label is the version";
    REQUEST_SECONDS = "pulsen_request_seconds", Seconds, "time until a response begins, by method, route and class of status";
    CONNECTIONS = "pulsen_connections", Gauge, "open connections";
    CONNECTIONS_REFUSED = "pulsen_connections_refused_total", Counter, "connections refused because too many are open";
    SOCKETS = "pulsen_sockets", Gauge, "open sockets of Socket.IO";
    RATE_LIMITED = "pulsen_rate_limited_total", Counter, "requests refused by a rate limit or a concurrency limit, by limit";
    REQUESTS_REFUSED = "pulsen_requests_refused_total", Counter, "requests refused because the server is out of capacity, by resource: `places` or `body_memory`";
    BODY_BYTES = "pulsen_body_bytes", Gauge, "bytes in memory of incoming bodies";
    STAFF_REFUSED = "pulsen_staff_refused_total", Counter, "refused staff requests, by reason";
    QUEUE_JOBS = "pulsen_writer_queue_jobs", Gauge, "jobs that wait for the writer";
    QUEUE_BYTES = "pulsen_writer_queue_bytes", Gauge, "their bytes, with those of the jobs that are being written";
    COMMIT_SECONDS = "pulsen_writer_commit_seconds", Seconds, "time of a group of jobs in its transaction, by outcome";
    GROUP_JOBS = "pulsen_writer_group_jobs", Jobs, "jobs of one transaction";
    UPLOAD_BYTES = "pulsen_upload_bytes_total", Counter, "bytes of files that were stored";
    UPLOAD_SECONDS = "pulsen_upload_seconds", Seconds, "time from the last byte of a file until it is checked and stored, by result";
    CODES = "pulsen_verification_codes_total", Counter, "verification codes, by result: sent, failed, entered, wrong";
    CODES_REFUSED = "pulsen_verification_codes_refused_total", Counter, "verification codes that were not sent because of a limit, by limit";
    UPLOADS_UNCLAIMED = "pulsen_uploads_unclaimed_bytes", Gauge, "bytes of unclaimed uploads, of all servers of the database";
    DISK_FREE = "pulsen_disk_free_bytes", Gauge, "free room of the disk of the database (SQLite) and of that of files, by what it is of";
    REFUSED_FOR_ROOM = "pulsen_refused_for_room_total", Counter, "feedback and uploads refused because a disk has less room than --disk-reserve, by what";
    CALL_SECONDS = "pulsen_call_seconds", Seconds, "time of a call to another system, by system and result";
    ROUND_SECONDS = "pulsen_background_round_seconds", Seconds, "time of a round of background work, by task and result";
    REDIS_CONNECTED = "pulsen_redis_connected", Gauge, "whether there is a connection to Redis; absent without --redis";
    MAILS_WAITING = "pulsen_mails_waiting", Gauge, "pending mails, of all servers of the database; absent without --smtp-url";
    MAILS_OLDEST = "pulsen_mails_oldest_seconds", Gauge, "age of the oldest reply in them";
    DELIVERIES = "pulsen_webhook_deliveries_total", Counter, "webhook delivery attempts, by result";
    DELIVERIES_WAITING = "pulsen_webhook_deliveries_waiting", Gauge, "pending webhook deliveries, of all servers of the database; without those of disabled webhooks";
    DELIVERIES_OLDEST = "pulsen_webhook_oldest_seconds", Gauge, "age of the oldest pending webhook delivery";
    DELIVERIES_DEAD = "pulsen_webhook_deliveries_dead", Gauge, "webhook deliveries without further retries, which can be replayed";
    MEMORY = "process_resident_memory_bytes", Gauge, "resident memory of this process";
    PROCESSOR = "process_cpu_seconds_total", CounterOfSeconds, "processor time of this process";
    FILES = "process_open_fds", Gauge, "open files of this process, connections among them";
    STARTED = "process_start_time_seconds", Gauge, "when this process started, in seconds since 1970";
}

/// Gives the histograms their bounds.
pub fn with_bounds(mut builder: PrometheusBuilder) -> Result<PrometheusBuilder, BuildError> {
    for (name, kind, _) in ALL {
        let matcher = Matcher::Full((*name).to_owned());
        builder = match kind {
            Kind::Seconds => builder.set_buckets_for_metric(matcher, &SECONDS)?,
            Kind::Jobs => builder.set_buckets_for_metric(matcher, &JOBS)?,
            Kind::Counter | Kind::CounterOfSeconds | Kind::Gauge => builder,
        };
    }
    Ok(builder)
}

/// Tells the recorder what each metric means.
pub fn describe() {
    for (name, kind, meaning) in ALL.iter().copied() {
        match kind {
            Kind::Counter => describe_counter!(name, meaning),
            Kind::Gauge | Kind::CounterOfSeconds => describe_gauge!(name, meaning),
            Kind::Seconds | Kind::Jobs => describe_histogram!(name, meaning),
        }
    }
}

/// Returns what Prometheus reads, with the types that the metrics have.
pub fn with_types(mut rendered: String) -> String {
    for (name, _, _) in ALL.iter().filter(|(_, kind, _)| *kind == Kind::CounterOfSeconds) {
        rendered = rendered.replacen(
            &format!("# TYPE {name} gauge"),
            &format!("# TYPE {name} counter"),
            1,
        );
    }
    rendered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_each_metric() {
        let docs = include_str!("../../../../docs/operate.md");
        for (name, _, meaning) in ALL {
            assert!(docs.contains(&format!("| `{name}` | {meaning} |")), "{name}");
        }
        let listed = docs
            .lines()
            .filter(|line| line.starts_with("| `pulsen_") || line.starts_with("| `process_"));
        assert_eq!(listed.count(), ALL.len());
    }
}
