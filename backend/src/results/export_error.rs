//! Why an export is not complete.

use super::parquet_table::ParquetError;
use store::StoreError;

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
    Parquet(#[from] ParquetError),
    #[error("a workbook could not be written: {0}")]
    Workbook(#[from] zip::result::ZipError),
    #[error("a workbook could not be written: {0}")]
    Io(#[from] std::io::Error),
    #[error("the flow has {count} columns, and a sheet of a workbook at most 16384: export it as CSV")]
    TooManyColumns { count: usize },
    #[error("there is no such flow any more")]
    NoFlow,
    #[error("a part of the export failed badly")]
    Panicked,
}
