//! Which files must be in the storage (docs/deletion.md#stray-files).

use crate::database::{Db, Location, query};
use crate::error::StoreError;
use crate::handle::Store;
use base::time::Millis;
use sqlx::FromRow;

/// The digits of the last key of a shelf, after the two that name it.
const LAST_DIGITS: &str = "ffffffffffffffffffffffffffffff";

/// Reads the rows of files.
pub struct StoredFiles(Db);

/// A row of a file, as far as it tells whether the file must be there.
#[derive(Debug, FromRow)]
pub struct StoredFile {
    pub storage_key: String,
    /// `None`: it may be on its way.
    pub stored_at: Option<Millis>,
    /// `None`: a feedback has taken it, or it is of an export.
    pub expires_at: Option<Millis>,
}

impl StoredFile {
    /// Returns whether the file must have been in the storage at a time, and for a while after it.
    pub fn is_expected_at(&self, time: Millis) -> bool {
        self.stored_at.is_some_and(|stored_at| stored_at < time)
            && self.expires_at.is_none_or(|expires_at| expires_at > time)
    }
}

impl StoredFiles {
    /// Opens a database as it is, for reading. Its schema must be that of this version.
    ///
    /// # Errors
    /// There is none, or it cannot be opened.
    pub async fn open(location: &Location) -> Result<Self, StoreError> {
        Db::open_existing(location).await.map(Self)
    }

    /// Returns the rows of the files on a shelf: those whose keys begin with two hexadecimal digits.
    pub async fn on_shelf(&self, shelf: &str) -> Result<Vec<StoredFile>, StoreError> {
        let rows = query(
            "SELECT storage_key, stored_at, CASE WHEN feedback_id IS NULL THEN expires_at END AS expires_at
             FROM uploads WHERE storage_key >= $1 AND storage_key <= $2
             UNION ALL
             SELECT storage_key, stored_at, CASE WHEN export_id IS NULL THEN 0 END
             FROM export_parts WHERE storage_key >= $1 AND storage_key <= $2",
        )
        .bind(shelf)
        .bind(format!("{shelf}{LAST_DIGITS}"))
        .fetch_all(&self.0)
        .await?;
        Ok(rows)
    }
}

impl Store {
    /// Returns the rows of files.
    pub fn stored_files(&self) -> StoredFiles {
        StoredFiles(self.db.clone())
    }
}
