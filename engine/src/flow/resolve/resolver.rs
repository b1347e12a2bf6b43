//! What all parts of the resolver share: the ids that are known so far, and the errors.

use super::location::Location;
#[cfg(feature = "check")]
use crate::codes::{self, Code};
use crate::json::FlowError;
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use crate::sorted_map::SortedMap;

pub(super) struct Resolver<'a> {
    pub(super) platform: PlatformRef,
    errors: &'a mut Vec<FlowError>,
    pub(super) states: SortedMap<StateIx>,
    pub(super) elements: SortedMap<ElementIx>,
    /// Elements with a pipe, with the name of its question.
    pub(super) pipes: Vec<(ElementIx, Box<str>)>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(platform: PlatformRef, errors: &'a mut Vec<FlowError>) -> Self {
        Self {
            platform,
            errors,
            states: SortedMap::new(),
            elements: SortedMap::new(),
            pipes: Vec::new(),
        }
    }

    /// Adds an error about a reference; `word`, unless it is empty, is quoted before the message.
    #[cfg(feature = "check")]
    pub(super) fn error(&mut self, at: &Location<'_>, message: &str, word: &str) {
        self.add(codes::UNKNOWN_REFERENCE, at, message, word);
    }

    /// Adds an error about a name that is used twice.
    #[cfg(feature = "check")]
    pub(super) fn duplicate(&mut self, at: &Location<'_>, message: &str, name: &str) {
        self.add(codes::DUPLICATE, at, message, name);
    }

    /// Adds an error about a value that nothing can be compared with.
    #[cfg(feature = "check")]
    pub(super) fn unusable(&mut self, at: &Location<'_>, message: &str) {
        self.add(codes::UNUSABLE_VALUE, at, message, "");
    }

    #[cfg(feature = "check")]
    fn add(&mut self, code: Code, at: &Location<'_>, message: &str, word: &str) {
        let mut text = String::new();
        if !word.is_empty() {
            text.push('`');
            text.push_str(word);
            text.push_str("` ");
        }
        text.push_str(message);
        self.errors.push(FlowError {
            code,
            ..FlowError::new(at.pointer(), text)
        });
    }

    /// Adds an error about a word that is not one of those known.
    #[cfg(feature = "check")]
    pub(super) fn error_of_word(&mut self, at: &Location<'_>, word: &str, what: &str, known: &[&str]) {
        let message = crate::suggestions::unknown_word(word, what, known);
        self.add(codes::UNKNOWN_WORD, at, &message, "");
    }

    /// Notes that there is an error; in the browser without where and why.
    #[cfg(not(feature = "check"))]
    #[inline]
    pub(super) fn error_of_word(&mut self, _: &Location<'_>, _: &str, _: &str, _: &[&str]) {
        self.note_error();
    }

    /// Notes that there is an error; in the browser without where and why, as `reason!` explains.
    #[cfg(not(feature = "check"))]
    #[inline]
    pub(super) fn error(&mut self, _: &Location<'_>, _: &str, _: &str) {
        self.note_error();
    }

    /// Notes that there is an error; in the browser without where and why.
    #[cfg(not(feature = "check"))]
    #[inline]
    pub(super) fn duplicate(&mut self, _: &Location<'_>, _: &str, _: &str) {
        self.note_error();
    }

    /// Notes that there is an error; in the browser without where and why.
    #[cfg(not(feature = "check"))]
    #[inline]
    pub(super) fn unusable(&mut self, _: &Location<'_>, _: &str) {
        self.note_error();
    }

    /// Is no part of its caller, so that nothing of the arguments there is left.
    #[cfg(not(feature = "check"))]
    #[inline(never)]
    fn note_error(&mut self) {
        self.errors.push(FlowError::new(String::new(), String::new()));
    }

    /// Returns the state that a reference names. An absent reference is no error.
    pub(super) fn find_state(&mut self, id: Option<&str>, at: &Location<'_>) -> Option<StateIx> {
        let id = id?;
        let found = self.states.get(id).copied();
        if found.is_none() {
            self.error(at, "is not a state of this flow", id);
        }
        found
    }
}

/// Converts the position of a list's item to the size that the flow stores.
pub(super) fn index(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
