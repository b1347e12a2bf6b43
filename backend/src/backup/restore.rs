//! Makes a data folder from a backup.

use super::checksums::{hash_file, read_list};
use super::{BackupError, DATABASE, DESCRIPTION, Description, FORMAT, at, folders};
use crate::uploads::FILES_FOLDER;
use base::regular_file::{Links, read_regular};
use std::path::Path;
use store::{Location, Store, newest_schema};

/// The name of the database until everything else is there: a folder without a database holds nothing to serve.
const ARRIVING: &str = "pulsen.db.restoring";

/// What came back.
#[derive(Debug)]
pub(crate) struct RestoredBackup {
    /// When the backup was made, in milliseconds since 1970.
    pub(crate) created_at: i64,
    pub(crate) files: usize,
    /// Whether files of visitors lie elsewhere.
    pub(crate) has_files: bool,
}

/// Checks a backup, makes a data folder of it, which must be empty or missing, and migrates its database to this version.
///
/// # Errors
/// The backup is damaged, unfinished or of a newer version, or one of the folders cannot be used.
pub(crate) async fn restore(backup: &Path, data: &Path) -> Result<RestoredBackup, BackupError> {
    let list = read_list(backup)?;
    folders::check_listed(backup, &list)?;
    let description = read_description(backup)?;
    for (place, hash) in &list {
        let path = backup.join(place);
        if hash_file(&path)? != *hash {
            return Err(BackupError::Damaged(path));
        }
    }
    folders::create_empty(data)?;
    let mut files = 0;
    for place in list.keys() {
        if !Path::new(place).starts_with(FILES_FOLDER) {
            continue;
        }
        let to = data.join(place);
        if let Some(shelf) = to.parent() {
            folders::create(shelf)?;
        }
        folders::copy(&backup.join(place), &to)?;
        files += 1;
    }
    let (arriving, database) = (data.join(ARRIVING), data.join(DATABASE));
    folders::copy(&backup.join(DATABASE), &arriving)?;
    std::fs::rename(&arriving, &database).map_err(at(&database))?;
    folders::sync(data)?;
    let store = Store::open(Location::from(data)).await?;
    // Clients may know more than there is now, and must not take what is written next for what they know.
    let begun = store.begin_history().await;
    store.close().await;
    begun?;
    Ok(RestoredBackup {
        created_at: description.created_at,
        files,
        has_files: description.has_files,
    })
}

/// Reads what the backup is, and whether this version can restore it.
fn read_description(backup: &Path) -> Result<Description, BackupError> {
    let path = backup.join(DESCRIPTION);
    let text = read_regular(&path, Links::Refused).map_err(at(&path))?;
    let description: Description = serde_json::from_str(&text).map_err(|error| at(&path)(error.into()))?;
    if description.format > FORMAT || description.schema > newest_schema() {
        return Err(BackupError::Newer(description.version));
    }
    Ok(description)
}
