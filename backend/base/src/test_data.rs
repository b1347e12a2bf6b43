//! Reads the data files of `tests/data` for unit tests.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// Runs `check` on each JSON file of a folder in `tests/data`. Fails with a report of all problems, each under its
/// file's name and the sentence in the file's `shows`.
pub(crate) fn check_each(folder: &str, check: impl Fn(&Value) -> Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let (mut files, mut report) = (0, String::new());
    for path in entries.flatten().map(|entry| entry.path()) {
        files += 1;
        let name = path.display();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let shows = file.get("shows").and_then(Value::as_str).unwrap_or_default();
        let mut problems = check(&file);
        if shows.is_empty() {
            problems.push("`shows` must say in one sentence what the file proves".to_owned());
        }
        if !problems.is_empty() {
            report += &format!("\n{name}: {shows}\n    {}\n", problems.join("\n    "));
        }
    }
    assert!(files > 0, "{} is empty", folder.display());
    assert!(report.is_empty(), "{report}");
}
