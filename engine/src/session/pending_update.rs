//! What the shell has not seen yet of the page as a whole. Changes of elements are noted in their records.

use super::view::PageStatus;

/// Decides what an update has to contain.
#[derive(Debug, Clone)]
pub(super) struct PendingUpdate {
    needs_view: bool,
    /// The status in the latest update.
    seen_status: Option<PageStatus>,
}

impl Default for PendingUpdate {
    /// Requires the whole view, for a shell that has seen nothing.
    fn default() -> Self {
        Self {
            needs_view: true,
            seen_status: None,
        }
    }
}

impl PendingUpdate {
    /// Notes that the page or its language changed.
    pub(super) fn require_view(&mut self) {
        self.needs_view = true;
    }

    pub(super) fn take_needs_view(&mut self) -> bool {
        std::mem::take(&mut self.needs_view)
    }

    /// Remembers the status that the shell is about to see; returns whether it is new.
    pub(super) fn note_status(&mut self, status: &PageStatus) -> bool {
        let is_new = self.seen_status.as_ref() != Some(status);
        if is_new {
            self.seen_status = Some(status.clone());
        }
        is_new
    }
}
