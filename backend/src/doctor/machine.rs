//! The data folder and its disk.

use super::finding::Finding;
use crate::server::Settings;
use rustix::fs::statvfs;
use std::path::Path;

/// Room below which there may soon be none: files of visitors, the log of the database while it grows, a backup.
const LITTLE_ROOM: u64 = 2 << 30;

/// Room below which the database cannot be relied on.
const NO_ROOM: u64 = 256 << 20;

pub(super) fn examine(settings: &Settings) -> Vec<Finding> {
    // Everything lies elsewhere.
    if settings.database.is_some() && settings.files.is_some() {
        return Vec::new();
    }
    let folder = &settings.data;
    if !folder.is_dir() {
        let reason = format!("{} does not exist yet", folder.display());
        let advice = "`pulsen import` and `pulsen serve` create it; see whether --data is right if they ran";
        return vec![Finding::warn("disk", reason, advice)];
    }
    vec![disk(folder)]
}

fn disk(folder: &Path) -> Finding {
    let disk = match statvfs(folder) {
        Ok(disk) => disk,
        Err(error) => {
            return Finding::fail(
                "disk",
                format!("{}: {error}", folder.display()),
                "the user of the server must be able to enter the data folder",
            );
        }
    };
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let reason = format!("{} MiB are free for {}", free >> 20, folder.display());
    let advice = "make room: a full disk refuses feedback";
    match free {
        ..NO_ROOM => Finding::fail("disk", reason, advice),
        NO_ROOM..LITTLE_ROOM => Finding::warn("disk", reason, advice),
        _ => Finding::ok("disk", reason),
    }
}
