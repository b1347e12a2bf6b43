//! Why a chat does not take what a participant sends, though it is valid: 409 (docs/api.md#error-codes).

use store::ChatStatus;

/// What keeps a chat from taking something at present.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ChatConflict {
    /// `chat_not_open`: its status does not allow it.
    NotOpen(ChatStatus),
    /// `outside_hours`: the node does not operate now.
    OutsideHours,
    /// `chat_full`: it has all the items that it may have.
    Full,
    /// `attachment_not_taken`: the node takes no files from customers.
    AttachmentNotTaken,
    /// `chat_not_over`: only a chat that is over is rated.
    NotOver(ChatStatus),
    /// `rating_disabled`: the node takes no ratings.
    RatingDisabled,
    /// `already_rated`: the customer has given another rating since their latest message.
    AlreadyRated,
}

impl ChatConflict {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::NotOpen(_) => "chat_not_open",
            Self::OutsideHours => "outside_hours",
            Self::Full => "chat_full",
            Self::AttachmentNotTaken => "attachment_not_taken",
            Self::NotOver(_) => "chat_not_over",
            Self::RatingDisabled => "rating_disabled",
            Self::AlreadyRated => "already_rated",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::NotOpen(_) => "The chat is not open",
            Self::OutsideHours => "Nobody is there to answer now",
            Self::Full => "The chat is full; give another feedback to begin a new one",
            Self::AttachmentNotTaken => "This chat takes no files",
            Self::NotOver(_) => "The chat is not over",
            Self::RatingDisabled => "This chat takes no ratings",
            Self::AlreadyRated => "The chat is rated already",
        }
    }

    pub(super) fn detail(self) -> Option<String> {
        match self {
            Self::NotOpen(status) | Self::NotOver(status) => Some(format!("It is {}.", status.as_str())),
            _ => None,
        }
    }
}
