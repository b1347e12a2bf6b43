//! Unpredictable ids and secrets, from the operating system's random number generator.

use crate::encoding::base64url;
use crate::time::Millis;
use std::num::NonZeroU32;
use uuid::Uuid;

/// Returns an id that cannot be guessed: 128 random bits as 32 hexadecimal digits.
pub fn random_id() -> Result<String, getrandom::Error> {
    Ok(format!("{:032x}", u128::from_be_bytes(random_bytes()?)))
}

/// Returns whether a text has the form of what [`random_id`] returns.
pub fn is_random_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns an id that cannot be guessed, and that is greater than those of earlier milliseconds: 48 bits of time and 128
/// random bits as 44 hexadecimal digits. The rows of an index of such ids lie together where they are written together.
pub fn ordered_id(now: Millis) -> Result<String, getrandom::Error> {
    let time = now.unsigned_abs() & 0xffff_ffff_ffff;
    Ok(format!("{time:012x}{}", random_id()?))
}

/// Returns a random (version 4) UUID.
pub fn random_uuid() -> Result<Uuid, getrandom::Error> {
    Ok(uuid::Builder::from_random_bytes(random_bytes()?).into_uuid())
}

/// Returns a secret, such as a staff token or a signing key: 256 random bits as base64url.
pub fn random_secret() -> Result<String, getrandom::Error> {
    Ok(base64url(&random_bytes::<32>()?))
}

/// Returns a number below `bound`, each with the same probability.
pub fn random_below(bound: NonZeroU32) -> Result<u32, getrandom::Error> {
    // Numbers beyond the last whole multiple of `bound` would make some results more likely.
    let usable = u32::MAX - u32::MAX % bound.get();
    loop {
        let number = u32::from_be_bytes(random_bytes()?);
        if number < usable {
            return Ok(number % bound.get());
        }
    }
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
    fn numbers_stay_below_their_bound_and_reach_all_of_it() {
        let drawn: std::collections::BTreeSet<u32> = (0..1_000)
            .map(|_| random_below(NonZeroU32::new(6).unwrap()).unwrap())
            .collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    }

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
        assert!(early < late && late < later && later.len() == 44);
        assert_ne!(early, ordered_id(1).unwrap());
        assert_eq!(random_secret().unwrap().len(), 43);
        assert_eq!(random_uuid().unwrap().get_version_num(), 4);
    }
}
