//! The visitor's path through the flow.

use super::position_set::PositionSet;
use crate::position::StateIx;

/// The page that the visitor looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    State(StateIx),
    /// The thank-you page of a flow that names no end state.
    DefaultThankYou,
}

impl Page {
    pub(crate) fn state(self) -> Option<StateIx> {
        match self {
            Self::State(at) => Some(at),
            Self::DefaultThankYou => None,
        }
    }
}

/// The states from the first page to the current one, each at most once, and the page that is shown.
///
/// The page is the last state of the path until the visitor reaches an end. An end page is not part of the path.
#[derive(Debug, Clone)]
pub(crate) struct Path {
    states: PositionSet<StateIx>,
    page: Page,
}

impl Path {
    pub(super) fn new(first: StateIx) -> Self {
        let mut states = PositionSet::default();
        states.insert(first);
        Self {
            states,
            page: Page::State(first),
        }
    }

    pub(crate) fn page(&self) -> Page {
        self.page
    }

    pub(crate) fn states(&self) -> &[StateIx] {
        self.states.members()
    }

    pub(crate) fn contains(&self, state: StateIx) -> bool {
        self.states.contains(state)
    }

    pub(crate) fn has_previous(&self) -> bool {
        self.states().len() > 1
    }

    /// Goes on to a state that is not on the path yet.
    pub(super) fn push(&mut self, state: StateIx) {
        self.states.insert(state);
        self.page = Page::State(state);
    }

    /// Goes back to the previous state; returns the one that leaves the path. The first state stays.
    pub(super) fn pop(&mut self) -> Option<StateIx> {
        let [.., previous, _] = *self.states() else {
            return None;
        };
        self.page = Page::State(previous);
        self.states.pop()
    }

    pub(super) fn show_end(&mut self, page: Page) {
        self.page = page;
    }
}
