//! Character classes: `[…]`.

use super::parser::{Parser, escaped_literal};
use super::set::{Set, write_range};

const BEFORE_SURROGATES: u32 = 0xD7FF;
const AFTER_SURROGATES: u32 = 0xE000;

impl Parser<'_> {
    /// Parses the class after its `[`, and returns the weight.
    pub(super) fn class(&mut self) -> Result<u32, &'static str> {
        self.out.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        if self.rest.peek() == Some(&']') {
            return Err(reason!("an empty class; write `\\]` for the bracket itself"));
        }
        let mut weight: u32 = 0;
        self.surrogate_edges = (false, false);
        loop {
            weight += match self.rest.next() {
                Some(']') => break,
                Some('[') => return Err(BRACKET),
                Some('\\') => self.class_escape()?,
                Some(from) => self.class_range(from)?,
                None => return Err(reason!("`[` without `]`")),
            };
        }
        // The `regex` crate does not join two ranges that meet at the surrogates, so a negated class would contain both
        // bounds of the surrogate range.
        if self.surrogate_edges == (true, true) {
            write_range(&mut self.out, BEFORE_SURROGATES, AFTER_SURROGATES);
        }
        self.out.push(']');
        Ok(weight)
    }

    fn class_escape(&mut self) -> Result<u32, &'static str> {
        match self.rest.next() {
            Some('p') => self.property(),
            Some(c) => match Set::of_escape(c) {
                Some(set) => {
                    set.write_ranges(&mut self.out);
                    Ok(1)
                }
                None => self.class_range(escaped_literal(c)?),
            },
            None => Err(reason!("the pattern ends in `\\`")),
        }
    }

    /// Parses a character of a class, or the range that starts with it.
    fn class_range(&mut self, from: char) -> Result<u32, &'static str> {
        let mut ahead = self.rest.clone();
        let to = if ahead.next() != Some('-') || matches!(ahead.peek(), None | Some(']')) {
            from
        } else {
            self.rest.next();
            self.class_range_end()?
        };
        if to < from {
            return Err(reason!("a range in a class runs backwards"));
        }
        let (from, to) = (u32::from(from), u32::from(to));
        self.surrogate_edges.0 |= to == BEFORE_SURROGATES;
        self.surrogate_edges.1 |= from == AFTER_SURROGATES;
        write_range(&mut self.out, from, to);
        Ok(1)
    }

    fn class_range_end(&mut self) -> Result<char, &'static str> {
        match self.rest.next() {
            Some('\\') => match self.rest.next() {
                Some(c) if c != 'p' && Set::of_escape(c).is_none() => escaped_literal(c),
                _ => Err(reason!("a range in a class must end in a character")),
            },
            Some('[') => Err(BRACKET),
            Some(c) => Ok(c),
            None => Err(reason!("`[` without `]`")),
        }
    }
}

const BRACKET: &str = reason!("`[` inside a class; write `\\[`");
