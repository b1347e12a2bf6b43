//! A built page as a template.

use base::records::Theme;
use std::fmt::Write as _;

/// A page with three places to fill in: the attributes of `<html>`, the end of `<head>` and the end of `<body>`.
pub(super) struct Template {
    text: String,
    /// The position of the tag `<html …>`.
    html_tag: std::ops::Range<usize>,
    /// The position of `</head>`.
    head_end: usize,
    /// The position of `</body>`, or of the end without one.
    body_end: usize,
}

/// What fills a page.
pub(super) struct Filling<'a> {
    pub(super) language: &'a str,
    pub(super) direction: &'a str,
    pub(super) theme: Theme,
    /// HTML for the end of the head.
    pub(super) head: &'a str,
    /// HTML for the end of the body.
    pub(super) body: &'a str,
}

impl Template {
    /// Finds the places to fill in; `None` if one is missing.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let from = text.find("<html")?;
        let to = from + text.get(from..)?.find('>')? + 1;
        let head_end = text.find("</head>").filter(|at| *at >= to)?;
        Some(Self {
            text: text.to_owned(),
            html_tag: from..to,
            head_end,
            body_end: text.rfind("</body>").unwrap_or(text.len()),
        })
    }

    /// Returns the page as it was built.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Renders the page with these attributes of its root instead of the built ones.
    pub(super) fn with_attributes(&self, attributes: &[(&str, &str)]) -> String {
        let mut tag = String::from("<html lang=\"en\"");
        for (name, value) in attributes {
            // Writing to a string cannot fail.
            let _ = write!(tag, " {name}=\"{}\"", escape_attribute(value));
        }
        tag.push('>');
        let part = |range: std::ops::Range<usize>| self.text.get(range).unwrap_or_default();
        [
            part(0..self.html_tag.start),
            &tag,
            part(self.html_tag.end..self.text.len()),
        ]
        .concat()
    }

    /// Renders the page.
    pub(super) fn render(&self, filling: &Filling<'_>) -> String {
        let part = |range: std::ops::Range<usize>| self.text.get(range).unwrap_or_default();
        let language = escape_attribute(filling.language);
        let direction = filling.direction;
        let theme = match filling.theme {
            Theme::Light => String::new(),
            theme => format!(" data-theme=\"{}\"", theme.into_str()),
        };
        [
            part(0..self.html_tag.start),
            &format!("<html lang=\"{language}\" dir=\"{direction}\"{theme}>"),
            part(self.html_tag.end..self.head_end),
            filling.head,
            part(self.head_end..self.body_end),
            filling.body,
            part(self.body_end..self.text.len()),
        ]
        .concat()
    }
}

/// Escapes a text for an attribute in double quotes.
pub(crate) fn escape_attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(text: &str) -> String {
        render_in(Theme::Light, text)
    }

    fn render_in(theme: Theme, text: &str) -> String {
        Template::parse(text).unwrap().render(&Filling {
            language: "ar\"<",
            direction: "rtl",
            theme,
            head: "<b>",
            body: "<i>",
        })
    }

    #[test]
    fn rendering_fills_in_language_head_and_body() {
        assert_eq!(
            render("<!doctype html><html lang=\"en\"><head><title>x</title></head><body><p></body></html>"),
            "<!doctype html><html lang=\"ar&quot;&lt;\" dir=\"rtl\"><head><title>x</title><b></head><body><p><i></body></html>"
        );
        assert_eq!(
            render("<html></head><p>"),
            "<html lang=\"ar&quot;&lt;\" dir=\"rtl\"><b></head><p><i>"
        );
        let template =
            Template::parse("<!doctype html><html lang=\"en\"><head><title>x</title></head><p>").unwrap();
        assert_eq!(
            template.with_attributes(&[("data-node", "a\"<")]),
            "<!doctype html><html lang=\"en\" data-node=\"a&quot;&lt;\"><head><title>x</title></head><p>"
        );
        assert_eq!(
            render_in(Theme::Auto, "<html></head>"),
            "<html lang=\"ar&quot;&lt;\" dir=\"rtl\" data-theme=\"auto\"><b></head><i>"
        );
        assert!(Template::parse("<p>").is_none());
        assert!(Template::parse("</head><html>").is_none());
    }
}
