//! Vite's manifest: which built files a source has become.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use tracing::warn;

/// The built files by their sources.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Manifest(BTreeMap<String, Chunk>);

/// An entry of the manifest.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Chunk {
    file: String,
    imports: Vec<String>,
}

impl Manifest {
    /// Parses the text. One that cannot be read names no files.
    pub(super) fn parse(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_else(|error| {
            warn!(%error, "widget manifest unreadable: pages load without preloads and in light colors");
            Self::default()
        })
    }

    /// Returns each source with the file that it is in.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(source, chunk)| (&**source, &*chunk.file))
    }

    /// Returns the file of a source.
    pub(super) fn file(&self, source: &str) -> Option<&str> {
        self.0.get(source).map(|chunk| &*chunk.file)
    }

    /// Returns the files of a source and of everything that it imports.
    pub(super) fn files_with_imports<'a>(&'a self, source: &'a str) -> BTreeSet<&'a str> {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![source];
        while let Some(source) = waiting.pop() {
            if let Some(chunk) = self.0.get(source)
                && seen.insert(source)
            {
                waiting.extend(chunk.imports.iter().map(String::as_str));
            }
        }
        seen.into_iter().filter_map(|source| self.file(source)).collect()
    }
}
