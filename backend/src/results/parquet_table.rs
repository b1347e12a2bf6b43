//! Tables as Parquet (docs/results.md#parquet).

use super::cell::{Cell, CellKind};
use super::columns::Column;
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as PhysicalType};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
pub(crate) use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::sync::Arc;

/// Most bytes of cells that are in memory until they become a group of rows.
const GROUP_BYTES: usize = 16 * 1024 * 1024;

/// Writes rows; what is written is taken away from time to time.
pub(super) struct ParquetTable {
    writer: SerializedFileWriter<Vec<u8>>,
    kinds: Vec<CellKind>,
    waiting: Vec<Vec<Cell>>,
    waiting_bytes: usize,
}

impl ParquetTable {
    pub(super) fn new<'a>(
        columns: &[Column],
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Self, ParquetError> {
        let fields = columns
            .iter()
            .zip(names)
            .map(|(column, name)| Ok(Arc::new(field(name, column.kind)?)))
            .collect::<Result<Vec<_>, ParquetError>>()?;
        let schema = Type::group_type_builder("feedback").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("pulsen".into())
            .build();
        Ok(Self {
            writer: SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?,
            kinds: columns.iter().map(|column| column.kind).collect(),
            waiting: Vec::new(),
            waiting_bytes: 0,
        })
    }

    /// Adds a row, and writes those that wait if they are many.
    pub(super) fn write(&mut self, cells: Vec<Cell>) -> Result<(), ParquetError> {
        self.waiting_bytes += cells.iter().map(bytes_of).sum::<usize>();
        self.waiting.push(cells);
        if self.waiting_bytes >= GROUP_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes the rest, and what tells where everything is.
    pub(super) fn finish(&mut self) -> Result<(), ParquetError> {
        self.write_group()?;
        self.writer.finish()?;
        Ok(())
    }

    /// Takes what was written since the last time.
    pub(super) fn take(&mut self) -> Result<Vec<u8>, ParquetError> {
        // It counts for itself where it is.
        self.writer.flush()?;
        Ok(std::mem::take(self.writer.inner_mut()))
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for (at, kind) in self.kinds.iter().enumerate() {
            let Some(column) = group.next_column()? else { break };
            let cells = rows.iter().map(|row| row.get(at).unwrap_or(&Cell::Empty));
            match kind {
                CellKind::Text => write_column::<ByteArrayType>(column, cells, |cell| match cell {
                    Cell::Text(text) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                })?,
                CellKind::Number => write_column::<DoubleType>(column, cells, |cell| match cell {
                    Cell::Number(number) => Some(*number),
                    _ => None,
                })?,
                CellKind::Integer | CellKind::Time => {
                    write_column::<Int64Type>(column, cells, |cell| match cell {
                        Cell::Integer(number) | Cell::Time(number) => Some(*number),
                        _ => None,
                    })?;
                }
                CellKind::Flag => write_column::<BoolType>(column, cells, |cell| match cell {
                    Cell::Flag(flag) => Some(*flag),
                    _ => None,
                })?,
            }
        }
        group.close()?;
        Ok(())
    }
}

/// Returns about how many bytes a cell takes.
fn bytes_of(cell: &Cell) -> usize {
    let text = match cell {
        Cell::Text(text) => text.len(),
        _ => 0,
    };
    size_of::<Cell>() + text
}

fn write_column<'c, T: DataType>(
    mut column: SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'c Cell>,
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let mut values = Vec::new();
    let levels: Vec<i16> = cells
        .map(|cell| match value(cell) {
            Some(value) => {
                values.push(value);
                1
            }
            None => 0,
        })
        .collect();
    column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    column.close()
}

fn field(name: &str, kind: CellKind) -> Result<Type, ParquetError> {
    let (physical, logical) = match kind {
        CellKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        CellKind::Number => (PhysicalType::DOUBLE, None),
        CellKind::Integer => (PhysicalType::INT64, None),
        CellKind::Flag => (PhysicalType::BOOLEAN, None),
        CellKind::Time => (
            PhysicalType::INT64,
            Some(LogicalType::timestamp(true, TimeUnit::MILLIS)),
        ),
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}
