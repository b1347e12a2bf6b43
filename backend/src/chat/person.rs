//! A participant of a chat as the others see them (docs/chat.md#timeline).

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// What stands behind the initials of somebody without a picture. White text on each has a contrast of at least 4.5.
const AVATAR_COLORS: [&str; 8] = [
    "#b91c1c", "#c2410c", "#a16207", "#15803d", "#0f766e", "#1d4ed8", "#6d28d9", "#be185d",
];

/// The names of a participant, and how they are pictured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct Person {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    surname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nickname: Option<String>,
    /// The `https` address of a picture, of staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar: Option<String>,
    /// The same for the same names everywhere. Nobody without a name has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_color: Option<&'static str>,
}

impl Person {
    /// Describes a member of staff.
    pub(crate) fn staff(name: Option<String>, avatar: Option<String>) -> Self {
        Self {
            name,
            avatar,
            ..Self::default()
        }
        .with_color()
    }

    /// Takes the names from a customer's document. The chat shows nothing else of it.
    pub(crate) fn from_customer(customer: Option<&str>) -> Self {
        let customer: Value = customer
            .and_then(|text| serde_json::from_str(text).ok())
            .unwrap_or_default();
        let field = |name: &str| customer.get(name).and_then(Value::as_str).map(str::to_owned);
        Self {
            name: field("name"),
            surname: field("surname"),
            nickname: field("nickname"),
            avatar: None,
            avatar_color: None,
        }
        .with_color()
    }

    fn with_color(self) -> Self {
        let names = [&self.name, &self.surname, &self.nickname];
        if names
            .iter()
            .all(|name| name.as_ref().is_none_or(String::is_empty))
        {
            return self;
        }
        let mut hash = Sha256::new();
        for name in names {
            hash.update(name.as_deref().unwrap_or_default());
            hash.update("\0");
        }
        let first = hash.finalize().first().copied().unwrap_or_default();
        let at = usize::from(first) % AVATAR_COLORS.len();
        Self {
            avatar_color: AVATAR_COLORS.get(at).copied(),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a color (WCAG 2).
    fn luminance(color: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn white_initials_can_be_read_on_every_color() {
        for color in AVATAR_COLORS {
            let contrast = 1.05 / (luminance(color) + 0.05);
            assert!(contrast >= 4.5, "{color}: {contrast}");
        }
    }

    #[test]
    fn the_color_depends_on_the_names_alone() {
        let color = |name: &str| Person::staff(Some(name.to_owned()), None).avatar_color;
        assert_eq!(color("Deniz"), color("Deniz"));
        let colors: std::collections::BTreeSet<_> =
            (0..64).map(|number| color(&number.to_string())).collect();
        assert_eq!(colors.len(), AVATAR_COLORS.len());
        let customer = Person::from_customer(Some(r#"{"name": "Deniz", "email": "CONFIDENTIAL"}"#));
        assert_eq!(customer, Person::staff(Some("Deniz".into()), None));
        assert_eq!(Person::from_customer(Some("{}")), Person::default());
        assert_eq!(Person::staff(None, None), Person::default());
    }
}
