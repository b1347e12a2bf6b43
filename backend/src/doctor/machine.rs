//! The data folder and its disk.

use crate::finding::Finding;
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
        let advice =
            "`pulsen import` and `pulsen serve` create it; check whether --data is right if they ran";
        return vec![Finding::warn("disk", reason, advice)];
    }
    vec![disk(folder, u64::from(settings.bounds.disk_reserve_mib) << 20)]
}

fn disk(folder: &Path, reserve: u64) -> Finding {
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
    let advice = "free up space: a full disk refuses all feedback, and one below --disk-reserve refuses large feedback and uploads";
    if free < NO_ROOM {
        Finding::fail("disk", reason, advice)
    } else if free < LITTLE_ROOM.max(reserve) {
        Finding::warn("disk", reason, advice)
    } else {
        Finding::ok("disk", reason)
    }
}
