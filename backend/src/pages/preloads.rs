//! Preload tags for the files that a page's script will import: the browser fetches all of them at once.
//!
//! The widget's `index.html` already names its entry with the static imports. The server adds what depends on the
//! request: the engine, the part of the route and the catalog of the visitor's language. Vite's manifest maps sources to
//! built files.

use super::template::escape_attribute;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use tracing::warn;

/// The folders of the widget's catalogs, one file for each language, named by its code. A catalog is for the pages of
/// one route, or for every page.
const CATALOG_FOLDERS: [(Option<&str>, &str); 2] =
    [(None, "src/texts/catalogs/"), (Some("chat"), "src/chat/texts/")];

/// Chunks that only the page of one route imports.
const ROUTE_CHUNKS: [(&str, &str); 3] = [
    ("chat", "src/chat/index.tsx"),
    ("chat", "src/chat/connection/socketClient.ts"),
    ("widget", "src/frame/index.tsx"),
];

/// Tags for the head of a page, as HTML.
#[derive(Default)]
pub(super) struct Preloads {
    /// For every page that runs a flow.
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

/// An entry of Vite's manifest.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Chunk {
    file: String,
    imports: Vec<String>,
}

type Manifest = BTreeMap<String, Chunk>;

impl Preloads {
    /// Reads the manifest; leaves out the files that the built `index.html` already names.
    pub(super) fn read(manifest: &str, html: &str) -> Self {
        let manifest: Manifest = serde_json::from_str(manifest).unwrap_or_else(|error| {
            warn!(%error, "the widget's manifest cannot be read: pages load without preloads");
            Manifest::new()
        });
        let is_new = |file: &str| !html.contains(&format!("/{file}\""));
        let module_tags = |key: &str| -> String {
            let files = files_of(&manifest, key);
            files
                .into_iter()
                .filter(|file| is_new(file))
                .map(module_tag)
                .collect()
        };
        let mut preloads = Self::default();
        for (key, chunk) in &manifest {
            if chunk.file.ends_with(".wasm") && is_new(&chunk.file) {
                preloads.engine.push_str(&engine_tag(&chunk.file));
            }
            for (route, folder) in CATALOG_FOLDERS {
                let code = key.strip_prefix(folder).and_then(|name| name.split('.').next());
                if let Some(code) = code {
                    preloads.catalogs.push(Catalog {
                        route,
                        language: code.to_ascii_lowercase(),
                        tags: module_tags(key),
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

    /// Returns the tags for the page of a route in a language. A language without a catalog of its own gets that of its
    /// base code: `fr-ca` gets `fr`.
    pub(super) fn tags(&self, route: &str, runs_flow: bool, language: &str) -> String {
        let mut tags = String::new();
        if runs_flow {
            tags.push_str(&self.engine);
        }
        tags.push_str(self.routes.get(route).map_or("", String::as_str));
        let base = language.split('-').next().unwrap_or_default();
        for route in [None, Some(route)] {
            let catalog_in = |language: &str| {
                let mut catalogs = self.catalogs.iter();
                catalogs.find(|catalog| catalog.route == route && catalog.language == language)
            };
            let catalog = catalog_in(language).or_else(|| catalog_in(base));
            tags.push_str(catalog.map_or("", |catalog| &catalog.tags));
        }
        tags
    }
}

/// Returns the files of a chunk and of everything that it imports.
fn files_of<'a>(manifest: &'a Manifest, key: &'a str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![key];
    while let Some(key) = waiting.pop() {
        if let Some(chunk) = manifest.get(key)
            && seen.insert(key)
        {
            waiting.extend(chunk.imports.iter().map(String::as_str));
        }
    }
    seen.into_iter()
        .filter_map(|key| manifest.get(key))
        .map(|chunk| chunk.file.as_str())
        .collect()
}

fn module_tag(file: &str) -> String {
    format!(
        "<link rel=\"modulepreload\" href=\"/{}\">",
        escape_attribute(file)
    )
}

fn engine_tag(file: &str) -> String {
    let file = escape_attribute(file);
    format!("<link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"/{file}\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
        "index.html": {"file": "assets/index-1.js", "isEntry": true, "imports": ["_shared.js"]},
        "_shared.js": {"file": "assets/shared-1.js"},
        "src/texts/catalogs/tr.ts": {"file": "assets/tr-1.js", "isDynamicEntry": true, "imports": ["_plural.js", "_shared.js"]},
        "_plural.js": {"file": "assets/plural-1.js", "imports": ["src/texts/catalogs/tr.ts"]},
        "src/chat/index.tsx": {"file": "assets/chat-1.js", "isDynamicEntry": true, "imports": ["index.html"]},
        "src/chat/texts/tr.ts": {"file": "assets/chat-tr-1.js", "isDynamicEntry": true},
        "../engine-wasm/pkg/engine_wasm_bg.wasm": {"file": "assets/engine-1.wasm"}
    }"#;

    #[test]
    fn a_page_gets_the_engine_and_its_catalog_with_the_imports() {
        let preloads = Preloads::read(
            MANIFEST,
            r#"<script src="/assets/index-1.js"><link href="/assets/shared-1.js">"#,
        );
        let engine = r#"<link rel="preload" as="fetch" type="application/wasm" crossorigin href="/assets/engine-1.wasm">"#;
        let texts = "<link rel=\"modulepreload\" href=\"/assets/plural-1.js\">\
                     <link rel=\"modulepreload\" href=\"/assets/tr-1.js\">";
        assert_eq!(preloads.tags("feedback", true, "en"), engine);
        assert_eq!(
            preloads.tags("feedback", true, "tr-cy"),
            format!("{engine}{texts}")
        );
        // A chat runs no flow, and has a chunk and a catalog of its own.
        assert_eq!(
            preloads.tags("chat", false, "tr"),
            format!(
                "<link rel=\"modulepreload\" href=\"/assets/chat-1.js\">{texts}\
                 <link rel=\"modulepreload\" href=\"/assets/chat-tr-1.js\">"
            )
        );
    }

    #[test]
    fn nothing_is_named_twice_and_a_broken_manifest_means_no_preloads() {
        assert_eq!(
            Preloads::read(MANIFEST, r#"href="/assets/engine-1.wasm""#).tags("feedback", true, "en"),
            ""
        );
        assert_eq!(Preloads::read("[", "").tags("feedback", true, "tr"), "");
    }
}
