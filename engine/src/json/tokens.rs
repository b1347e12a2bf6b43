//! What the scanner of whole documents passes over: white space, texts, numbers and words.

use super::document::{Scanner, Stopped};
use crate::platform::is_decimal;
use crate::texts::is_letter;
use std::borrow::Cow;

impl<'a> Scanner<'a> {
    /// Passes white space, and notes comments.
    pub(super) fn space(&mut self) -> Result<(), Stopped> {
        let bytes = self.text.as_bytes();
        loop {
            while matches!(bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
                self.at += 1;
            }
            let rest = bytes.get(self.at..).unwrap_or_default();
            let length = match rest {
                [b'#', ..] | [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n'),
                [b'/', b'*', ..] => end_of_comment(rest),
                _ => return Ok(()),
            };
            self.fault(self.at, "JSON has no comments: remove this one")?;
            self.at += length.unwrap_or(rest.len());
        }
    }

    /// Passes a text, and returns it.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, Stopped> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        loop {
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(b'\n' | b'\r') => {
                    self.stop(start, "this text does not end in its line: `\"` is missing, or a line end that is not written `\\n`")?;
                }
                Some(0..=0x1F) => {
                    self.fault(
                        end,
                        "a control character in a text is written as an escape, such as `\\t`",
                    )?;
                    end += 1;
                }
                Some(_) => end += 1,
                None => self.stop(start, "this text does not end: `\"` is missing")?,
            }
        }
        self.at = end + 1;
        let mut rest = self.text.get(start + 1..end).unwrap_or_default();
        if !rest.as_bytes().contains(&b'\\') {
            return Ok(rest.into());
        }
        let mut text = String::new();
        while let Some((before, after)) = rest.split_once('\\') {
            text.push_str(before);
            let escape = unescape(after);
            if escape.is_none() {
                self.fault(
                    end - after.len() - 1,
                    "not an escape of JSON; a backslash is written `\\\\`",
                )?;
            }
            let (c, length) = escape.unwrap_or(('\\', 0));
            text.push(c);
            rest = after.get(length..).unwrap_or_default();
        }
        text.push_str(rest);
        Ok(text.into())
    }

    /// Passes a number, `true`, `false` or `null`.
    pub(super) fn word(&mut self) -> Result<(), Stopped> {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let end = rest.find(|c| !is_part_of_word(c));
        let word = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        if matches!(word, "true" | "false" | "null") || is_number(word) {
            self.at += word.len();
            return Ok(());
        }
        let message = match word {
            _ if rest.starts_with('\'') => "a text has double quotes, as in `\"text\"`".to_owned(),
            "" if rest.is_empty() => "the file ends where a value is expected".to_owned(),
            _ if word.starts_with(|c: char| matches!(c, '0'..='9' | '+' | '-' | '.')) => {
                format!("`{}` is no number of JSON, such as `0.5` or `-7`", self.excerpt())
            }
            _ => format!("a value is expected, found `{}`", self.excerpt()),
        };
        self.fault(start, &message)?;
        self.at += word.len();
        if word.is_empty() { Err(Stopped) } else { Ok(()) }
    }
}

/// Returns whether a character is part of what is read as one word: a number, `true`, or a text whose quotes are missing.
pub(super) fn is_part_of_word(c: char) -> bool {
    is_letter(c) || matches!(c, '0'..='9' | '+' | '-' | '.' | '_')
}

/// Returns the length of a comment that begins with `/*`.
fn end_of_comment(text: &[u8]) -> Option<usize> {
    let mut pairs = text.windows(2);
    pairs.position(|pair| pair == b"*/").map(|end| end + 2)
}

/// Returns the character of an escape after its backslash, and its length in bytes. As for the reader, a lone surrogate is the
/// replacement character.
fn unescape(escape: &str) -> Option<(char, usize)> {
    let c = match escape.chars().next()? {
        c @ ('"' | '\\' | '/') => c,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return unescape_units(escape),
        _ => return None,
    };
    Some((c, 1))
}

fn unescape_units(escape: &str) -> Option<(char, usize)> {
    let unit_at = |at: usize| {
        let digits = escape.get(at..at + 5)?.strip_prefix('u')?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    };
    let unit = unit_at(0)?;
    let low = unit_at(6).filter(|_| escape.get(5..6) == Some("\\"));
    match low {
        Some(low @ 0xDC00..0xE000) if (0xD800..0xDC00).contains(&unit) => {
            let code = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            Some((char::from_u32(code)?, 11))
        }
        _ => Some((char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 5)),
    }
}

/// Tells whether a word is a number: `-7`, `0.5`, `1e3`. One that no program holds is a number of JSON all the same: the reader
/// says that it is too large.
fn is_number(word: &str) -> bool {
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    let has_leading_zero =
        unsigned.starts_with('0') && unsigned.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    // These two are decimals, but none of JSON.
    let has_empty_fraction = word
        .split(['e', 'E'])
        .next()
        .is_some_and(|mantissa| mantissa.ends_with('.'));
    unsigned.starts_with(|c: char| c.is_ascii_digit())
        && !has_leading_zero
        && !has_empty_fraction
        && is_decimal(word)
}
