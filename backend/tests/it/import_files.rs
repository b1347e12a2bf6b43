//! Which files `pulsen import` and `pulsen check` read.

use crate::import::{records, refused};
use crate::process::{printed, pulsen, run};
use std::os::unix::fs::symlink;
use std::process::Command;

const FLOW: &str = r#"{"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [
    {"id": "s", "isInitialState": true, "elements": [{"id": "e", "type": "next_page"}]}]}"#;

#[test]
fn only_regular_files_of_the_folder_are_read() {
    let elsewhere = tempfile::tempdir().unwrap();
    let secret = elsewhere.path().join("secret.json");
    std::fs::write(&secret, "SECRET").unwrap();

    let folder = records(&[("flows/f.json", FLOW)]);
    let flows = folder.path().join("flows");
    symlink(&secret, flows.join("link.json")).unwrap();
    symlink("/dev/zero", flows.join("device.json")).unwrap();
    symlink(flows.join("nothing"), flows.join("dead.json")).unwrap();
    // Nobody writes to it: who opens it waits forever.
    printed(Command::new("mkfifo").arg(flows.join("pipe.json")));
    std::fs::create_dir(flows.join("folder.json")).unwrap();
    assert_eq!(
        refused(&folder),
        [
            "flows/dead.json: there is no such file or folder",
            "flows/device.json: cannot be read: it is a symbolic link to what is outside of the folder",
            "flows/folder.json: cannot be read: it is a folder",
            "flows/link.json: cannot be read: it is a symbolic link to what is outside of the folder",
            "flows/pipe.json: cannot be read: it is no regular file",
        ]
    );

    let folder = records(&[("nodes/n.json", "{}")]);
    std::fs::write(elsewhere.path().join("f.json"), FLOW).unwrap();
    symlink(elsewhere.path(), folder.path().join("flows")).unwrap();
    let findings = refused(&folder);
    assert!(
        findings
            .iter()
            .any(|finding| finding.starts_with("flows/f.json: cannot be read: it is a symbolic link")),
        "{findings:?}"
    );
}

#[test]
fn links_within_the_folder_are_followed() {
    // As Kubernetes shows files of its own.
    let folder = records(&[("flows/..data/f.json", FLOW)]);
    let flows = folder.path().join("flows");
    symlink("..data/f.json", flows.join("f.json")).unwrap();
    let (code, output, _) = run(pulsen().arg("check").arg(folder.path()));
    assert_eq!(code, 0, "{output}");
}

#[test]
fn a_file_that_is_named_is_a_regular_one() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.json");
    printed(Command::new("mkfifo").arg(&pipe));
    for path in [pipe.as_path(), "/dev/zero".as_ref()] {
        let (code, output, _) = run(pulsen().arg("check").arg(path));
        assert_eq!(code, 1);
        assert!(
            output.contains("cannot be read: it is no regular file"),
            "{output}"
        );
    }
}

/// The engine reads it, as browsers do, but it cannot be stored.
#[test]
fn a_flow_with_half_of_a_surrogate_pair_is_refused() {
    let broken = FLOW.replacen(r#""code": "en""#, r#""code": "en", "name": "\ud800""#, 1);
    let findings = refused(&records(&[("flows/f.json", &broken)]));
    assert_eq!(findings.len(), 1);
    assert!(findings[0].contains("is not JSON"), "{findings:?}");
}

#[test]
fn a_folder_with_a_mistyped_name_is_not_passed_over() {
    let folder = records(&[
        ("flows/f.json", FLOW),
        ("nodes/n.json", r#"{"id": "n", "flow_id": "f"}"#),
        ("widget/w.json", "{}"),
        ("images/i.json", "{}"),
    ]);
    let findings = refused(&folder);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].contains("rename it to `widgets`"), "{findings:?}");
}
