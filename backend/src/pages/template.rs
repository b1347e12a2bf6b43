//! A built page as a template.

use super::first_paint::FirstPaint;
use base::records::Theme;
use std::fmt::Write as _;
use std::ops::Range;

/// The element that the page's scripts fill.
const ROOT: &str = "<div id=\"app\"></div>";

/// How the tags of the page's style sheet and of its scripts begin.
const STYLE_SHEET: &str = "<link rel=\"stylesheet\"";
const SCRIPT: &str = "<script";

/// A page with three places to fill in: the attributes of `<html>`, the end of `<head>` and the end of `<body>`. A first paint has
/// places of its own.
pub(super) struct Template {
    text: String,
    /// The position of the tag `<html …>`.
    html_tag: Range<usize>,
    /// The position of `</head>`.
    head_end: usize,
    /// The position of `</body>`, or of the end without one.
    body_end: usize,
    /// `None` if the page has no place for a first paint.
    paint: Option<PaintPlaces>,
}

/// Where a first paint goes.
struct PaintPlaces {
    /// The tags of the scripts, and the preloads that stand there instead: `scripts.rs` starts them. The early script comes before.
    scripts: Vec<(Range<usize>, String)>,
    /// The tag that the styles replace, and what it refers to.
    style_sheet: Range<usize>,
    style_sheet_file: String,
    /// The root element.
    root: Range<usize>,
}

/// What fills a page.
pub(super) struct Filling<'a> {
    pub(super) language: &'a str,
    pub(super) direction: &'a str,
    pub(super) theme: Theme,
    pub(super) route: &'static str,
    /// HTML for the end of the head.
    pub(super) head: &'a str,
    /// HTML for the end of the body.
    pub(super) body: &'a str,
    pub(super) first_paint: Option<&'a FirstPaint<'a>>,
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
            paint: PaintPlaces::find(text, to..head_end),
        })
    }

    /// Returns the address of the page's style sheet; `None` if the page has no place for a first paint.
    pub(super) fn style_sheet(&self) -> Option<&str> {
        self.paint.as_ref().map(|places| &*places.style_sheet_file)
    }

    /// Returns the page as it was built.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Renders the page with these attributes of its root instead of the built ones.
    pub(super) fn with_attributes(&self, attributes: &[(&str, &str)]) -> String {
        let mut tag = String::from("<html");
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
        let paint = self.paint.as_ref().zip(filling.first_paint);
        let mut edits = vec![
            (self.html_tag.clone(), html_tag(filling, paint.is_some())),
            (self.head_end..self.head_end, filling.head.to_owned()),
            (self.body_end..self.body_end, filling.body.to_owned()),
        ];
        if let Some((places, paint)) = paint {
            let early = format!("<script>{}</script>", paint.early_script());
            let first = places.scripts.first().map_or(self.head_end, |(tag, _)| tag.start);
            edits.push((first..first, early));
            edits.extend(places.scripts.iter().cloned());
            let styles = format!("<style>{}</style>", paint.styles());
            edits.push((places.style_sheet.clone(), styles));
            let root = format!("<div id=\"app\" data-prerendered>{}</div>", paint.html());
            edits.push((places.root.clone(), root));
            edits.sort_by_key(|(place, _)| place.start);
        }
        let part = |range: Range<usize>| self.text.get(range).unwrap_or_default();
        let (mut html, mut at) = (String::new(), 0);
        for (place, text) in &edits {
            html.extend([part(at..place.start), text]);
            at = place.end;
        }
        html + part(at..self.text.len())
    }
}

impl PaintPlaces {
    fn find(text: &str, head: Range<usize>) -> Option<Self> {
        let in_head = text.get(head.clone())?;
        let scripts = in_head.match_indices(SCRIPT).map(|(at, _)| {
            let tag = in_head.get(at..)?.split_inclusive("</script>").next()?;
            let (_, file) = tag.split_once("src=\"")?;
            let file = file.split('"').next()?;
            let preload = format!("<link rel=\"modulepreload\" crossorigin href=\"{file}\" data-start>");
            let at = head.start + at;
            Some((at..at + tag.len(), preload))
        });
        let scripts = scripts.collect::<Option<_>>()?;
        let from = head.start + in_head.find(STYLE_SHEET)?;
        let tag = text.get(from..)?.split_inclusive('>').next()?;
        let (_, file) = tag.split_once("href=\"")?;
        let root = head.end + text.get(head.end..)?.find(ROOT)?;
        Some(Self {
            scripts,
            style_sheet: from..from + tag.len(),
            style_sheet_file: file.split('"').next()?.to_owned(),
            root: root..root + ROOT.len(),
        })
    }
}

/// Returns the tag of the root. The page's script names the route in the class, too; styles need it before.
fn html_tag(filling: &Filling<'_>, is_painted: bool) -> String {
    let language = escape_attribute(filling.language);
    let direction = filling.direction;
    let theme = match filling.theme {
        Theme::Light => String::new(),
        theme => format!(" data-theme=\"{}\"", theme.into_str()),
    };
    let route = if is_painted {
        format!(" class=\"route-{}\"", filling.route)
    } else {
        String::new()
    };
    format!("<html lang=\"{language}\" dir=\"{direction}\"{theme}{route}>")
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
            route: "feedback",
            first_paint: None,
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
            template.with_attributes(&[("lang", "en"), ("data-node", "a\"<")]),
            "<!doctype html><html lang=\"en\" data-node=\"a&quot;&lt;\"><head><title>x</title></head><p>"
        );
        assert_eq!(
            render_in(Theme::Auto, "<html></head>"),
            "<html lang=\"ar&quot;&lt;\" dir=\"rtl\" data-theme=\"auto\"><b></head><i>"
        );
        assert_eq!(
            Template::parse("<html></head>").unwrap().style_sheet(),
            None,
            "no place for a first paint"
        );
        assert!(Template::parse("<p>").is_none());
        assert!(Template::parse("</head><html>").is_none());
    }
}
