//! What `pulsen check` prints.

use crate::import::{FLOW, import_into, records};
use crate::process::{pulsen, run};
use crate::server::RECORDS;
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn check_names_findings_and_fails_for_errors_only() {
    let misspelled = FLOW.replace("\"id\": \"f\",", "\"id\": \"f\", \"nmae\": \"typo\",");
    let warned = FLOW.replace(r#"[{"id": "l1", "code": "en"}]"#, "[]");
    let wrong = FLOW.replace("\"code\": \"en\"", "\"code\": 1");
    let folder = records(&[
        ("good.json", FLOW),
        ("misspelled.json", &misspelled),
        ("warned.json", &warned),
        ("wrong.json", &wrong),
    ]);
    let check = |file: &str| {
        let (code, output, _) = run(pulsen().arg("check").arg(folder.path().join(file)));
        (code, output.replace(&format!("{}/", folder.path().display()), ""))
    };
    let one = "checked 1 flow, 0 nodes, 0 widgets, 0 connectors";
    assert_eq!(check("good.json"), (0, format!("{one}: 0 errors, 0 warnings\n")));
    assert_eq!(
        check("warned.json"),
        (
            0,
            format!(
                "warned.json:1:13: /languages: warning: the flow has no language [no-language]\n{one}: 0 errors, 1 warning\n"
            )
        )
    );
    assert_eq!(
        check("misspelled.json"),
        (
            1,
            format!(
                "misspelled.json:1:13: /nmae: is not a known field; did you mean `name`? [unknown-field]\n  fix: rename /nmae to `name`\n{one}: 1 error, 0 warnings\n"
            )
        )
    );
    let (code, output) = check("wrong.json");
    assert_eq!(code, 1);
    assert!(
        output.starts_with("wrong.json:1:40: /languages/0/code: "),
        "{output}"
    );
    let (code, output) = check("gone.json");
    assert_eq!(code, 1);
    assert!(
        output.starts_with("gone.json: there is no such file or folder [unreadable-file]\nchecked 0 flows,"),
        "{output}"
    );
}

#[test]
fn findings_come_in_the_format_that_their_reader_wants() {
    let warned = FLOW.replace(r#"[{"id": "l1", "code": "en"}]"#, "[]");
    let folder = records(&[
        ("warned.json", &warned),
        (
            "misspelled.json",
            "{\"id\": \"f\", \"states\": [], \"nmae\": 1, \"languages\": [{\"code\": \"en\"}]}",
        ),
    ]);
    let check = |format: &str| {
        let mut command = pulsen();
        command.arg("check").args(["--format", format]);
        command.args(["warned.json", "misspelled.json"].map(|file| folder.path().join(file)));
        let (code, output, _) = run(&mut command);
        assert_eq!(code, 1, "{output}");
        output.replace(&format!("{}/", folder.path().display()), "")
    };
    let json: Value = serde_json::from_str(&check("json")).unwrap();
    assert_eq!((&json["errors"], &json["warnings"]), (&json!(2), &json!(1)));
    assert_eq!(
        json["findings"][1],
        json!({
            "code": "unknown-field", "severity": "error", "file": "misspelled.json", "line": 1, "column": 27, "pointer": "/nmae",
            "within": null, "params": {"field": "nmae"}, "message": "is not a known field; did you mean `name`?",
            "fix": [{"op": "move", "from": "/nmae", "path": "/name"}],
        })
    );
    let sarif: Value = serde_json::from_str(&check("sarif")).unwrap();
    let run = &sarif["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        let rule = &run["tool"]["driver"]["rules"][rule];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(rule["defaultConfiguration"]["level"], result["level"]);
    }
    let place = &run["results"][1]["locations"][0];
    assert_eq!(
        place["physicalLocation"]["region"],
        json!({"startLine": 1, "startColumn": 27})
    );
    assert_eq!(
        place["logicalLocations"],
        json!([{"fullyQualifiedName": "/nmae"}])
    );
    assert_eq!(
        check("github"),
        "::warning file=warned.json,line=1,col=13,title=no-language::/languages: the flow has no language\n\
         ::error file=misspelled.json,line=1,col=27,title=unknown-field::/nmae: is not a known field; did you mean `name`?\n\
         ::error file=misspelled.json,line=1,col=13,title=no-page::/states: a flow needs a state\n\
         checked 2 flows, 0 nodes, 0 widgets, 0 connectors: 2 errors, 1 warning\n"
    );
}

#[test]
fn check_warns_of_a_launcher_that_can_hardly_be_seen_in_its_colors() {
    for (of_node, of_widget, expected) in [
        (
            "",
            r##", "font_color": "#fff""##,
            Some(("font_color", "2.3 with the launcher's color #20B8F7")),
        ),
        (
            r##", "primary_color": "#fde047""##,
            r##", "font_color": "#fff""##,
            Some(("font_color", "1.3 with the launcher's color #FDE047")),
        ),
        (
            r##", "primary_color": "#0f766e""##,
            r##", "font_color": "#fff""##,
            None,
        ),
        ("", "", None),
        (
            "",
            r##", "primary_color": "#1E40AF", "secondary_color": "#FDE047""##,
            Some(("secondary_color", "1.3 with the launcher's icon #FFFFFF")),
        ),
        // An icon needs less than a text.
        ("", r##", "primary_color": "#888", "font_color": "#fff""##, None),
        (
            "",
            r##", "primary_color": "#888", "font_color": "#fff", "modal_mode": true"##,
            Some(("font_color", "3.5 with the side tab's color #888888")),
        ),
        (
            "",
            r##", "primary_color": "#1E40AF", "secondary_color": "#FDE047", "modal_mode": true"##,
            None,
        ),
    ] {
        let node = format!(r#"{{"id": "n", "flow_id": "f"{of_node}}}"#);
        let widget = format!(r#"{{"code": "PSN-AAAAAA1", "node_id": "n"{of_widget}}}"#);
        let folder = records(&[
            ("flows/f.json", FLOW),
            ("nodes/n.json", &node),
            ("widgets/w.json", &widget),
        ]);
        let (code, output, _) = run(pulsen().arg("check").arg(folder.path()));
        assert_eq!(code, 0, "{output}");
        match expected {
            None => assert!(output.ends_with(": 0 errors, 0 warnings\n"), "{output}"),
            Some((field, expected)) => {
                let warning = format!("/{field}: warning: has a contrast of {expected}");
                assert!(output.contains(&warning), "{output}");
            }
        }
    }
}

#[test]
fn check_refuses_a_question_beside_the_launcher_that_a_tap_cannot_answer() {
    let flow = |style: &str| {
        format!(
            r#"{{"id": "f", "states": [{{"id": "s", "elements": [
                {{"id": "e", "type": "question", "question": {{"id": "q", "style": "{style}", "body": "How?"}}}}]}}]}}"#
        )
    };
    let (node, night) = (
        r#"{"id": "n", "flow_id": "f"}"#,
        r#"{"id": "n", "flow_id": "f", "non_operating_hours_flow_id": "f"}"#,
    );
    let widget = r#"{"code": "PSN-AAAAAA1", "node_id": "n", "popover_question": true}"#;
    for (style, node, expected) in [
        ("star", node, None),
        (
            "text",
            node,
            Some("the flow `f` does not begin with a `radio`, `star`, `score` or `ces` question"),
        ),
        (
            "star",
            night,
            Some("its node has another flow outside operating hours"),
        ),
    ] {
        let flow = flow(style);
        let folder = records(&[
            ("flows/f.json", flow.as_str()),
            ("nodes/n.json", node),
            ("widgets/w.json", widget),
        ]);
        let (code, output, _) = run(pulsen().arg("check").arg(folder.path()));
        assert_eq!(code, i32::from(expected.is_some()), "{output}");
        if let Some(expected) = expected {
            let error = format!("/popover_question: {expected}");
            assert!(output.contains(&error), "{output}");
        }
    }
}

