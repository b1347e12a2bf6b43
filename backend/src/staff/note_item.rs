//! A note about a feedback, as staff see it (docs/staff.md#review).

use base::time::to_rfc3339;
use serde::Serialize;
use store::FeedbackNote;
use utoipa::ToSchema;

/// A note about a feedback.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeedbackNote)]
pub(crate) struct NoteItem {
    id: String,
    /// The name of the member of staff.
    author: String,
    body: String,
    created_at: String,
}

impl From<FeedbackNote> for NoteItem {
    fn from(note: FeedbackNote) -> Self {
        Self {
            id: note.id,
            author: note.author,
            body: note.body,
            created_at: to_rfc3339(note.created_at),
        }
    }
}
