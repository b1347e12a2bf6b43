//! Where the values of a JSON text are.

use super::document::{Scanner, scan};
use super::position::Position;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Returns the positions of JSON pointers in a text: of a member its name, of a list's item its beginning. A value that is not
/// there is at the position of the nearest one around it.
#[must_use]
pub fn positions_of<'p>(json: &str, pointers: impl IntoIterator<Item = &'p str>) -> Vec<Position> {
    let pointers: Vec<&str> = pointers.into_iter().collect();
    let places = Places::find(json, &pointers);
    pointers
        .into_iter()
        .map(|pointer| places.position(pointer))
        .collect()
}

/// No byte of a text.
const UNKNOWN: usize = usize::MAX;

/// The places of some values in a text.
pub(crate) struct Places<'a> {
    text: &'a str,
    /// Where each line begins.
    lines: Vec<usize>,
    /// By JSON pointer.
    bytes: BTreeMap<Cow<'a, str>, usize>,
}

impl<'a> Places<'a> {
    /// Finds the values of these JSON pointers, and those around them.
    pub(crate) fn find(text: &'a str, pointers: &[&'a str]) -> Self {
        let mut bytes: BTreeMap<Cow<'_, str>, usize> = BTreeMap::new();
        for pointer in pointers {
            let mut rest = Some(*pointer);
            // What is around a known pointer is known.
            while let Some(pointer) = rest.filter(|pointer| !bytes.contains_key(*pointer)) {
                bytes.insert(pointer.into(), UNKNOWN);
                rest = parent(pointer);
            }
        }
        scan(text, &mut |pointer, at| {
            if let Some(byte) = bytes.get_mut(pointer).filter(|byte| **byte == UNKNOWN) {
                *byte = at;
            }
        });
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        Self {
            text,
            lines: std::iter::once(0).chain(ends).collect(),
            bytes,
        }
    }

    /// Returns the position of a value, or of the nearest one around it.
    pub(crate) fn position(&self, pointer: &str) -> Position {
        let mut rest = Some(pointer);
        while let Some(pointer) = rest {
            if let Some(at) = self.byte(pointer) {
                return self.position_of(at);
            }
            rest = parent(pointer);
        }
        self.position_of(0)
    }

    /// Returns the value of a member, if it is a text.
    pub(crate) fn text(&self, pointer: &str) -> Option<String> {
        let mut visit = |_: &str, _| {};
        let mut scanner = Scanner::new(self.text, self.byte(pointer)?, &mut visit);
        scanner.member_text().map(Cow::into_owned)
    }

    fn byte(&self, pointer: &str) -> Option<usize> {
        self.bytes.get(pointer).copied().filter(|at| *at != UNKNOWN)
    }

    fn position_of(&self, at: usize) -> Position {
        let lines = self.lines.partition_point(|start| *start <= at).saturating_sub(1);
        let start = self.lines.get(lines).copied().unwrap_or_default();
        let before = self.text.get(start..at).unwrap_or_default();
        Position::new(lines, before.chars().count())
    }
}

fn parent(pointer: &str) -> Option<&str> {
    pointer.rsplit_once('/').map(|(parent, _)| parent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_names_and_items() {
        let text = "{\n  \"ü\": 1, \"a\": [true,\n\t{\"b/c\": \"x\"}]\n}";
        let positions = positions_of(text, ["", "/a", "/a/1", "/a/1/b~1c", "/a/1/gone/deeper", "/gone"]);
        let positions: Vec<_> = positions
            .iter()
            .map(|position| (position.line, position.column))
            .collect();
        assert_eq!(positions, [(1, 1), (2, 11), (3, 2), (3, 3), (3, 2), (1, 1)]);
        assert_eq!(Position::of_byte("a\nüb", 4), Position { line: 2, column: 2 });
    }
}
