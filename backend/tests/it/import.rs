//! `pulsen import` and `pulsen check`.

use crate::database::{database, with_data};
use crate::process::{pulsen, run};
use crate::server::{RECORDS, import};
use std::path::Path;
use tempfile::TempDir;

/// Writes a folder of records with these files.
pub(crate) fn records(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Returns the exit code, standard output and standard error of an import. Without a log, which reports slow statements among the
/// findings.
pub(crate) fn import_into(records: &Path, data: &Path) -> (i32, String, String) {
    let mut command = pulsen();
    command.env("PULSEN_LOG", "off").arg("import").arg(records);
    run(with_data(&mut command, data))
}

/// Returns the findings of an import that must be refused, and of the same check, with paths below the folder and without
/// their places and codes.
pub(crate) fn refused(records: &TempDir) -> Vec<String> {
    let data = tempfile::tempdir().unwrap();
    let root = format!("{}/", records.path().display());
    let (code, output, errors) = import_into(records.path(), data.path());
    assert_eq!((code, output.as_str()), (1, ""));
    let (findings, last) = errors.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, "pulsen: nothing was imported");
    let (code, checked, _) = run(pulsen().arg("check").arg(records.path()));
    // Only the check says how to mend them.
    let checked: Vec<_> = checked
        .lines()
        .filter(|line| !line.starts_with("  fix: "))
        .collect();
    let checked = checked.join("\n");
    let (checked, summary) = checked.rsplit_once('\n').unwrap();
    assert_eq!((code, checked), (1, findings), "check finds the same");
    assert!(summary.starts_with("checked "), "{summary}");
    let lines = findings.lines().map(|line| line.replace(&root, ""));
    lines.map(|line| without_place(&line)).collect()
}

/// Removes what stands between file and pointer, between pointer and message, and after it.
fn without_place(line: &str) -> String {
    let (line, _) = line.rsplit_once(" [").unwrap();
    let Some((file_and_place, rest)) = line.split_once(": /") else {
        return line.to_owned();
    };
    let (file, _) = file_and_place.split_once(':').unwrap();
    let (pointer, _) = rest.split_once([' ', ':']).unwrap();
    let after = &rest[pointer.len()..];
    let message = match after.strip_prefix(" (") {
        Some(within) => within.split_once("): ").unwrap().1,
        None => after.strip_prefix(": ").unwrap(),
    };
    format!("{file}: /{pointer}: {message}")
}

pub(crate) const FLOW: &str = r#"{"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [
    {"id": "s", "isInitialState": true, "elements": [{"id": "e", "type": "next_page"}]}]}"#;

#[test]
fn import_raises_the_revision_only_when_the_content_changed() {
    let data = tempfile::tempdir().unwrap();
    let imported = |text: &str| import_into(records(&[("flows/f.json", text)]).path(), data.path()).1;
    assert!(imported(FLOW).starts_with("flow f: revision 1\n"));
    assert_eq!(
        imported(FLOW),
        "imported 1 flow (1 unchanged), 0 nodes, 0 widgets, 0 connectors\n"
    );
    let reordered = r#"{"revision": 9, "states": [
        {"elements": [{"type": "next_page", "id": "e"}], "isInitialState": true, "id": "s"}],
        "languages": [{"code": "en", "id": "l1"}], "id": "f"}"#;
    assert_eq!(
        imported(reordered),
        "imported 1 flow (1 unchanged), 0 nodes, 0 widgets, 0 connectors\n"
    );
    assert!(imported(&FLOW.replace("\"en\"", "\"tr\"")).starts_with("flow f: revision 2\n"));
    assert!(
        imported(FLOW).starts_with("flow f: revision 3\n"),
        "earlier content is new content again"
    );
}

