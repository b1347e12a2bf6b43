//! Parses a pattern and writes its canonical form.

use super::set::{ANY, Set, write_literal};
use crate::decimal::write_decimal;

/// Maximum length of a pattern in bytes.
const MAX_LENGTH: usize = 1_000;
/// Maximum repetition count, because the native matcher's memory grows with it.
const MAX_REPEAT: u32 = 100;
/// Maximum nesting depth of groups.
const MAX_DEPTH: u32 = 20;
/// Maximum weight of a pattern with its repetitions expanded; a character, range, class or anchor weighs 1. The limit keeps
/// every pattern below the native matcher's size limit (`platform/native.rs`), beyond which it would match in the browser but
/// never natively. The most expensive range takes 4.3 KB, so 5,000 take 22 MB.
const MAX_WEIGHT: u32 = 5_000;
/// The weight of `\p{L}` and `\p{N}`, which are hundreds of ranges.
const PROPERTY_WEIGHT: u32 = 40;

/// `$`, or a character that does not exist. With `$` alone, Chromium (156) computes the position where a match must start to
/// end with the text, and miscounts characters outside the Basic Multilingual Plane: `.$` missed the text `a😀`.
const END: &str = "(?:$|[^\\u{0}-\\u{10ffff}])";

/// Rewrites `pattern` so that it has the same meaning on every platform.
///
/// # Errors
/// Returns a message for the author of the flow if the pattern is outside the grammar.
pub fn canonical(pattern: &str) -> Result<Box<str>, &'static str> {
    parse(pattern).map(|(canonical, _)| canonical)
}

/// Returns the weight of a pattern: its characters, classes and anchors with all repetitions written out. It is 0 for a text
/// that is no pattern.
#[cfg(feature = "check")]
pub(crate) fn weight(pattern: &str) -> u32 {
    parse(pattern).map_or(0, |(_, weight)| weight)
}

/// Returns the canonical form and the weight.
fn parse(pattern: &str) -> Result<(Box<str>, u32), &'static str> {
    if pattern.len() > MAX_LENGTH {
        return Err(reason!("the pattern is longer than 1,000 bytes"));
    }
    let mut parser = Parser {
        rest: pattern.chars().peekable(),
        out: String::new(),
        surrogate_edges: (false, false),
    };
    let weight = parser.alternatives(0)?;
    match parser.rest.peek() {
        None => Ok((parser.out.into(), weight)),
        Some(_) => Err(reason!("`)` without `(`")),
    }
}

pub(super) struct Parser<'a> {
    pub(super) rest: std::iter::Peekable<std::str::Chars<'a>>,
    pub(super) out: String,
    /// Whether a range of the current class ends right before the surrogates, and whether one starts right after them.
    pub(super) surrogate_edges: (bool, bool),
}