#[test]
fn findings_of_every_kind_of_record_have_their_places() {
    let flow = "{\"id\": \"f\", \"languages\": [{\"code\": \"en\"}],\n \"states\": [{\"id\": \"s\", \"elements\": [\n  \
                {\"id\": \"e\", \"type\": \"question\",\n   \"question\": {\"id\": \"q\", \"style\": \"raddio\"}}]}]}";
    let folder = records(&[
        ("flows/f.json", flow),
        ("nodes/a.json", "{\n  \"id\": \"n\",\n  \"flow_id\": \"f\",\n}"),
        ("nodes/b.json", "{\n  \"id\": \"n\",\n  \"kiosk\": \"yes\"\n}"),
        (
            "widgets/w.json",
            "{\"code\": \"PSN-AAAAAA1\", // ours\n \"node_id\": \"n\"}",
        ),
        (
            "connectors/c.json",
            "{\"id\": \"c\", \"url\": \"https://a.example/\",\n \"id\": \"d\", \"data\": {}}",
        ),
    ]);
    let (code, output, _) = run(pulsen().arg("check").arg(folder.path()));
    assert_eq!(code, 1);
    let output = output.replace(&format!("{}/", folder.path().display()), "");
    let lines: Vec<&str> = output.lines().collect();
    let expected = [
        "flows/f.json:4:28: /states/0/elements/0/question/style (page `s`, question `q`): `raddio` is not a question style; \
         did you mean `radio`? known: ",
        "  fix: set /states/0/elements/0/question/style to \"radio\"",
        "nodes/a.json:3:17: /: a comma before `}`",
        "nodes/b.json:3:3: /kiosk: invalid type",
        "nodes/b.json:1:1: /flow_id: is missing, but required",
        "widgets/w.json:1:25: /: JSON has no comments",
        "connectors/c.json:2:2: /id: `id` is there twice in this object: first in line 1",
        "checked 1 flow, 2 nodes, 1 widget, 1 connector: 6 errors, 0 warnings",
    ];
    assert_eq!(lines.len(), expected.len(), "{output}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
}

#[test]
fn a_wrong_path_is_named() {
    let folder = records(&[("flows/f.json", FLOW)]);
    let data = tempfile::tempdir().unwrap();
    for (path, message) in [
        ("gone", "there is no such file or folder"),
        ("flows", "name the folder that this one is in"),
        ("flows/f.json", "is a file; a folder is expected"),
    ] {
        let (code, output, errors) = import_into(&folder.path().join(path), data.path());
        assert_eq!((code, output.as_str()), (1, ""), "{path}");
        assert!(errors.contains(&format!("/{path}: {message}")), "{errors}");
    }
    let (code, output, _) = run(pulsen().arg("check").arg(folder.path().join("flows")));
    assert_eq!(code, 1);
    assert!(
        output.contains("/flows: name the folder that this one is in"),
        "{output}"
    );
}

#[test]
fn check_recognizes_a_record_by_its_folder_or_its_content() {
    let node = r#"{"id": "n", "flow_id": "f", "nmae": "typo"}"#;
    let widget = r#"{"code": "PSN-AAAAAA1", "node_id": "n", "sise": 60}"#;
    let folder = records(&[
        ("nodes/empty.json", "{}"),
        ("widgets/empty.json", "{}"),
        ("flows/empty.json", "{}"),
        ("a/node.json", node),
        ("a/widget.json", widget),
    ]);
    let check = |file: &str| {
        let (code, output, _) = run(pulsen().arg("check").arg(folder.path().join(file)));
        assert_eq!(code, 1, "{file}");
        output.replace(&format!("{}/", folder.path().display()), "")
    };
    assert!(check("nodes/empty.json").starts_with(
        "nodes/empty.json:1:1: /id: is missing, but required [missing-field]\nnodes/empty.json:1:1: /flow_id: is missing, but required [missing-field]\n"
    ));
    assert!(check("widgets/empty.json").starts_with("widgets/empty.json:1:1: /code: is missing"));
    assert!(check("flows/empty.json").contains("a flow needs"));
    assert!(check("a/node.json").contains("/nmae: is not a known field; did you mean `name`?"));
    assert!(check("a/widget.json").contains("/sise: is not a known field; did you mean `size`?"));
}

#[test]
fn the_examples_and_the_test_records_have_no_findings() {
    for folder in [concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"), RECORDS] {
        let (code, output, _) = run(pulsen().arg("check").arg(folder));
        assert_eq!(code, 0, "{output}");
        assert!(output.contains(": 0 errors, "), "{output}");
    }
}

#[test]
fn changes_that_harm_earlier_answers_are_warnings() {
    let flow = |key: &str| {
        json!({"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [
            {"id": "s", "isInitialState": true, "elements": [
                {"id": "e", "type": "question", "question": {"id": "q", "key": key, "style": "text", "body": "Why?"}},
                {"id": "send", "type": "submit", "body": "Send"}]}]})
        .to_string()
    };
    let before = records(&[("flows/f.json", &flow("why"))]);
    let now = records(&[("flows/f.json", &flow("reason"))]);
    let check = |against: &Path| {
        run(pulsen()
            .arg("check")
            .arg(now.path())
            .arg("--against")
            .arg(against))
    };
    let (code, output, _) = check(before.path());
    assert_eq!(code, 0, "{output}");
    assert!(
        output.contains("question/key: warning: was `why` before"),
        "{output}"
    );
    assert!(output.ends_with("0 errors, 1 warning\n"), "{output}");
    let (code, output, _) = check(now.path());
    assert_eq!(code, 0);
    assert!(output.ends_with("0 errors, 0 warnings\n"), "{output}");
    let (code, _, errors) = check(&now.path().join("gone"));
    assert_eq!(code, 1);
    assert!(errors.contains("the earlier version has an error"), "{errors}");
}
