//! The commands beside `serve`.

use crate::process::pulsen;
use crate::server::{RECORDS, import};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Exit code, standard output, standard error.
fn run(command: &mut Command) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    (
        status.code().unwrap(),
        String::from_utf8(stdout).unwrap(),
        String::from_utf8(stderr).unwrap(),
    )
}

/// A folder of records with these files.
fn records(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn import_into(records: &Path, data: &Path) -> (i32, String, String) {
    run(pulsen().arg("import").arg(records).arg("--data").arg(data))
}

const FLOW: &str = r#"{"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [
    {"id": "s", "isInitialState": true, "elements": [{"id": "e", "type": "next_page"}]}]}"#;

#[test]
fn import_raises_the_revision_only_when_the_content_changed() {
    let data = tempfile::tempdir().unwrap();
    let imported = |text: &str| import_into(records(&[("flows/f.json", text)]).path(), data.path()).1;
    assert!(imported(FLOW).starts_with("flow f: revision 1\n"));
    assert_eq!(
        imported(FLOW),
        "imported 1 flows (1 unchanged), 0 nodes, 0 widgets\n"
    );
    let reordered = r#"{"revision": 9, "states": [
        {"elements": [{"type": "next_page", "id": "e"}], "isInitialState": true, "id": "s"}],
        "languages": [{"code": "en", "id": "l1"}], "id": "f"}"#;
    assert_eq!(
        imported(reordered),
        "imported 1 flows (1 unchanged), 0 nodes, 0 widgets\n"
    );
    assert!(imported(&FLOW.replace("\"en\"", "\"tr\"")).starts_with("flow f: revision 2\n"));
    assert!(
        imported(FLOW).starts_with("flow f: revision 3\n"),
        "what was once may come again"
    );
}

