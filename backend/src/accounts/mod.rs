//! How people prove who they are (docs/staff.md#people).

mod browser;
mod password_rules;
mod passwords;
mod second_factor;

pub(crate) use browser::browser_words;
pub(crate) use password_rules::{MOST_CHARACTERS, check_password};
pub(crate) use passwords::{PasswordError, Passwords, Verdict};
pub(crate) use second_factor::{Code, SecondFactors, new_recovery_codes, recovery_hash};

use crate::mail::parse_address;
use base::time::Millis;

/// Most characters of the name of a person.
pub(crate) const NAME_LENGTH: usize = 100;

/// How long a link can be used by which a person chooses a password.
pub(crate) const LINK_LIFE: Millis = 30 * 60_000;

/// How long a password or a code confirms who somebody is.
pub(crate) const CONFIRMATION_LIFE: Millis = 10 * 60_000;

/// Returns the address by which a person is known, however they type it; `None` for a text that is none.
pub(crate) fn account_email(text: &str) -> Option<String> {
    parse_address(text).map(|address| address.to_lowercase())
}
