//! Names of people and of staff tokens, which customers and colleagues see (docs/staff.md#people).

use base::invisible::is_invisible;
use base::name_key::name_key;

/// Most characters of a name.
const LENGTH: usize = 100;

/// Who does what `pulsen user` does, as the audit names them.
pub(crate) const OPERATOR: &str = "pulsen user";

/// The same for `pulsen staff-token`.
pub(crate) const TOKEN_OPERATOR: &str = "pulsen staff-token";

/// Who does what follows from a provider's word (docs/staff.md#single-sign-on).
pub(crate) const PROVIDER: &str = "single sign-on";

/// Names that nobody has.
const RESERVED: [&str; 4] = [OPERATOR, TOKEN_OPERATOR, store::IMPORT, PROVIDER];

/// Why a text is no name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameFault {
    #[error("a name is expected, on one line")]
    Missing,
    #[error("at most {LENGTH} characters are expected")]
    TooLong,
    #[error("a name without characters that nobody can see is expected: it could imitate another one")]
    Invisible,
    #[error("another name is expected: this one stands for the server itself in the audit")]
    Reserved,
}

/// Returns a name without spaces around it.
pub(crate) fn staff_name(text: &str) -> Result<&str, NameFault> {
    let name = text.trim();
    if !name.chars().any(char::is_alphanumeric) || name.chars().any(char::is_control) {
        Err(NameFault::Missing)
    } else if name.chars().count() > LENGTH {
        Err(NameFault::TooLong)
    } else if name.chars().any(is_invisible) {
        Err(NameFault::Invisible)
    } else if RESERVED
        .iter()
        .any(|reserved| name_key(reserved) == name_key(name))
    {
        Err(NameFault::Reserved)
    } else {
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_seen_as_they_are() {
        for name in ["Ann Ö.", "علی\u{200c}رضا", "李雷", "J. R. \"Bob\" Dobbs"] {
            assert_eq!(staff_name(&format!(" {name}\t")), Ok(name));
        }
        let too_long = "a".repeat(LENGTH + 1);
        for (text, fault) in [
            ("", NameFault::Missing),
            (" \u{a0}", NameFault::Missing),
            ("\u{200b}", NameFault::Missing),
            ("Ann\nBob", NameFault::Missing),
            (&too_long, NameFault::TooLong),
            ("E\u{200b}ve", NameFault::Invisible),
            ("\u{202e}eve", NameFault::Invisible),
            ("a\u{2028}b", NameFault::Invisible),
            (" pulsen user ", NameFault::Reserved),
            ("Pulsen Staff-Token", NameFault::Reserved),
            ("PULSEN IMPORT", NameFault::Reserved),
            ("Single Sign-On", NameFault::Reserved),
        ] {
            assert_eq!(staff_name(text), Err(fault), "{text:?}");
        }
    }
}
