//! Backups of a data folder, and how they come back (docs/operate.md#backup).
//!
//! A backup is a folder: a copy of the database, the files of visitors that it names, `backup.json` with what it is of, and
//! `SHA256SUMS`, which `sha256sum --check` reads as well. It is written last, so a backup without it was not finished.

mod checksums;
mod create;
mod folders;
mod restore;

pub(crate) use create::create;
pub(crate) use restore::restore;

use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use store::StoreError;

/// The files of a backup. Those of visitors are in the folder [`crate::uploads::FILES_FOLDER`].
const DATABASE: &str = "pulsen.db";
const DESCRIPTION: &str = "backup.json";
const CHECKSUMS: &str = "SHA256SUMS";

/// The form of the backups that this version writes and reads.
const FORMAT: u32 = 1;

/// What a backup is of.
#[derive(Debug, Serialize, Deserialize)]
struct Description {
    format: u32,
    /// The version of Pulsen that wrote it.
    version: String,
    /// The number of the newest migration in the database.
    schema: i64,
    /// In milliseconds since 1970.
    created_at: i64,
    /// Whether it holds the files of visitors; they may lie elsewhere.
    has_files: bool,
}

/// Why there is no backup, or why it did not come back.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BackupError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{} is not empty: name a folder that is empty or does not exist", .0.display())]
    NotEmpty(PathBuf),
    #[error("there is no database in {}", .0.display())]
    NoDatabase(PathBuf),
    #[error(
        "{missing} files of visitors, such as {example}, are missing in {}: if they are stored in S3, back them up there and use \
         --without-files",
        folder.display()
    )]
    FilesMissing {
        missing: usize,
        example: String,
        folder: PathBuf,
    },
    #[error("{} is not a complete backup: {reason}", folder.display())]
    Unfinished { folder: PathBuf, reason: String },
    #[error("the backup is damaged: {} is not what was backed up; nothing was restored", .0.display())]
    Damaged(PathBuf),
    #[error("the backup is damaged: {} is a symbolic link, or no file; nothing was restored", .0.display())]
    NoFile(PathBuf),
    #[error("the backup is damaged: {} has no checksum in SHA256SUMS; nothing was restored", .0.display())]
    NoChecksum(PathBuf),
    #[error(
        "the backup was written by a newer version of Pulsen ({0}): restore it with that version, or a later one"
    )]
    Newer(String),
}

/// Names the file that an error of the operating system is about.
fn at(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    |source| BackupError::File {
        path: path.to_owned(),
        source,
    }
}
