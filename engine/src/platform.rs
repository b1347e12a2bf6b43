//! The few functions that the engine borrows from where it runs.
//!
//! In the browser `RegExp`, `Number` and `String` exist already; carrying them again in WebAssembly would cost
//! more bytes than the whole engine (design.md, section 3). Natively the `regex` crate matches in linear time,
//! which matters there: the texts come from strangers.

/// What differs between browser and server.
pub trait Platform {
    /// Whether `pattern`, ignoring case, occurs in `text`. `pattern` is always the canonical text made by
    /// [`crate::pattern::canonical`], which means the same on every platform.
    fn is_match(&self, pattern: &str, text: &str) -> bool;

    /// The number that `digits` spells. Only called with text that [`is_decimal`] accepts.
    fn parse_decimal(&self, digits: &str) -> f64;

    /// The shortest text that reads as `number` again, as JavaScript writes it. Only called with finite numbers.
    fn format_number(&self, number: f64) -> String;
}

/// A reference to a platform; there is one for the life of the process or page.
pub type PlatformRef = &'static dyn Platform;

/// The number in `text`, or `None` where it is not one decimal number: optional sign, digits with an optional
/// fraction, optional exponent; white space around it is ignored.
pub(crate) fn parse_number(text: &str, platform: &dyn Platform) -> Option<f64> {
    let text = text.trim();
    let number = is_decimal(text).then(|| decimal_value(text, platform))?;
    number.is_finite().then_some(number)
}

/// The number that a decimal spells. Most are a few digits, which an `f64` holds exactly: asking the platform would
/// cost as much as all the rest of a small event.
pub(crate) fn decimal_value(decimal: &str, platform: &dyn Platform) -> f64 {
    const EXACT_DIGITS: usize = 15;
    let whole = decimal.bytes().try_fold(0.0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10.0 + f64::from(byte - b'0'))
    });
    whole
        .filter(|_| decimal.len() <= EXACT_DIGITS)
        .unwrap_or_else(|| platform.parse_decimal(decimal))
}

/// Whether `text` is a decimal number that Rust and JavaScript read alike.
pub(crate) fn is_decimal(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let digits = |at: &mut usize| {
        let from = *at;
        while bytes.get(*at).is_some_and(u8::is_ascii_digit) {
            *at += 1;
        }
        *at - from
    };
    let mut mantissa = digits(&mut at);
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        mantissa += digits(&mut at);
    }
    if mantissa == 0 {
        return false;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        if digits(&mut at) == 0 {
            return false;
        }
    }
    at == bytes.len()
}

#[cfg(feature = "native")]
mod native {
    use super::{Platform, PlatformRef};
    use std::collections::HashMap;
    use std::sync::{LazyLock, PoisonError, RwLock};

    /// The memory that one compiled pattern may take. No pattern of the grammar needs as much (`pattern::MAX_WEIGHT`).
    const SIZE_LIMIT: usize = 32 << 20;

    /// The platform of server and command line. Patterns are compiled once for the life of the process; there are
    /// no more of them than imported flows hold.
    #[derive(Default)]
    struct Native {
        compiled: RwLock<HashMap<Box<str>, Option<regex::Regex>>>,
    }

    static NATIVE: LazyLock<Native> = LazyLock::new(Native::default);

    /// The platform of server and command line.
    #[must_use]
    pub fn native() -> PlatformRef {
        &*NATIVE
    }

    impl Platform for Native {
        fn is_match(&self, pattern: &str, text: &str) -> bool {
            let known = self.compiled.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(regex) = known.get(pattern) {
                return regex.as_ref().is_some_and(|regex| regex.is_match(text));
            }
            drop(known);
            let regex = regex::RegexBuilder::new(pattern)
                .case_insensitive(true)
                .size_limit(SIZE_LIMIT)
                .build()
                .ok();
            // The grammar has a limit so that this cannot be; quietly it would be a rule that never holds.
            debug_assert!(regex.is_some(), "does not compile: {pattern}");
            let matches = regex.as_ref().is_some_and(|regex| regex.is_match(text));
            let mut known = self.compiled.write().unwrap_or_else(PoisonError::into_inner);
            known.insert(pattern.into(), regex);
            matches
        }

        fn parse_decimal(&self, digits: &str) -> f64 {
            digits.parse().unwrap_or(f64::NAN)
        }

        fn format_number(&self, number: f64) -> String {
            ryu_js::Buffer::new().format(number).to_owned()
        }
    }
}
#[cfg(feature = "native")]
pub use native::native;

#[cfg(test)]
mod tests {
    use super::is_decimal;

    #[test]
    fn decimal_numbers_only() {
        for good in ["0", "-7", "+1.5", ".5", "5.", "1e3", "2.5E-10", "007"] {
            assert!(is_decimal(good), "{good}");
        }
        for bad in ["", "-", ".", "e3", "1e", "0x10", "Infinity", "1 2", "1_000", "١"] {
            assert!(!is_decimal(bad), "{bad}");
        }
    }
}
