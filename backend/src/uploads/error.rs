//! Why an upload is refused.

use super::content::ContentError;
use super::storage::StorageUnavailable;
use crate::store::{UploadRefusal, WriteError};
use std::fmt::Display;
use std::io;
use tracing::error;

/// Why an upload is refused.
#[derive(Debug)]
pub(crate) enum UploadError {
    /// The file has no bytes.
    Empty,
    /// The file has too many bytes.
    TooLarge,
    Content(ContentError),
    /// The device has uploaded too much that no feedback has taken.
    TooMany,
    /// The storage, the disk or the database is away, or has no room; the log says more.
    Unavailable,
}

/// Logs a failure of the server.
pub(super) fn unavailable(error: &dyn Display) -> UploadError {
    error!(%error, "an upload failed");
    UploadError::Unavailable
}

impl From<ContentError> for UploadError {
    fn from(error: ContentError) -> Self {
        Self::Content(error)
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
