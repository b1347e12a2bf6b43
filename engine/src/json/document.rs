//! Finds everything that keeps a text from being JSON, for anyone who has written it by hand.
//!
//! [`super::reader::Reader`] stops at the first fault, and knows only what it expected there. This one knows what people
//! write: comments, commas too many, single quotes; it continues after most of them.

use super::pointer::push_escaped;
use super::position::Position;
use super::tokens::is_part_of_word;
use crate::decimal::write_decimal;
use crate::heap_sort::heap_sort;
use std::borrow::Cow;

/// Maximum nesting depth, because the scanner recurses; that of the reader.
const MAX_DEPTH: u32 = 64;

/// Most faults that are reported of one text.
const MAX_FAULTS: usize = 100;

/// Why a text is not the JSON of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonFault {
    pub position: Position,
    /// JSON pointer of the value around the fault.
    pub pointer: String,
    /// What is wrong, in a sentence.
    pub message: String,
}

/// Returns what keeps a text from being JSON, in its order; none if it is JSON. A name that is twice in an object counts, too:
/// one of its values would be lost.
#[must_use]
pub fn check_json(text: &str) -> Vec<JsonFault> {
    scan(text, &mut |_, _| true)
}

/// As [`check_json`]; calls `visit` with the JSON pointer of each value, and the byte where it or its name begins, for as long as it
/// returns true.
pub(super) fn scan(text: &str, visit: &mut dyn FnMut(&str, usize) -> bool) -> Vec<JsonFault> {
    let mut scanner = Scanner {
        text,
        at: 0,
        pointer: String::new(),
        faults: Vec::new(),
        visit,
    };
    // The scanner has noted why it stopped.
    let _ = scanner.document();
    scanner.faults
}

/// The rest of the text cannot be understood, or nobody wants it.
pub(super) struct Stopped;

pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pointer: String,
    faults: Vec<JsonFault>,
    visit: &'a mut dyn FnMut(&str, usize) -> bool,
}

impl<'a> Scanner<'a> {
    fn document(&mut self) -> Result<(), Stopped> {
        if self.text.starts_with('\u{FEFF}') {
            self.fault(
                0,
                "the file begins with a byte order mark (BOM): save it as UTF-8 without one",
            )?;
            self.at += '\u{FEFF}'.len_utf8();
        }
        self.space()?;
        if self.peek().is_none() {
            self.fault(self.at, "the file is empty; an object is expected")?;
            return Ok(());
        }
        self.visit(self.at)?;
        self.value(0)?;
        self.space()?;
        if self.peek().is_some() {
            self.fault(self.at, "unexpected text after the document")?;
        }
        Ok(())
    }

    fn visit(&mut self, at: usize) -> Result<(), Stopped> {
        if (self.visit)(&self.pointer, at) {
            Ok(())
        } else {
            Err(Stopped)
        }
    }

