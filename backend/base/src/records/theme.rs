//! Whether the pages of a node are light or dark (docs/widget.md#theme).

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use utoipa::ToSchema;

/// The values of the field, as files write them.
pub(super) const THEMES: &[&str] = Theme::VARIANTS;

/// The theme of a page.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr, VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Theme {
    /// The default: operators choose logo and colors for a light page, unless they ask for another.
    #[default]
    Light,
    Dark,
    /// As the visitor's browser prefers.
    Auto,
}

impl Theme {
    /// Returns the value of the CSS property `color-scheme`, or of the meta tag.
    pub fn color_scheme(self) -> &'static str {
        match self {
            Self::Auto => "light dark",
            theme => theme.into_str(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_value_of_a_file_is_a_theme() {
        for name in THEMES {
            let theme: Theme = serde_json::from_value(json!(name)).unwrap();
            assert_eq!(theme.into_str(), *name);
        }
        assert_eq!(Theme::default(), Theme::Light);
    }
}