#[test]
fn a_flow_that_would_be_slow_to_check_is_refused() {
    let rule = format!(
        r#"{{"elementId": "q", "operator": "contains", "value": "{}"}}"#,
        "x".repeat(1_000)
    );
    let rules = vec![rule; 51].join(",");
    let flow = FLOW.replacen(
        "\"elements\": [",
        r#""elements": [{"id": "q", "type": "question", "question": {"id": "q", "style": "text"}}, "#,
        1,
    );
    let flow = flow.replacen(
        '{',
        &format!(r#"{{"transitions": [{{"fromStateId": "s", "rules": [{rules}]}}], "#),
        1,
    );
    assert_eq!(
        refused(&records(&[("flows/f.json", &flow)])),
        [
            "flows/f.json: /transitions/0/rules/50/value: a flow may have at most 50000 characters in all values that \
             answers are compared with, patterns written out"
        ]
    );
}

#[test]
fn import_reports_all_errors_and_imports_nothing() {
    let folder = records(&[
        ("flows/broken.json", "{\"id\": \"b\","),
        ("flows/good.json", FLOW),
        ("flows/twin.json", FLOW),
        (
            "nodes/wrong.json",
            r#"{"id": "n", "flow_id": "f", "multiple_feedback_delay_period": "week"}"#,
        ),
        ("widgets/code.json", r#"{"code": "PSN-X", "node_id": "n"}"#),
        ("widgets/empty.json", r#"{"code": "", "node_id": "n"}"#),
        ("widgets/ignored.txt", "not a record"),
    ]);
    let lines = refused(&folder);
    assert!(lines[0].starts_with("flows/broken.json: /: "), "{lines:?}");
    assert_eq!(
        lines[1],
        "flows/twin.json: /id: another file has the flow `f` already"
    );
    assert!(
        lines[2].starts_with("nodes/wrong.json: /multiple_feedback_delay_period: invalid type"),
        "{lines:?}"
    );
    assert_eq!(
        lines[3],
        "widgets/code.json: /code: `PSN-X` is not `PSN-` and seven letters or digits"
    );
    assert_eq!(
        lines[4],
        "widgets/empty.json: /code: `` is not `PSN-` and seven letters or digits"
    );
    assert_eq!(lines.len(), 5, "{lines:?}");
    let data = tempfile::tempdir().unwrap();
    import_into(folder.path(), data.path());
    let good = import_into(records(&[("flows/f.json", FLOW)]).path(), data.path());
    assert!(
        good.1.contains("revision 1"),
        "the good file of the refused folder was not imported either"
    );
}

#[test]
fn import_refuses_references_to_nothing() {
    let folder = records(&[
        ("flows/f.json", FLOW),
        ("nodes/a.json", r#"{"id": "a", "flow_id": "gone"}"#),
        (
            "nodes/b.json",
            r#"{"id": "b", "flow_id": "f", "default_language_id": "l9"}"#,
        ),
        ("widgets/d.json", r#"{"code": "PSN-AAAAAA1", "node_id": "gone"}"#),
        (
            "widgets/e.json",
            r#"{"code": "PSN-AAAAAA2", "node_id": "b", "default_language_code": "de"}"#,
        ),
    ]);
    assert_eq!(
        refused(&folder),
        [
            "nodes/a.json: /flow_id: there is no flow `gone`",
            "nodes/b.json: /default_language_id: the flow `f` has no language with the id `l9`",
            "widgets/d.json: /node_id: there is no node `gone`",
            "widgets/e.json: /default_language_code: the flow `f` of its node has no language `de`",
        ]
    );
    let data = tempfile::tempdir().unwrap();
    import_into(folder.path(), data.path());
    assert!(
        import_into(records(&[("flows/f.json", FLOW)]).path(), data.path())
            .1
            .contains("revision 1"),
        "nothing of the refused folder was imported"
    );
}

#[test]
fn import_names_unknown_fields_and_values_that_cannot_work() {
    let node = r#"{"id": "n", "flow_id": "f", "tmie_zone": "UTC", "time_zone": "Mars/Olympus", "css_url_react": "javascript:1",
        "logo_url": "/logo.svg", "operating_hours": [{"period": "sunday", "start_hour": 2500, "end_hour": 600}]}"#;
    let widget = r##"{"code": "PSN-AAAAAA1", "node_id": "n", "primary_colour": "#20B8F7", "font_color": "white", "size": 6000,
        "enabled_domains": ["https://example.com"], "enabled_urls": ["(", "^https://"]}"##;
    let folder = records(&[
        ("flows/f.json", FLOW),
        ("nodes/n.json", node),
        ("widgets/w.json", widget),
    ]);
    assert_eq!(
        refused(&folder),
        [
            "nodes/n.json: /css_url_react: `javascript:1` is not an http or https address",
            "nodes/n.json: /operating_hours/0/start_hour: 2500 is not a whole number from 0 to 2400",
            "nodes/n.json: /time_zone: `Mars/Olympus` is not an IANA time zone, such as `Europe/Istanbul`",
            "nodes/n.json: /tmie_zone: is not a known field; did you mean `time_zone`?",
            "nodes/n.json: /operating_hours/0/end_hour: 600 is before `start_hour`: split hours past midnight into two \
             entries",
            "widgets/w.json: /enabled_domains/0: `https://example.com` is not a host name, such as `example.com`, without \
             scheme, port or path",
            "widgets/w.json: /font_color: `white` is not a color of the form `#rgb` or `#rrggbb`",
            "widgets/w.json: /primary_colour: is not a known field; did you mean `primary_color`?",
            "widgets/w.json: /size: 6000 is not a number from 24 to 200",
            "widgets/w.json: /enabled_urls/0: `(` is not a JavaScript regular expression and matches no address",
        ]
    );
}

#[test]
fn an_import_may_refer_to_imported_records() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let folder = records(&[(
        "widgets/w.json",
        r#"{"code": "PSN-AAAAAA1", "node_id": "door", "default_language_code": "AR"}"#,
    )]);
    let (code, output, errors) = import_into(folder.path(), data.path());
    assert_eq!(
        (code, output.as_str()),
        (
            0,
            "widget PSN-AAAAAA1: <script async src=\"http://127.0.0.1:8080/loader/PSN-AAAAAA1.js\"></script>\n\
             imported 0 flows (0 unchanged), 0 nodes, 1 widget, 0 connectors\n"
        ),
        "{errors}"
    );
    let check = || {
        let mut command = pulsen();
        command.arg("check").arg(folder.path());
        command
    };
    let mut check_with_database = check();
    match database(data.path()) {
        None => check_with_database.arg("--data").arg(data.path()),
        Some(address) => check_with_database.args(["--database", &address]),
    };
    assert_eq!(run(&mut check_with_database).0, 0);
    let (code, output, _) = run(&mut check());
    assert_eq!(code, 1);
    assert!(
        output.contains("w.json:1:25: /node_id: there is no node `door` [unknown-reference]\n"),
        "{output}"
    );
}

#[test]
fn import_of_nothing_is_an_error() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (code, _, errors) = import_into(folder.path(), data.path());
    assert_eq!(code, 1);
    assert!(
        errors.contains("there is no .json file in its folders flows, nodes, widgets and connectors"),
        "{errors}"
    );
}

#[test]
fn import_says_where_nodes_and_widgets_can_be_seen() {
    let folder = records(&[
        ("flows/f.json", FLOW),
        ("nodes/n.json", r#"{"id": "front door", "flow_id": "f"}"#),
        (
            "widgets/w.json",
            r#"{"code": "PSN-AAAAAA1", "node_id": "front door"}"#,
        ),
    ]);
    let data = tempfile::tempdir().unwrap();
    let mut command = pulsen();
    command.env("PULSEN_LOG", "off").arg("import").arg(folder.path());
    command.args(["--public-url", "https://feedback.example.com"]);
    let (code, output, errors) = run(with_data(&mut command, data.path()));
    assert_eq!(
        (code, output.as_str()),
        (
            0,
            "flow f: revision 1\n\
             node front door: https://feedback.example.com/feedback?node_id=front+door\n\
             widget PSN-AAAAAA1: <script async src=\"https://feedback.example.com/loader/PSN-AAAAAA1.js\"></script>\n\
             imported 1 flow (0 unchanged), 1 node, 1 widget, 0 connectors\n"
        ),
        "{errors}"
    );
}

#[test]
fn import_checks_when_a_node_takes_feedback() {
    let node = r#"{"id": "n", "flow_id": "f", "status": "paused", "country_code": "tr",
        "activation_start_date": "1.12.2026", "activation_expired_message": 7}"#;
    let backwards = r#"{"id": "m", "flow_id": "f", "activation_start_date": "2026-12-02",
        "activation_end_date": "2026-12-01"}"#;
    let folder = records(&[
        ("flows/f.json", FLOW),
        ("nodes/m.json", backwards),
        ("nodes/n.json", node),
    ]);
    assert_eq!(
        refused(&folder),
        [
            "nodes/m.json: /activation_end_date: is not after `activation_start_date`: the node would never take feedback",
            "nodes/n.json: /activation_expired_message: invalid type: a number, expected an object from language code to \
             text",
            "nodes/n.json: /activation_start_date: `1.12.2026` is not a day such as `2026-12-31`, or a moment as in RFC \
             3339",
            "nodes/n.json: /country_code: `tr` is not the ISO 3166 code of a country, such as `TR`",
            "nodes/n.json: /status: `paused` is not one of `active`, `inactive`",
        ]
    );
    let elsewhere = r#"{"id": "n", "flow_id": "f", "non_operating_hours_flow_id": "night"}"#;
    let folder = records(&[("flows/f.json", FLOW), ("nodes/n.json", elsewhere)]);
    assert_eq!(
        refused(&folder),
        ["nodes/n.json: /non_operating_hours_flow_id: there is no flow `night`"]
    );
}

