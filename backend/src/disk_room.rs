//! The free room of the disks that the server writes to. Below a reserve, what is large is refused, so that small feedback is
//! still stored (docs/operate.md#disk-space).

use crate::condition::{Condition, ConditionCode};
use crate::finding::Finding;
use base::telemetry::{free_room, refused_for_room};
use rustix::fs::statvfs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::task::{AbortHandle, spawn_blocking};
use tokio::time::MissedTickBehavior;
use tracing::{info, warn};

/// The reserve, in MiB, unless the operator says otherwise: room for some hundred thousand feedbacks.
pub(crate) const DISK_RESERVE_MIB: u32 = 1_024;

/// How often disks are looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// The largest feedback that is always stored, in bytes: with it, whatever somebody types by hand.
const SMALL: usize = 16 * 1024;

/// The disks of this server.
pub(crate) struct DiskRoom {
    /// Of the database; `None` if it is not on this machine.
    database: Option<Arc<Disk>>,
    /// Of files as they arrive.
    files: Arc<Disk>,
    task: AbortHandle,
}

/// A disk has less room than its reserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoRoom;

#[derive(Debug)]
struct Disk {
    /// What is on it.
    of: &'static str,
    path: PathBuf,
    /// In bytes.
    reserve: u64,
    /// In bytes, at the last look.
    free: AtomicU64,
    is_low: AtomicBool,
    is_unknown: AtomicBool,
}

impl DiskRoom {
    /// Looks at the disks, and again every second. `reserve` is in bytes; with 0 nothing is refused.
    pub(crate) fn watch(database: Option<PathBuf>, files: PathBuf, reserve: u64) -> Self {
        let database = database.map(|path| Disk::new("database", path, reserve));
        let files = Disk::new("files", files, reserve);
        let disks: Vec<_> = database.iter().chain([&files]).map(Arc::clone).collect();
        disks.iter().for_each(|disk| disk.look());
        let task = tokio::spawn(async move {
            let mut interval = tokio::time::interval(INTERVAL);
            interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                interval.tick().await;
                let disks = disks.clone();
                // A disk in the network may take its time.
                let _ = spawn_blocking(move || disks.iter().for_each(|disk| disk.look())).await;
            }
        });
        Self {
            database,
            files,
            task: task.abort_handle(),
        }
    }

    /// Checks whether there is room for a feedback of so many bytes.
    ///
    /// # Errors
    /// It is large, and the disk of the database has less room than its reserve.
    pub(crate) fn check_feedback(&self, bytes: usize) -> Result<(), NoRoom> {
        match &self.database {
            Some(disk) if bytes > SMALL => disk.check("feedback"),
            _ => Ok(()),
        }
    }

    /// Checks whether there is room for a file.
    ///
    /// # Errors
    /// The disk of files has less room than its reserve.
    pub(crate) fn check_file(&self) -> Result<(), NoRoom> {
        self.files.check("upload")
    }

    /// Returns how much room there is, without the places of the disks.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = Condition> {
        use ConditionCode as Code;
        let database = self.database.iter().map(|disk| {
            let codes = [
                Code::DatabaseSpace,
                Code::DatabaseSpaceLow,
                Code::DatabaseSpaceUnknown,
            ];
            disk.condition(codes)
        });
        let codes = [Code::FileSpace, Code::FileSpaceLow, Code::FileSpaceUnknown];
        database.chain([self.files.condition(codes)])
    }
}

impl Drop for DiskRoom {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Disk {
    fn new(of: &'static str, path: PathBuf, reserve: u64) -> Arc<Self> {
        Arc::new(Self {
            of,
            path,
            reserve,
            free: AtomicU64::new(0),
            is_low: AtomicBool::new(false),
            is_unknown: AtomicBool::new(false),
        })
    }

    fn check(&self, what: &'static str) -> Result<(), NoRoom> {
        if !self.is_low.load(Relaxed) {
            return Ok(());
        }
        refused_for_room(what);
        Err(NoRoom)
    }

