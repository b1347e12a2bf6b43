//! A number as people write it: groups of digits with separators.

use super::text::{Text, digit, is_dash, is_hidden, is_space, is_word};
use std::ops::{Range, RangeInclusive};

/// Maximum number of groups of any kind of number: `+44 (0) 20 79 46 09 58`.
const MAX_GROUPS: usize = 8;
/// Maximum number of characters between two groups, as in `) - `.
const MAX_SEPARATOR: usize = 4;

/// The groups of digits from some position on, without groups that touch a letter.
pub(super) struct Number<'a> {
    text: &'a Text,
    groups: Vec<Group>,
    lengths: Vec<usize>,
}

struct Group {
    range: Range<usize>,
    /// The separator before the group; absent for the first group.
    separator: Option<Separator>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Space,
    Dash,
    Dot,
    Slash,
    /// Any separator with a parenthesis.
    Parenthesis,
}

impl<'a> Number<'a> {
    /// Reads the number that starts at `at`.
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

    /// Returns the lengths of the groups.
    pub(super) fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Returns the digits of the first `count` groups.
    pub(super) fn digits(&self, count: usize) -> impl Iterator<Item = u8> {
        let places = self
            .groups
            .iter()
            .take(count)
            .flat_map(|group| group.range.clone());
        places.filter_map(|at| self.text.digit(at))
    }

    /// Returns whether the digits of all groups together start with these.
    pub(super) fn starts_with(&self, digits: &[u8]) -> bool {
        self.digits(MAX_GROUPS)
            .take(digits.len())
            .eq(digits.iter().copied())
    }

    /// Returns the separators between the first `count` groups.
    pub(super) fn separators(&self, count: usize) -> impl Iterator<Item = Separator> + Clone {
        self.groups.iter().take(count).filter_map(|group| group.separator)
    }

    /// Returns whether all separators between the first `count` groups are the same.
    pub(super) fn has_uniform_separators(&self, count: usize) -> bool {
        let mut separators = self.separators(count);
        let first = separators.next();
        separators.all(|separator| Some(separator) == first)
    }

    /// Returns the numbers of leading groups that have a total of this many digits, largest first.
    pub(super) fn counts(&self, digits: RangeInclusive<usize>) -> impl Iterator<Item = usize> {
        let total = |count: &usize| self.lengths.iter().take(*count).sum::<usize>();
        let counts = (1..=self.lengths.len()).rev();
        counts.filter(move |count| digits.contains(&total(count)))
    }

    /// Returns the number of leading groups that have exactly this many digits.
    pub(super) fn count_for(&self, digits: usize) -> Option<usize> {
        self.counts(digits..=digits).next()
    }

    /// Returns the range of the first `count` groups.
    pub(super) fn range(&self, count: usize) -> Option<Range<usize>> {
        let last = self.groups.get(count.checked_sub(1)?)?;
        Some(self.start()?..last.range.end)
    }

    /// Returns whether the first group is the fractional part of a decimal, as in `0.4111111111111111`.
    pub(super) fn is_fraction(&self) -> bool {
        let Some(start) = self.start() else {
            return false;
        };
        let whole = (2..6).take_while(|back| self.before(start, *back).is_some_and(|c| digit(c).is_some()));
        matches!(self.before(start, 1), Some('.' | ',')) && (1..=3).contains(&whole.count())
    }

    /// Returns whether the text before the number makes it a part of a code, an amount or a time.
    pub(super) fn is_part_of_more(&self) -> bool {
        let Some(start) = self.start() else {
            return false;
        };
        is_glued(self.text, start)
            || matches!(self.before(start, 1), Some('.' | ',' | ':' | '/'))
                && self.before(start, 2).is_some_and(|c| digit(c).is_some())
    }

    /// Returns whether more digits, masked ones included, follow the first `count` groups without a space.
    pub(super) fn has_more_digits(&self, count: usize) -> bool {
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

    /// Returns whether a plus sign precedes the number.
    pub(super) fn has_plus(&self) -> bool {
        let Some(start) = self.start() else {
            return false;
        };
        let plus = if self.before(start, 1) == Some('(') { 2 } else { 1 };
        matches!(self.before(start, plus), Some('+' | '\u{FF0B}'))
            && !self.before(start, plus + 1).is_some_and(is_word)
    }

    /// Returns whether the first group is in parentheses, like an area code.
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

/// Returns whether the character before `start` makes the following text a code or an amount: `ORD-`, `#`, `id=`, `$`.
pub(super) fn is_glued(text: &Text, start: usize) -> bool {
    let Some(c) = text.before(start, 1) else {
        return false;
    };
    is_dash(c) && text.before(start, 2).is_some_and(is_word)
        || matches!(c, '#' | '=' | '$' | '€' | '£' | '¥' | '₺' | '₹' | '₽')
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
