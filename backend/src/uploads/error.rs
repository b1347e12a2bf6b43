//! Why an upload is refused.

use super::content::ContentError;
use super::storage::StorageUnavailable;
use crate::disk_room;
use std::fmt::{self, Debug, Display, Formatter};
use std::io;
use store::{UploadRefusal, WriteError};
use tracing::error;

/// Why an upload is refused.
#[derive(Debug)]
pub(crate) enum UploadError {
    /// The file has no bytes.
    Empty,
    /// The file has too many bytes.
    TooLarge,
    Content(ContentError),
    /// The device, or its address, has uploaded too much that no feedback has taken.
    TooMany,
    /// All together have uploaded too much that no feedback has taken.
    Full,
    /// The disk has less room than its reserve.
    NoRoom,
    /// The storage, the disk or the database is unavailable, or full; the log says more.
    Unavailable,
}

/// Logs a failure of the server.
pub(super) fn unavailable(error: &dyn Display) -> UploadError {
    error!(%error, "upload failed");
    UploadError::Unavailable
}

impl From<ContentError> for UploadError {
    fn from(error: ContentError) -> Self {
        Self::Content(error)
    }
}

impl From<disk_room::NoRoom> for UploadError {
    fn from(_: disk_room::NoRoom) -> Self {
        Self::NoRoom
    }
}

impl From<io::Error> for UploadError {
    fn from(error: io::Error) -> Self {
        unavailable(&error)
    }
}

impl From<StorageUnavailable> for UploadError {
    fn from(_: StorageUnavailable) -> Self {
        Self::Unavailable
    }
}

impl From<WriteError<UploadRefusal>> for UploadError {
    fn from(error: WriteError<UploadRefusal>) -> Self {
        match error {
            WriteError::Refused(UploadRefusal::TooMany) => Self::TooMany,
            // Its row has expired in the meantime: the storage took too long.
            WriteError::Refused(UploadRefusal::Unknown)
            | WriteError::QueueFull
            | WriteError::Stopping
            | WriteError::Failed
            | WriteError::Unwritable => Self::Unavailable,
        }
    }
}

/// Why a round of deletions could not be finished. The next one continues with the rest.
pub(crate) struct RoundError(String);

impl<E: Debug> From<E> for RoundError {
    fn from(error: E) -> Self {
        Self(format!("{error:?}"))
    }
}

impl Display for RoundError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "deleting files failed: {}", self.0)
    }
}
