//! The verification state of a phone number.

use super::request_ids::RequestId;

/// How far the verification of a phone number has come. Another number starts at [`Unsent`](Self::Unsent) again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Verification {
    #[default]
    Unsent,
    /// A code is being sent. The code sent before, if any, counts until that succeeds.
    Sending {
        request: RequestId,
        previous: Option<Box<str>>,
    },
    /// The visitor has the code and may ask for another one.
    Sent { id: Box<str> },
    /// The code that the visitor typed is being checked.
    Checking { request: RequestId, id: Box<str> },
    /// The number is the visitor's. `proof` is the server's signed word for it, which the submission carries.
    Verified { proof: Box<str> },
}
