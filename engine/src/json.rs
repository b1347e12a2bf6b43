//! Reads JSON text straight into the engine's own types.
//!
//! Definitions do not go through serde: this reader knows the JSON pointer of everything it meets, which is what the
//! author of a flow needs to see, and costs a fraction of the bytes and of the loading time in WebAssembly
//! (`facts/wasm.md`). It accepts exactly what RFC 8259 allows; `null` means absent, a repeated key takes its last value.

use crate::pattern::write_decimal;
use crate::platform::Platform;
use crate::texts::{ANY_LANGUAGE, Texts};
use std::borrow::Cow;

/// How deep values may nest; the reader recurses.
const MAX_DEPTH: usize = 64;

/// Why a text could not be read: where, as a JSON pointer, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowError {
    /// JSON pointer; empty for the whole document.
    pub pointer: String,
    /// What is wrong there, in a sentence.
    pub message: String,
}

impl std::fmt::Display for FlowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.pointer.is_empty() {
            "/"
        } else {
            &self.pointer
        })?;
        f.write_str(": ")?;
        f.write_str(&self.message)
    }
}

impl std::error::Error for FlowError {}

/// A reader at a position in a JSON text.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    path: Vec<Step<'a>>,
    platform: &'a dyn Platform,
    /// Pointers of fields that nobody asked for.
    pub(crate) unknown: Vec<String>,
}

enum Step<'a> {
    Key(Cow<'a, str>),
    Index(u32),
}

pub(crate) type Result<T> = std::result::Result<T, FlowError>;

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, platform: &'a dyn Platform) -> Self {
        Self {
            text,
            at: 0,
            path: Vec::new(),
            platform,
            unknown: Vec::new(),
        }
    }

    /// Reads an object, calling `field` with each key whose value is not null. `field` must read the value.
    ///
    /// A dynamic call, here and in the list's loop: one copy of the loop for all objects halves the reader's bytes.
    pub(crate) fn object(&mut self, field: &mut dyn FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        self.open(b'{', "an object is expected")?;
        if self.eat(b'}') {
            return Ok(());
        }
        loop {
            self.space();
            let key = self.raw_string()?;
            self.space();
            if !self.eat(b':') {
                return Err(self.error("`:` is missing after a key"));
            }
            self.path.push(Step::Key(key.clone()));
            if !self.null() {
                field(self, &key)?;
            }
            self.path.pop();
            if !self.more(b'}')? {
                return Ok(());
            }
        }
    }

    /// Reads a list, each item by `item`.
    pub(crate) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        self.each(&mut |r| {
            items.push(item(r)?);
            Ok(())
        })?;
        Ok(items)
    }

    fn each(&mut self, item: &mut dyn FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.open(b'[', "a list is expected")?;
        if self.eat(b']') {
            return Ok(());
        }
        for index in 0.. {
            self.path.push(Step::Index(index));
            self.space();
            item(self)?;
            self.path.pop();
            if !self.more(b']')? {
                break;
            }
        }
        Ok(())
    }

    /// Reads a text.
    pub(crate) fn string(&mut self) -> Result<Box<str>> {
        self.space();
        Ok(self.raw_string()?.into())
    }

    /// Reads an id: a text, or a whole number taken as text.
    pub(crate) fn id(&mut self) -> Result<Box<str>> {
        let id = self.text_or_number()?;
        if id.is_empty() {
            Err(self.error("an id must not be empty"))
        } else {
            Ok(id)
        }
    }

    /// Reads a text, or a number taken as the text it is written with.
    pub(crate) fn text_or_number(&mut self) -> Result<Box<str>> {
        self.space();
        match self.peek() {
            Some(b'-' | b'0'..=b'9') => Ok(self.number_text()?.into()),
            _ => Ok(self.raw_string()?.into()),
        }
    }

    /// Reads true or false.
    pub(crate) fn boolean(&mut self) -> Result<bool> {
        self.space();
        match (self.word("true"), self.word("false")) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => Err(self.error("true or false is expected")),
        }
    }

    /// Reads a finite number.
    pub(crate) fn number(&mut self) -> Result<f64> {
        self.space();
        let digits = self.number_text()?;
        let number = self.platform.number_from(digits);
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.error("the number is too large"))
        }
    }

    /// Reads a number that counts something: whole, not negative, below 2³².
    pub(crate) fn count(&mut self) -> Result<u32> {
        let number = self.number()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "compared right after"
        )]
        let count = number as u32;
        if f64::from(count) == number {
            Ok(count)
        } else {
            Err(self.error("a whole number of 0 or more is expected"))
        }
    }

    /// Reads a text by language, or one plain text for all languages.
    pub(crate) fn texts(&mut self) -> Result<Texts> {
        self.space();
        let mut texts = Texts::new();
        if self.peek() == Some(b'"') {
            let text = self.string()?;
            texts.insert(ANY_LANGUAGE, text);
        } else {
            self.object(&mut |r, code| {
                let text = r.string()?;
                texts.insert(&code.to_ascii_lowercase(), text);
                Ok(())
            })?;
        }
        Ok(texts)
    }

    /// Reads texts by key.
    pub(crate) fn string_map(&mut self) -> Result<crate::pairs::Pairs<String>> {
        let mut map = crate::pairs::Pairs::new();
        self.object(&mut |r, key| {
            map.insert(key, r.string()?.into());
            Ok(())
        })?;
        Ok(map)
    }

    /// A text that must be one of these words.
    pub(crate) fn choose<T: Copy>(&mut self, words: &[(&str, T)]) -> Result<T> {
        let word = self.string()?;
        let found = words.iter().find(|(known, _)| **known == *word);
        found
            .map(|(_, value)| *value)
            .ok_or_else(|| self.error_about(&word, "is not one of the values known here"))
    }

    /// Skips the value of a field that nobody knows and remembers where it was.
    pub(crate) fn unknown(&mut self) -> Result<()> {
        self.unknown.push(self.pointer());
        self.skip()
    }

    /// Skips any value.
    pub(crate) fn skip(&mut self) -> Result<()> {
        self.space();
        match self.peek() {
            Some(b'{') => self.object(&mut |r, _| r.skip()),
            Some(b'[') => self.each(&mut Self::skip),
            Some(b'"') => self.raw_string().map(|_| ()),
            Some(b't' | b'f') => self.boolean().map(|_| ()),
            Some(b'n') if self.null() => Ok(()),
            _ => self.number_text().map(|_| ()),
        }
    }

    /// Whether anything but white space is left.
    pub(crate) fn end(&mut self) -> Result<()> {
        self.space();
        if self.at == self.text.len() {
            Ok(())
        } else {
            Err(self.error("nothing may follow the document"))
        }
    }

    /// An error about the value that is being read.
    pub(crate) fn error(&self, message: &str) -> FlowError {
        FlowError {
            pointer: self.pointer(),
            message: message.into(),
        }
    }

    /// An error that quotes a word of the document.
    pub(crate) fn error_about(&self, word: &str, message: &str) -> FlowError {
        let mut text = String::from("`");
        text.push_str(word);
        text.push_str("` ");
        text.push_str(message);
        FlowError {
            pointer: self.pointer(),
            message: text,
        }
    }

    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in &self.path {
            pointer.push('/');
            match step {
                Step::Key(key) => push_escaped(&mut pointer, key),
                Step::Index(index) => write_decimal(&mut pointer, *index),
            }
        }
        pointer
    }

    fn open(&mut self, bracket: u8, otherwise: &str) -> Result<()> {
        self.space();
        if self.path.len() >= MAX_DEPTH {
            return Err(self.error("values are nested too deeply"));
        }
        if !self.eat(bracket) {
            return Err(self.error(otherwise));
        }
        self.space();
        Ok(())
    }

    fn more(&mut self, close: u8) -> Result<bool> {
        self.space();
        if self.eat(close) {
            return Ok(false);
        }
        if self.eat(b',') {
            Ok(true)
        } else {
            Err(self.error("`,` or a closing bracket is missing"))
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self
            .text
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(word));
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn null(&mut self) -> bool {
        self.space();
        self.word("null")
    }

    fn number_text(&mut self) -> Result<&'a str> {
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

    fn raw_string(&mut self) -> Result<Cow<'a, str>> {
        if !self.eat(b'"') {
            return Err(self.error("a text is expected"));
        }
        let mut owned: Option<String> = None;
        let mut from = self.at;
        loop {
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
                Some(0..=0x1F) => return Err(self.error("a control character in a text must be escaped")),
                Some(_) => self.at += 1,
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
            b'u' => {
                let unit = self.hex4()?;
                if !(0xD800..0xDC00).contains(&unit) {
                    return char::from_u32(unit);
                }
                if !(self.eat(b'\\') && self.eat(b'u')) {
                    return None;
                }
                let low = self.hex4()?;
                if !(0xDC00..0xE000).contains(&low) {
                    return None;
                }
                return char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
            }
            _ => return None,
        })
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

