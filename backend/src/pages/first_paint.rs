//! First paints: pages that come with the HTML of their first view, and with all that the browser needs to paint it (docs/api.md#first-paint).

use super::manifest::Manifest;
use super::policy::{InlineSources, hash_source};
use super::prerenderer::{Markup, Outcome, Prerenderer, Subject};
use super::template::Template;
use super::theme::{DarkStyles, media};
use crate::assets::{Asset, Assets};
use base::languages::language_file;
use base::records::Theme;
use std::sync::Arc;

/// Makes the first paints of a server.
pub(super) struct FirstPaints {
    prerenderer: Prerenderer,
    /// The style sheet of all pages.
    styles: String,
    dark_styles: String,
    early_in_page: EarlyScript,
    early_in_frame: EarlyScript,
}

/// A script that records what the visitor does until the page's scripts have started, and starts them.
struct EarlyScript {
    text: String,
    /// The source that allows it.
    source: String,
}

/// What a page has beside its other content.
pub(super) struct FirstPaint<'a> {
    markup: Arc<Markup>,
    /// The text of the style element.
    styles: String,
    early: &'a EarlyScript,
}

/// What has become of the first paint of a page.
pub(super) enum Painting<'a> {
    Made(FirstPaint<'a>),
    /// The page has none.
    Without,
    /// The page has none this time.
    NotNow,
}

/// The page that gets a first paint.
pub(super) struct Painted<'a> {
    /// The flow's id, if the page shows a flow.
    pub(super) flow: Option<&'a str>,
    pub(super) language: &'a str,
    pub(super) theme: Theme,
    /// Whether it is the content frame of a widget.
    pub(super) is_frame: bool,
    /// The page's own boot data and first view, as JSON.
    pub(super) boot: &'a str,
    pub(super) view: Option<&'a str>,
}

impl<'a> Painting<'a> {
    pub(super) fn paint(self) -> Option<FirstPaint<'a>> {
        match self {
            Self::Made(paint) => Some(paint),
            Self::Without | Self::NotNow => None,
        }
    }
}

impl FirstPaints {
    /// Takes what it needs from the widget's build.
    ///
    /// # Errors
    /// What is missing in the build.
    pub(super) fn new(
        assets: &Assets,
        template: &Template,
        manifest: &Manifest,
    ) -> Result<Self, &'static str> {
        let text = |path: &str| assets.get(path).and_then(Asset::text);
        let script = text("prerender.js").ok_or("prerender.js")?;
        let early = |file| text(file).and_then(EarlyScript::new).ok_or(file);
        let style_sheet = template
            .style_sheet()
            .ok_or("#app or the style sheet in index.html")?;
        let styles = text(style_sheet.trim_start_matches("./")).ok_or("the style sheet")?;
        let dark_styles = match DarkStyles::new(manifest).file() {
            None => "",
            Some(file) => text(file).ok_or("the dark style sheet")?,
        };
        Ok(Self {
            prerenderer: Prerenderer::start(script).map_err(|_| "a thread")?,
            styles: styles.to_owned(),
            dark_styles: dark_styles.to_owned(),
            early_in_page: early("early.js")?,
            early_in_frame: early("early-frame.js")?,
        })
    }

    /// Makes the first paint of a page.
    pub(super) async fn make(&self, page: &Painted<'_>) -> Painting<'_> {
        let subject = Subject {
            input: input(page),
            flow: page.flow.map(str::to_owned),
            language: page.language.to_owned(),
        };
        match self.prerenderer.make(subject).await {
            Outcome::Made(markup) => Painting::Made(FirstPaint {
                styles: self.styles_of(page.theme, &markup.styles),
                markup,
                early: if page.is_frame {
                    &self.early_in_frame
                } else {
                    &self.early_in_page
                },
            }),
            Outcome::Failed => Painting::Without,
            Outcome::Busy => Painting::NotNow,
        }
    }

    /// Returns the text of a page's style element, in the order in which scripts would load the parts.
    fn styles_of(&self, theme: Theme, own: &str) -> String {
        let dark = media(theme).filter(|_| !self.dark_styles.is_empty());
        let dark = dark.map(|media| format!("@media {media}{{{}}}", self.dark_styles));
        let styles = [&*self.styles, dark.as_deref().unwrap_or_default(), own].concat();
        // No text in it ends the element. In a style sheet an escaped slash is a slash.
        newlines(&styles).replace("</", "<\\/")
    }
}

impl EarlyScript {
    /// Returns `None` for a text that cannot stand in a page.
    fn new(text: &str) -> Option<Self> {
        let text = newlines(text);
        let source = hash_source(&text);
        (!ends_early(&text)).then_some(Self { text, source })
    }
}

