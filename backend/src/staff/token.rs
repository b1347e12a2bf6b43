//! Staff tokens: their form, and the hash that is stored of them (docs/staff.md#tokens).

use base::encoding::base64url;
use base::random::random_secret;
use sha2::{Digest, Sha256};

/// Begins every staff token, so that a leaked one can be recognized.
const PREFIX: &str = "pulsen_staff_";

/// Returns a new token with 256 random bits.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    Ok(format!("{PREFIX}{}", random_secret()?))
}

/// Returns the hash that is stored of a token. A fast hash is enough, because 256 random bits cannot be guessed.
pub(crate) fn hash_token(token: &str) -> String {
    base64url(&Sha256::digest(token))
}
