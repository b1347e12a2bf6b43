//! Reads a JavaScript regular expression, of which the patterns of flows are a part. What repeats what, and which
//! characters each part takes, is all that is kept.

use super::char_set::CharSet;
use crate::platform::PlatformRef;
use std::iter::Peekable;
use std::str::Chars;

/// Maximum nesting depth of groups, because the reader recurses.
const MAX_DEPTH: u32 = 20;

/// A part of a pattern.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// One character of a set.
    One(CharSet),
    /// The beginning of the text.
    Start,
    /// Parts one after the other. Look-arounds count as parts of the text, too: each is tried in as many ways.
    Sequence(Vec<Self>),
    Alternatives(Vec<Self>),
    /// A part, at least and at most so many times; `None` is without end.
    Repeat(Box<Self>, u32, Option<u32>),
}

/// Returns the pattern as a tree, or `None` for a text that is no pattern.
pub(super) fn read(pattern: &str, platform: PlatformRef) -> Option<Node> {
    let mut reader = SyntaxReader {
        platform,
        rest: pattern.chars().peekable(),
    };
    let node = reader.alternatives(0)?;
    reader.rest.next().is_none().then_some(node)
}

struct SyntaxReader<'a> {
    platform: PlatformRef,
    rest: Peekable<Chars<'a>>,
}

impl SyntaxReader<'_> {
    fn alternatives(&mut self, depth: u32) -> Option<Node> {
        let (mut alternatives, mut sequence) = (Vec::new(), Vec::new());
        while let Some(&c) = self.rest.peek() {
            match c {
                ')' => break,
                '|' => {
                    self.rest.next();
                    alternatives.push(Node::Sequence(std::mem::take(&mut sequence)));
                }
                _ => {
                    let atom = self.atom(depth)?;
                    sequence.push(self.repeated(atom));
                }
            }
        }
        if alternatives.is_empty() {
            return Some(Node::Sequence(sequence));
        }
        alternatives.push(Node::Sequence(sequence));
        Some(Node::Alternatives(alternatives))
    }

    fn atom(&mut self, depth: u32) -> Option<Node> {
        Some(match self.rest.next()? {
            '(' => self.group(depth)?,
            '[' => Node::One(self.class()?),
            '.' => Node::One(CharSet::any()),
            '^' => Node::Start,
            '$' => nothing(),
            '\\' => match self.rest.next()? {
                'b' | 'B' => nothing(),
                // What a back-reference represents may be anything.
                '1'..='9' => Node::One(CharSet::any()),
                'k' => {
                    self.skip_past('>');
                    Node::One(CharSet::any())
                }
                c => Node::One(self.escape(c)),
            },
            c => Node::One(CharSet::of_range(c, c, self.platform)),
        })
    }

    fn group(&mut self, depth: u32) -> Option<Node> {
        if depth >= MAX_DEPTH {
            return None;
        }
        if self.rest.next_if_eq(&'?').is_some() {
            match self.rest.next()? {
                '<' => {
                    if self.rest.next_if(|&c| matches!(c, '=' | '!')).is_none() {
                        self.skip_past('>');
                    }
                }
                ':' | '=' | '!' => {}
                // Flags, as in `(?i:`.
                _ => self.skip_past(':'),
            }
        }
        let node = self.alternatives(depth + 1)?;
        self.rest.next().map(|_| node)
    }

    fn repeated(&mut self, node: Node) -> Node {
        let (min, max) = match self.rest.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts() {
                Some(counts) => counts,
                // A brace that counts nothing is a character of its own.
                None => return node,
            },
            _ => return node,
        };
        self.rest.next();
        self.rest.next_if_eq(&'?');
        Node::Repeat(Box::new(node), min, max)
    }

    /// Reads `{2}`, `{2,}` or `{2,5}` up to its closing brace, which is left; anything else is left whole.
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        let mut ahead = self.rest.clone();
        ahead.next();
        let min = number(&mut ahead)?;
        let max = if ahead.next_if_eq(&',').is_some() {
            number(&mut ahead)
        } else {
            Some(min)
        };
        (ahead.peek() == Some(&'}')).then(|| {
            self.rest = ahead;
            (min, max)
        })
    }

    fn class(&mut self) -> Option<CharSet> {
        let is_negated = self.rest.next_if_eq(&'^').is_some();
        let mut set = CharSet::default();
        loop {
            let from = match self.rest.next()? {
                ']' => break,
                '\\' => {
                    let c = self.rest.next()?;
                    set = set.union(&self.escape(c));
                    // A range from an escaped character, such as `\x20-\x7e`, is rare: it counts as all characters.
                    if CharSet::of_escape(c).is_none() && self.is_range() {
                        set = set.union(&CharSet::any());
                    }
                    continue;
                }
                c => c,
            };
            let to = if self.is_range() {
                self.rest.next();
                match self.rest.next()? {
                    '\\' => {
                        let c = self.rest.next()?;
                        set = set.union(&self.escape(c));
                        if c.is_ascii_punctuation() { c } else { char::MAX }
                    }
                    c => c,
                }
            } else {
                from
            };
            set = set.union(&CharSet::of_range(from, to, self.platform));
        }
        Some(if is_negated { set.negated() } else { set })
    }

    /// Tells whether `-` and the end of a range follow.
    fn is_range(&self) -> bool {
        let mut ahead = self.rest.clone();
        ahead.next() == Some('-') && !matches!(ahead.peek(), None | Some(']'))
    }

    /// Returns the characters of the escape `\c`, of which `c` has been read.
    fn escape(&mut self, c: char) -> CharSet {
        let platform = self.platform;
        let one = |c| CharSet::of_range(c, c, platform);
        match c {
            'p' | 'P' if self.rest.peek() == Some(&'{') => {
                self.skip_past('}');
                CharSet::default().negated()
            }
            'u' if self.rest.peek() == Some(&'{') => {
                self.rest.next();
                let code = self.hex(8);
                self.rest.next_if_eq(&'}');
                one(code)
            }
            'u' => one(self.hex(4)),
            'x' => one(self.hex(2)),
            'c' => {
                self.rest.next();
                CharSet::of_range('\0', '\u{1F}', self.platform)
            }
            'n' => one('\n'),
            'r' => one('\r'),
            't' => one('\t'),
            'f' => one('\u{C}'),
            'v' => one('\u{B}'),
            '0' => one('\0'),
            c => CharSet::of_escape(c).unwrap_or_else(|| one(c)),
        }
    }

    fn hex(&mut self, digits: usize) -> char {
        let mut code = 0_u32;
        for _ in 0..digits {
            let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(16)) else {
                break;
            };
            self.rest.next();
            code = code.saturating_mul(16).saturating_add(digit);
        }
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn skip_past(&mut self, end: char) {
        self.rest.by_ref().take_while(|&c| c != end).for_each(drop);
    }
}

fn nothing() -> Node {
    Node::Sequence(Vec::new())
}

fn number(text: &mut Peekable<Chars<'_>>) -> Option<u32> {
    let mut number: Option<u32> = None;
    while let Some(digit) = text.peek().and_then(|c| c.to_digit(10)) {
        text.next();
        number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
    }
    number
}