    /// Takes the codes for enough space, too little, and an unknown amount.
    fn condition(&self, [enough, low, unknown]: [ConditionCode; 3]) -> Condition {
        const CHECK: &str = "disk";
        let of = self.of;
        if self.is_unknown.load(Relaxed) {
            let reason = format!("how much room there is for {of} cannot be found out");
            return Condition::new(unknown, Finding::warn(CHECK, reason, "see the log"));
        }
        let free = self.free.load(Relaxed) >> 20;
        let reason = format!("{free} MiB are free for {of}");
        let condition = match self.is_low.load(Relaxed) {
            false => Condition::new(enough, Finding::ok(CHECK, reason)),
            true => Condition::new(
                low,
                Finding::fail(
                    CHECK,
                    reason,
                    "free up space: below --disk-reserve the server refuses large feedback and uploads",
                ),
            ),
        };
        condition.of(free.cast_signed())
    }

    /// Finds out how much room there is. What cannot be found out changes nothing.
    fn look(&self) {
        match statvfs(&self.path) {
            Ok(disk) => {
                self.is_unknown.store(false, Relaxed);
                self.note(disk.f_bavail.saturating_mul(disk.f_frsize));
            }
            Err(error) => {
                if !self.is_unknown.swap(true, Relaxed) {
                    let of = self.of;
                    warn!(%error, of, "free disk space unavailable");
                }
            }
        }
    }

    fn note(&self, free: u64) {
        free_room(self.of, free);
        self.free.store(free, Relaxed);
        let was_low = self.is_low.load(Relaxed);
        let is_low = is_low(free, self.reserve, was_low);
        self.is_low.store(is_low, Relaxed);
        let (of, free_mib, reserve_mib) = (self.of, free >> 20, self.reserve >> 20);
        match (was_low, is_low) {
            (false, true) => warn!(
                of,
                free_mib, reserve_mib, "disk space below --disk-reserve; refusing large feedback and uploads"
            ),
            (true, false) => info!(
                of,
                free_mib, reserve_mib, "disk space sufficient again; accepting large feedback and uploads"
            ),
            _ => {}
        }
    }
}

/// Returns whether room is low. Once it was, a tenth of the reserve more is needed, so that it does not change all the time.
fn is_low(free: u64, reserve: u64, was_low: bool) -> bool {
    let margin = if was_low { reserve / 10 } else { 0 };
    free < reserve.saturating_add(margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_low_below_the_reserve_until_there_is_clearly_more() {
        for (free, was_low, expected) in [
            (100, false, false),
            (99, false, true),
            (100, true, true),
            (109, true, true),
            (110, true, false),
        ] {
            assert_eq!(is_low(free, 100, was_low), expected, "{free}");
        }
        assert!(!is_low(0, 0, false) && !is_low(0, 0, true));
    }

    #[tokio::test]
    async fn large_requests_are_refused_only_while_disk_space_is_low() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let room = DiskRoom::watch(Some(path.clone()), path.clone(), u64::MAX);
        assert_eq!(room.check_feedback(SMALL), Ok(()));
        assert_eq!(room.check_feedback(SMALL + 1), Err(NoRoom));
        assert_eq!(room.check_file(), Err(NoRoom));
        // The database is elsewhere, or there is no reserve.
        let room = DiskRoom::watch(None, path.clone(), u64::MAX);
        assert_eq!(room.check_feedback(SMALL + 1), Ok(()));
        let room = DiskRoom::watch(Some(path.clone()), path, 0);
        assert_eq!(
            (room.check_feedback(SMALL + 1), room.check_file()),
            (Ok(()), Ok(()))
        );
        // What cannot be looked at keeps its state.
        let gone = Disk::new("files", folder.path().join("missing"), 1);
        gone.look();
        assert_eq!(gone.check("upload"), Ok(()));
    }
}
