//! `pulsen fmt`: the canonical form of records.

use crate::process::{pulsen, run};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");

fn example_folders() -> Vec<PathBuf> {
    let templates = std::fs::read_dir(Path::new(EXAMPLES).join("templates")).unwrap();
    let templates = templates
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    templates.chain([PathBuf::from(EXAMPLES)]).collect()
}

#[test]
fn all_examples_are_in_the_canonical_form() {
    let (code, output, error) = run(pulsen().args(["fmt", "--check"]).args(example_folders()));
    assert_eq!((code, error.as_str()), (0, ""), "{output}");
    assert!(output.starts_with("would change 0 of "), "{output}");
}

#[test]
fn fmt_writes_the_canonical_form_once() {
    let folder = tempfile::tempdir().unwrap();
    let flows = folder.path().join("flows");
    std::fs::create_dir(&flows).unwrap();
    let file = flows.join("f.json");
    let written = r#"{"states":[{"elements":[],"id":"s"}],"id":"f"}"#;
    std::fs::write(&file, written).unwrap();
    let read = || std::fs::read_to_string(&file).unwrap();
    let fmt = |check: bool| {
        run(pulsen()
            .arg("fmt")
            .args(check.then_some("--check"))
            .arg(folder.path()))
    };
    let changed = format!("{}\nwould change 1 of 1 file\n", file.display());
    assert_eq!(fmt(true), (1, changed, String::new()));
    assert_eq!(read(), written);
    let changed = format!("{}\nchanged 1 of 1 file\n", file.display());
    assert_eq!(fmt(false), (0, changed, String::new()));
    let formatted = "{\n  \"id\": \"f\",\n  \"states\": [{ \"id\": \"s\", \"elements\": [] }]\n}\n";
    assert_eq!(read(), formatted);
    assert_eq!(fmt(false), (0, "changed 0 of 1 file\n".to_owned(), String::new()));
    assert_eq!(read(), formatted);
    assert_eq!(std::fs::read_dir(&flows).unwrap().count(), 1);
}

#[test]
fn a_file_that_is_not_json_stays_and_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.json");
    std::fs::write(&file, "{\"id\": \"f\", \"id\": \"g\"}").unwrap();
    let (code, output, error) = run(pulsen().arg("fmt").arg(&file));
    assert_eq!((code, output.as_str()), (1, "changed 0 of 1 file\n"));
    assert!(
        error.starts_with(&format!("{}:1:13: ", file.display())),
        "{error}"
    );
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "{\"id\": \"f\", \"id\": \"g\"}"
    );
}
