//! A file while it arrives: on disk, without a name, so that it takes no memory and nothing is left of it.

use super::content::{AcceptedFiles, ContentError, FileKind};
use super::error::UploadError;
use super::limits::MAX_FILE_BYTES;
use crate::disk_room::DiskRoom;
use base::panics::TaskError;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// Parts are gathered up to this size before they are written: they can be single bytes.
const WRITE_SIZE: usize = 64 * 1024;

/// A file that arrives.
pub(crate) struct IncomingFile {
    file: Arc<File>,
    /// What has not been written yet.
    buffer: Vec<u8>,
    size: usize,
    accepted: AcceptedFiles,
    kind: Option<FileKind>,
    hash: Sha256,
    room: Arc<DiskRoom>,
}

/// A file that has arrived.
pub(crate) struct ReceivedFile {
    file: Arc<File>,
    size: usize,
    pub(super) kind: FileKind,
    hash: Sha256,
}

impl IncomingFile {
    pub(super) fn new(file: File, accepted: AcceptedFiles, room: Arc<DiskRoom>) -> Self {
        Self {
            file: Arc::new(file),
            buffer: Vec::new(),
            size: 0,
            accepted,
            kind: None,
            hash: Sha256::new(),
            room,
        }
    }

    /// Adds a part.
    ///
    /// # Errors
    /// The file is too large, or by its first bytes none that is accepted; the disk failed, or has little room.
    pub(crate) async fn push(&mut self, part: &[u8]) -> Result<(), UploadError> {
        self.size += part.len();
        if self.size > MAX_FILE_BYTES {
            return Err(UploadError::TooLarge);
        }
        self.hash.update(part);
        self.buffer.extend_from_slice(part);
        if self.kind.is_none() && self.buffer.len() >= FileKind::HEAD {
            self.tell_kind()?;
        }
        if self.buffer.len() >= WRITE_SIZE {
            self.write().await?;
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The file is empty or none that is accepted; the disk failed.
    pub(crate) async fn finish(mut self) -> Result<ReceivedFile, UploadError> {
        if self.size == 0 {
            return Err(UploadError::Empty);
        }
        let kind = match self.kind {
            Some(kind) => kind,
            None => self.tell_kind()?,
        };
        self.write().await?;
        Ok(ReceivedFile {
            file: self.file,
            size: self.size,
            kind,
            hash: self.hash,
        })
    }

    /// Tells the kind from the buffer, which still holds the beginning.
    fn tell_kind(&mut self) -> Result<FileKind, UploadError> {
        let kind = FileKind::of(&self.buffer).filter(|kind| self.accepted.include(*kind));
        let kind = kind.ok_or(ContentError::UnsupportedType(self.accepted))?;
        self.kind = Some(kind);
        Ok(kind)
    }

    async fn write(&mut self) -> Result<(), UploadError> {
        self.room.check_file()?;
        let (file, buffer) = (Arc::clone(&self.file), std::mem::take(&mut self.buffer));
        let written = spawn_blocking(move || (&*file).write_all(&buffer).map(|()| buffer)).await;
        self.buffer = written.map_err(TaskError::io).flatten()?;
        self.buffer.clear();
        Ok(())
    }
}

impl ReceivedFile {
    /// Returns the bytes of the file as it came.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Returns a hash of the file as it came.
    pub(crate) fn hash(&self) -> [u8; 32] {
        self.hash.clone().finalize().into()
    }

    /// Reads at most `length` bytes from a place on; none behind the end.
    pub(super) async fn part(&self, at: u64, length: usize) -> io::Result<Vec<u8>> {
        let file = Arc::clone(&self.file);
        let read = spawn_blocking(move || {
            let mut part = vec![0; length];
            let read = file.read_at(&mut part, at)?;
            part.truncate(read);
            Ok(part)
        });
        read.await.map_err(TaskError::io).flatten()
    }

    /// Reads the whole file. Only one reader may be in use.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        let mut file = &*self.file;
        file.rewind()?;
        let mut bytes = Vec::with_capacity(self.size);
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
