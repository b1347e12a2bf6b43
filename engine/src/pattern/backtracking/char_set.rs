//! Sets of characters, as sorted ranges of their codes.

use crate::pattern::set::{DIGIT, LINE_END, SPACE, WORD};
use crate::platform::PlatformRef;

const LAST: u32 = 0x0010_FFFF;

/// Longest range of which each character gets its other case. Longer ones have both cases of nearly everything anyway.
const MAX_FOLDED: u32 = 2_000;

/// A character without case.
const SEPARATOR: char = '\n';

/// A set of characters, without regard to case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CharSet {
    /// Sorted, and neither overlapping nor adjacent.
    ranges: Vec<(u32, u32)>,
}

impl CharSet {
    /// All characters but the ends of lines: `.`.
    pub(super) fn any() -> Self {
        Self::of_ranges(LINE_END.to_vec()).negated()
    }

    /// The set of the escape `\c`.
    pub(super) fn of_escape(c: char) -> Option<Self> {
        let ranges = match c.to_ascii_lowercase() {
            'd' => DIGIT,
            'w' => WORD,
            's' => SPACE,
            _ => return None,
        };
        let set = Self::of_ranges(ranges.to_vec());
        Some(if c.is_ascii_uppercase() {
            set.negated()
        } else {
            set
        })
    }

    /// All characters from one to another, in both cases.
    pub(super) fn of_range(from: char, to: char, platform: PlatformRef) -> Self {
        let (from, to) = (u32::from(from), u32::from(to));
        let mut ranges = vec![(from, to)];
        if to.saturating_sub(from) <= MAX_FOLDED {
            let mut all = String::new();
            for c in (from..=to).filter_map(char::from_u32) {
                all.push(c);
                // In a word, the case of a letter can depend on those around it.
                all.push(SEPARATOR);
            }
            for cased in [platform.lower_case(&all), platform.upper_case(&all)] {
                let others = cased.chars().filter(|c| *c != SEPARATOR).map(u32::from);
                let others = others.filter(|other| !(from..=to).contains(other));
                ranges.extend(others.map(|other| (other, other)));
            }
        }
        Self::of_ranges(ranges)
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        Self::of_ranges([&*self.ranges, &*other.ranges].concat())
    }

    pub(super) fn negated(&self) -> Self {
        let mut ranges = Vec::new();
        let mut from = 0;
        for &(start, end) in &self.ranges {
            if start > from {
                ranges.push((from, start - 1));
            }
            from = end + 1;
        }
        if from <= LAST {
            ranges.push((from, LAST));
        }
        Self { ranges }
    }

    pub(super) fn intersection(&self, other: &Self) -> Self {
        self.negated().union(&other.negated()).negated()
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let mut others = other.ranges.iter().peekable();
        self.ranges.iter().any(|&(from, to)| {
            while others.next_if(|range| range.1 < from).is_some() {}
            others.peek().is_some_and(|range| range.0 <= to)
        })
    }

    pub(super) fn contains(&self, code: u32) -> bool {
        let after = self.ranges.partition_point(|range| range.0 <= code);
        let range = after.checked_sub(1).and_then(|at| self.ranges.get(at));
        range.is_some_and(|range| code <= range.1)
    }

    /// Returns the first character of each range: of any sets that have a character in common, one of these is in all.
    pub(super) fn starts(&self) -> impl Iterator<Item = u32> {
        self.ranges.iter().map(|range| range.0)
    }

    fn of_ranges(ranges: Vec<(u32, u32)>) -> Self {
        // Nearly all of them come in their order.
        let mut sorted: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for range in ranges {
            let at = sorted.partition_point(|before| *before <= range);
            sorted.insert(at, range);
        }
        let mut joined: Vec<(u32, u32)> = Vec::new();
        for (from, to) in sorted {
            match joined.last_mut() {
                Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        Self { ranges: joined }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_report_their_intersection() {
        let word = CharSet::of_escape('w').unwrap();
        let space = CharSet::of_escape('s').unwrap();
        assert!(!word.overlaps(&space) && word.overlaps(&CharSet::of_range('x', 'z', crate::native())));
        assert!(CharSet::any().overlaps(&space), "a blank is in both");
        assert!(!CharSet::any().contains(0x0A) && CharSet::any().contains(LAST));
        assert_eq!(word.negated().negated(), word);
        assert_eq!(CharSet::default().negated().negated(), CharSet::default());
        assert!(
            CharSet::of_range('я', 'я', crate::native()).overlaps(&CharSet::of_range(
                'А',
                'Я',
                crate::native()
            ))
        );
        assert_eq!(word.intersection(&space), CharSet::default());
        assert_eq!(
            word.intersection(&CharSet::any().union(&space)),
            word,
            "what is in both"
        );
    }
}
