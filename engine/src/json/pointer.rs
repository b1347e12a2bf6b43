//! Errors at the reader's position, with its JSON pointer.

use super::error::FlowError;
use super::reader::{Reader, Step};
use crate::decimal::write_decimal;

impl Reader<'_> {
    /// Returns an error about the value that is being read.
    pub(crate) fn error(&self, message: &str) -> Box<FlowError> {
        Box::new(FlowError {
            pointer: self.pointer(),
            message: message.into(),
        })
    }

    /// Returns an error about the value that is being read, with a quotation from the document.
    pub(crate) fn error_quoting(&self, word: &str, message: &str) -> Box<FlowError> {
        let mut text = String::from("`");
        text.push_str(word);
        text.push_str("` ");
        text.push_str(message);
        Box::new(FlowError {
            pointer: self.pointer(),
            message: text,
        })
    }

    pub(super) fn pointer(&self) -> String {
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
}

/// Appends a key to a JSON pointer (RFC 6901).
fn push_escaped(pointer: &mut String, key: &str) {
    for c in key.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(c),
        }
    }
}
