//! Fixes of findings: how `pulsen check` prints them, and `--fix`.

use crate::import::{FLOW, records};
use crate::process::{pulsen, run};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A flow with a misspelled field, and a silence without effect, which is found once the field is right.
fn broken() -> String {
    let silence = r#""silence": [{"code": "long-flow", "reason": "Kept"}], "nmae": "Visit","#;
    FLOW.replacen("\"id\": \"f\",", &format!("\"id\": \"f\", {silence}"), 1)
}

fn check(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let (code, output, errors) = run(pulsen().arg("check").arg(folder).args(arguments));
    let relative = |text: String| text.replace(&format!("{}/", folder.display()), "");
    (code, relative(output), relative(errors))
}

#[test]
fn files_are_fixed_in_rounds_and_written_in_their_canonical_form() {
    let node =
        r#"{"id": "n", "flow_id": "f", "greeting": {"EN": "Hello"}, "branding": "true", "operating": true}"#;
    let node = node.replace("greeting", "activation_expired_message");
    let folder = records(&[("flows/f.json", &broken()), ("nodes/n.json", &node)]);
    let (code, output, _) = check(folder.path(), &[]);
    assert_eq!(code, 1);
    assert!(
        output.contains("[unknown-field]\n  fix: rename /nmae to `name`\n"),
        "{output}"
    );
    let (code, output, errors) = check(folder.path(), &["--fix"]);
    assert_eq!(
        (code, &*output),
        (
            0,
            "checked 1 flow, 1 node, 0 widgets, 0 connectors: 0 errors, 0 warnings\n"
        )
    );
    let done: Vec<_> = errors
        .lines()
        .map(|line| line.split_once(": ").unwrap().1)
        .collect();
    let mut expected = [
        "fixed: rename /nmae to `name` [unknown-field]",
        "fixed: rename /activation_expired_message/EN to `en` [wrong-value]",
        "fixed: set /branding to true [wrong-value]",
        "fixed: remove /operating [misplaced-field]",
        "fixed: remove /silence/0 [silence-without-effect]",
    ];
    let mut done = done;
    expected.sort_unstable();
    done.sort_unstable();
    assert_eq!(done, expected, "{errors}");
    let read = |file: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(folder.path().join(file)).unwrap()).unwrap()
    };
    assert_eq!(
        read("nodes/n.json"),
        json!({"id": "n", "flow_id": "f", "activation_expired_message": {"en": "Hello"}, "branding": true})
    );
    assert_eq!(
        (&read("flows/f.json")["name"], &read("flows/f.json")["silence"]),
        (&json!("Visit"), &json!([]))
    );
    let (code, output, _) = run(pulsen().arg("fmt").arg("--check").arg(folder.path()));
    assert_eq!((code, &*output), (0, "would change 0 of 2 files\n"));
    // There is nothing more to do.
    let (code, _, errors) = check(folder.path(), &["--fix"]);
    assert_eq!((code, &*errors), (0, ""));
}

#[test]
fn what_is_not_certain_stays_and_decides_the_exit_code() {
    let flow = broken().replace("\"nmae\": \"Visit\"", "\"nmae\": \"Visit\", \"weather\": 1");
    let folder = records(&[("flows/f.json", &flow)]);
    let (code, output, errors) = check(folder.path(), &["--fix", "--format", "json"]);
    assert_eq!(code, 1);
    assert_eq!(errors.lines().count(), 1, "{errors}");
    let output: Value = serde_json::from_str(&output).unwrap();
    let left: Vec<_> = output["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| &found["pointer"])
        .collect();
    assert_eq!(left, ["/weather"]);
}

#[test]
fn programs_get_fixes_as_patches_and_as_changes_of_lines() {
    let folder = records(&[("flows/f.json", &broken())]);
    let parsed = |format: &str| -> Value {
        let (_, output, _) = check(folder.path(), &["--format", format]);
        serde_json::from_str(&output).unwrap()
    };
    let patch = json!([{"op": "move", "from": "/nmae", "path": "/name"}]);
    assert_eq!(parsed("json")["findings"][0]["fix"], patch);
    let result = &parsed("sarif")["runs"][0]["results"][0];
    assert_eq!(result["properties"]["fix"], patch);
    assert_eq!(
        result["fixes"],
        json!([]),
        "the file is not in its canonical form"
    );
    let (code, ..) = run(pulsen().arg("fmt").arg(folder.path()));
    assert_eq!(code, 0);
    let text = fs::read_to_string(folder.path().join("flows/f.json")).unwrap();
    let line = 1 + text.lines().position(|line| line.contains("nmae")).unwrap();
    let fixes = &parsed("sarif")["runs"][0]["results"][0]["fixes"];
    assert_eq!(fixes[0]["description"]["text"], "rename /nmae to `name`");
    let replacement = &fixes[0]["artifactChanges"][0]["replacements"][0];
    let replaced = replacement["deletedRegion"]["endLine"].as_u64().unwrap();
    assert!(usize::try_from(replaced).unwrap() > line, "{replacement}");
    let inserted = replacement["insertedContent"]["text"].as_str().unwrap();
    assert!(inserted.contains("\"name\": \"Visit\""), "{replacement}");
}
