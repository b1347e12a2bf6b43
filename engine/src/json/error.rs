//! What is wrong with a text, and where.

use super::{Reader, Step};
use crate::pattern::write_decimal;

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

impl From<Box<FlowError>> for FlowError {
    fn from(error: Box<FlowError>) -> Self {
        *error
    }
}

impl Reader<'_> {
    /// An error about the value that is being read.
    pub(crate) fn error(&self, message: &str) -> Box<FlowError> {
        Box::new(FlowError {
            pointer: self.pointer(),
            message: message.into(),
        })
    }

    /// An error that quotes a word of the document.
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
