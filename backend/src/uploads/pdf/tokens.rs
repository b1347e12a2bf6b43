//! The words of a PDF document (ISO 32000-2, 7.2). What it takes to read them is bounded: the same bytes may be read as parts of
//! several objects.

use std::borrow::Cow;
use std::cell::Cell;

/// A word, as far as it matters here.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Without its slash, and with its escaped characters.
    Name(Cow<'a, [u8]>),
    Open(Bracket),
    Close(Bracket),
    /// A text, also one in hexadecimal digits.
    Text,
    /// A number or a keyword.
    Word(&'a [u8]),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Array,
    Dictionary,
}

/// How many bytes may still be read.
#[derive(Debug)]
pub(super) struct Budget(Cell<usize>);

impl Budget {
    pub(super) fn new(bytes: usize) -> Self {
        Self(Cell::new(bytes))
    }

    pub(super) fn add(&self, bytes: usize) {
        self.0.set(self.0.get().saturating_add(bytes));
    }

    /// Returns false if it is used up.
    pub(super) fn spend(&self, bytes: usize) -> bool {
        self.0.set(self.0.get().saturating_sub(bytes));
        !self.is_used_up()
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.0.get() == 0
    }
}

/// Reads words from a place on.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'a, 'b> {
    bytes: &'a [u8],
    at: usize,
    budget: &'b Budget,
}

impl<'a, 'b> Tokens<'a, 'b> {
    pub(super) fn new(bytes: &'a [u8], at: usize, budget: &'b Budget) -> Self {
        Self { bytes, at, budget }
    }

    /// Returns where the next word may begin.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes on to the next word.
    pub(super) fn skip_space(&mut self) {
        while let Some(byte) = self.byte() {
            match byte {
                b'%' => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
                byte if is_space(byte) => self.at += 1,
                _ => break,
            }
        }
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_while(&mut self, goes_on: impl Fn(u8) -> bool) {
        while self.byte().is_some_and(&goes_on) {
            self.at += 1;
        }
    }

    fn read(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        let begin = self.at;
        let first = self.byte()?;
        self.at += 1;
        let pair = [Some(first), self.byte()];
        Some(match first {
            b'/' => {
                self.skip_while(is_regular);
                Token::Name(decoded(self.bytes.get(begin + 1..self.at).unwrap_or_default()))
            }
            b'[' => Token::Open(Bracket::Array),
            b']' => Token::Close(Bracket::Array),
            b'<' if pair == [Some(b'<'); 2] => {
                self.at += 1;
                Token::Open(Bracket::Dictionary)
            }
            b'>' if pair == [Some(b'>'); 2] => {
                self.at += 1;
                Token::Close(Bracket::Dictionary)
            }
            b'<' => {
                self.skip_while(|byte| byte != b'>');
                self.at += 1;
                Token::Text
            }
            b'(' => {
                self.skip_text();
                Token::Text
            }
            b')' | b'>' | b'{' | b'}' => Token::Word(self.bytes.get(begin..self.at).unwrap_or_default()),
            _ => {
                self.skip_while(is_regular);
                Token::Word(self.bytes.get(begin..self.at).unwrap_or_default())
            }
        })
    }

    /// Goes behind a text in parentheses, which may hold others.
    fn skip_text(&mut self) {
        let mut depth = 1_usize;
        while let Some(byte) = self.byte() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a, '_> {
    type Item = Token<'a>;

    /// Returns nothing more when the budget is used up.
    fn next(&mut self) -> Option<Token<'a>> {
        let begin = self.at;
        let token = self.read();
        self.budget
            .spend(self.at.saturating_sub(begin))
            .then_some(token)
            .flatten()
    }
}

/// Returns the number that a word is; `None` for one with a sign or a fraction.
pub(super) fn whole_number(token: Option<&Token<'_>>) -> Option<u64> {
    match token {
        Some(Token::Word(word)) if word.iter().all(u8::is_ascii_digit) => {
            std::str::from_utf8(word).ok()?.parse().ok()
        }
        _ => None,
    }
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

/// Returns a name with `#` and two digits replaced by what they represent.
fn decoded(name: &[u8]) -> Cow<'_, [u8]> {
    if !name.contains(&b'#') {
        return name.into();
    }
    let mut decoded = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((&first, after)) = rest.split_first() {
        let escaped = match after {
            [high, low, ..] if first == b'#' => digit(*high).zip(digit(*low)),
            _ => None,
        };
        let (byte, length) = match escaped {
            Some((high, low)) => (high << 4 | low, 3),
            None => (first, 1),
        };
        decoded.push(byte);
        rest = rest.get(length..).unwrap_or_default();
    }
    decoded.into()
}

fn digit(byte: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_standard() {
        let budget = Budget::new(1_000);
        let text = b"<</A#42 (a\\) (b) /No)/C[1 0 R<4>]%/No\n/D/E>>endobj(open";
        let name = |name: &'static str| Token::Name(name.as_bytes().into());
        let read: Vec<Token<'_>> = Tokens::new(text, 0, &budget).collect();
        assert_eq!(
            read,
            [
                Token::Open(Bracket::Dictionary),
                name("AB"),
                Token::Text,
                name("C"),
                Token::Open(Bracket::Array),
                Token::Word(b"1"),
                Token::Word(b"0"),
                Token::Word(b"R"),
                Token::Text,
                Token::Close(Bracket::Array),
                name("D"),
                name("E"),
                Token::Close(Bracket::Dictionary),
                Token::Word(b"endobj"),
                Token::Text,
            ]
        );
        assert_eq!(decoded(b"J#61va#53cript#"), &b"JavaScript#"[..]);
        assert_eq!(decoded(b"#zz#4"), &b"#zz#4"[..]);
    }

    #[test]
    fn a_budget_ends() {
        let budget = Budget::new(10);
        assert!(Tokens::new(b"one two three four", 0, &budget).count() < 4);
        assert!(budget.is_used_up());
    }
}
