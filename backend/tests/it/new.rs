//! `pulsen new`: projects begun with a template.

use crate::process::{printed, pulsen, run};
use std::path::Path;

/// The templates in their order.
fn templates() -> Vec<String> {
    let listed = printed(pulsen().arg("new"));
    let lines = listed
        .lines()
        .filter(|line| !line.starts_with(' ') && line.contains("  "));
    lines
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn every_template_passes_the_check_without_a_warning() {
    let names = templates();
    assert_eq!(names.len(), 12, "{names:?}");
    for name in names {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("feedback");
        let output = printed(pulsen().args(["new", &name]).arg(&project));
        assert!(output.contains("/flows/"), "{output}");
        let checked = printed(pulsen().arg("check").arg(&project));
        assert_eq!(
            checked, "checked 1 flow, 1 node, 1 widget, 0 connectors: 0 errors, 0 warnings",
            "{name}"
        );
    }
}

#[test]
fn projects_of_one_template_are_imported_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let project = |name: &str| folder.path().join(name);
    for name in ["one", "other"] {
        printed(
            pulsen()
                .args(["new", "csat", "--name", "Ann's café"])
                .arg(project(name)),
        );
        for kind in ["flows", "nodes", "widgets"] {
            let shared = project("both").join(kind);
            std::fs::create_dir_all(&shared).unwrap();
            for file in std::fs::read_dir(project(name).join(kind)).unwrap() {
                let file = file.unwrap();
                std::fs::rename(file.path(), shared.join(file.file_name())).unwrap();
            }
        }
    }
    let checked = printed(pulsen().arg("check").arg(project("both")));
    assert_eq!(
        checked,
        "checked 2 flows, 2 nodes, 2 widgets, 0 connectors: 0 errors, 0 warnings"
    );
    let node = std::fs::read_dir(project("both").join("nodes"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let node = std::fs::read_to_string(node.path()).unwrap();
    assert!(node.contains("\"name\": \"Ann's café\""), "{node}");
}

#[test]
fn what_is_in_the_way_stays_and_nothing_is_written_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path();
    std::fs::create_dir(project.join("nodes")).unwrap();
    std::fs::write(project.join("nodes/mine.json"), "{}").unwrap();
    let (code, output, error) = run(pulsen().args(["new", "nps"]).arg(project));
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(error.contains("there is a folder `nodes` already"), "{error}");
    assert_eq!(names(project), ["nodes"]);
    assert_eq!(names(&project.join("nodes")), ["mine.json"]);
}

#[test]
fn an_unknown_template_leaves_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("feedback");
    let (code, _, error) = run(pulsen().args(["new", "onbording"]).arg(&project));
    assert_eq!(code, 1);
    assert!(
        error.contains("there is no template `onbording`; did you mean `onboarding`?"),
        "{error}"
    );
    assert!(!project.exists());
}
