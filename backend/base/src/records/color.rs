//! Colors of records (docs/widget.md#colors).

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// An opaque sRGB color. The page computes readable text colors from it, so names, functions and transparency are not
/// accepted: whatever a file writes reaches browsers as `#RRGGBB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Red, green and blue, a byte each.
    rgb: u32,
}

impl Color {
    /// Parses `#rgb` or `#rrggbb`; `None` for anything else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        // `from_str_radix` would take a sign.
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let rgb = match digits.len() {
            3 => [number >> 8, (number >> 4) & 0xf, number & 0xf]
                .iter()
                .fold(0, |rgb, digit| (rgb << 8) | (digit * 0x11)),
            6 => number,
            _ => return None,
        };
        Some(Self { rgb })
    }

    /// Reads a field of a stored record. An empty text counts as absent, as in an import.
    ///
    /// # Errors
    /// The value is neither a text nor null.
    pub(super) fn read_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        Ok(text.as_deref().and_then(Self::parse))
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06X}", self.rgb)
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_mean_the_same_color() {
        let written = |text: &str| Color::parse(text).map(|color| color.to_string());
        for text in ["#0af", "#0AF", "#00aaff", "#00AAFF"] {
            assert_eq!(written(text).as_deref(), Some("#00AAFF"), "{text}");
        }
        assert_eq!(written("#20b8f7").as_deref(), Some("#20B8F7"));
        assert_eq!(written("#000").as_deref(), Some("#000000"));
    }

    #[test]
    fn nothing_else_is_a_color() {
        for text in [
            "",
            "#",
            "#12",
            "#1234",
            "#12345",
            "#20B8F7FF",
            "20B8F7",
            "#+12",
            "#+12345",
            "#ggg",
            "# 12",
            "red",
            "rgb(0 0 0)",
            "#20B8F7; color: red",
            " #fff",
        ] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }
}
