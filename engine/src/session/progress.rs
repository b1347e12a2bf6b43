//! How far leaving a page has come. See docs/engine.md#navigation.

use super::answered_flow::Page;

/// How far leaving the current page has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// The visitor is on the page.
    Resting,
    /// The page is valid, and the delay before the change runs.
    Leaving(PageExit),
    /// The complete feedback is being submitted; success leads to this page.
    Submitting(Page),
}

/// How the visitor leaves a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageExit {
    /// To the next page, if everything is valid.
    Next,
    /// Toward the end. Only required questions can stop a skip.
    Skip,
}
