//! A number as people write it: groups of digits with something between.

use super::text::{Text, digit, is_dash, is_hidden, is_space, is_word};
use std::ops::{Range, RangeInclusive};

/// The most groups that a number of any kind has: `+44 (0) 20 79 46 09 58`.
const MAX_GROUPS: usize = 8;
/// The most characters between two groups: `) - ` has no more.
const MAX_SEPARATOR: usize = 4;

/// The groups of digits from some place on. A group that a letter touches is not among them.
pub(super) struct Number<'a> {
    text: &'a Text,
    groups: Vec<Group>,
    lengths: Vec<usize>,
}

struct Group {
    range: Range<usize>,
    /// What is before it; the first has nothing.
    separator: Option<Separator>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Space,
    Dash,
    Dot,
    Slash,
    /// Any that has a parenthesis.
    Parenthesis,
}

impl<'a> Number<'a> {
    /// Reads the number whose first digit is at `at`.
    pub(super) fn read(text: &'a Text, at: usize) -> Self {
        let mut groups = Vec::with_capacity(MAX_GROUPS);
        let (mut start, mut separator) = (at, None);
        while groups.len() < MAX_GROUPS {
            let end = text.end_while(start, |c| digit(c).is_some());
            if end == start || text.get(end).is_some_and(is_word) {
                break;
            }
            groups.push(Group {
                range: start..end,
                separator,
            });
            let next = (end..=end + MAX_SEPARATOR).find(|at| text.digit(*at).is_some());
            separator = next.and_then(|next| Separator::read(text, end..next));
            match next {
                Some(next) if separator.is_some() => start = next,
                _ => break,
            }
        }
        let lengths = groups.iter().map(|group| group.range.len()).collect();
        Self {
            text,
            groups,
            lengths,
        }
    }

    /// The lengths of the groups.
    pub(super) fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// The digits of the first `count` groups.
    pub(super) fn digits(&self, count: usize) -> impl Iterator<Item = u8> {
        let places = self
            .groups
            .iter()
            .take(count)
            .flat_map(|group| group.range.clone());
        places.filter_map(|at| self.text.digit(at))
    }

    /// Whether the digits, of all groups, begin so.
    pub(super) fn starts_with(&self, digits: &[u8]) -> bool {
        self.digits(MAX_GROUPS)
            .take(digits.len())
            .eq(digits.iter().copied())
    }

    /// What is between the first `count` groups.
    pub(super) fn separators(&self, count: usize) -> impl Iterator<Item = Separator> + Clone {
        self.groups.iter().take(count).filter_map(|group| group.separator)
    }

    /// Whether the same is between all of the first `count` groups.
    pub(super) fn is_even(&self, count: usize) -> bool {
        let mut separators = self.separators(count);
        let first = separators.next();
        separators.all(|separator| Some(separator) == first)
    }

    /// How many groups make up so many digits, the most first.
    pub(super) fn counts(&self, digits: RangeInclusive<usize>) -> impl Iterator<Item = usize> {
        let total = |count: &usize| self.lengths.iter().take(*count).sum::<usize>();
        let counts = (1..=self.lengths.len()).rev();
        counts.filter(move |count| digits.contains(&total(count)))
    }

    /// How many groups make up exactly so many digits.
    pub(super) fn count_for(&self, digits: usize) -> Option<usize> {
        self.counts(digits..=digits).next()
    }

    /// Where the first `count` groups are.
    pub(super) fn range(&self, count: usize) -> Option<Range<usize>> {
        let last = self.groups.get(count.checked_sub(1)?)?;
        Some(self.start()?..last.range.end)
    }

    /// Whether the first group is what stands behind a decimal sign, as in `0.4111111111111111`.
    pub(super) fn is_fraction(&self) -> bool {
        let Some(start) = self.start() else {
            return false;
        };
        let whole = (2..6).take_while(|back| self.before(start, *back).is_some_and(|c| digit(c).is_some()));
        matches!(self.before(start, 1), Some('.' | ',')) && (1..=3).contains(&whole.count())
    }

    /// Whether something before the number makes it a part of something else: a code, an amount, a time.
    pub(super) fn is_part_of_more(&self) -> bool {
        let Some(start) = self.start() else {
            return false;
        };
        is_glued(self.text, start)
            || matches!(self.before(start, 1), Some('.' | ',' | ':' | '/'))
                && self.before(start, 2).is_some_and(|c| digit(c).is_some())
    }

    /// Whether more digits are glued to the end of the first `count` groups. What is hidden counts as digits: it was.
    pub(super) fn goes_on(&self, count: usize) -> bool {
        let Some(end) = self.range(count).map(|range| range.end) else {
            return false;
        };
        let is_glue = |c| is_dash(c) || matches!(c, '.' | ',' | '/');
        self.text.get(end).is_some_and(is_glue)
            && self
                .text
                .get(end + 1)
                .is_some_and(|c| digit(c).is_some() || is_hidden(c))
    }

    /// Whether a plus sign makes it an international number.
    pub(super) fn has_plus(&self) -> bool {
        let Some(start) = self.start() else {
            return false;
        };
        let plus = if self.before(start, 1) == Some('(') { 2 } else { 1 };
        matches!(self.before(start, plus), Some('+' | '\u{FF0B}'))
            && !self.before(start, plus + 1).is_some_and(is_word)
    }

    /// Whether the first group stands in parentheses, as area codes do.
    pub(super) fn is_in_parentheses(&self) -> bool {
        let is_open = self.start().and_then(|start| self.before(start, 1)) == Some('(');
        is_open && self.separators(2).eq([Separator::Parenthesis])
    }

    fn start(&self) -> Option<usize> {
        self.groups.first().map(|group| group.range.start)
    }

    fn before(&self, at: usize, back: usize) -> Option<char> {
        self.text.before(at, back)
    }
}

/// Whether the sign before `start` makes what follows a code or an amount: `ORD-`, `#`, `id=`, `$`.
pub(super) fn is_glued(text: &Text, start: usize) -> bool {
    let Some(sign) = text.before(start, 1) else {
        return false;
    };
    is_dash(sign) && text.before(start, 2).is_some_and(is_word)
        || matches!(sign, '#' | '=' | '$' | '€' | '£' | '¥' | '₺' | '₹' | '₽')
}

impl Separator {
    fn read(text: &Text, range: Range<usize>) -> Option<Self> {
        let mut separator = Self::Space;
        for c in range.clone().filter_map(|at| text.get(at)) {
            separator = match (separator, c) {
                (_, '(' | ')') => Self::Parenthesis,
                (_, c) if is_space(c) => separator,
                (Self::Parenthesis, c) if is_dash(c) => separator,
                (Self::Space, c) if is_dash(c) => Self::Dash,
                (Self::Space, '.') if range.len() == 1 => Self::Dot,
                (Self::Space, '/') if range.len() == 1 => Self::Slash,
                _ => return None,
            };
        }
        (separator != Self::Space || range.len() <= 2).then_some(separator)
    }
}
