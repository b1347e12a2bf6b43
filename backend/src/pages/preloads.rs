//! What the page's script will ask for next: named in the head, it all travels at once.
//!
//! The widget's own page names its entry and what draws it, with their static imports. What depends on the request, the
//! engine and the catalogue of the visitor's language, only the server can name. Which files these are stands in Vite's manifest.

use super::template::escape_attribute;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use tracing::warn;

/// Where the widget keeps its texts, one file for each language, named by its code: those of every page, and those that
/// only the page of a route needs.
const CATALOGUES: [(Option<&str>, &str); 2] =
    [(None, "src/texts/catalogues/"), (Some("chat"), "src/chat/texts/")];

/// Chunks that only the page of a route needs.
const PARTS: [(&str, &str); 3] = [
    ("chat", "src/chat/index.tsx"),
    ("chat", "src/chat/connection/socketClient.ts"),
    ("widget", "src/frame/index.tsx"),
];

/// Tags that go into the head.
#[derive(Default)]
pub(super) struct Preloads {
    /// For every page that runs a flow.
    engine: String,
    /// By route.
    parts: BTreeMap<&'static str, String>,
    /// By language code, for a route or for every page.
    catalogues: Vec<(Option<&'static str>, String, String)>,
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
    /// Reads the manifest; leaves out what the page, as built, names already.
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
            for (route, folder) in CATALOGUES {
                let code = key.strip_prefix(folder).and_then(|name| name.split('.').next());
                if let Some(code) = code {
                    preloads
                        .catalogues
                        .push((route, code.to_ascii_lowercase(), module_tags(key)));
                }
            }
        }
        for (route, key) in PARTS {
            preloads
                .parts
                .entry(route)
                .or_default()
                .push_str(&module_tags(key));
        }
        preloads
    }

    /// The tags for the page of a route in a language. `fr-ca` is served by `fr` where it has no catalogue of its own.
    pub(super) fn tags(&self, route: &str, runs_flow: bool, language: &str) -> String {
        let mut tags = String::new();
        if runs_flow {
            tags.push_str(&self.engine);
        }
        tags.push_str(self.parts.get(route).map_or("", String::as_str));
        let base = language.split('-').next().unwrap_or_default();
        for only_for in [None, Some(route)] {
            let mut catalogues = self.catalogues.iter().filter(|(route, ..)| *route == only_for);
            let exact = catalogues.clone().find(|(_, code, _)| code == language);
            let fitting = exact.or_else(|| catalogues.find(|(_, code, _)| code == base));
            tags.push_str(fitting.map_or("", |(.., tags)| tags));
        }
        tags
    }
}

/// A chunk and all that it imports.
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
        "src/texts/catalogues/tr.ts": {"file": "assets/tr-1.js", "isDynamicEntry": true, "imports": ["_plural.js", "_shared.js"]},
        "_plural.js": {"file": "assets/plural-1.js", "imports": ["src/texts/catalogues/tr.ts"]},
        "src/chat/index.tsx": {"file": "assets/chat-1.js", "isDynamicEntry": true, "imports": ["index.html"]},
        "src/chat/texts/tr.ts": {"file": "assets/chat-tr-1.js", "isDynamicEntry": true},
        "../engine-wasm/pkg/engine_wasm_bg.wasm": {"file": "assets/engine-1.wasm"}
    }"#;

    #[test]
    fn names_engine_and_catalogue_with_its_imports() {
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
        // A chat runs no flow, and has a part and texts of its own.
        assert_eq!(
            preloads.tags("chat", false, "tr"),
            format!(
                "<link rel=\"modulepreload\" href=\"/assets/chat-1.js\">{texts}\
                 <link rel=\"modulepreload\" href=\"/assets/chat-tr-1.js\">"
            )
        );
    }

    #[test]
    fn says_nothing_twice_and_survives_a_broken_manifest() {
        assert_eq!(
            Preloads::read(MANIFEST, r#"href="/assets/engine-1.wasm""#).tags("feedback", true, "en"),
            ""
        );
        assert_eq!(Preloads::read("[", "").tags("feedback", true, "tr"), "");
    }
}
