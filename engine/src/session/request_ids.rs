//! Request ids: which effect a result belongs to. See docs/engine.md#requests-and-results.

/// The id of a request, unique within the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RequestId(u32);

impl RequestId {
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// Returns whether a result with this echoed id belongs to the request. A result without an id does.
    pub(super) fn matches(self, echoed_id: Option<u32>) -> bool {
        echoed_id.is_none_or(|number| number == self.0)
    }
}

/// Counts requests up from 1. The count survives a reset, so late results cannot be mistaken for the next visitor's.
#[derive(Debug, Clone, Default)]
pub(super) struct RequestIds {
    last: u32,
}

impl RequestIds {
    pub(super) fn next(&mut self) -> RequestId {
        self.last = self.last.wrapping_add(1);
        RequestId(self.last)
    }
}
