//! Errors at the reader's position, with its JSON pointer.

use super::error::FlowError;
use super::reader::{Reader, Step};
#[cfg(feature = "check")]
use crate::codes::UNKNOWN_WORD;
use crate::decimal::write_decimal;
#[cfg(feature = "check")]
use crate::suggestions::unknown_word;

impl Reader<'_> {
    /// Returns an error about the value that is being read.
    pub(crate) fn error(&self, message: &str) -> Box<FlowError> {
        Box::new(FlowError::new(self.pointer(), message.into()))
    }

    /// Returns an error about a word that is not one of those known.
    #[cfg(feature = "check")]
    pub(crate) fn error_of_word<'k>(
        &self,
        word: &str,
        what: &str,
        known: impl Iterator<Item = &'k str>,
    ) -> Box<FlowError> {
        let mut error = self.error(&unknown_word(word, what, &known.collect::<Vec<_>>()));
        error.code = UNKNOWN_WORD;
        error
    }

    /// Returns an error; in the browser without a reason, as `reason!` explains.
    #[cfg(not(feature = "check"))]
    pub(crate) fn error_of_word<'k>(
        &self,
        _: &str,
        what: &str,
        _: impl Iterator<Item = &'k str>,
    ) -> Box<FlowError> {
        self.error(what)
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
pub(super) fn push_escaped(pointer: &mut String, key: &str) {
    for c in key.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(c),
        }
    }
}

/// Returns the name that a step of a JSON pointer stands for.
#[cfg(feature = "check")]
pub(crate) fn unescaped(step: &str) -> String {
    let mut parts = step.split('~');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        name.push(if part.starts_with('1') { '/' } else { '~' });
        name.push_str(part.get(1..).unwrap_or_default());
    }
    name
}
