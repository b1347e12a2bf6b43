//! Why an export is not complete.

use crate::store::StoreError;

/// Why an export ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a stored document is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("CSV could not be written: {0}")]
    Csv(#[from] csv::Error),
    #[error("Parquet could not be written: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
    #[error("a part of the export failed badly")]
    Panicked,
}
