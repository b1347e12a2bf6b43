//! What all parts of the resolver share: the ids that are known so far, and the errors.

use super::location::Location;
use crate::json::FlowError;
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use crate::sorted_map::SortedMap;

pub(super) struct Resolver<'a> {
    pub(super) platform: PlatformRef,
    errors: &'a mut Vec<FlowError>,
    pub(super) states: SortedMap<StateIx>,
    pub(super) elements: SortedMap<ElementIx>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(platform: PlatformRef, errors: &'a mut Vec<FlowError>) -> Self {
        Self {
            platform,
            errors,
            states: SortedMap::new(),
            elements: SortedMap::new(),
        }
    }

    /// Adds an error; `word`, unless it is empty, is quoted before the message.
    pub(super) fn error(&mut self, at: &Location<'_>, message: &str, word: &str) {
        let mut text = String::new();
        if !word.is_empty() {
            text.push('`');
            text.push_str(word);
            text.push_str("` ");
        }
        text.push_str(message);
        self.errors.push(FlowError {
            pointer: at.pointer(),
            message: text,
        });
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
