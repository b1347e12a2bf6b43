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

/// The least contrast of an icon with what is around it (WCAG 2.2, 1.4.11).
pub(super) const ICON_CONTRAST: f64 = 3.0;

/// The least contrast of a text with what is behind it (WCAG 2.2, 1.4.3).
pub(super) const TEXT_CONTRAST: f64 = 4.5;

impl Color {
    /// The darkest one.
    pub(super) const BLACK: Self = Self { rgb: 0 };
    /// The lightest one.
    pub(super) const WHITE: Self = Self { rgb: 0xff_ffff };
    /// The launcher's, where neither the widget nor its node has one (`loader/src/protocol/configuration.ts`).
    pub const DEFAULT_PRIMARY: Self = Self { rgb: 0x20_b8f7 };

    /// Returns the color of an icon on this one; `None` where white can be seen on it.
    pub fn icon_color(self) -> Option<Self> {
        (self.contrast_with(Self::WHITE) < ICON_CONTRAST).then_some(Self::BLACK)
    }

    /// Returns the contrast with another color, from 1 to 21 (WCAG 2.2, contrast ratio).
    pub(super) fn contrast_with(self, other: Self) -> f64 {
        let (one, two) = (self.luminance() + 0.05, other.luminance() + 0.05);
        f64::max(one / two, two / one)
    }

    /// Returns the relative luminance, from 0 to 1.
    fn luminance(self) -> f64 {
        let [_, channels @ ..] = self.rgb.to_be_bytes();
        let linear = channels.map(|byte| match f64::from(byte) / 255.0 {
            dark if dark <= 0.04045 => dark / 12.92,
            channel => ((channel + 0.055) / 1.055).powf(2.4),
        });
        let [red, green, blue] = linear;
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

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
    fn contrasts_are_those_of_wcag() {
        let contrast = |one: &str, two: &str| {
            Color::parse(one)
                .unwrap()
                .contrast_with(Color::parse(two).unwrap())
        };
        for (one, two, expected) in [
            ("#fff", "#000", 21.0),
            ("#fff", "#20B8F7", 2.27),
            ("#767676", "#fff", 4.54),
            ("#0f766e", "#0f766e", 1.0),
        ] {
            assert!(
                (contrast(one, two) - expected).abs() < 0.005,
                "{one} {two}: {}",
                contrast(one, two)
            );
        }
    }

    #[test]
    fn an_icon_can_be_seen() {
        let icon = |color: &str| Color::parse(color).unwrap().icon_color();
        assert_eq!(icon("#0f766e"), None);
        for color in ["#20B8F7", "#fde047", "#fff"] {
            assert_eq!(icon(color), Some(Color::BLACK), "{color}");
        }
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
