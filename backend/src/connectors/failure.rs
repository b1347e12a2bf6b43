//! Why a look-up failed.

use crate::outgoing::CallFailure;
use base::records::UnfitValue;

/// Why there is no result of a look-up. The texts are for the operator's log and hold nothing of what the visitor wrote or the
/// target returned.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LookUpFailure {
    /// The only failure that the visitor can mend.
    #[error("a value is empty, or a step to another folder, in the address")]
    UnfitValue,
    #[error("the environment variable {0} is not set, or is no header")]
    Environment(String),
    #[error("the record cannot be used: {0}")]
    Record(String),
    #[error(transparent)]
    Call(#[from] CallFailure),
    #[error("the response has the status {0}")]
    Status(u16),
    #[error("the response is not JSON, or is too complex: {0}")]
    Json(String),
    #[error("the data to be stored with the feedback has more than {0} bytes")]
    Data(usize),
}

impl From<UnfitValue> for LookUpFailure {
    fn from(_: UnfitValue) -> Self {
        Self::UnfitValue
    }
}
