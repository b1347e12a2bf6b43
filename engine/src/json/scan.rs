//! Scans JSON tokens: white space, words, numbers, strings and their escapes.

use super::reader::{Reader, Result};
use std::borrow::Cow;

// Reading spends most of its time in these three; when optimizing for size the compiler would not inline them.
#[expect(
    clippy::inline_always,
    reason = "halves the time that a large flow takes to load in the browser"
)]
impl<'a> Reader<'a> {
    #[inline(always)]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline(always)]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    #[inline(always)]
    pub(super) fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn word(&mut self, word: &str) -> bool {
        let found = self
            .text
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(word));
        self.at += if found { word.len() } else { 0 };
        found
    }

    pub(super) fn null(&mut self) -> bool {
        self.space();
        self.peek() == Some(b'n') && self.word("null")
    }

    pub(super) fn number_text(&mut self) -> Result<&'a str> {
        let from = self.at;
        self.eat(b'-');
        let leading_zero = self.peek() == Some(b'0');
        let whole = self.digits();
        let mut valid = whole == 1 || (whole > 1 && !leading_zero);
        if self.eat(b'.') {
            valid &= self.digits() > 0;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if !self.eat(b'+') {
                self.eat(b'-');
            }
            valid &= self.digits() > 0;
        }
        if !valid {
            return Err(self.error("a number is expected"));
        }
        Ok(self.text.get(from..self.at).unwrap_or_default())
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - from
    }

    pub(super) fn raw_string(&mut self) -> Result<Cow<'a, str>> {
        if !self.eat(b'"') {
            return Err(self.error("a text is expected"));
        }
        let mut owned: Option<String> = None;
        let mut from = self.at;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let plain = rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1F));
            self.at += plain.unwrap_or(rest.len());
            match self.peek() {
                Some(b'"') => {
                    let piece = self.text.get(from..self.at).unwrap_or_default();
                    self.at += 1;
                    return Ok(match owned {
                        None => Cow::Borrowed(piece),
                        Some(mut text) => {
                            text.push_str(piece);
                            Cow::Owned(text)
                        }
                    });
                }
                Some(b'\\') => {
                    let text = owned.get_or_insert_default();
                    text.push_str(self.text.get(from..self.at).unwrap_or_default());
                    self.at += 1;
                    match self.escape() {
                        Some(c) => text.push(c),
                        None => return Err(self.error("an escape in a text is not valid")),
                    }
                    from = self.at;
                }
                Some(_) => return Err(self.error("a control character in a text must be escaped")),
                None => return Err(self.error("the document ends inside a text")),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.escaped_unit(),
            _ => return None,
        })
    }

    /// Reads a character from its UTF-16 units. A lone surrogate, which `JSON.stringify` writes if an emoji was cut in
    /// half, becomes the replacement character, as in every conversion from JavaScript strings; the answer must not be
    /// lost because of it. So does U+0000, which not every database and program can hold.
    fn escaped_unit(&mut self) -> Option<char> {
        let unit = self.hex4()?;
        if !(0xD800..0xDC00).contains(&unit) {
            let character = char::from_u32(unit).filter(|c| *c != '\0');
            return Some(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let after = self.at;
        if self.eat(b'\\') && self.eat(b'u') {
            let low = self.hex4()?;
            if (0xDC00..0xE000).contains(&low) {
                return char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
            }
        }
        self.at = after;
        Some(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit * 16 + char::from(self.peek()?).to_digit(16)?;
            self.at += 1;
        }
        Some(unit)
    }
}
