//! `pulsen check --against`: flows compared with earlier versions, in folders and databases.

use crate::database::database;
use crate::import::{import_into, records};
use crate::process::{pulsen, run};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

fn flow(options: &[&str], silence: Value) -> String {
    let options: Vec<_> = options
        .iter()
        .map(|id| json!({"id": id, "key": id, "body": "Option"}))
        .collect();
    json!({"id": "f", "languages": [{"id": "l", "code": "en"}], "silence": silence, "states": [{"id": "s", "elements": [
        {"id": "e", "type": "question", "question": {"id": "q", "style": "radio", "body": "Which?", "options": options}},
        {"id": "b", "type": "submit"}]}]})
    .to_string()
}

fn folder(options: &[&str], silence: Value) -> TempDir {
    records(&[("flows/f.json", &flow(options, silence))])
}

/// Returns the exit code, and code and pointer of what is found, or what stands on standard error.
fn check(folder: &TempDir, against: &str, data: Option<&Path>) -> (i32, Vec<String>) {
    let mut command = pulsen();
    command.env("PULSEN_LOG", "off").arg("check").arg(folder.path());
    command.args(["--against", against, "--format", "json"]);
    if let Some(data) = data {
        match database(data) {
            None => command.arg("--data").arg(data),
            Some(address) => command.args(["--database", &address]),
        };
    }
    let (code, output, errors) = run(&mut command);
    let Ok(output) = serde_json::from_str::<Value>(&output) else {
        return (code, vec![errors]);
    };
    let found = output["findings"].as_array().unwrap().iter();
    let found = found.map(|found| format!("{} {}", found["code"], found["pointer"]).replace('"', ""));
    (code, found.collect())
}

#[test]
fn a_revision_in_a_database_is_compared_as_a_folder_is() {
    let data = tempfile::tempdir().unwrap();
    let versions = [["a", "b", "c"], ["a", "b", "d"]].map(|options| folder(&options, json!([])));
    for version in &versions {
        assert_eq!(import_into(version.path(), data.path()).0, 0);
    }
    let now = folder(&["a", "d"], json!([]));
    let removed = |number: usize| {
        (
            0,
            vec!["removed-option /states/0/elements/0/question/options".to_owned(); number],
        )
    };
    for (against, version) in [("1", 0), ("2", 1), ("newest", 1)] {
        let expected = removed(if version == 0 { 2 } else { 1 });
        assert_eq!(check(&now, against, Some(data.path())), expected, "{against}");
        let other = versions[version].path().display().to_string();
        assert_eq!(check(&now, &other, None), expected, "{against}");
    }
    let (code, errors) = check(&now, "3", Some(data.path()));
    assert_eq!(code, 1);
    assert!(
        errors[0].contains("no flow that is checked has a revision 3"),
        "{errors:?}"
    );
    let (code, errors) = check(&now, "1", None);
    assert_eq!(code, 1);
    assert!(
        errors[0].contains("--against 1 is a revision: name its database"),
        "{errors:?}"
    );
    // A flow that is new is compared with nothing.
    let new = records(&[(
        "flows/f.json",
        &flow(&["a"], json!([])).replacen("\"f\"", "\"new\"", 1),
    )]);
    assert_eq!(check(&new, "newest", Some(data.path())), (0, vec![]));
}

#[test]
fn differences_are_silenced_as_other_warnings() {
    let before = folder(&["a", "b"], json!([]));
    let before = before.path().display().to_string();
    let entry = |at: &str| json!([{"code": "removed-option", "at": at, "reason": "Nobody chose it"}]);
    let silenced = folder(&["a"], entry("/states/0/elements/0"));
    assert_eq!(check(&silenced, &before, None), (0, vec![]));
    let elsewhere = folder(&["a"], entry("/states/1"));
    assert_eq!(
        check(&elsewhere, &before, None),
        (
            0,
            vec![
                "removed-option /states/0/elements/0/question/options".to_owned(),
                "silence-without-effect /silence/0".to_owned(),
            ]
        )
    );
    // Without a comparison nobody knows.
    let (code, output, _) = run(pulsen().arg("check").arg(elsewhere.path()));
    assert_eq!(code, 0);
    assert!(output.ends_with(": 0 errors, 0 warnings\n"), "{output}");
}
