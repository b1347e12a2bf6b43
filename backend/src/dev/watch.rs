//! Notices that the records of a folder have changed.
//!
//! It asks for the times of the files instead of being told by the operating system: that works alike everywhere, also in
//! containers and on network drives, and a project has few files.

use base::records::record_files;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often it looks (docs/constants.md#delays).
const INTERVAL: Duration = Duration::from_millis(50);

/// What tells one state of the files from another.
#[derive(PartialEq, Eq)]
struct Snapshot(Vec<(PathBuf, Option<SystemTime>, u64)>);

impl Snapshot {
    /// Looks at the record files of a folder. Those that cannot be read are not among them.
    fn of(folder: &Path) -> Self {
        let files = record_files(folder).unwrap_or_default();
        let seen = files.into_iter().map(|(_, path)| {
            let metadata = std::fs::metadata(&path).ok();
            let length = metadata.as_ref().map_or(0, std::fs::Metadata::len);
            (
                path,
                metadata.and_then(|metadata| metadata.modified().ok()),
                length,
            )
        });
        Self(seen.collect())
    }
}

/// Calls `on_change` at once, and after each change of the folder's files. Files that are being written are waited for: they look
/// the same twice in a row before a change counts. Ends with the first error of a call.
pub(crate) async fn watch<E>(
    folder: &Path,
    mut on_change: impl AsyncFnMut() -> Result<(), E>,
) -> Result<(), E> {
    // Before the call, so that nothing is missed.
    let mut known = Snapshot::of(folder);
    on_change().await?;
    let mut last = None;
    loop {
        tokio::time::sleep(INTERVAL).await;
        let seen = Snapshot::of(folder);
        if seen != known && last.as_ref() == Some(&seen) {
            known = seen;
            last = None;
            on_change().await?;
        } else {
            last = Some(seen);
        }
    }
}
