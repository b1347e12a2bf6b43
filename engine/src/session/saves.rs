//! The queue of saves: one partial save in flight, and whether another one waits for it. See docs/engine.md#saving.

use super::request_ids::RequestId;

/// What a save is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SaveKind {
    /// The answers so far.
    Partial,
    /// The flow is complete.
    Complete,
}

/// The saves of a visitor.
#[derive(Debug, Clone)]
pub(super) struct Saves {
    /// The next visitor's first save waits for this request, too.
    in_flight: Option<InFlight>,
    /// Whether a partial save waits. A complete one never does: until the shell has it, it is nowhere but in memory.
    is_one_waiting: bool,
    /// The partial save that the next save continues.
    stored_id: Option<Box<str>>,
}

/// A request that has no result yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct InFlight {
    request: RequestId,
    /// What it saves for the present visitor: nothing, if an earlier visitor started it.
    pub(super) save: Option<SaveKind>,
}

impl Saves {
    pub(super) fn new(stored_id: Option<&str>) -> Self {
        Self {
            in_flight: None,
            is_one_waiting: false,
            stored_id: stored_id.map(Into::into),
        }
    }

    /// Returns the same queue for the next visitor, who has saved nothing yet.
    pub(super) fn for_next_visitor(&self) -> Self {
        let in_flight = self.in_flight;
        Self {
            in_flight: in_flight.map(|in_flight| InFlight {
                save: None,
                ..in_flight
            }),
            ..Self::new(None)
        }
    }

    pub(super) fn has_request_in_flight(&self) -> bool {
        self.in_flight.is_some()
    }

    pub(super) fn start(&mut self, save: SaveKind, request: RequestId) {
        self.in_flight = Some(InFlight {
            request,
            save: Some(save),
        });
    }

    /// Lets a partial save wait until the request in flight ends.
    pub(super) fn wait(&mut self) {
        self.is_one_waiting = true;
    }

    /// Forgets the partial saves, in flight and waiting: a complete save has all of theirs.
    pub(super) fn supersede(&mut self) {
        self.in_flight = None;
        self.is_one_waiting = false;
    }

    /// Ends the request in flight if the result belongs to it.
    pub(super) fn finish(&mut self, echoed_id: Option<u32>) -> Option<InFlight> {
        self.in_flight
            .take_if(|in_flight| in_flight.request.matches(echoed_id))
    }

    /// Returns whether a save has waited, once.
    pub(super) fn take_waiting(&mut self) -> bool {
        std::mem::take(&mut self.is_one_waiting)
    }

    pub(super) fn stored_id(&self) -> Option<&str> {
        self.stored_id.as_deref()
    }

    pub(super) fn set_stored_id(&mut self, id: &str) {
        self.stored_id = Some(id.into());
    }

    pub(super) fn take_stored_id(&mut self) -> Option<Box<str>> {
        self.stored_id.take()
    }
}
