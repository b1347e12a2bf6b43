//! In how many ways a pattern can take the same text.

use super::char_set::CharSet;
use super::positions::Positions;
use std::ops::Range;

/// Most steps that are taken to look at a repetition. One that needs more is as good as ambiguous.
const MAX_STEPS: usize = 2_000_000;

/// Returns whether a repetition can take a text in two ways, which are four for the same text twice, eight for three times.
pub(super) fn is_exponential(positions: &Positions) -> bool {
    let loops = positions.loops.iter();
    let is_inner = |one: &Range<usize>| loops.clone().any(|other| one != other && encloses(other, one));
    let mut outermost = loops.clone().filter(|range| !is_inner(range));
    outermost.any(|range| is_ambiguous(positions, range))
}

/// Looks for two different ways through the repetition that take the same text and meet again.
fn is_ambiguous(positions: &Positions, range: &Range<usize>) -> bool {
    let follow = |place: usize| {
        let follow = positions.follow.get(place).into_iter().flatten();
        follow.copied().filter(|next| range.contains(next))
    };
    let mut seen = vec![false; range.len() * range.len()];
    let mut is_new = |one: usize, other: usize| {
        let place = (one - range.start) * range.len() + (other - range.start);
        seen.get_mut(place)
            .is_some_and(|seen| !std::mem::replace(seen, true))
    };
    let mut open = Vec::new();
    let mut steps = 0;
    for place in range.clone() {
        let next: Vec<usize> = follow(place).collect();
        for (at, &one) in next.iter().enumerate() {
            for &other in next.iter().skip(at + 1) {
                steps += 1;
                if one == other {
                    return true;
                }
                if overlap(positions, one, other) && is_new(one, other) {
                    open.push((one, other));
                }
            }
        }
    }
    while let Some((one, other)) = open.pop() {
        for next in follow(one) {
            for other_next in follow(other) {
                steps += 1;
                if steps > MAX_STEPS || next == other_next {
                    return true;
                }
                if overlap(positions, next, other_next) && is_new(next, other_next) {
                    open.push((next, other_next));
                }
            }
        }
    }
    false
}

/// A repetition without end.
struct Loop {
    range: Range<usize>,
    /// All characters that its places take.
    set: CharSet,
}

/// Repetitions without end in the order of the pattern, from which one can hand text of its own to a later one: where both
/// take all that is between them, a browser tries every way to divide a text between the two.
pub(super) struct Chains {
    loops: Vec<Loop>,
}

impl Chains {
    pub(super) fn new(positions: &Positions) -> Self {
        let mut loops = Vec::new();
        for range in &positions.loops {
            let sets = positions.sets.get(range.clone()).into_iter().flatten();
            let set = sets.fold(CharSet::default(), |all, set| all.union(set));
            let range = range.clone();
            let at = loops
                .partition_point(|one: &Loop| (one.range.start, one.range.end) <= (range.start, range.end));
            loops.insert(at, Loop { range, set });
        }
        Self { loops }
    }

    /// Returns the number of repetitions in the longest chain: the work to find no match grows with the length of a text to
    /// the power of that number.
    pub(super) fn longest(&self, positions: &Positions) -> usize {
        let mut lengths: Vec<usize> = Vec::new();
        for (at, to) in self.loops.iter().enumerate() {
            let before = self.loops.iter().zip(&lengths).take(at);
            let connected = before.filter(|(from, _)| between(positions, from, to).is_some());
            let longest = connected.map(|(_, length)| *length).max();
            lengths.push(longest.unwrap_or(0) + 1);
        }
        lengths.into_iter().max().unwrap_or(0)
    }

    /// Returns whether a chain of two begins close to the start of the pattern and close to each other, given that the pattern
    /// is tried from every character of a text, which is as a repetition before both.
    pub(super) fn is_close(&self, positions: &Positions, limit: usize) -> bool {
        let mut pairs = self
            .loops
            .iter()
            .flat_map(|from| self.loops.iter().map(move |to| (from, to)));
        pairs.any(|(from, to)| {
            let before = distance(positions, &(0..0), &from.range, &from.set);
            let lengths = before.zip(between(positions, from, to));
            lengths.is_some_and(|(before, between)| before.max(1) * between.max(1) < limit)
        })
    }
}

/// Returns the fewest characters that lead from a repetition to a later one; `None` if none do that both take.
fn between(positions: &Positions, from: &Loop, to: &Loop) -> Option<usize> {
    let is_later = from.range.end <= to.range.start;
    let shared = from.set.intersection(&to.set);
    is_later.then(|| distance(positions, &from.range, &to.range, &shared))?
}

/// Returns the fewest of these characters that lead from one range of places, or from the start of the pattern if it is
/// empty, to a later one.
fn distance(
    positions: &Positions,
    from: &Range<usize>,
    to: &Range<usize>,
    shared: &CharSet,
) -> Option<usize> {
    let mut reached: Vec<Option<usize>> = vec![None; positions.sets.len()];
    let reach = |reached: &mut Vec<Option<usize>>, place: usize, length: usize| {
        let takes_shared = positions.sets.get(place).is_some_and(|set| set.overlaps(shared));
        if takes_shared && let Some(slot) = reached.get_mut(place) {
            *slot = Some(slot.map_or(length, |shorter| shorter.min(length)));
        }
    };
    if from.is_empty() {
        for &place in &positions.first {
            reach(&mut reached, place, 0);
        }
    }
    for place in from.start..to.start {
        let length = if from.contains(&place) {
            Some(0)
        } else {
            reached.get(place).copied().flatten().map(|length| length + 1)
        };
        let follow = positions.follow.get(place).into_iter().flatten();
        if let Some(length) = length {
            for &next in follow.filter(|next| **next > place && !from.contains(next)) {
                reach(&mut reached, next, length);
            }
        }
    }
    reached.get(to.clone())?.iter().copied().flatten().min()
}

/// Returns an upper bound of the number of ways to take a text outside of repetitions without end; at most `limit`.
pub(super) fn number_of_ways(positions: &Positions, limit: usize) -> usize {
    let mut ways = vec![1_usize; positions.sets.len()];
    let most = |ways: &[usize], next: &[usize]| {
        let sets: Vec<(&CharSet, usize)> = next
            .iter()
            .filter_map(|&place| Some((positions.sets.get(place)?, *ways.get(place)?)))
            .collect();
        let starts = sets.iter().flat_map(|(set, _)| set.starts());
        let ways_of = |code: u32| -> usize {
            let taking = sets.iter().filter(|(set, _)| set.contains(code));
            taking.map(|(_, ways)| *ways).sum()
        };
        starts.map(ways_of).max().unwrap_or(1)
    };
    for place in (0..positions.sets.len()).rev() {
        let follow = positions.follow.get(place).into_iter().flatten();
        let ahead: Vec<usize> = follow.copied().filter(|&next| next > place).collect();
        let number = most(&ways, &ahead);
        if number >= limit {
            return limit;
        }
        if let Some(slot) = ways.get_mut(place) {
            *slot = number;
        }
    }
    most(&ways, &positions.first).min(limit)
}

fn overlap(positions: &Positions, one: usize, other: usize) -> bool {
    let set = |at| positions.sets.get(at);
    set(one)
        .zip(set(other))
        .is_some_and(|(one, other)| one.overlaps(other))
}

fn encloses(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
