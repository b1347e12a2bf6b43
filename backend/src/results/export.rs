//! Feedback taken out as a table (docs/results.md#exports), made part by part: there may be more than fits into memory.

use super::columns::{Columns, Naming};
use super::csv_table::{CsvTable, Separator};
use super::export_error::ExportError;
use super::export_rows::ExportRows;
use super::parquet_table::ParquetTable;
use super::xlsx_table::XlsxTable;
use crate::flows::LoadedFlow;
use crate::staff::{DeviceHashes, FeedbackReader};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{FeedbackFilter, FeedbackRow};

/// A form of exports as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableFormat {
    Csv,
    Parquet,
    Xlsx,
}

/// How a table is written.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct TableForm {
    pub(crate) header: Naming,
    pub(crate) values: Naming,
    /// Separator of the cells of CSV.
    pub(crate) separator: Separator,
    /// Whether CSV begins with a byte order mark.
    pub(crate) has_byte_order_mark: bool,
}

/// An export as a table, in the making.
pub(super) struct TableExport {
    rows: ExportRows,
    writer: Option<TableWriter>,
}

/// What writes the table, on a thread where it may take its time.
struct TableWriter {
    columns: Columns,
    values: Naming,
    device_hashes: DeviceHashes,
    table: Table,
}

enum Table {
    Csv(Box<CsvTable>),
    Parquet(Box<ParquetTable>),
    Xlsx(Box<XlsxTable>),
}

impl TableExport {
    /// Begins an export of a flow's feedback, whose revisions are given, the newest first.
    ///
    /// # Errors
    /// The header could not be written, or the table has more columns than the format takes.
    pub(super) fn begin(
        reader: FeedbackReader,
        filter: FeedbackFilter,
        flows: Vec<Arc<LoadedFlow>>,
        format: TableFormat,
        form: TableForm,
    ) -> Result<Self, ExportError> {
        let columns = Columns::of(flows);
        let header = columns.list.iter().map(|column| match form.header {
            Naming::Texts if column.id != column.text => format!("{} ({})", column.text, column.id),
            _ => column.id.clone(),
        });
        let header: Vec<String> = header.collect();
        let header = header.iter().map(String::as_str);
        let table = match format {
            TableFormat::Csv => Table::Csv(Box::new(CsvTable::new(
                header,
                form.separator,
                form.has_byte_order_mark,
            )?)),
            TableFormat::Parquet => Table::Parquet(Box::new(ParquetTable::new(&columns.list, header)?)),
            TableFormat::Xlsx => Table::Xlsx(Box::new(XlsxTable::new(header)?)),
        };
        Ok(Self {
            writer: Some(TableWriter {
                columns,
                values: form.values,
                device_hashes: reader.device_hashes,
                table,
            }),
            rows: ExportRows::read(reader.store, filter),
        })
    }

    /// Returns how many feedbacks were read.
    pub(super) fn feedbacks(&self) -> u64 {
        self.rows.read_until_now()
    }

    /// Returns the next bytes; `None` after the last.
    pub(super) async fn next_part(&mut self) -> Result<Option<Vec<u8>>, ExportError> {
        while let Some(mut writer) = self.writer.take() {
            let rows = self.rows.next().await?;
            let is_last = rows.is_none();
            let work = tokio::task::spawn_blocking(move || {
                let bytes = writer.write(rows)?;
                Ok::<_, ExportError>((writer, bytes))
            });
            let (writer, bytes) = work.await.map_err(|_| ExportError::Panicked)??;
            self.writer = Some(writer).filter(|_| !is_last);
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }
}

impl TableWriter {
    /// Writes feedback, or without any the end, and returns what there is to send.
    fn write(&mut self, rows: Option<Vec<FeedbackRow>>) -> Result<Vec<u8>, ExportError> {
        let is_last = rows.is_none();
        for row in rows.into_iter().flatten() {
            let cells = self.columns.cells(row, self.values, &self.device_hashes)?;
            match &mut self.table {
                Table::Csv(table) => table.write(&cells)?,
                Table::Parquet(table) => table.write(cells)?,
                Table::Xlsx(table) => table.write(&cells)?,
            }
        }
        Ok(match &mut self.table {
            Table::Csv(table) => table.take()?,
            Table::Parquet(table) => {
                if is_last {
                    table.finish()?;
                }
                table.take()?
            }
            Table::Xlsx(table) => {
                if is_last {
                    table.finish()?;
                }
                table.take()
            }
        })
    }
}
