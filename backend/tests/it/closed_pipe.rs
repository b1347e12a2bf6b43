//! Commands whose output nobody reads do their work all the same.

use crate::database::with_data;
use crate::import::{FLOW, records};
use crate::process::{printed, pulsen};
use crate::server::import;
use std::process::Command;

/// Runs a command whose output and errors go to pipes that are closed at the other end, and returns its exit code.
fn unread(command: &mut Command) -> Option<i32> {
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer
    };
    let status = command.stdout(closed()).stderr(closed()).status().unwrap();
    status.code()
}

#[test]
fn what_a_command_does_does_not_depend_on_a_reader() {
    let data = tempfile::tempdir().unwrap();
    let folder = records(&[
        ("flows/f.json", FLOW),
        ("nodes/n.json", r#"{"id": "n", "flow_id": "f"}"#),
    ]);
    import(folder.path(), data.path());
    let pulled = tempfile::tempdir().unwrap();
    assert_eq!(
        unread(with_data(pulsen().arg("pull").arg(pulled.path()), data.path())),
        Some(0)
    );
    for file in ["flows/f.json", "nodes/n.json"] {
        assert!(pulled.path().join(file).is_file(), "{file}");
    }
    let mine = pulled.path().join("nodes/mine.json");
    std::fs::write(&mine, r#"{"flow_id": "f", "id": "mine"}"#).unwrap();
    let with_folder = |act: &str| {
        let mut command = pulsen();
        command.env("PULSEN_LOG", "off").arg(act).arg(pulled.path());
        command
    };
    assert_eq!(unread(&mut with_folder("check")), Some(0));
    assert_eq!(unread(&mut with_folder("fmt")), Some(0));
    assert!(
        std::fs::read_to_string(&mine)
            .unwrap()
            .starts_with("{\n  \"id\": \"mine\"")
    );
    assert_eq!(unread(with_data(&mut with_folder("diff"), data.path())), Some(1));
    assert_eq!(
        unread(with_data(&mut with_folder("import"), data.path())),
        Some(0)
    );
    let list = || printed(with_data(pulsen().args(["records", "list"]), data.path()));
    assert!(list().contains("node\tmine\t"), "{}", list());
    std::fs::write(&mine, "{").unwrap();
    for act in ["check", "fmt"] {
        assert_eq!(unread(&mut with_folder(act)), Some(1), "{act}");
    }
    for act in ["import", "pull"] {
        assert_eq!(
            unread(with_data(&mut with_folder(act), data.path())),
            Some(1),
            "{act}"
        );
    }
    assert_eq!(unread(pulsen().arg("new")), Some(0));
    assert_eq!(
        unread(with_data(pulsen().args(["staff-token", "ann"]), data.path())),
        Some(0)
    );
}
