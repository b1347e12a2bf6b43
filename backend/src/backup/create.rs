//! Makes a backup while the server runs.
//!
//! Files are linked before the database is copied, and once more afterwards: what the copy names was there before, or came
//! until then. What it does not name any more, because it was deleted in the meantime, is taken out again.

use super::checksums::hash_file;
use super::{BackupError, CHECKSUMS, DATABASE, DESCRIPTION, Description, FORMAT, at, folders};
use crate::uploads::{FILES_FOLDER, file_place};
use base::time::now;
use std::collections::HashSet;
use std::fmt::Write;
use std::io;
use std::path::Path;
use store::{copy_database, has_database, stored_files};

/// What was backed up.
#[derive(Debug)]
pub(crate) struct CreatedBackup {
    pub(crate) database_bytes: u64,
    pub(crate) files: usize,
}

/// Backs a data folder up into a folder that is empty or missing.
///
/// # Errors
/// One of the folders cannot be used, the database was written by a newer version or is damaged, or files are missing.
pub(crate) async fn create(
    data: &Path,
    backup: &Path,
    with_files: bool,
) -> Result<CreatedBackup, BackupError> {
    if !has_database(data) {
        return Err(BackupError::NoDatabase(data.to_owned()));
    }
    folders::create_empty(backup)?;
    let mut kept = HashSet::new();
    if with_files {
        keep(data, backup, &mut kept, stored_files(data).await?)?;
    }
    let database = backup.join(DATABASE);
    let copy = copy_database(data, &database).await?;
    if with_files {
        let wanted: HashSet<String> = copy.files.into_iter().collect();
        let missing = wanted.difference(&kept).cloned().collect();
        let missing = keep(data, backup, &mut kept, missing)?;
        // What was deleted after the copy was made is gone from the database as well.
        let still_wanted: HashSet<String> = match missing.is_empty() {
            true => HashSet::new(),
            false => stored_files(data).await?.into_iter().collect(),
        };
        let missing: Vec<&String> = missing.iter().filter(|key| still_wanted.contains(*key)).collect();
        if let Some(example) = missing.first() {
            return Err(BackupError::FilesMissing {
                missing: missing.len(),
                example: (*example).clone(),
                folder: data.join(FILES_FOLDER),
            });
        }
        for key in kept.difference(&wanted) {
            let path = backup.join(place_of(key));
            std::fs::remove_file(&path).map_err(at(&path))?;
        }
        kept.retain(|key| wanted.contains(key));
    }
    let description = Description {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").into(),
        schema: copy.schema,
        created_at: now(),
        has_files: with_files,
    };
    finish(backup, &description, &kept)?;
    Ok(CreatedBackup {
        database_bytes: std::fs::metadata(&database).map_err(at(&database))?.len(),
        files: kept.len(),
    })
}

/// Brings files into the backup, and returns those that are not there.
fn keep(
    data: &Path,
    backup: &Path,
    kept: &mut HashSet<String>,
    keys: Vec<String>,
) -> Result<Vec<String>, BackupError> {
    let mut missing = Vec::new();
    for key in keys {
        let place = place_of(&key);
        let (from, to) = (data.join(&place), backup.join(&place));
        if let Some(shelf) = to.parent() {
            folders::create(shelf)?;
        }
        // Files never change, so a link is as good as a copy. There are none between two disks.
        match std::fs::hard_link(&from, &to) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                missing.push(key);
                continue;
            }
            Err(_) => folders::copy(&from, &to)?,
        }
        kept.insert(key);
    }
    Ok(missing)
}

/// Writes what the backup is, and last the hashes of all that is in it.
fn finish(backup: &Path, description: &Description, files: &HashSet<String>) -> Result<(), BackupError> {
    let path = backup.join(DESCRIPTION);
    let text = serde_json::to_string_pretty(description).map_err(|error| at(&path)(error.into()))?;
    folders::write(&path, text.as_bytes())?;
    let mut places: Vec<String> = files.iter().map(|key| place_of(key)).collect();
    places.sort_unstable();
    let mut list = String::new();
    for place in [DATABASE, DESCRIPTION]
        .into_iter()
        .chain(places.iter().map(String::as_str))
    {
        // Writing to a text cannot fail.
        let _ = writeln!(list, "{}  {place}", hash_file(&backup.join(place))?);
    }
    folders::write(&backup.join(CHECKSUMS), list.as_bytes())?;
    folders::sync(backup)
}

/// Returns the place of a file, the same in a data folder and in a backup.
fn place_of(key: &str) -> String {
    format!("{FILES_FOLDER}/{}", file_place(key))
}
