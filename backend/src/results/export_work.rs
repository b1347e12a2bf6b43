//! What an export is made by, and the export in the making, in whatever format (docs/results.md#exports).

use super::export::{TableExport, TableForm, TableFormat};
use super::export_error::ExportError;
use super::export_rows::ExportRows;
use crate::staff::{FeedbackItems, FeedbackReader, Texts};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::FeedbackFilter;
use utoipa::ToSchema;

/// The format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum ExportFormat {
    Csv,
    Ndjson,
    Parquet,
    Xlsx,
}

/// What an export is made by.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ExportWork {
    /// Of one flow, for a table.
    pub(crate) filter: FeedbackFilter,
    pub(crate) format: ExportFormat,
    pub(crate) form: TableForm,
    /// The address by which staff reach this server, for links to files; empty if it is not known.
    pub(crate) base: String,
}

/// An export in the making.
pub(crate) struct FeedbackExport(Form);

enum Form {
    Table(Box<TableExport>),
    Lines(Box<LinesExport>),
}

/// An export as lines of JSON.
struct LinesExport {
    reader: FeedbackReader,
    base: String,
    rows: ExportRows,
}

impl ExportFormat {
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Ndjson => "application/x-ndjson",
            Self::Parquet => "application/vnd.apache.parquet",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// Returns whether it is a table, which has the columns of one flow.
    pub(crate) fn is_table(self) -> bool {
        self.table().is_some()
    }

    fn table(self) -> Option<TableFormat> {
        match self {
            Self::Ndjson => None,
            Self::Csv => Some(TableFormat::Csv),
            Self::Parquet => Some(TableFormat::Parquet),
            Self::Xlsx => Some(TableFormat::Xlsx),
        }
    }
}

impl FeedbackExport {
    /// Begins an export.
    ///
    /// # Errors
    /// There is no such flow, it has more columns than the format takes, or the database failed.
    pub(crate) async fn begin(reader: FeedbackReader, work: ExportWork) -> Result<Self, ExportError> {
        let ExportWork {
            filter,
            format,
            form,
            base,
        } = work;
        let Some(format) = format.table() else {
            let rows = ExportRows::read(Arc::clone(&reader.store), filter);
            return Ok(Self(Form::Lines(Box::new(LinesExport { reader, base, rows }))));
        };
        let flow_id = filter.flow_id.as_deref().ok_or(ExportError::NoFlow)?;
        let flows = reader
            .flows
            .all_revisions(&reader.store, flow_id, filter.flow_revision)
            .await?;
        if flows.is_empty() {
            return Err(ExportError::NoFlow);
        }
        let table = TableExport::begin(reader, filter, flows, format, form)?;
        Ok(Self(Form::Table(Box::new(table))))
    }

    /// Returns the next bytes; `None` after the last.
    ///
    /// # Errors
    /// The database failed, or something stored cannot be written.
    pub(crate) async fn next_part(&mut self) -> Result<Option<Vec<u8>>, ExportError> {
        match &mut self.0 {
            Form::Table(table) => table.next_part().await,
            Form::Lines(lines) => lines.next_part().await,
        }
    }

    /// Returns how many feedbacks were read until now.
    pub(crate) fn feedbacks(&self) -> u64 {
        match &self.0 {
            Form::Table(table) => table.feedbacks(),
            Form::Lines(lines) => lines.rows.read_until_now(),
        }
    }
}

impl LinesExport {
    async fn next_part(&mut self) -> Result<Option<Vec<u8>>, ExportError> {
        let Some(rows) = self.rows.next().await? else {
            return Ok(None);
        };
        let items = FeedbackItems::load(&self.reader, self.base.clone(), &rows, Texts::With).await?;
        let mut lines = Vec::new();
        for row in rows {
            serde_json::to_writer(&mut lines, &items.item(row)?)?;
            lines.push(b'\n');
        }
        Ok(Some(lines))
    }
}
