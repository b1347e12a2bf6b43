//! Why a call failed.

use std::error::Error;
use std::time::Duration;

/// Why there is no response to a call. The texts are for the operator's log: visitors learn only that it failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CallFailure {
    #[error("too many concurrent calls")]
    Busy,
    /// The target is one that this call must not reach.
    #[error("target not allowed: {0}")]
    NotAllowed(String),
    #[error("timeout: no complete response within {} ms", .0.as_millis())]
    TimedOut(Duration),
    #[error("the response is larger than {0} bytes")]
    TooLarge(usize),
    #[error("the response is a redirect, which is not followed")]
    Redirected,
    #[error("target unreachable: {0}")]
    Unreachable(String),
}

impl CallFailure {
    pub(super) fn not_allowed(reason: impl Into<String>) -> Self {
        Self::NotAllowed(reason.into())
    }

    /// Says that a host is not on the public internet.
    pub(super) fn private(host: &str) -> Self {
        Self::NotAllowed(format!("{host} is not a public address"))
    }
}

impl From<reqwest::Error> for CallFailure {
    /// Finds what the resolver said, or else the innermost cause: the outer ones repeat the address, whose query may hold
    /// what a visitor wrote.
    fn from(error: reqwest::Error) -> Self {
        let error = error.without_url();
        let mut cause: &(dyn Error + 'static) = &error;
        loop {
            if let Some(failure) = cause.downcast_ref::<Self>() {
                return failure.clone();
            }
            match cause.source() {
                Some(inner) => cause = inner,
                None => return Self::Unreachable(cause.to_string()),
            }
        }
    }
}
