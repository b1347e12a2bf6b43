//! The state of a question's look-up.

use super::request_ids::RequestId;

/// How far the look-up of an answer has come. Another answer starts at [`Unasked`](Self::Unasked) again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum LookUp {
    #[default]
    Unasked,
    UnderWay(RequestId),
    Done {
        /// Whether the result had answers.
        has_answers: bool,
        /// What the server keeps of the result, to be stored with the feedback.
        binding_id: Option<Box<str>>,
    },
    Failed,
}

impl LookUp {
    pub(super) fn is_under_way(&self) -> bool {
        matches!(self, Self::UnderWay(_))
    }

    pub(super) fn binding_id(&self) -> Option<&str> {
        match self {
            Self::Done { binding_id, .. } => binding_id.as_deref(),
            _ => None,
        }
    }
}