impl Parser<'_> {
    /// Parses up to the end or the closing parenthesis, and returns the weight.
    fn alternatives(&mut self, depth: u32) -> Result<u32, &'static str> {
        // An empty group has a weight too, because it can be repeated.
        let mut weight: u32 = 1;
        while let Some(&c) = self.rest.peek() {
            match c {
                ')' => break,
                '|' => {
                    self.rest.next();
                    self.out.push('|');
                    weight += 1;
                }
                '^' | '$' => {
                    self.rest.next();
                    self.out.push_str(if c == '^' { "^" } else { END });
                    weight += 1;
                    if matches!(self.rest.peek(), Some('*' | '+' | '?' | '{')) {
                        return Err(reason!("an anchor cannot be repeated"));
                    }
                }
                _ => weight = weight.saturating_add(self.repeated_atom(depth)?),
            }
            if weight > MAX_WEIGHT {
                return Err(reason!(
                    "the pattern is too large once its repetitions are written out"
                ));
            }
        }
        Ok(weight)
    }

    fn repeated_atom(&mut self, depth: u32) -> Result<u32, &'static str> {
        let weight = self.atom(depth)?;
        let Some(times) = self.quantifier()? else {
            return Ok(weight);
        };
        if matches!(self.rest.peek(), Some('*' | '+' | '?' | '{')) {
            return Err(reason!("a quantifier follows another one, as in `a**`"));
        }
        Ok(weight.saturating_mul(times.max(1)))
    }

    fn atom(&mut self, depth: u32) -> Result<u32, &'static str> {
        match self.rest.next() {
            Some('(') => return self.group(depth),
            Some('[') => return self.class(),
            Some('.') => ANY.write(&mut self.out),
            Some('\\') => return self.escape(),
            Some('*' | '+' | '?' | '{' | '}') => {
                return Err(reason!("a repetition has nothing before it to repeat"));
            }
            Some(']') => return Err(reason!("`]` without `[`; write `\\]`")),
            Some(c) => write_literal(&mut self.out, c),
            None => return Err(reason!("the pattern ends too early")),
        }
        Ok(1)
    }

    fn group(&mut self, depth: u32) -> Result<u32, &'static str> {
        if depth >= MAX_DEPTH {
            return Err(reason!("groups are nested too deeply"));
        }
        if self.rest.next_if_eq(&'?').is_some() && self.rest.next_if_eq(&':').is_none() {
            return Err(reason!(
                "only `(` and `(?:` open a group: no look-around, names or inline flags"
            ));
        }
        self.out.push_str("(?:");
        let weight = self.alternatives(depth + 1)?;
        match self.rest.next() {
            Some(_) => self.out.push(')'),
            None => return Err(reason!("`(` without `)`")),
        }
        Ok(weight)
    }

    fn escape(&mut self) -> Result<u32, &'static str> {
        match self.rest.next() {
            Some('p') => return self.property(),
            Some(c) => match Set::of_escape(c) {
                Some(set) => set.write(&mut self.out),
                None => write_literal(&mut self.out, escaped_literal(c)?),
            },
            None => return Err(reason!("the pattern ends in `\\`")),
        }
        Ok(1)
    }

    pub(super) fn property(&mut self) -> Result<u32, &'static str> {
        let mut next = || self.rest.next();
        match (next(), next(), next()) {
            (Some('{'), Some(name @ ('L' | 'N')), Some('}')) => {
                self.out.push_str(if name == 'L' { "\\p{L}" } else { "\\p{N}" });
                Ok(PROPERTY_WEIGHT)
            }
            _ => Err(reason!(
                "of the properties only `\\p{L}` and `\\p{N}` are portable"
            )),
        }
    }

    /// Parses a quantifier, if one follows, and returns the number of copies that it compiles to.
    fn quantifier(&mut self) -> Result<Option<u32>, &'static str> {
        let times = match self.rest.peek() {
            Some(&c @ ('*' | '+' | '?')) => {
                self.rest.next();
                self.out.push(c);
                1
            }
            Some('{') => {
                self.rest.next();
                self.counted()?
            }
            _ => return Ok(None),
        };
        if self.rest.next_if_eq(&'?').is_some() {
            self.out.push('?');
        }
        Ok(Some(times))
    }

    fn counted(&mut self) -> Result<u32, &'static str> {
        const SHAPE: &str =
            reason!("a counted repetition is `{2}`, `{2,}` or `{2,5}`; write `\\{` for the brace itself");
        let least = self.count().ok_or(SHAPE)?;
        let mut most = least;
        self.out.push('{');
        write_decimal(&mut self.out, least);
        if self.rest.next_if_eq(&',').is_some() {
            self.out.push(',');
            if self.rest.peek() != Some(&'}') {
                most = self.count().ok_or(SHAPE)?;
                write_decimal(&mut self.out, most);
            }
        }
        if self.rest.next() != Some('}') {
            return Err(SHAPE);
        }
        self.out.push('}');
        if most < least {
            return Err(reason!("a counted repetition runs backwards"));
        }
        if most > MAX_REPEAT {
            Err(reason!("at most 100 repetitions can be counted"))
        } else {
            Ok(most)
        }
    }

    fn count(&mut self) -> Option<u32> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(10)) {
            self.rest.next();
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        number
    }
}

pub(super) fn escaped_literal(c: char) -> Result<char, &'static str> {
    if c.is_ascii_punctuation() {
        Ok(c)
    } else if c == 'b' || c == 'B' {
        Err(reason!("`\\b` is not portable"))
    } else if c.is_ascii_digit() {
        Err(reason!("back-references are not portable"))
    } else {
        Err(reason!(
            "only punctuation can be escaped, beside `\\d \\w \\s \\D \\W \\S \\p{L} \\p{N}`"
        ))
    }
}
