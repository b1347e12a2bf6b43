//! The widget's `index.html` as a template.

/// A page with two places to fill in: the attributes of `<html>`, and the end of `<head>`.
pub(super) struct Template {
    text: String,
    /// The position of the tag `<html …>`.
    html_tag: std::ops::Range<usize>,
    /// The position of `</head>`.
    head_end: usize,
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
        })
    }

    /// Returns the page as it was built.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Renders the page in a language, with more HTML at the end of its head.
    pub(super) fn render(&self, language: &str, direction: &str, head: &str) -> String {
        let part = |range: std::ops::Range<usize>| self.text.get(range).unwrap_or_default();
        let language = escape_attribute(language);
        [
            part(0..self.html_tag.start),
            &format!("<html lang=\"{language}\" dir=\"{direction}\">"),
            part(self.html_tag.end..self.head_end),
            head,
            part(self.head_end..self.text.len()),
        ]
        .concat()
    }
}

/// Escapes a text for an attribute in double quotes.
pub(super) fn escape_attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rendering_fills_in_language_and_head() {
        let template =
            Template::parse("<!doctype html><html lang=\"en\"><head><title>x</title></head><p>").unwrap();
        assert_eq!(
            template.render("ar\"<", "rtl", "<b>"),
            "<!doctype html><html lang=\"ar&quot;&lt;\" dir=\"rtl\"><head><title>x</title><b></head><p>"
        );
        assert!(Template::parse("<p>").is_none());
        assert!(Template::parse("</head><html>").is_none());
    }
}