#[test]
fn a_pin_may_come_from_the_environment_of_the_import() {
    let data = tempfile::tempdir().unwrap();
    let node = r#"{"id": "n", "flow_id": "f", "kiosk_pin": {"env": "PULSEN_KIOSK_TILL"}}"#;
    let till = records(&[("flows/f.json", FLOW), ("nodes/n.json", node)]);
    let import_with = |pin: Option<&str>| {
        let mut command = pulsen();
        command.env("PULSEN_LOG", "off").arg("import").arg(till.path());
        if let Some(pin) = pin {
            command.env("PULSEN_KIOSK_TILL", pin);
        }
        run(with_data(&mut command, data.path()))
    };
    for pin in [None, Some("12"), Some("")] {
        let (code, _, errors) = import_with(pin);
        assert_eq!(code, 1);
        assert!(errors.contains("PULSEN_KIOSK_TILL is not set"), "{errors}");
    }
    assert_eq!(import_with(Some("2580")).0, 0);
    let other = records(&[
        ("flows/f.json", FLOW),
        (
            "nodes/n.json",
            &node.replace("PULSEN_KIOSK_TILL", "PULSEN_SECRET"),
        ),
    ]);
    let found = refused(&other);
    assert!(
        found[0].starts_with("nodes/n.json: /kiosk_pin/env: `PULSEN_SECRET` is not"),
        "{found:?}"
    );
}
