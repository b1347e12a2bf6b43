//! Where the values of a JSON text are.

use super::document::scan;
use super::position::Position;
use crate::heap_sort::heap_sort;

/// Returns the positions of JSON pointers in a text: of a member its name, of a list's item its beginning. A value that is not
/// there is at the position of the nearest one around it.
#[must_use]
pub fn positions_of<'p>(json: &str, pointers: impl IntoIterator<Item = &'p str>) -> Vec<Position> {
    let pointers: Vec<&str> = pointers.into_iter().collect();
    let mut wanted: Vec<(&str, usize)> = Vec::new();
    let mut previous = None;
    for pointer in &pointers {
        let mut rest = Some(*pointer);
        // What is around the pointer before this one is in the list.
        while let Some(pointer) = rest.filter(|pointer| !previous.is_some_and(|of| is_around(pointer, of))) {
            wanted.push((pointer, UNKNOWN));
            rest = parent(pointer);
        }
        previous = Some(*pointer);
    }
    heap_sort(&mut wanted, |(one, _), (other, _)| one < other);
    wanted.dedup();
    let mut missing = wanted.len();
    scan(json, &mut |pointer, at| {
        if let Ok(place) = wanted.binary_search_by(|(wanted, _)| (*wanted).cmp(pointer))
            && let Some((_, byte)) = wanted.get_mut(place).filter(|(_, byte)| *byte == UNKNOWN)
        {
            *byte = at;
            missing -= 1;
        }
        missing > 0
    });
    let place_of = |pointer: &str| {
        let place = wanted.binary_search_by(|(wanted, _)| (*wanted).cmp(pointer));
        let (_, at) = wanted.get(place.ok()?)?;
        Some(*at).filter(|at| *at != UNKNOWN)
    };
    let byte_of = |pointer: &str| {
        let mut rest = Some(pointer);
        while let Some(pointer) = rest {
            if let Some(at) = place_of(pointer) {
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

/// No byte of a text.
const UNKNOWN: usize = usize::MAX;

fn parent(pointer: &str) -> Option<&str> {
    pointer.rsplit_once('/').map(|(parent, _)| parent)
}

/// Returns whether a value has another one in it, or is the same.
fn is_around(pointer: &str, other: &str) -> bool {
    let rest = other.strip_prefix(pointer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
