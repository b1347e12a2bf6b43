//! The theme of a page (docs/widget.md#theme).
//!
//! The page's own style sheet is the light one. A dark page has a second one, which redefines the colors: in the head, so
//! that nothing is painted before it is there, and only on pages that may be dark, so that others do not load it.

use super::manifest::Manifest;
use super::template::escape_attribute;
use base::records::Theme;

/// The source of the second style sheet.
const DARK_STYLES: &str = "src/styles/dark.css";

/// Tags for the head of pages that may be dark.
#[derive(Default)]
pub(super) struct ThemeTags {
    dark: String,
    auto: String,
}

impl ThemeTags {
    /// Takes the style sheet's name from the manifest.
    pub(super) fn new(manifest: &Manifest) -> Self {
        let Some(file) = manifest.file(DARK_STYLES) else {
            return Self::default();
        };
        let file = escape_attribute(file);
        // The meta tag colors what the browser shows before the style sheets are there. Paper is white in any theme.
        let tags = |theme: Theme, media: &str| {
            format!(
                "<meta name=\"color-scheme\" content=\"{}\"><link rel=\"stylesheet\" href=\"{file}\" media=\"{media}\">",
                theme.color_scheme()
            )
        };
        Self {
            dark: tags(Theme::Dark, "screen"),
            auto: tags(Theme::Auto, "screen and (prefers-color-scheme: dark)"),
        }
    }

    /// Returns the tags for a page, as HTML.
    pub(super) fn of(&self, theme: Theme) -> &str {
        match theme {
            Theme::Light => "",
            Theme::Dark => &self.dark,
            Theme::Auto => &self.auto,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_that_may_be_dark_has_the_dark_style_sheet() {
        let manifest = Manifest::parse(r#"{"src/styles/dark.css": {"file": "assets/dark-1.css"}}"#);
        let tags = ThemeTags::new(&manifest);
        assert_eq!(tags.of(Theme::Light), "");
        assert_eq!(
            tags.of(Theme::Dark),
            r#"<meta name="color-scheme" content="dark"><link rel="stylesheet" href="assets/dark-1.css" media="screen">"#
        );
        assert_eq!(
            tags.of(Theme::Auto),
            "<meta name=\"color-scheme\" content=\"light dark\">\
             <link rel=\"stylesheet\" href=\"assets/dark-1.css\" media=\"screen and (prefers-color-scheme: dark)\">"
        );
    }

    #[test]
    fn without_the_style_sheet_every_page_is_light() {
        assert_eq!(ThemeTags::new(&Manifest::parse("{}")).of(Theme::Dark), "");
    }
}
