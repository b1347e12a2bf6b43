//! The functions that differ between the browser and the server (docs/engine.md#patterns-and-the-platform).
//!
//! The browser already has `RegExp`, `Number` and `String`; including such code in WebAssembly would take more bytes
//! than the whole engine. The server uses the `regex` crate, whose matching time is linear, because anyone can send it
//! texts.

#[cfg(feature = "native")]
mod native;

#[cfg(feature = "native")]
pub use native::native;

/// The functions that the browser and the server implement differently.
pub trait Platform {
    /// Returns whether `pattern` occurs in `text`, ignoring case. `pattern` is the result of
    /// [`crate::pattern::canonical`], which means the same on every platform.
    fn is_match(&self, pattern: &str, text: &str) -> bool;

    /// Returns the number that `digits` spells; called only with text that [`is_decimal`] accepts.
    fn parse_decimal(&self, digits: &str) -> f64;

    /// Returns the shortest text that parses to `number`, in JavaScript's notation; called only with finite numbers.
    fn format_number(&self, number: f64) -> String;

    /// Returns a value as people write it in a language: the browser's `Intl` knows that, and the server needs no more than
    /// a text without a language.
    fn localize(&self, language: &str, form: LocalForm, value: &str) -> String;

    /// Returns a text in lower case, in no particular language.
    #[cfg(feature = "check")]
    fn lower_case(&self, text: &str) -> String;

    /// Returns a text in upper case, in no particular language.
    #[cfg(feature = "check")]
    fn upper_case(&self, text: &str) -> String;
}

/// What a value is that [`Platform::localize`] writes in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum LocalForm {
    /// A number, as [`Platform::format_number`] writes it.
    Number,
    /// A calendar day in ISO form; other texts stay as they are.
    Date,
    /// Texts, a line each.
    List,
}

/// A platform; there is one for the life of the process or page.
pub type PlatformRef = &'static dyn Platform;

/// Parses a decimal number: an optional sign, digits with an optional fraction, and an optional exponent. White space
/// around it is ignored.
pub(crate) fn parse_number(text: &str, platform: &dyn Platform) -> Option<f64> {
    let text = text.trim();
    let number = is_decimal(text).then(|| decimal_value(text, platform))?;
    number.is_finite().then_some(number)
}

/// Returns the number that a decimal spells. Short whole numbers, which `f64` represents exactly, are computed here: a
/// call of the platform takes as long as the rest of a small event.
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

/// Returns whether `text` is a decimal number that Rust and JavaScript parse to the same value.
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

#[cfg(test)]
mod tests {
    use super::is_decimal;

    #[test]
    fn accepts_decimal_numbers_only() {
        for good in ["0", "-7", "+1.5", ".5", "5.", "1e3", "2.5E-10", "007"] {
            assert!(is_decimal(good), "{good}");
        }
        for bad in ["", "-", ".", "e3", "1e", "0x10", "Infinity", "1 2", "1_000", "١"] {
            assert!(!is_decimal(bad), "{bad}");
        }
    }
}
