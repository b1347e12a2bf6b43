//! What a staff token may be (docs/staff.md#tokens).

use base::time::{DAY, Millis};
use url::Url;

/// For how many days a token may be valid. What nobody remembers should end.
pub(crate) const MOST_DAYS: u16 = 366;

/// For how many days one is valid unless somebody says otherwise.
pub(crate) const DEFAULT_DAYS: u16 = 90;

/// Longest address of a picture, in bytes.
const AVATAR_LENGTH: usize = 2_048;

/// Why a text is no address of a picture.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AvatarFault {
    #[error(transparent)]
    Unreadable(#[from] url::ParseError),
    #[error("an address that begins with https://, without user name and password, is expected")]
    OtherAddress,
    #[error("at most {AVATAR_LENGTH} bytes are expected")]
    TooLong,
}

/// Returns when a token expires that is created at a moment.
pub(crate) fn expiry(at: Millis, days: u16) -> Millis {
    at + Millis::from(days) * DAY
}

/// Checks the address of a picture, which browsers of customers will load, and returns it as it is stored.
pub(crate) fn avatar(text: &str) -> Result<String, AvatarFault> {
    let url: Url = text.parse()?;
    if url.scheme() != "https" || !url.username().is_empty() || url.password().is_some() {
        return Err(AvatarFault::OtherAddress);
    }
    if text.len() > AVATAR_LENGTH {
        return Err(AvatarFault::TooLong);
    }
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_loaded_over_https() {
        assert_eq!(
            avatar("https://a.example/ü.png").unwrap(),
            "https://a.example/%C3%BC.png"
        );
        for wrong in [
            "http://a.example/",
            "https://me@a.example/",
            "javascript:alert(1)",
            "a.png",
        ] {
            assert!(avatar(wrong).is_err(), "{wrong}");
        }
        let long = format!("https://a.example/{}", "a".repeat(AVATAR_LENGTH));
        assert_eq!(avatar(&long), Err(AvatarFault::TooLong));
    }
}
