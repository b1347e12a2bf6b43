//! A workbook of Excel as tables: rows of cells by the names of their columns.

use calamine::{DataRef, Reader, Xlsx};
use std::collections::HashMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// The most bytes that a workbook may have when it is unpacked, and the most cells that are read.
const MAX_UNPACKED: u64 = 64 * 1024 * 1024;
const MAX_CELLS: usize = 500_000;

pub(crate) struct Table {
    pub(super) name: String,
    /// The names of the columns, in lower case.
    pub(super) columns: Vec<(usize, String)>,
    pub(super) rows: Vec<Row>,
}

pub(super) struct Row {
    /// As Excel counts.
    number: usize,
    cells: HashMap<usize, String>,
}

/// Reads the sheets of a workbook.
///
/// # Errors
/// It is no workbook, or too large when it is unpacked.
pub(crate) fn read_tables(workbook: &[u8]) -> Result<Vec<Table>, String> {
    check_size(workbook)?;
    let mut xlsx: Xlsx<_> = Xlsx::new(Cursor::new(workbook)).map_err(|error| error.to_string())?;
    let mut left = MAX_CELLS;
    let names = xlsx.sheet_names();
    let wanted = names.into_iter().filter(|name| {
        matches!(
            name.trim().to_lowercase().as_str(),
            "survey" | "choices" | "settings"
        )
    });
    wanted
        .map(|name| read_table(&mut xlsx, &name, &mut left))
        .collect()
}

/// Unpacks everything once without keeping it: the sizes that an archive claims may be wrong.
fn check_size(workbook: &[u8]) -> Result<(), String> {
    let mut archive = ZipArchive::new(Cursor::new(workbook)).map_err(|error| error.to_string())?;
    let mut left = MAX_UNPACKED;
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(|error| error.to_string())?;
        let read = std::io::copy(&mut file.take(left + 1), &mut std::io::sink())
            .map_err(|error| error.to_string())?;
        left = left
            .checked_sub(read)
            .ok_or_else(|| format!("it has more than {MAX_UNPACKED} bytes when it is unpacked"))?;
    }
    Ok(())
}

/// Reads the cells that there are: a sheet may have two that are billions of others apart.
fn read_table(xlsx: &mut Xlsx<Cursor<&[u8]>>, name: &str, left: &mut usize) -> Result<Table, String> {
    let mut reader = xlsx
        .worksheet_cells_reader(name)
        .map_err(|error| error.to_string())?;
    let mut columns = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    while let Some(cell) = reader.next_cell().map_err(|error| error.to_string())? {
        *left = left
            .checked_sub(1)
            .ok_or_else(|| format!("it has more than {MAX_CELLS} cells"))?;
        let (row, column) = cell.get_position();
        let (row, column) = (row as usize, column as usize);
        let Some(text) = text_of(cell.get_value()) else {
            continue;
        };
        if row == 0 {
            columns.push((column, text.to_lowercase()));
            continue;
        }
        if rows.last().is_none_or(|last| last.number != row + 1) {
            let cells = HashMap::new();
            rows.push(Row {
                number: row + 1,
                cells,
            });
        }
        if let Some(last) = rows.last_mut() {
            last.cells.insert(column, text);
        }
    }
    let name = name.trim().to_lowercase();
    Ok(Table { name, columns, rows })
}

fn text_of(value: &DataRef<'_>) -> Option<String> {
    let text = match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => crate::node::shortest(*number),
        DataRef::String(text) => text.trim().to_owned(),
        DataRef::SharedString(text) => text.trim().to_owned(),
        DataRef::Bool(flag) => flag.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

impl Table {
    /// Returns the cell of a row below one of these columns.
    pub(super) fn get<'r>(&self, row: &'r Row, names: &[&str]) -> Option<&'r str> {
        let mut found = self
            .columns
            .iter()
            .filter(|(_, column)| names.contains(&column.as_str()));
        found
            .find_map(|(column, _)| row.cells.get(column))
            .map(String::as_str)
    }

    /// Returns where a cell is, as `survey!B7`; the row's first cell if it has none below the column.
    pub(super) fn pointer(&self, row: &Row, name: &str) -> String {
        let column = self
            .columns
            .iter()
            .find(|(_, column)| column == name)
            .map_or(0, |(column, _)| *column);
        format!("{}!{}{}", self.name, letters(column), row.number)
    }
}

/// Writes the position of a column as Excel does: A, B, … Z, AA.
fn letters(mut column: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.insert(
            0,
            char::from(b'A' + u8::try_from(column % 26).unwrap_or_default()),
        );
        if column < 26 {
            return letters.into_iter().collect();
        }
        column = column / 26 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_columns_as_excel_does() {
        for (column, name) in [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")] {
            assert_eq!(letters(column), name);
        }
    }
}
