//! Which passwords people may choose (docs/staff.md#passwords): long ones that are not common, of whatever characters.

use base::input::fault::{Fault, FaultKey};

/// Fewest and most characters of a password.
const FEWEST_CHARACTERS: usize = 12;
pub(crate) const MOST_CHARACTERS: usize = 256;

/// Fewest different characters: one or two again and again are guessed early.
const FEWEST_DIFFERENT: usize = 4;

/// The commonest passwords that are long enough, one a line, in order.
const COMMON: &str = include_str!("common_passwords.txt");

/// Checks a password that a person with this address chooses.
///
/// # Errors
/// It is too short, too long or common, or the address itself.
pub(crate) fn check_password(pointer: &str, password: &str, email: &str) -> Result<(), Fault> {
    let fault = |key, detail: String| Err(Fault::at(pointer, key, detail));
    let characters = password.chars().count();
    if characters < FEWEST_CHARACTERS {
        let detail = format!("at least {FEWEST_CHARACTERS} characters are expected");
        return fault(FaultKey::PasswordTooShort, detail);
    }
    if characters > MOST_CHARACTERS {
        let detail = format!("at most {MOST_CHARACTERS} characters are expected");
        return fault(FaultKey::PasswordTooLong, detail);
    }
    if is_common(&password.to_lowercase(), email) {
        let detail = "many people have this password, or it is easy to guess";
        return fault(FaultKey::PasswordTooCommon, detail.into());
    }
    Ok(())
}

fn is_common(password: &str, email: &str) -> bool {
    let mut different: Vec<char> = password.chars().collect();
    different.sort_unstable();
    different.dedup();
    different.len() < FEWEST_DIFFERENT || password == email || COMMON.lines().any(|common| common == password)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(password: &str) -> Option<&'static str> {
        let checked = check_password("/password", password, "ann.longname@shop.example");
        checked.err().map(|fault| fault.key.into_str())
    }

    #[test]
    fn long_passwords_of_any_characters_may_be_chosen() {
        for password in [
            "correct horse",
            "ünïcødé wörds",
            "zzzzzzzzzzzzabc",
            &"ab c".repeat(64),
        ] {
            assert_eq!(key(password), None, "{password}");
        }
    }

    #[test]
    fn short_long_and_common_ones_may_not() {
        assert_eq!(key("elevenchars"), Some("password_too_short"));
        // Characters count, not bytes.
        assert_eq!(key("üüüüüüabcde"), Some("password_too_short"));
        assert_eq!(key(&"abcd".repeat(65)), Some("password_too_long"));
        for common in [
            "qwerty123456",
            "1Q2W3E4R5T6Y",
            "aaaaaaaaaaaaaaaa",
            "abababababab",
            "Ann.Longname@shop.example",
        ] {
            assert_eq!(key(common), Some("password_too_common"), "{common}");
        }
    }
}
