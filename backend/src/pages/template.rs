//! The widget's `index.html`, cut where the server puts something in.

/// Two places are ours: the attributes of `<html>`, and the end of `<head>`.
pub(super) struct Template {
    text: String,
    /// Where the tag `<html …>` begins and ends.
    html_tag: std::ops::Range<usize>,
    /// Where `</head>` begins.
    head_end: usize,
}

impl Template {
    /// Finds the places; `None` where one is missing.
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

    /// The page as built.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The page in a language, with `head` at the end of its head. `head` is HTML; `language` is not.
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

/// Makes a text safe between double quotes.
pub(super) fn escape_attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puts_language_and_head_in() {
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
