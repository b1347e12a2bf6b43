//! Folders and files that only their owner may read.

use super::{BackupError, CHECKSUMS, at};
use base::regular_file::{Links, open_regular};
use std::collections::BTreeMap;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

/// The permissions of folders and files.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// Creates a folder that must not hold anything yet.
pub(super) fn create_empty(folder: &Path) -> Result<(), BackupError> {
    create(folder)?;
    let mut entries = folder.read_dir().map_err(at(folder))?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(BackupError::NotEmpty(folder.to_owned())),
    }
}

/// Checks that a backup holds nothing but folders and files that are listed.
pub(super) fn check_listed(backup: &Path, list: &BTreeMap<String, String>) -> Result<(), BackupError> {
    let mut folders = vec![backup.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().map_err(at(&folder))? {
            let entry = entry.map_err(at(&folder))?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(at(&folder))?);
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            if !kind.is_file() {
                return Err(BackupError::NoFile(path));
            }
            let place = path.strip_prefix(backup).ok().and_then(Path::to_str);
            if !place.is_some_and(|place| place == CHECKSUMS || list.contains_key(place)) {
                return Err(BackupError::NoChecksum(path));
            }
        }
    }
    Ok(())
}

/// Creates a folder with those around it.
pub(super) fn create(folder: &Path) -> Result<(), BackupError> {
    let mut builder = DirBuilder::new();
    builder
        .recursive(true)
        .mode(FOLDER_MODE)
        .create(folder)
        .map_err(at(folder))
}

/// Writes a file that is not there yet, and waits until it is on disk.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), BackupError> {
    let write = || -> io::Result<()> {
        let mut file = new_file(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(at(path))
}

/// Copies a file to a place where there is none yet, and waits until it is on disk.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), BackupError> {
    let mut source = open_regular(from, Links::Refused).map_err(at(from))?;
    let mut copy = || -> io::Result<()> {
        let mut file = new_file(to)?;
        io::copy(&mut source, &mut file)?;
        file.sync_all()
    };
    copy().map_err(at(to))
}

/// Waits until the names in a folder are on disk.
pub(super) fn sync(folder: &Path) -> Result<(), BackupError> {
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(at(folder))
}

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(FILE_MODE)
        .open(path)
}
