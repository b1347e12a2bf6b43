//! The setting of how much is stored for one client.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// MiB that are stored for one address within an hour; `None` is without a limit. A client that has been quiet may store as
/// much at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBytes {
    /// Feedback, messages, and what is told about a customer.
    pub text: Option<NonZeroU32>,
    /// Files, as they came.
    pub files: Option<NonZeroU32>,
}

/// A feedback has some 2 KiB: 130,000 of them, more than the visitors of any company or mobile network send in an hour.
const TEXT: NonZeroU32 = NonZeroU32::new(256).unwrap();

/// A kiosk that was without a network sends 500 photos of 5 MiB.
const FILES: NonZeroU32 = NonZeroU32::new(3_072).unwrap();

impl Default for StoredBytes {
    fn default() -> Self {
        Self {
            text: Some(TEXT),
            files: Some(FILES),
        }
    }
}

impl StoredBytes {
    /// No limits.
    #[must_use]
    pub fn off() -> Self {
        Self {
            text: None,
            files: None,
        }
    }
}

/// The most MiB of a limit: they are counted in KiB, in 32 bits.
const MOST: u32 = u32::MAX / 1024;

impl FromStr for StoredBytes {
    type Err = String;

    /// Reads `text=N,files=N`, each in MiB or `off`, or `off` for both. What is not named has its default.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim() == "off" {
            return Ok(Self::off());
        }
        let mut stored = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let limit = match name.trim() {
                "text" => &mut stored.text,
                "files" => &mut stored.files,
                other => return Err(format!("`{other}` is not limited; `text` and `files` are")),
            };
            *limit = match value.trim() {
                "off" => None,
                number => {
                    let number = number
                        .parse()
                        .ok()
                        .filter(|number: &NonZeroU32| number.get() <= MOST);
                    let expected = || format!("`{name}` needs a number of MiB from 1 to {MOST}, or `off`");
                    Some(number.ok_or_else(expected)?)
                }
            };
        }
        Ok(stored)
    }
}

impl fmt::Display for StoredBytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |limit: Option<NonZeroU32>| limit.map_or_else(|| "off".into(), |limit| limit.to_string());
        write!(formatter, "text={},files={}", value(self.text), value(self.files))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_is_read_and_shown() {
        let parse = |text: &str| text.parse::<StoredBytes>().map(|stored| stored.to_string());
        assert_eq!(parse("off").unwrap(), "text=off,files=off");
        assert_eq!(parse("files=7").unwrap(), "text=256,files=7");
        assert_eq!(parse(" text=1, files=off").unwrap(), "text=1,files=off");
        let default = StoredBytes::default();
        assert_eq!(default.to_string().parse(), Ok(default));
        for wrong in ["", "7", "text=0", "files=4194304", "text", "device=1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
