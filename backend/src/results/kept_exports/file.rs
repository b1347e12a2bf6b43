//! The file of an export, stored in parts while it is made.

use super::KeptExports;
use crate::disk_room::NoRoom;
use crate::results::ExportError;
use crate::uploads::StorageUnavailable;
use base::random::random_id;
use base::time::{Millis, now};
use std::convert::Infallible;
use store::{ClaimedExport, ExportProgress, NewExportPart, WriteError};

/// The size of each part but the last.
const PART_BYTES: usize = 8 * 1024 * 1024;

/// Most bytes of a file.
const MOST_BYTES: u64 = 10 * 1024 * 1024 * 1024;

/// For how long a server has an export without saying that it still makes it.
pub(super) const LEASE: Millis = 2 * 60 * 1000;

/// How often it says so.
const PROGRESS_INTERVAL: Millis = 10 * 1000;

/// Why the file could not be stored.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("what is to be exported cannot be read: {0}")]
    Work(#[from] serde_json::Error),
    #[error(transparent)]
    Storage(#[from] StorageUnavailable),
    #[error("the database does not take it now: {0:?}")]
    Write(WriteError<Infallible>),
    #[error("system random generator unavailable: {0}")]
    Random(#[from] getrandom::Error),
    #[error("the disk has little room")]
    NoRoom,
    #[error("the file is too large")]
    TooLarge,
    /// It was removed, or another server makes it.
    #[error("the export is no longer this server's")]
    Lost,
}

impl From<WriteError<Infallible>> for FileError {
    fn from(error: WriteError<Infallible>) -> Self {
        Self::Write(error)
    }
}

impl From<NoRoom> for FileError {
    fn from(_: NoRoom) -> Self {
        Self::NoRoom
    }
}

/// A file of which parts are stored as soon as they are full.
pub(super) struct FileInParts<'a> {
    exports: &'a KeptExports,
    export: &'a ClaimedExport,
    buffer: Vec<u8>,
    parts: u32,
    bytes: u64,
    said_at: Millis,
}

impl<'a> FileInParts<'a> {
    pub(super) fn new(exports: &'a KeptExports, export: &'a ClaimedExport) -> Self {
        Self {
            exports,
            export,
            buffer: Vec::new(),
            parts: 0,
            bytes: 0,
            said_at: now(),
        }
    }

    /// Adds bytes at the end. `feedbacks` are in the file with them.
    pub(super) async fn add(&mut self, bytes: &[u8], feedbacks: u64) -> Result<(), FileError> {
        self.buffer.extend_from_slice(bytes);
        while self.buffer.len() >= PART_BYTES {
            let rest = self.buffer.split_off(PART_BYTES);
            let part = std::mem::replace(&mut self.buffer, rest);
            self.store(part, feedbacks).await?;
        }
        if now() - self.said_at >= PROGRESS_INTERVAL {
            self.say(None, feedbacks).await?;
        }
        Ok(())
    }

    /// Stores what is left, and returns the bytes of the file.
    pub(super) async fn finish(mut self, feedbacks: u64) -> Result<u64, FileError> {
        if !self.buffer.is_empty() {
            let part = std::mem::take(&mut self.buffer);
            self.store(part, feedbacks).await?;
        }
        Ok(self.bytes)
    }

    async fn store(&mut self, part: Vec<u8>, feedbacks: u64) -> Result<(), FileError> {
        self.exports.room.check_file()?;
        self.bytes += part.len() as u64;
        if self.bytes > MOST_BYTES {
            return Err(FileError::TooLarge);
        }
        let storage_key = random_id()?;
        let new = NewExportPart {
            storage_key: storage_key.clone(),
            position: self.parts,
            size: part.len() as u64,
        };
        self.parts += 1;
        self.say(Some(new), feedbacks).await?;
        self.exports
            .storage
            .put(&storage_key, part, "application/octet-stream")
            .await?;
        let store = &self.exports.reader.store;
        Ok(store.note_export_part(&storage_key, now()).await?)
    }

    async fn say(&mut self, part: Option<NewExportPart>, feedbacks: u64) -> Result<(), FileError> {
        self.said_at = now();
        let progress = ExportProgress {
            export: self.export.clone(),
            now: self.said_at,
            until: self.said_at + LEASE,
            feedbacks,
            bytes: self.bytes,
            part,
        };
        match self.exports.reader.store.note_export_progress(progress).await? {
            true => Ok(()),
            false => Err(FileError::Lost),
        }
    }
}
