//! The difference of two texts, line by line, as `diff -u` shows it.

use std::ops::Range;

/// Equal lines that are shown around those that differ.
const CONTEXT: usize = 3;

/// Most lines that may differ for the shortest difference to be looked for; beyond it, what differs is shown as a whole.
const MOST: usize = 1_000;

/// Returns the lines of `old` with `-`, those of `new` with `+`, and a few around them with a space; empty if both texts are equal.
/// Each group of lines follows the numbers of its first lines: `@@ -7 +9 @@`.
pub fn line_diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let edits = edits(&old, &new);
    let mut text = String::new();
    let mut shown_up_to = 0;
    for (at, edit) in edits.iter().enumerate() {
        let from = edit.old.start.saturating_sub(CONTEXT);
        if at == 0 || from > shown_up_to {
            let new_from = edit.new.start - (edit.old.start - from);
            text.push_str(&format!("@@ -{} +{} @@\n", from + 1, new_from + 1));
            shown_up_to = from;
        }
        let next = edits.get(at + 1).map_or(old.len(), |next| next.old.start);
        let after = (edit.old.end + CONTEXT).min(next);
        push(&mut text, ' ', &old, shown_up_to..edit.old.start);
        push(&mut text, '-', &old, edit.old.clone());
        push(&mut text, '+', &new, edit.new.clone());
        push(&mut text, ' ', &old, edit.old.end..after);
        shown_up_to = after;
    }
    text
}

/// Lines of the old text in whose place lines of the new one stand.
#[derive(Debug)]
struct Edit {
    old: Range<usize>,
    new: Range<usize>,
}

fn push(text: &mut String, mark: char, lines: &[&str], range: Range<usize>) {
    for line in lines.get(range).unwrap_or_default() {
        text.push(mark);
        text.push_str(line);
        text.push('\n');
    }
}

/// Returns what differs, first to last.
fn edits(old: &[&str], new: &[&str]) -> Vec<Edit> {
    let start = old
        .iter()
        .zip(new)
        .take_while(|(one, other)| one == other)
        .count();
    let rest = |lines: &[&str]| lines.len() - start;
    let most = rest(old).min(rest(new));
    let same_end = old.iter().rev().zip(new.iter().rev()).take(most);
    let end = same_end.take_while(|(one, other)| one == other).count();
    let old_end = old.len() - end;
    let new_end = new.len() - end;
    let (Some(old), Some(new)) = (old.get(start..old_end), new.get(start..new_end)) else {
        return Vec::new();
    };
    let mut edits: Vec<Edit> = Vec::new();
    for (x, y, is_removed) in steps(old, new) {
        let (x, y) = (x + start, y + start);
        match edits
            .last_mut()
            .filter(|edit| edit.old.end == x && edit.new.end == y)
        {
            Some(edit) if is_removed => edit.old.end += 1,
            Some(edit) => edit.new.end += 1,
            None if is_removed => edits.push(Edit {
                old: x..x + 1,
                new: y..y,
            }),
            None => edits.push(Edit {
                old: x..x,
                new: y..y + 1,
            }),
        }
    }
    edits
}

/// Returns the lines to remove (true) and to add, each with its places in both texts: the fewest, found as Myers describes it.
fn steps(old: &[&str], new: &[&str]) -> Vec<(usize, usize, bool)> {
    // How far each diagonal (lines of `old` less those of `new`) has come, after each number of steps; shifted to be positive.
    let mut reached = vec![0_usize; 2 * MOST + 3];
    let mut history: Vec<Vec<usize>> = Vec::new();
    let middle = MOST + 1;
    let at = |reached: &[usize], diagonal: usize| reached.get(diagonal).copied().unwrap_or_default();
    for number in 0..=MOST {
        history.push(reached.clone());
        for diagonal in (middle - number..=middle + number).step_by(2) {
            let adds = is_added(&reached, diagonal, middle, number);
            let mut x = if adds {
                at(&reached, diagonal + 1)
            } else {
                at(&reached, diagonal - 1) + 1
            };
            let mut y = (x + middle).wrapping_sub(diagonal);
            while old.get(x).is_some_and(|line| new.get(y) == Some(line)) {
                (x, y) = (x + 1, y + 1);
            }
            if let Some(place) = reached.get_mut(diagonal) {
                *place = x;
            }
            if x >= old.len() && y >= new.len() {
                return walk_back(&history, old.len(), new.len(), middle);
            }
        }
    }
    let removed = (0..old.len()).map(|x| (x, 0, true));
    removed
        .chain((0..new.len()).map(|y| (old.len(), y, false)))
        .collect()
}

/// Tells whether a diagonal is reached by adding a line, rather than by removing one.
fn is_added(reached: &[usize], diagonal: usize, middle: usize, number: usize) -> bool {
    diagonal == middle - number
        || (diagonal != middle + number && reached.get(diagonal - 1) < reached.get(diagonal + 1))
}

fn walk_back(history: &[Vec<usize>], mut x: usize, mut y: usize, middle: usize) -> Vec<(usize, usize, bool)> {
    let mut steps = Vec::new();
    for (number, reached) in history.iter().enumerate().skip(1).rev() {
        let diagonal = x + middle - y;
        let adds = is_added(reached, diagonal, middle, number);
        let before = if adds { diagonal + 1 } else { diagonal - 1 };
        x = reached.get(before).copied().unwrap_or_default();
        y = x + middle - before;
        steps.push((x, y, !adds));
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_differs_with_a_few_lines_around_it() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n";
        let new = "a\nb\nC\nd\ne\nf\ng\nh\ni\nj\nl\nm\n";
        assert_eq!(
            line_diff(old, new),
            "@@ -1 +1 @@\n a\n b\n-c\n+C\n d\n e\n f\n@@ -8 +8 @@\n h\n i\n j\n-k\n l\n+m\n"
        );
        assert_eq!(line_diff(old, old), "");
        assert_eq!(line_diff("", "a\nb"), "@@ -1 +1 @@\n+a\n+b\n");
        assert_eq!(line_diff("a\nb", ""), "@@ -1 +1 @@\n-a\n-b\n");
        assert_eq!(line_diff("b\nc", "a\nb\nc"), "@@ -1 +1 @@\n+a\n b\n c\n");
    }

    #[test]
    fn both_texts_are_in_the_difference_however_long_it_is() {
        let lines =
            |name: &str, count: usize| -> String { (0..count).map(|at| format!("{name}{at}\n")).collect() };
        let difference = line_diff(&lines("a", 900), &lines("b", 900));
        assert_eq!(difference.lines().count(), 1 + 1_800);
        let small = line_diff(&lines("a", 20_000), &lines("a", 20_001));
        assert_eq!(small, "@@ -19998 +19998 @@\n a19997\n a19998\n a19999\n+a20000\n");
    }
}
