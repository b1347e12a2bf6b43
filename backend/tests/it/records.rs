//! `pulsen records`, and what `pulsen import --prune` makes of records.

use crate::database::with_data;
use crate::import::{FLOW, records};
use crate::process::{printed, pulsen, run};
use crate::server::import;
use tempfile::TempDir;

const NODE: &str = r#"{"id": "n", "flow_id": "f"}"#;
const WIDGET: &str =
    r#"{"code": "PSN-TEST001", "node_id": "n", "secret": "0123456789abcdef0123456789abcdef"}"#;
const CONNECTOR: &str =
    r#"{"id": "c", "url": "https://a.example/o", "data": {"x": "/x"}, "headers": {"X-Key": "zqgeheim"}}"#;

fn all_kinds() -> TempDir {
    records(&[
        ("flows/f.json", FLOW),
        ("nodes/n.json", NODE),
        ("widgets/w.json", WIDGET),
        ("connectors/c.json", CONNECTOR),
    ])
}

/// Returns the lines of a list of records without their times.
fn without_times(list: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut columns: Vec<&str> = line.split('\t').collect();
        columns.remove(3);
        columns.join(" ")
    };
    list.lines().map(line).collect()
}

#[test]
fn records_are_listed_and_shown_without_their_secrets() {
    let data = tempfile::tempdir().unwrap();
    import(all_kinds().path(), data.path());
    let of = |arguments: &[&str]| run(with_data(pulsen().arg("records").args(arguments), data.path()));
    let (code, list, _) = of(&["list"]);
    assert_eq!(code, 0);
    assert_eq!(
        without_times(&list),
        [
            "flow f revision 1 by pulsen import",
            "node n revision 1 by pulsen import",
            "widget PSN-TEST001 revision 1 by pulsen import",
            "connector c revision 1 by pulsen import",
        ]
    );
    assert_eq!(of(&["list", "--kind", "node"]).1.lines().count(), 1);

    let (_, flow, _) = of(&["show", "flow", "f", "--revision", "1"]);
    assert!(flow.contains("\"states\""), "{flow}");
    for (kind, id) in [("widget", "PSN-TEST001"), ("connector", "c")] {
        let (code, shown, _) = of(&["show", kind, id]);
        assert!(code == 0 && shown.contains(r#""stored": true"#), "{shown}");
        assert!(
            !shown.contains("zqgeheim") && !shown.contains("0123456789"),
            "{shown}"
        );
    }
    for (arguments, reason) in [
        (["show", "node", "x"].as_slice(), "there is no node `x`"),
        (
            &["show", "flow", "f", "--revision", "2"],
            "there is no revision 2 of flow `f`",
        ),
        (
            &["show", "node", "n", "--revision", "2"],
            "there is no revision 2 of node `n`",
        ),
    ] {
        let (code, output, errors) = of(arguments);
        assert_eq!((code, output.as_str()), (1, ""), "{arguments:?}");
        assert!(errors.contains(reason), "{errors}");
    }
}

#[test]
fn pruning_removes_missing_records_and_keeps_answers() {
    let data = tempfile::tempdir().unwrap();
    import(all_kinds().path(), data.path());
    let less = records(&[("flows/g.json", &FLOW.replace(r#""id": "f""#, r#""id": "g""#))]);
    let import_with = |options: &[&str], records: &TempDir| {
        let mut command = pulsen();
        command
            .env("PULSEN_LOG", "off")
            .arg("import")
            .arg(records.path())
            .args(options);
        run(with_data(&mut command, data.path()))
    };
    let list = || run(with_data(pulsen().args(["records", "list"]), data.path())).1;
    let node = || {
        run(with_data(
            pulsen().args(["records", "show", "node", "n"]),
            data.path(),
        ))
        .1
    };
    let before = list();

    let (code, output, _) = import_with(&["--prune", "--dry-run"], &less);
    let changes = "flow g: revision 1\nwidget PSN-TEST001: archived\nconnector c: archived\n\
                   node n: inactive; its feedback and chats stay\nflow f: archived; its revisions stay\n";
    assert_eq!(code, 0);
    assert!(output.starts_with(&format!("{changes}would import ")), "{output}");
    assert_eq!(list(), before, "a dry run changes nothing");

    let (code, output, _) = import_with(&["--prune"], &less);
    assert_eq!(code, 0);
    assert!(output.starts_with(&format!("{changes}imported ")), "{output}");
    let kept = list();
    assert_eq!(
        without_times(&kept),
        [
            "flow f revision 2 by pulsen import archived",
            "flow g revision 1 by pulsen import",
            "node n revision 2 by pulsen import archived",
            "widget PSN-TEST001 revision 2 by pulsen import archived",
            "connector c revision 2 by pulsen import archived",
        ]
    );
    assert!(node().contains("\"status\": \"inactive\""), "{}", node());
    let again = import_with(&["--prune"], &less).1;
    assert!(!again.contains("node n"), "it is archived already: {again}");

    let alone = records(&[("nodes/n.json", NODE)]);
    let (code, _, errors) = import_with(&["--prune"], &alone);
    assert_eq!(code, 1, "its flow would be taken away");
    assert!(errors.contains("nothing was imported"), "{errors}");
}

#[test]
fn a_dry_run_names_what_would_change() {
    let data = tempfile::tempdir().unwrap();
    let records = all_kinds();
    import(records.path(), data.path());
    let dry_run = || {
        let mut command = pulsen();
        command.env("PULSEN_LOG", "off").arg("import").arg(records.path());
        printed(with_data(command.arg("--dry-run"), data.path()))
    };
    let total = "would import 1 flow (1 unchanged), 1 node, 1 widget, 1 connector";
    assert_eq!(dry_run(), total);
    std::fs::write(
        records.path().join("nodes/n.json"),
        NODE.replace('}', r#", "name": "Shop"}"#),
    )
    .unwrap();
    let added = r#"{"code": "PSN-TEST002", "node_id": "n"}"#;
    std::fs::write(records.path().join("widgets/added.json"), added).unwrap();
    let more = total.replace("1 widget", "2 widgets");
    assert_eq!(
        dry_run(),
        format!("node n: revision 2\nwidget PSN-TEST002: revision 1\n{more}")
    );
}

#[test]
fn a_dry_run_makes_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("nothing-is-here");
    let records = all_kinds();
    let mut command = pulsen();
    command.arg("import").arg(records.path()).arg("--dry-run");
    let (code, output, errors) = run(command.arg("--data").arg(&data).env_remove("PULSEN_DATABASE"));
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("there is no database in"), "{errors}");
    assert!(!data.exists());
}