    fn value(&mut self, depth: u32) -> Result<(), Stopped> {
        match self.peek() {
            Some(b'{' | b'[') if depth >= MAX_DEPTH => self.stop(self.at, "values are nested too deeply"),
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.list(depth + 1),
            Some(b'"') => self.string().map(drop),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: u32) -> Result<(), Stopped> {
        let length = self.pointer.len();
        let mut names = Vec::new();
        let end = self.members(depth, &mut names);
        self.pointer.truncate(length);
        self.report_names_that_are_twice(names)?;
        end
    }

    /// Passes the members of an object; adds the names, and where they begin.
    fn members(&mut self, depth: u32, names: &mut Vec<(Cow<'a, str>, usize)>) -> Result<(), Stopped> {
        let start = self.at;
        self.at += 1;
        let mut comma = None;
        while !self.is_end(b'}', start, comma)? {
            if self.peek() != Some(b'"') {
                return self.stop_at_name();
            }
            let name_at = self.at;
            let name = self.string()?;
            let length = self.pointer.len();
            self.pointer.push('/');
            push_escaped(&mut self.pointer, &name);
            self.visit(name_at)?;
            self.space()?;
            let has_colon = self.peek() == Some(b':');
            let message = (!has_colon).then(|| format!("`:` is missing after the name `{name}`"));
            names.push((name, name_at));
            if let Some(message) = message {
                return self.stop(self.at, &message);
            }
            self.at += 1;
            self.space()?;
            self.value(depth)?;
            self.pointer.truncate(length);
            comma = self.comma(b'"')?;
        }
        Ok(())
    }

    fn report_names_that_are_twice(&mut self, mut names: Vec<(Cow<'a, str>, usize)>) -> Result<(), Stopped> {
        heap_sort(&mut names, |one, other| one < other);
        for pair in names.windows(2) {
            if let [(name, first), (next, at)] = pair
                && name == next
            {
                let line = Position::of_byte(self.text, *first).line;
                let message = format!("`{name}` is there twice in this object: first in line {line}");
                let length = self.pointer.len();
                self.pointer.push('/');
                push_escaped(&mut self.pointer, name);
                let noted = self.fault(*at, &message);
                self.pointer.truncate(length);
                noted?;
                self.move_up_last_fault();
            }
        }
        Ok(())
    }

    /// Puts the last fault before those that were found earlier, but are further down.
    fn move_up_last_fault(&mut self) {
        let Some(fault) = self.faults.pop() else { return };
        let mut faults = self.faults.iter();
        let place = faults.position(|other| other.position > fault.position);
        self.faults.insert(place.unwrap_or(self.faults.len()), fault);
    }

    fn list(&mut self, depth: u32) -> Result<(), Stopped> {
        let start = self.at;
        self.at += 1;
        let mut comma = None;
        for index in 0_u32.. {
            let length = self.pointer.len();
            self.pointer.push('/');
            write_decimal(&mut self.pointer, index);
            if self.is_end(b']', start, comma)? {
                self.pointer.truncate(length);
                break;
            }
            self.visit(self.at)?;
            self.value(depth)?;
            self.pointer.truncate(length);
            comma = self.comma(b'{')?;
        }
        Ok(())
    }

    /// Passes what stands before the next member or item, and tells whether there is none, given the comma before it.
    fn is_end(&mut self, close: u8, start: usize, comma: Option<usize>) -> Result<bool, Stopped> {
        self.space()?;
        while self.peek() == Some(b',') {
            self.fault(self.at, "a comma too many: a value is expected before it")?;
            self.at += 1;
            self.space()?;
        }
        match self.peek() {
            Some(byte) if byte == close => {
                if let Some(comma) = comma {
                    self.fault(
                        comma,
                        &format!(
                            "a comma before `{}`, after which nothing follows: remove it",
                            char::from(close)
                        ),
                    )?;
                }
                self.at += 1;
                Ok(true)
            }
            None => {
                let Position { line, column } = Position::of_byte(self.text, start);
                let message = format!(
                    "the file ends before the `{}` of line {line}, column {column}",
                    char::from(close)
                );
                self.stop(self.at, &message).map(|()| true)
            }
            _ => Ok(false),
        }
    }

    /// Passes the comma after a member or an item, and returns its position. One that is missing is noted where another value begins.
    fn comma(&mut self, next: u8) -> Result<Option<usize>, Stopped> {
        self.space()?;
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(Some(self.at - 1))
            }
            Some(b'}' | b']') | None => Ok(None),
            Some(byte) => {
                self.fault(self.at, "`,` is missing before this")?;
                if byte == next || byte == b'"' {
                    Ok(None)
                } else {
                    Err(Stopped)
                }
            }
        }
    }

    fn stop_at_name(&mut self) -> Result<(), Stopped> {
        let message = match self.peek() {
            Some(b'\'') => "a name has double quotes, as in `\"id\"`".to_owned(),
            Some(b']') => "`}` is expected, found `]`".to_owned(),
            _ => format!("a name in double quotes is expected, found `{}`", self.excerpt()),
        };
        self.stop(self.at, &message)
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Notes a fault after which the text can be understood.
    pub(super) fn fault(&mut self, at: usize, message: &str) -> Result<(), Stopped> {
        self.faults.push(JsonFault {
            position: Position::of_byte(self.text, at),
            pointer: self.pointer.clone(),
            message: message.into(),
        });
        if self.faults.len() < MAX_FAULTS {
            Ok(())
        } else {
            Err(Stopped)
        }
    }

    /// Notes a fault after which nothing is understood.
    pub(super) fn stop(&mut self, at: usize, message: &str) -> Result<(), Stopped> {
        self.fault(at, message)?;
        Err(Stopped)
    }

    /// Returns the word or character at this position.
    pub(super) fn excerpt(&self) -> &str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest.find(|c| !is_part_of_word(c));
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = end.unwrap_or(rest.len()).max(first);
        rest.get(..rest.floor_char_boundary(length.min(MAX_EXCERPT)))
            .unwrap_or_default()
    }
}

/// Most bytes of the text that a fault repeats.
const MAX_EXCERPT: usize = 40;
