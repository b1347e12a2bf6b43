//! Lines and columns of a text.

/// A position in a text, as editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The first line is 1.
    pub line: u32,
    /// In characters; the first one of a line is 1.
    pub column: u32,
}

impl Position {
    /// Returns the position after so many lines, and so many characters of the next one.
    pub(super) fn new(lines: usize, columns: usize) -> Self {
        let count = |before: usize| u32::try_from(before + 1).unwrap_or(u32::MAX);
        Self {
            line: count(lines),
            column: count(columns),
        }
    }

    /// Returns the position of a byte.
    #[must_use]
    pub fn of_byte(text: &str, at: usize) -> Self {
        let before = text.get(..text.floor_char_boundary(at)).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let lines = before.bytes().filter(|byte| *byte == b'\n').count();
        let columns = before.get(line_start..).unwrap_or_default().chars().count();
        Self::new(lines, columns)
    }
}
