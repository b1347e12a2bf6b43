//! What can go wrong with the database itself.

use serde::de::DeserializeOwned;
use std::path::PathBuf;

/// An error of the database, or of what it holds.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("the data folder {} cannot be used: {source}", path.display())]
    Folder { path: PathBuf, source: std::io::Error },
    #[error("the database could not be migrated to this version: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// A stored document cannot be read: it was written by another version, or by hand.
    #[error("{what} in the database cannot be read: {message}")]
    Document { what: String, message: String },
}

/// Parses a JSON document of the database; `what` names the document in the error.
pub(super) fn parse_document<T: DeserializeOwned>(
    text: &str,
    what: impl FnOnce() -> String,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Document {
        what: what(),
        message: error.to_string(),
    })
}