impl FirstPaint<'_> {
    /// Returns the content of the page's root element.
    pub(super) fn html(&self) -> &str {
        &self.markup.html
    }

    /// Returns the text of the style element, which stands in for the page's style sheets.
    pub(super) fn styles(&self) -> &str {
        &self.styles
    }

    /// Returns the text of the script that comes before the page's own ones.
    pub(super) fn early_script(&self) -> &str {
        &self.early.text
    }

    /// Returns what allows the inline elements.
    pub(super) fn sources(&self) -> InlineSources {
        InlineSources {
            style: hash_source(&self.styles),
            script: self.early.source.clone(),
        }
    }
}

/// Returns what the script gets. The texts of a language are in the server already, so the script has only the English ones.
fn input(page: &Painted<'_>) -> String {
    let texts = language_file(page.language).filter(|(code, _)| *code != "en");
    let texts = texts.map_or_else(String::new, |(code, file)| {
        format!(",\"texts\":{{\"code\":\"{code}\",\"sections\":{file}}}")
    });
    let view = page
        .view
        .map_or_else(String::new, |view| format!(",\"view\":{view}"));
    format!("{{\"boot\":{}{view}{texts}}}", page.boot)
}

/// Returns the text as browsers read it, whose hash the policy has.
fn newlines(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "\u{fffd}")
}

/// Returns whether a text would end a script element, or begin what hides its end.
fn ends_early(script: &str) -> bool {
    let script = script.to_ascii_lowercase();
    ["</script", "<!--", "<script"]
        .iter()
        .any(|tag| script.contains(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "<html><head><script src=\"./a.js\"></script>\
        <link rel=\"stylesheet\" crossorigin href=\"./assets/index-1.css\"></head><body><div id=\"app\"></div></body></html>";

    const MANIFEST: &str = r#"{"src/styles/dark.css": {"file": "assets/dark-1.css"}}"#;

    const FILES: [(&str, &str); 5] = [
        (
            "prerender.js",
            "prerender = input => JSON.stringify({html: '<p>', styles: JSON.parse(input).view.styles})",
        ),
        ("early.js", "early()\r\n"),
        ("early-frame.js", "inFrame()"),
        ("assets/index-1.css", "a{}"),
        ("assets/dark-1.css", "b{}"),
    ];

    fn paints(files: &[(&str, &str)]) -> Result<FirstPaints, &'static str> {
        let assets = Assets::from_files(
            files
                .iter()
                .map(|(path, text)| ((*path).to_owned(), (*text).to_owned())),
        );
        FirstPaints::new(
            &assets,
            &Template::parse(INDEX).unwrap(),
            &Manifest::parse(MANIFEST),
        )
    }

    async fn styles(theme: Theme, own: &str) -> String {
        let paints = paints(&FILES).unwrap();
        let page = Painted {
            flow: Some("f"),
            language: "en",
            theme,
            is_frame: false,
            boot: "{}",
            view: Some(&serde_json::json!({"styles": own}).to_string()),
        };
        let Painting::Made(paint) = paints.make(&page).await else {
            panic!("no first paint");
        };
        assert_eq!(paint.early_script(), "early()\n", "as browsers read it");
        assert_eq!(paint.sources().style, hash_source(paint.styles()));
        assert_eq!(paint.sources().script, hash_source("early()\n"));
        paint.styles().to_owned()
    }

    #[tokio::test]
    async fn the_styles_are_those_of_the_theme() {
        assert_eq!(styles(Theme::Light, "c{}").await, "a{}c{}");
        assert_eq!(styles(Theme::Dark, "c{}").await, "a{}@media screen{b{}}c{}");
        assert_eq!(
            styles(Theme::Auto, "c{}").await,
            "a{}@media screen and (prefers-color-scheme: dark){b{}}c{}"
        );
    }

    #[tokio::test]
    async fn no_style_ends_the_element() {
        assert_eq!(
            styles(Theme::Light, "c{content:'</style><script>'}\r\0").await,
            "a{}c{content:'<\\/style><script>'}\n\u{fffd}"
        );
    }

    #[test]
    fn every_file_is_needed() {
        for (path, _) in FILES {
            let others: Vec<_> = FILES.into_iter().filter(|(other, _)| *other != path).collect();
            assert!(paints(&others).is_err(), "{path}");
        }
        for early in ["early.js", "early-frame.js"] {
            let files = FILES.map(|(path, text)| (path, if path == early { "'</SCRIPT>'" } else { text }));
            assert_eq!(paints(&files).err(), Some(early), "unsafe");
        }
    }

    #[test]
    fn the_script_gets_the_texts_of_other_languages() {
        let input = |language| {
            let page = Painted {
                flow: Some("f"),
                language,
                theme: Theme::Light,
                is_frame: false,
                boot: "1",
                view: Some("2"),
            };
            serde_json::from_str::<serde_json::Value>(&super::input(&page)).unwrap()
        };
        assert_eq!(input("en"), serde_json::json!({"boot": 1, "view": 2}));
        assert_eq!(input("x-none"), serde_json::json!({"boot": 1, "view": 2}));
        let texts = &input("tr-cy")["texts"];
        assert_eq!(texts["code"], "tr");
        assert!(texts["sections"]["page"]["try_again"].is_string(), "{texts}");
    }
}