#[test]
fn import_names_everything_that_is_wrong_and_imports_nothing() {
    let data = tempfile::tempdir().unwrap();
    let folder = records(&[
        ("flows/broken.json", "{\"id\": \"b\","),
        ("flows/good.json", FLOW),
        ("flows/twin.json", FLOW),
        (
            "nodes/wrong.json",
            r#"{"id": "n", "flow_id": "f", "multiple_feedback_delay_period": "week"}"#,
        ),
        ("widgets/code.json", r#"{"code": "PSN-X", "node_id": "n"}"#),
        ("widgets/ignored.txt", "not a record"),
    ]);
    let (code, output, errors) = import_into(folder.path(), data.path());
    assert_eq!((code, output.as_str()), (1, ""));
    let root = folder.path().display().to_string();
    let lines: Vec<String> = errors
        .lines()
        .map(|line| line.replace(&format!("{root}/"), ""))
        .collect();
    assert!(lines[0].starts_with("flows/broken.json: /: "), "{errors}");
    assert_eq!(
        lines[1],
        "flows/twin.json: /id: another file has the flow `f` already"
    );
    assert!(
        lines[2].starts_with("nodes/wrong.json: /multiple_feedback_delay_period: invalid type"),
        "{errors}"
    );
    assert_eq!(
        lines[3],
        "widgets/code.json: /code: `PSN-X` is not `PSN-` and seven letters or digits"
    );
    assert_eq!(lines[4], "pulsen: nothing was imported");
    assert_eq!(lines.len(), 5, "{errors}");
    let good = import_into(records(&[("flows/f.json", FLOW)]).path(), data.path());
    assert!(
        good.1.contains("revision 1"),
        "the good file of the refused folder is not there either"
    );
}

#[test]
fn import_refuses_references_that_lead_nowhere() {
    let data = tempfile::tempdir().unwrap();
    let folder = records(&[
        ("flows/f.json", FLOW),
        ("nodes/a.json", r#"{"id": "a", "flow_id": "gone"}"#),
        (
            "nodes/b.json",
            r#"{"id": "b", "flow_id": "f", "default_language_id": "l9"}"#,
        ),
        (
            "nodes/c.json",
            r#"{"id": "c", "flow_id": "f", "non_operating_hours_flow_id": "gone"}"#,
        ),
        ("widgets/d.json", r#"{"code": "PSN-AAAAAA1", "node_id": "gone"}"#),
        (
            "widgets/e.json",
            r#"{"code": "PSN-AAAAAA2", "node_id": "b", "default_language_code": "de"}"#,
        ),
    ]);
    let (code, _, errors) = import_into(folder.path(), data.path());
    let errors = errors.replace(&format!("{}/", folder.path().display()), "");
    assert_eq!(
        (code, errors.as_str()),
        (
            1,
            "nodes/a.json: /flow_id: there is no flow `gone`\n\
             nodes/b.json: /default_language_id: the flow `f` has no language with the id `l9`\n\
             nodes/c.json: /non_operating_hours_flow_id: there is no flow `gone`\n\
             widgets/d.json: /node_id: there is no node `gone`\n\
             widgets/e.json: /default_language_code: the flow `f` of its node does not speak `de`\n\
             pulsen: nothing was imported\n"
        )
    );
    assert!(
        import_into(records(&[("flows/f.json", FLOW)]).path(), data.path())
            .1
            .contains("revision 1")
    );
}

#[test]
fn import_may_refer_to_what_was_imported_before() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let folder = records(&[(
        "widgets/w.json",
        r#"{"code": "PSN-AAAAAA1", "node_id": "door", "default_language_code": "AR"}"#,
    )]);
    let (code, output, errors) = import_into(folder.path(), data.path());
    assert_eq!(
        (code, output.as_str()),
        (0, "imported 0 flows (0 unchanged), 0 nodes, 1 widgets\n"),
        "{errors}"
    );
}

#[test]
fn import_of_nothing_is_an_error() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (code, _, errors) = import_into(folder.path(), data.path());
    assert_eq!(code, 1);
    assert!(
        errors.contains("there is no .json file in its folders flows, nodes and widgets"),
        "{errors}"
    );
}

#[test]
fn check_names_findings_and_fails_for_errors_only() {
    let warned = FLOW.replace("\"id\": \"f\",", "\"id\": \"f\", \"nmae\": \"typo\",");
    let wrong = FLOW.replace("\"code\": \"en\"", "\"code\": 1");
    let folder = records(&[
        ("good.json", FLOW),
        ("warned.json", &warned),
        ("wrong.json", &wrong),
    ]);
    let check = |file: &str| {
        let (code, output, _) = run(pulsen().arg("check").arg(folder.path().join(file)));
        (code, output.replace(&format!("{}/", folder.path().display()), ""))
    };
    assert_eq!(check("good.json"), (0, String::new()));
    let (code, output) = check("warned.json");
    assert_eq!(code, 0);
    assert!(output.starts_with("warned.json: /nmae: warning: "), "{output}");
    let (code, output) = check("wrong.json");
    assert_eq!(code, 1);
    assert!(output.starts_with("wrong.json: /languages/0/code: "), "{output}");
    let (code, output) = check("gone.json");
    assert_eq!(code, 1);
    assert!(output.starts_with("gone.json: /: cannot be read: "), "{output}");
}

#[test]
fn replay_prints_one_line_for_each_event() {
    let (code, output, errors) = run(pulsen().arg("replay").arg(format!("{RECORDS}/conversation.json")));
    assert_eq!((code, errors.as_str()), (0, ""));
    let lines: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    let shown = |line: &Value| line["view"]["elements"].as_array().unwrap().len();
    assert_eq!(
        (shown(&lines[0]), shown(&lines[1])),
        (2, 3),
        "the answer shows a question"
    );

    let folder = records(&[("c.json", r#"{"flow": "gone.json", "events": []}"#)]);
    let (code, _, errors) = run(pulsen().arg("replay").arg(folder.path().join("c.json")));
    assert_eq!(code, 1);
    assert!(errors.contains("`gone.json` cannot be read"), "{errors}");
}

#[test]
fn a_staff_token_is_shown_once_under_a_name_of_its_own() {
    let data = tempfile::tempdir().unwrap();
    let staff_token = |arguments: &[&str]| {
        run(pulsen()
            .arg("staff-token")
            .args(arguments)
            .arg("--data")
            .arg(data.path()))
    };
    let (code, token, _) = staff_token(&["ann"]);
    assert_eq!((code, token.lines().count()), (0, 1));
    assert!(token.starts_with("pulsen_staff_"));
    let (code, output, errors) = staff_token(&["ann"]);
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("a token named `ann` is in force"), "{errors}");
    assert_eq!(staff_token(&["ann", "--revoke"]).0, 0);
    assert_eq!(staff_token(&["ann", "--revoke"]).0, 1, "there is none any more");
    assert_eq!(staff_token(&["ann"]).0, 0, "the name is free again");
    assert_eq!(staff_token(&["bob", "--days", "0"]).0, 2);
}

#[test]
fn serve_says_what_is_wrong_with_its_settings() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let serve = |listen: &str| {
        let mut command = pulsen();
        command
            .args(["serve", "--listen", listen, "--data"])
            .arg(data.path());
        command
    };
    let (code, _, errors) = run(&mut serve(&taken.local_addr().unwrap().to_string()));
    assert_eq!(code, 1);
    assert!(
        errors.contains("cannot be used: Address already in use"),
        "{errors}"
    );
    let (code, _, errors) = run(serve("127.0.0.1:0").env("PULSEN_SECRET", "short"));
    assert_eq!(code, 1);
    assert!(errors.contains("PULSEN_SECRET is too short"), "{errors}");
    let (code, _, errors) = run(serve("127.0.0.1:0").args(["--site-url", "javascript:1"]));
    assert_eq!(code, 2);
    assert!(
        errors.contains("an http or https address is expected"),
        "{errors}"
    );
}

#[test]
fn import_refuses_questions_that_need_calls_which_are_not_there() {
    let flow = r#"{"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [
        {"id": "s", "isInitialState": true, "elements": [
            {"id": "e", "type": "question", "question": {"id": "q-file", "style": "file", "body": {"en": "Send it"}}},
            {"id": "n", "type": "next_page"}]}]}"#;
    let data = tempfile::tempdir().unwrap();
    let (code, _, errors) = import_into(records(&[("flows/f.json", flow)]).path(), data.path());
    assert_eq!(code, 1);
    assert!(
        errors.contains("/states: the question `q-file` needs uploads"),
        "{errors}"
    );
}
