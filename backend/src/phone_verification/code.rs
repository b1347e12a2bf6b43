//! Verification codes: six digits.

use base::random::random_below;
use base::time::Millis;
use std::num::NonZeroU32;

/// How long a code can be entered.
pub(crate) const CODE_LIFETIME: Millis = 10 * 60 * 1000;

/// The number of codes.
const CODES: NonZeroU32 = NonZeroU32::new(1_000_000).unwrap();

/// Returns a code that cannot be guessed, each with the same probability.
pub(crate) fn random_code() -> Result<String, getrandom::Error> {
    Ok(format!("{:06}", random_below(CODES)?))
}

#[cfg(test)]
mod tests {
    use super::random_code;

    #[test]
    fn codes_are_six_digits() {
        let codes: Vec<String> = (0..1_000).map(|_| random_code().unwrap()).collect();
        assert!(
            codes
                .iter()
                .all(|code| code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()))
        );
        assert!(
            codes.iter().any(|code| code.starts_with('0')),
            "leading zeros are kept"
        );
        assert!(codes.iter().any(|code| *code != codes[0]));
    }
}
