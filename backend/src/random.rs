//! Unpredictable ids and secrets, from the operating system's random number generator.

use crate::encoding::base64url;
use crate::time::Millis;
use uuid::Uuid;

/// Returns an id that cannot be guessed: 128 random bits as 32 hexadecimal digits.
///
/// # Errors
/// The operating system gave no random bits.
pub(crate) fn random_id() -> Result<String, getrandom::Error> {
    Ok(format!("{:032x}", u128::from_be_bytes(random_bytes()?)))
}

/// Returns an id that cannot be guessed, and that is greater than those of earlier milliseconds: 48 bits of time and 80
/// random bits as 32 hexadecimal digits. The rows of an index of such ids lie together where they are written together.
///
/// # Errors
/// The operating system gave no random bits.
pub(crate) fn ordered_id(now: Millis) -> Result<String, getrandom::Error> {
    let random = u128::from_be_bytes(random_bytes()?);
    let time = u128::from(now.unsigned_abs()) << 80;
    Ok(format!("{:032x}", time | random >> 48))
}

/// Returns a random (version 4) UUID.
///
/// # Errors
/// The operating system gave no random bits.
pub(crate) fn random_uuid() -> Result<Uuid, getrandom::Error> {
    Ok(uuid::Builder::from_random_bytes(random_bytes()?).into_uuid())
}

/// Returns a secret, such as a staff token or a signing key: 256 random bits as base64url.
///
/// # Errors
/// The operating system gave no random bits.
pub(crate) fn random_secret() -> Result<String, getrandom::Error> {
    Ok(base64url(&random_bytes::<32>()?))
}

fn random_bytes<const LENGTH: usize>() -> Result<[u8; LENGTH], getrandom::Error> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_secrets_have_full_length_and_differ() {
        let (one, other) = (random_id().unwrap(), random_id().unwrap());
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
        let (early, late, later) = (
            ordered_id(1).unwrap(),
            ordered_id(2).unwrap(),
            ordered_id(crate::time::now()).unwrap(),
        );
        assert!(early < late && late < later && later.len() == 32);
        assert_ne!(early, ordered_id(1).unwrap());
        assert_eq!(random_secret().unwrap().len(), 43);
        assert_eq!(random_uuid().unwrap().get_version_num(), 4);
    }
}
