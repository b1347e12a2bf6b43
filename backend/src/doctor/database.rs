//! The database: whether it can be opened by this version, whether it is whole, and its clock.

use super::clock;
use crate::finding::Finding;
use crate::server::Settings;
use store::{DatabaseState, inspect_database};

/// Size of SQLite's log from which something keeps it from being copied into the database: some ten times what is usual.
const LARGE_LOG: u64 = 256 << 20;

pub(super) async fn examine(settings: &Settings) -> Vec<Finding> {
    let location = settings.location();
    match inspect_database(&location).await {
        Ok(Some(state)) => judge(&state),
        Ok(None) => vec![Finding::warn(
            "database",
            "there is none yet",
            "`pulsen import` creates it",
        )],
        Err(error) if error.is_damage() => vec![damaged(&error.to_string())],
        Err(error) => vec![Finding::fail(
            "database",
            error.to_string(),
            "check whether it runs, whether its address and password are right, and who may read it",
        )],
    }
}

fn judge(state: &DatabaseState) -> Vec<Finding> {
    let DatabaseState {
        system,
        schema,
        known,
        ..
    } = state;
    let mut findings = Vec::new();
    findings.push(if schema > known {
        let reason = format!("its schema has number {schema}, this version knows {known}");
        Finding::fail("database", reason, "start the newer version that it belongs to")
    } else if schema < known {
        let reason = format!("{system}, schema {schema} of {known}");
        let advice = "the next start brings it up to date: back up before";
        Finding::warn("database", reason, advice)
    } else {
        Finding::ok("database", format!("{system}, schema {schema}"))
    });
    findings.extend(
        state
            .clock_difference
            .map(|millis| clock::judge(millis / 1000, "the database")),
    );
    if let Some(damage) = &state.damage {
        findings.push(damaged(damage));
    }
    if let Some(log) = state.log_bytes.filter(|log| *log > LARGE_LOG) {
        findings.push(Finding::warn(
            "database",
            format!("its log has {} MiB", log >> 20),
            "check whether another program keeps the database open; a restart of the server empties the log",
        ));
    }
    findings
}

fn damaged(damage: &str) -> Finding {
    Finding::fail(
        "database",
        format!("it is damaged: {damage}"),
        "stop the server, keep the folder as it is, and restore the last backup",
    )
}
