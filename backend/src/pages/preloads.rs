//! Preload tags for the files that a page's script will import: the browser fetches all of them at once.
//!
//! The widget's `index.html` already names its entry with the static imports. The server adds what depends on the
//! request: the engine where the first question waits for it, the part of the route and the catalog of the visitor's
//! language.

use super::manifest::Manifest;
use super::template::escape_attribute;
use base::languages::find_fallback;
use std::collections::BTreeMap;

/// The folder of the widget's languages, and how the names of their parts end after the code. A part is for the pages of
/// one route, or for every page.
const LANGUAGES: &str = "src/texts/languages/";
const LANGUAGE_PARTS: [(Option<&str>, &str); 2] = [(None, ".page.js"), (Some("chat"), ".chat.js")];

/// The chunk that imports the languages. English pages do without it.
const LANGUAGE_LIST: &str = "src/texts/languageFiles.ts";

/// Chunks that only pages of one kind import: those of a route, or those that have a message instead of a flow.
const ROUTE_CHUNKS: [(&str, &str); 5] = [
    (STATUS_PAGE, "src/status/index.tsx"),
    ("flow_preview", "src/frame/index.tsx"),
    ("chat", "src/chat/index.tsx"),
    ("chat", "src/chat/connection/socketClient.ts"),
    ("widget", "src/frame/index.tsx"),
];

/// The chunk with the engine's glue and what moves a run by it.
const DRIVER: &str = "src/flow/startDriver.ts";

/// Stands for the route of a link page that has no flow to show.
pub(super) const STATUS_PAGE: &str = "status";

/// Tags for the head of a page, as HTML.
#[derive(Default)]
pub(super) struct Preloads {
    /// For every page that shows nothing before its flow runs.
    engine: String,
    routes: BTreeMap<&'static str, String>,
    catalogs: Vec<Catalog>,
}

struct Catalog {
    /// `None`: for every page.
    route: Option<&'static str>,
    language: String,
    tags: String,
}

impl Preloads {
    /// Takes the files from the manifest, but for those that the built `index.html` already names.
    pub(super) fn new(manifest: &Manifest, html: &str) -> Self {
        let is_new = |file: &str| !html.contains(&format!("/{file}\""));
        let module_tags = |key: &str| -> String {
            let files = manifest.files_with_imports(key);
            files
                .into_iter()
                .filter(|file| is_new(file))
                .map(module_tag)
                .collect()
        };
        let mut preloads = Self {
            engine: module_tags(DRIVER),
            ..Self::default()
        };
        for (key, file) in manifest.files() {
            if file.ends_with(".wasm") && is_new(file) {
                preloads.engine.push_str(&engine_tag(file));
            }
            for (route, ending) in LANGUAGE_PARTS {
                let code = key
                    .strip_prefix(LANGUAGES)
                    .and_then(|name| name.strip_suffix(ending));
                if let Some(code) = code {
                    let list = route.is_none().then(|| module_tags(LANGUAGE_LIST));
                    preloads.catalogs.push(Catalog {
                        route,
                        language: code.to_owned(),
                        tags: list.unwrap_or_default() + &module_tags(key),
                    });
                }
            }
        }
        for (route, key) in ROUTE_CHUNKS {
            preloads
                .routes
                .entry(route)
                .or_default()
                .push_str(&module_tags(key));
        }
        preloads
    }

    /// Returns the tags for the page of a route in a language. A language without texts of its own gets those that stand
    /// for them: `fr-be` gets `fr`.
    pub(super) fn tags(&self, route: &str, needs_engine: bool, language: &str) -> String {
        let mut tags = String::new();
        if needs_engine {
            tags.push_str(&self.engine);
        }
        tags.push_str(self.routes.get(route).map_or("", String::as_str));
        for route in [None, Some(route)] {
            let catalog = find_fallback(language, |code| {
                let mut catalogs = self.catalogs.iter();
                catalogs.find(|catalog| catalog.route == route && catalog.language == code)
            });
            tags.push_str(catalog.map_or("", |catalog| &catalog.tags));
        }
        tags
    }
}

fn module_tag(file: &str) -> String {
    format!("<link rel=\"modulepreload\" href=\"{}\">", escape_attribute(file))
}

fn engine_tag(file: &str) -> String {
    let file = escape_attribute(file);
    format!("<link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"{file}\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
        "index.html": {"file": "assets/index-1.js", "isEntry": true, "imports": ["_shared.js"]},
        "_shared.js": {"file": "assets/shared-1.js"},
        "src/texts/languages/tr.page.js": {"file": "assets/tr-1.js", "isDynamicEntry": true},
        "src/texts/languageFiles.ts": {"file": "assets/list-1.js", "isDynamicEntry": true, "imports": ["_shared.js"], "dynamicImports": ["src/texts/languages/tr.page.js"]},
        "src/flow/startDriver.ts": {"file": "assets/driver-1.js", "isDynamicEntry": true, "imports": ["_shared.js"]},
        "src/chat/index.tsx": {"file": "assets/chat-1.js", "isDynamicEntry": true, "imports": ["index.html"]},
        "src/texts/languages/tr.chat.js": {"file": "assets/chat-tr-1.js", "isDynamicEntry": true},
        "../engine-wasm/pkg/engine_wasm_bg.wasm": {"file": "assets/engine-1.wasm"}
    }"#;

    #[test]
    fn a_page_that_waits_for_the_engine_gets_it_and_every_page_its_catalog() {
        let preloads = Preloads::new(
            &Manifest::parse(MANIFEST),
            r#"<script src="./assets/index-1.js"><link href="./assets/shared-1.js">"#,
        );
        let engine = "<link rel=\"modulepreload\" href=\"assets/driver-1.js\">\
            <link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"assets/engine-1.wasm\">";
        let texts = "<link rel=\"modulepreload\" href=\"assets/list-1.js\">\
                     <link rel=\"modulepreload\" href=\"assets/tr-1.js\">";
        assert_eq!(preloads.tags("feedback", true, "en"), engine);
        assert_eq!(
            preloads.tags("feedback", true, "tr-cy"),
            format!("{engine}{texts}")
        );
        assert_eq!(preloads.tags("feedback", false, "en"), "");
        // A chat runs no flow, and has a chunk and a catalog of its own.
        assert_eq!(
            preloads.tags("chat", false, "tr"),
            format!(
                "<link rel=\"modulepreload\" href=\"assets/chat-1.js\">{texts}\
                 <link rel=\"modulepreload\" href=\"assets/chat-tr-1.js\">"
            )
        );
    }

    #[test]
    fn nothing_is_named_twice_and_a_broken_manifest_means_no_preloads() {
        assert_eq!(
            Preloads::new(
                &Manifest::parse(MANIFEST),
                r#"href="./assets/engine-1.wasm" href="./assets/driver-1.js" href="./assets/shared-1.js""#
            )
            .tags("feedback", true, "en"),
            ""
        );
        assert_eq!(
            Preloads::new(&Manifest::parse("["), "").tags("feedback", true, "tr"),
            ""
        );
    }
}
