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

impl Cell {
    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let text = match self {
            Self::Text(text) => text.len(),
            _ => 0,
        };
        size_of::<Self>() + text
    }
}
