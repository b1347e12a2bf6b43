//! Why somebody could not sign in at the provider.

use crate::outgoing::CallFailure;
use base::signatures::{IdTokenFault, KeySetError};
use strum::IntoStaticStr;

/// Why a sign-in by the provider failed. The texts are for the operator's log; people learn the [kind](SignOnFault::kind).
#[derive(Debug, thiserror::Error)]
pub(crate) enum SignOnFault {
    #[error("the provider cannot be used: {what}: {why}")]
    Call { what: &'static str, why: CallFailure },
    #[error("the provider cannot be used: {what}: it answers with status {status}")]
    Status { what: &'static str, status: u16 },
    #[error("the provider cannot be used: {0}: the answer has another form than expected")]
    Form(&'static str),
    #[error("the provider cannot be used: it says that it is another issuer than --oidc-issuer")]
    OtherIssuer,
    #[error("the provider cannot be used: an address of it is not encrypted")]
    NotEncrypted,
    #[error(transparent)]
    Keys(#[from] KeySetError),
    #[error("the provider did not answer a moment ago")]
    JustFailed,
    /// With the code of the error, if it has the usual form.
    #[error("the provider has refused: {0}")]
    Refused(String),
    #[error(transparent)]
    Token(#[from] IdTokenFault),
    #[error("what the provider says about the person is of another one than its ID token")]
    OtherPerson,
    #[error("the provider gives no e-mail address: ask for the scope `email`")]
    NoEmail,
    #[error("the provider has not verified the e-mail address")]
    EmailNotVerified,
    #[error("no value of the claim in --oidc-role-claim is in --oidc-roles")]
    NoRole,
    #[error("the provider did not ask the person who they are, or does not say when (`auth_time`)")]
    NotAsked,
}

/// What the page says (docs/staff.md#single-sign-on).
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum SignOnFaultKind {
    /// It was begun in another browser, too long ago, or is over.
    Expired,
    /// The person has canceled, or the provider has refused.
    Declined,
    /// The provider does not answer, or not as it should.
    Unavailable,
    EmailNotVerified,
    /// Nobody has added the person, or they are disabled, or have no role.
    NoAccount,
    NotAsked,
    TooManyAttempts,
}

impl SignOnFault {
    pub(crate) fn kind(&self) -> SignOnFaultKind {
        match self {
            Self::Refused(_) => SignOnFaultKind::Declined,
            Self::NoEmail | Self::EmailNotVerified => SignOnFaultKind::EmailNotVerified,
            Self::NoRole => SignOnFaultKind::NoAccount,
            Self::NotAsked => SignOnFaultKind::NotAsked,
            _ => SignOnFaultKind::Unavailable,
        }
    }
}
