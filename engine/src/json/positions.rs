//! Where the values of a JSON text are.

use super::document::scan;
use super::position::Position;
use std::collections::HashMap;

/// Returns the positions of JSON pointers in a text: of a member its name, of a list's item its beginning. A value that is not
/// there is at the position of the nearest one around it.
#[must_use]
pub fn positions_of<'p>(json: &str, pointers: impl IntoIterator<Item = &'p str>) -> Vec<Position> {
    let pointers: Vec<&str> = pointers.into_iter().collect();
    let mut wanted: HashMap<&str, Option<usize>> = HashMap::new();
    for pointer in &pointers {
        let mut rest = Some(*pointer);
        while let Some(pointer) = rest {
            wanted.insert(pointer, None);
            rest = parent(pointer);
        }
    }
    scan(json, &mut |pointer, at| {
        if let Some(position) = wanted.get_mut(pointer) {
            position.get_or_insert(at);
        }
    });
    let byte_of = |pointer: &str| {
        let mut rest = Some(pointer);
        while let Some(pointer) = rest {
            if let Some(at) = wanted.get(pointer).copied().flatten() {
                return at;
            }
            rest = parent(pointer);
        }
        0
    };
    let lines = Lines::new(json);
    pointers
        .into_iter()
        .map(|pointer| lines.position_of(byte_of(pointer)))
        .collect()
}

fn parent(pointer: &str) -> Option<&str> {
    pointer.rsplit_once('/').map(|(parent, _)| parent)
}

/// Where the lines of a text begin.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    fn position_of(&self, at: usize) -> Position {
        let lines = self
            .starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1);
        let start = self.starts.get(lines).copied().unwrap_or_default();
        let before = self.text.get(start..at).unwrap_or_default();
        Position::new(lines, before.chars().count())
    }
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
