//! Random bits that nobody can guess, from the operating system.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// An id that cannot be guessed: 128 random bits as 32 hexadecimal digits.
///
/// # Errors
/// The operating system gave no random bits.
pub(crate) fn random_id() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// A secret for a person or a key to keep: 256 random bits, base64url.
///
/// # Errors
/// The operating system gave no random bits.
pub(crate) fn random_secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(base64url(&bytes))
}

/// Base64 for addresses and headers (RFC 4648, section 5), without padding.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads what [`base64url`] wrote; `None` for anything else.
pub(crate) fn from_base64url(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_full_length_and_differ() {
        let (one, other) = (random_id().unwrap(), random_id().unwrap());
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
        assert_eq!(random_secret().unwrap().len(), 43);
    }
}
