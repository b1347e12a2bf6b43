//! The values of an export as a table.

use base::time::Millis;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellKind {
    Text,
    Number,
    Integer,
    Flag,
    Time,
}

/// A value. It has the type of its column, or is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Cell {
    #[default]
    Empty,
    Text(String),
    Number(f64),
    Integer(i64),
    Flag(bool),
    Time(Millis),
}
