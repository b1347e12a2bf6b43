//! The theme of a page (docs/widget.md#theme).
//!
//! The page's own style sheet is the light one. A dark page has a second one, which redefines the colors: in the head, so
//! that nothing is painted before it is there, and only on pages that may be dark, so that others do not load it.

use super::manifest::Manifest;
use super::template::escape_attribute;
use base::records::Theme;

/// The source of the second style sheet.
const DARK_STYLES: &str = "src/styles/dark.css";

/// The second style sheet of pages that may be dark.
#[derive(Default)]
pub(super) struct DarkStyles {
    /// Its name in the build; `None` without it, when every page is light.
    file: Option<String>,
}

impl DarkStyles {
    /// Takes the style sheet's name from the manifest.
    pub(super) fn new(manifest: &Manifest) -> Self {
        Self {
            file: manifest.file(DARK_STYLES).map(str::to_owned),
        }
    }

    /// Returns the style sheet's name in the build.
    pub(super) fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the tags for the head of a page, as HTML.
    pub(super) fn tags(&self, theme: Theme) -> String {
        let (Some(file), Some(media)) = (&self.file, media(theme)) else {
            return String::new();
        };
        let file = escape_attribute(file);
        format!(
            "{}<link rel=\"stylesheet\" href=\"{file}\" media=\"{media}\">",
            self.color_scheme(theme)
        )
    }

    /// Returns the tag that colors what the browser shows before the style sheets are there.
    pub(super) fn color_scheme(&self, theme: Theme) -> String {
        match (&self.file, theme) {
            (None, _) | (_, Theme::Light) => String::new(),
            _ => format!(
                "<meta name=\"color-scheme\" content=\"{}\">",
                theme.color_scheme()
            ),
        }
    }
}

/// Returns where the second style sheet applies; `None`: nowhere. Paper is white in any theme.
pub(super) fn media(theme: Theme) -> Option<&'static str> {
    match theme {
        Theme::Light => None,
        Theme::Dark => Some("screen"),
        Theme::Auto => Some("screen and (prefers-color-scheme: dark)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_that_may_be_dark_has_the_dark_style_sheet() {
        let manifest = Manifest::parse(r#"{"src/styles/dark.css": {"file": "assets/dark-1.css"}}"#);
        let styles = DarkStyles::new(&manifest);
        assert_eq!(styles.tags(Theme::Light), "");
        assert_eq!(
            styles.tags(Theme::Dark),
            r#"<meta name="color-scheme" content="dark"><link rel="stylesheet" href="assets/dark-1.css" media="screen">"#
        );
        assert_eq!(
            styles.tags(Theme::Auto),
            "<meta name=\"color-scheme\" content=\"light dark\">\
             <link rel=\"stylesheet\" href=\"assets/dark-1.css\" media=\"screen and (prefers-color-scheme: dark)\">"
        );
    }

    #[test]
    fn without_the_style_sheet_every_page_is_light() {
        assert_eq!(DarkStyles::new(&Manifest::parse("{}")).tags(Theme::Dark), "");
    }
}
