//! Files that no row names, and rows whose file is missing (docs/deletion.md#stray-files).
//!
//! Neither comes about by a process that ends: a row is there before its file and after it. But a storage may take a file that it
//! was thought to have refused, and both are restored from backups, or changed by hand.

use super::storage::{FileStorage, StorageUnavailable};
use base::time::{DAY, Millis, now};
use std::collections::{HashMap, HashSet};
use std::time::Instant;
use store::{StoreError, StoredFile, StoredFiles};

/// How many shelves there are: keys are hexadecimal, and the first two digits name the shelf.
const SHELVES: u32 = 256;

/// How long a file is left alone that no row names: nothing that is under way takes so long.
const LEFT_ALONE: Millis = DAY;

/// Most strays that are found at once: their keys take memory.
const MOST: usize = 10_000;

/// Strays from which on it is likelier that the storage belongs to another database, if they are more than the other files.
const SUSPICIOUS: usize = 100;

/// What a look at the storage has found.
#[derive(Debug, Default)]
pub(crate) struct StrayFiles {
    /// The keys of files that no row names, some of them if there are very many.
    pub(crate) strays: Vec<String>,
    /// How many files rows name.
    pub(crate) known: usize,
    /// How many of those are not there.
    pub(crate) missing: usize,
    /// Whether all files were looked at.
    pub(crate) is_complete: bool,
}

/// Why a look could not be finished.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LookError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Storage(#[from] StorageUnavailable),
}

impl StrayFiles {
    /// Looks at all files, or at some until a time.
    pub(crate) async fn find(
        storage: &FileStorage,
        rows: &StoredFiles,
        until: Option<Instant>,
    ) -> Result<Self, LookError> {
        let mut found = Self::default();
        for shelf in 0..SHELVES {
            if found.strays.len() >= MOST || until.is_some_and(|until| Instant::now() > until) {
                return Ok(found);
            }
            let shelf = format!("{shelf:02x}");
            let began = now();
            // Before the rows: a row comes before its file, so a file that is listed has one, unless it is a stray.
            let files = storage.list(&shelf).await?;
            found.compare(&files, &rows.on_shelf(&shelf).await?, began);
        }
        found.is_complete = true;
        Ok(found)
    }

    /// Returns whether there are so many strays that the storage seems to belong to another database.
    pub(crate) fn is_suspicious(&self) -> bool {
        self.strays.len() > SUSPICIOUS.max(self.known)
    }

    /// Adds a shelf: the files on it with the times of their last change, as listed from `began` on, and its rows.
    fn compare(&mut self, files: &HashMap<String, Millis>, rows: &[StoredFile], began: Millis) {
        let keys: HashSet<&str> = rows.iter().map(|row| row.storage_key.as_str()).collect();
        let strays = files
            .iter()
            .filter(|(key, changed_at)| !keys.contains(key.as_str()) && **changed_at < began - LEFT_ALONE);
        self.strays.extend(strays.map(|(key, _)| key.clone()));
        // What was stored since is in no list, and what has expired may be deleted at any time.
        let expected = rows.iter().filter(|row| row.is_expected_at(began));
        for row in expected {
            self.known += 1;
            self.missing += usize::from(!files.contains_key(&row.storage_key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 10 * DAY;

    fn row(key: &str, stored_at: Option<Millis>, expires_at: Option<Millis>) -> StoredFile {
        StoredFile {
            storage_key: key.into(),
            stored_at,
            expires_at,
        }
    }

    #[test]
    fn files_of_uploads_under_way_are_neither_orphaned_nor_missing() {
        let files = [("kept", 0), ("stray", 0), ("young", NOW - 1), ("expired", 0)];
        let files = files.map(|(key, changed_at)| (key.to_owned(), changed_at)).into();
        let rows = [
            row("kept", Some(0), None),
            row("missing", Some(0), None),
            row("missing and unclaimed", Some(0), Some(NOW + 1)),
            row("expired", Some(0), Some(NOW - 1)),
            row("deleted, not yet forgotten", Some(0), Some(0)),
            row("arriving", None, Some(NOW + 1)),
            row("arrived since", Some(NOW), Some(NOW + 1)),
        ];
        let mut found = StrayFiles::default();
        found.compare(&files, &rows, NOW);
        assert_eq!(found.strays, ["stray"]);
        assert_eq!((found.known, found.missing), (3, 2));
        assert!(!found.is_suspicious());
    }

    #[test]
    fn more_strays_than_files_belong_to_another_database() {
        let of = |strays: usize, known| StrayFiles {
            strays: vec![String::new(); strays],
            known,
            ..StrayFiles::default()
        };
        assert!(of(101, 0).is_suspicious());
        assert!(of(5_001, 5_000).is_suspicious());
        assert!(!of(100, 0).is_suspicious());
        assert!(!of(5_000, 5_000).is_suspicious());
    }
}
