//! Staff tokens: what they look like, and what is stored of them.

use crate::encoding::base64url;
use crate::random::random_secret;
use sha2::{Digest, Sha256};

/// What our staff tokens begin with, so that one that leaked can be told from other secrets.
const PREFIX: &str = "pulsen_staff_";

/// A new token: 256 random bits.
///
/// # Errors
/// The operating system gave no random bits.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    Ok(format!("{PREFIX}{}", random_secret()?))
}

/// What is stored of a token. With 256 random bits a fast hash is enough: there is nothing to guess.
pub(crate) fn hash(token: &str) -> String {
    base64url(&Sha256::digest(token))
}