/// Appends a key to a JSON pointer (RFC 6901).
pub(crate) fn push_escaped(pointer: &mut String, key: &str) {
    for c in key.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(c),
        }
    }
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_valid(text: &str) -> bool {
        let mut reader = Reader::new(text, crate::native());
        reader.skip().and_then(|()| reader.end()).is_ok()
    }

    #[test]
    fn names_the_place() {
        let text = r#"{"a": [true, {"b/c": 1}, {"b/c": "x"}]}"#;
        let mut reader = Reader::new(text, crate::native());
        let error = reader
            .object(&mut |r, _| {
                r.list(&mut |r: &mut Reader<'_>| match r.peek() {
                    Some(b'{') => r.object(&mut |r, _| r.number().map(|_| ())),
                    _ => r.skip(),
                })
                .map(|_| ())
            })
            .unwrap_err();
        assert_eq!(error.to_string(), "/a/2/b~1c: a number is expected");
    }

    #[test]
    fn reads_escapes() {
        let mut reader = Reader::new(r#""a\n\u00e9\ud83d\ude00\/""#, crate::native());
        assert_eq!(&*reader.string().unwrap(), "a\né😀/");
        assert!(!is_valid(r#""\ud83d""#));
        assert!(!is_valid(r#""\ude00""#));
    }

    #[test]
    fn survives_deep_nesting() {
        assert!(!is_valid(&"[".repeat(100_000)));
    }

    proptest! {
        /// The one judge of what JSON is: serde_json. Mostly-JSON soup finds the corners.
        #[test]
        fn accepts_what_serde_json_accepts(text in r#"([\[\]{},:"a\\u0-9eE.+\- \n]|true|null|"k":|\\ud83d|é){0,12}"#) {
            let judge: Result<serde_json::Value> = serde_json::from_str(&text)
                .map_err(|_| FlowError { pointer: String::new(), message: String::new() });
            // Numbers beyond f64 are refused by `number`, not by the grammar.
            if judge.is_ok() || !text.contains(['e', 'E']) {
                prop_assert_eq!(is_valid(&text), judge.is_ok(), "{}", text);
            }
        }
    }
}
