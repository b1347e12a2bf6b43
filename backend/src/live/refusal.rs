//! Why a call of a socket is refused (docs/api.md#socket).

use crate::staff::StaffRefusal;
use serde::Serialize;
use store::StoreError;
use tracing::error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Refusal {
    InvalidRequest,
    UnknownRoom,
    UnknownNode,
    InvalidToken,
    TwoCredentials,
    SecondFactorNeeded,
    ChatErased,
    NotInScope,
    RightMissing,
    NotSubscribed,
    SwitchedOff,
    TooManyRooms,
    TooManyCalls,
    TooManySignals,
    Busy,
    Internal,
}

impl Refusal {
    /// Returns whether it counts among the failures after which a socket is cut. An error of the server is not the client's
    /// fault, and a signal may come a moment after what it was for has ended.
    pub(super) fn is_failure(self) -> bool {
        use Refusal::{Busy, ChatErased, Internal, NotSubscribed, SwitchedOff, TooManySignals};
        !matches!(
            self,
            Busy | ChatErased | Internal | NotSubscribed | SwitchedOff | TooManySignals
        )
    }
}

/// Who has no token that is in force is not told why.
impl From<StaffRefusal> for Refusal {
    fn from(refusal: StaffRefusal) -> Self {
        match refusal {
            StaffRefusal::NoToken
            | StaffRefusal::UnknownToken
            | StaffRefusal::ExpiredToken
            | StaffRefusal::RevokedToken
            | StaffRefusal::NoSession
            | StaffRefusal::ForeignOrigin => Self::InvalidToken,
            StaffRefusal::RightMissing | StaffRefusal::PersonNeeded | StaffRefusal::ConfirmationNeeded => {
                Self::RightMissing
            }
            StaffRefusal::SecondFactorNeeded => Self::SecondFactorNeeded,
            StaffRefusal::NotInScope => Self::NotInScope,
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        error!(%error, "store failed");
        Self::Internal
    }
}
