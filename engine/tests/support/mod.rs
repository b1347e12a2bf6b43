//! Reads the data files of `engine/fixtures`.
#![allow(dead_code, reason = "compiled into each test, and each uses a part")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A data file.
pub(crate) struct Fixture {
    /// Path below `fixtures/`, for messages.
    pub(crate) name: String,
    pub(crate) text: String,
    folder: PathBuf,
}

impl Fixture {
    /// Parses the file.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Reads a flow that the file names by a path relative to itself.
    pub(crate) fn load_flow(&self, path: &str) -> Result<String, String> {
        let path = self.folder.join(path);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns the text of the file's flow, which is a path or inline.
    pub(crate) fn flow(&self) -> String {
        match &self.json()["flow"] {
            Value::String(path) => self
                .load_flow(path)
                .unwrap_or_else(|error| panic!("{}: {error}", self.name)),
            inline => inline.to_string(),
        }
    }
}

/// Returns the JSON files below a folder of `fixtures/`, sorted by name. Panics if there is none.
pub(crate) fn fixtures(folder: &str) -> Vec<Fixture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut found = Vec::new();
    collect(&root, &root.join(folder), &mut found);
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Fixture>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    for path in paths {
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            found.push(Fixture {
                name,
                text,
                folder: folder.to_owned(),
            });
        }
    }
}

/// Runs `check` on each file, and fails with everything that it finds wrong, under the file's name and the sentence in its
/// `shows`.
pub(crate) fn check_each(fixtures: &[Fixture], check: impl Fn(&Fixture) -> Vec<String>) {
    let mut report = String::new();
    for fixture in fixtures {
        let shows = fixture.json()["shows"].as_str().unwrap_or_default().to_owned();
        let mut problems = check(fixture);
        if shows.is_empty() {
            problems.push("`shows` must say in one sentence what the file proves".to_owned());
        }
        if !problems.is_empty() {
            report += &format!("\n{}: {shows}\n    {}\n", fixture.name, problems.join("\n    "));
        }
    }
    assert!(report.is_empty(), "{report}");
}
