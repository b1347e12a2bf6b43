//! A pattern as the places in it that take a character, and which of them can follow which (Glushkov's automaton).

use super::char_set::CharSet;
use super::syntax::Node;
use std::ops::Range;

/// A repetition that is counted up to more than this counts as one without end. One below is written out.
const MANY: u32 = 16;

/// Most places that a pattern may have, repetitions written out.
const MAX_POSITIONS: usize = 2_000;

/// The places of a pattern, in its order.
#[derive(Debug, Default)]
pub(super) struct Positions {
    /// The characters that each place takes.
    pub(super) sets: Vec<CharSet>,
    /// What can follow each place. A place that can follow in two ways is there twice.
    pub(super) follow: Vec<Vec<usize>>,
    /// Where a match can begin.
    pub(super) first: Vec<usize>,
    /// The places of each repetition without end; an inner one comes before an outer one.
    pub(super) loops: Vec<Range<usize>>,
}

/// Part of a pattern.
#[derive(Debug, Default)]
struct Part {
    first: Vec<usize>,
    last: Vec<usize>,
    can_be_empty: bool,
}

impl Part {
    fn nothing() -> Self {
        Self {
            can_be_empty: true,
            ..Self::default()
        }
    }
}

impl Positions {
    /// Returns `None` for a pattern that is too large.
    pub(super) fn new(pattern: &Node) -> Option<Self> {
        let mut positions = Self::default();
        positions.first = positions.add(pattern)?.first;
        Some(positions)
    }

    fn add(&mut self, node: &Node) -> Option<Part> {
        match node {
            Node::One(set) => {
                if self.sets.len() >= MAX_POSITIONS {
                    return None;
                }
                let at = self.sets.len();
                self.sets.push(set.clone());
                self.follow.push(Vec::new());
                Some(Part {
                    first: vec![at],
                    last: vec![at],
                    can_be_empty: false,
                })
            }
            Node::Start => Some(Part::nothing()),
            Node::Sequence(nodes) => {
                let mut whole = Part::nothing();
                for node in nodes {
                    let part = self.add(node)?;
                    whole = self.joined(whole, part);
                }
                Some(whole)
            }
            Node::Alternatives(nodes) => {
                let mut whole = Part::default();
                for node in nodes {
                    let part = self.add(node)?;
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                    whole.can_be_empty |= part.can_be_empty;
                }
                Some(whole)
            }
            Node::Repeat(node, min, None) => self.add_loop(node, *min),
            Node::Repeat(node, min, Some(max)) if *max > MANY && min != max => self.add_loop(node, *min),
            Node::Repeat(node, min, Some(max)) => self.add_copies(node, (*min).min(MANY), (*max).min(MANY)),
        }
    }

    fn add_loop(&mut self, node: &Node, min: u32) -> Option<Part> {
        let from = self.sets.len();
        let mut part = self.add(node)?;
        self.connect(&part.last, &part.first);
        self.loops.push(from..self.sets.len());
        part.can_be_empty |= min == 0;
        Some(part)
    }

    /// Writes a repetition out. A copy beyond the fewest ones may not be empty, as in JavaScript.
    fn add_copies(&mut self, node: &Node, min: u32, max: u32) -> Option<Part> {
        let mut whole = Part::nothing();
        let mut ends = Vec::new();
        for copy in 1..=max {
            let part = self.add(node)?;
            if copy <= min {
                whole = self.joined(whole, part);
                if copy == min {
                    ends.clone_from(&whole.last);
                }
                continue;
            }
            self.connect(&whole.last, &part.first);
            if copy == 1 {
                whole.first = part.first;
            }
            ends.extend_from_slice(&part.last);
            whole.last = part.last;
        }
        whole.last = ends;
        whole.can_be_empty |= min == 0;
        Some(whole)
    }

    fn joined(&mut self, mut before: Part, after: Part) -> Part {
        self.connect(&before.last, &after.first);
        if before.can_be_empty {
            before.first.extend(after.first);
        }
        if after.can_be_empty {
            before.last.extend(after.last);
        } else {
            before.last = after.last;
        }
        before.can_be_empty &= after.can_be_empty;
        before
    }

    fn connect(&mut self, before: &[usize], after: &[usize]) {
        for &place in before {
            if let Some(follow) = self.follow.get_mut(place) {
                follow.extend_from_slice(after);
            }
        }
    }
}
