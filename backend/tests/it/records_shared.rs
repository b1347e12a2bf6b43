//! Records that files and the console share: `pulsen import`, `pulsen pull` and `pulsen diff`.

use crate::database::{database, with_data};
use crate::import::{FLOW, import_into, records};
use crate::process::{printed, pulsen, run};
use crate::server::import;
use base::records::{RecordKind, RecordSet};
use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use store::{ActBy, ExpectedRevision, Location, NodeScope, RecordArchive, RecordChange, Store};
use tempfile::TempDir;
use tokio::runtime::Runtime;

pub(crate) const NODE: &str = r#"{"id": "n", "flow_id": "f", "name": "Shop"}"#;
pub(crate) const WIDGET: &str =
    r#"{"code": "PSN-TEST001", "node_id": "n", "secret": "0123456789abcdef0123456789abcdef"}"#;
pub(crate) const CONNECTOR: &str = r#"{"id": "c", "url": "https://a.example/o", "data": {"x": "/x"},
    "headers": {"X-Key": {"env": "PULSEN_CONNECTOR_KEY"}, "X-Literal": "zqgeheim"}}"#;

fn all_kinds() -> TempDir {
    records(&[
        ("flows/f.json", FLOW),
        ("nodes/the-shop.json", NODE),
        ("widgets/w.json", WIDGET),
        ("connectors/c.json", CONNECTOR),
    ])
}

fn with_store<T>(data: &Path, action: impl AsyncFnOnce(&Store) -> T) -> T {
    let address = database(data).map(|address| address.parse().unwrap());
    Runtime::new().unwrap().block_on(async {
        let store = Store::open(Location::new(address.as_ref(), data)).await.unwrap();
        let outcome = action(&store).await;
        store.close().await;
        outcome
    })
}

fn ann() -> ActBy {
    ActBy {
        staff: "Ann".to_owned(),
        at: 1_750_000_000_000,
    }
}

/// Changes or adds a record as the console does.
fn put(data: &Path, kind: RecordKind, text: &str) {
    let records = RecordSet::of_text(kind, "", text.to_owned());
    let change = RecordChange {
        records,
        by: ann(),
        scope: NodeScope::All,
        note: None,
        expected: ExpectedRevision::Any,
        restores: None,
    };
    with_store(data, async |store| store.put_record(change).await).unwrap();
}

fn archive(data: &Path, kind: RecordKind, id: &str) {
    let archive = RecordArchive {
        kind,
        id: id.to_owned(),
        by: ann(),
        note: None,
        expected: ExpectedRevision::Any,
    };
    with_store(data, async |store| store.archive_record(archive).await).unwrap();
}

fn pull(folder: &Path, data: &Path) -> String {
    printed(with_data(pulsen().arg("pull").arg(folder), data))
}

fn diff(folder: &Path, data: &Path) -> (i32, String) {
    let (code, output, errors) = run(with_data(pulsen().arg("diff").arg(folder), data));
    assert_eq!(errors, "");
    (code, output)
}

/// Returns the text of every file of a folder.
pub(crate) fn texts(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut texts = BTreeMap::new();
    for kind in ["flows", "nodes", "widgets", "connectors"] {
        let Ok(entries) = std::fs::read_dir(folder.join(kind)) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            texts.insert(path.strip_prefix(folder).unwrap().to_owned(), text);
        }
    }
    texts
}

#[test]
fn an_import_shows_what_it_would_overwrite() {
    let data = tempfile::tempdir().unwrap();
    let folder = all_kinds();
    import(folder.path(), data.path());
    put(data.path(), RecordKind::Node, &NODE.replace("Shop", "Store"));
    let (code, output, errors) = import_into(folder.path(), data.path());
    assert_eq!((code, output.as_str()), (1, ""));
    let expected = "node n: Ann changed it at 2025-06-15T15:06:40.000Z, after the last import\n\
                    @@ -1 +1 @@\n {\n   \"id\": \"n\",\n   \"flow_id\": \"f\",\n-  \"name\": \"Store\"\n+  \"name\": \"Shop\"\n }\n";
    assert!(errors.starts_with(expected), "{errors}");
    assert!(errors.ends_with("pulsen: nothing was imported\n"), "{errors}");

    let import_with = |option: &str| {
        printed(with_data(
            pulsen().arg("import").arg(folder.path()).arg(option),
            data.path(),
        ))
    };
    let kept = import_with("--keep");
    assert!(kept.starts_with("node n: kept as Ann has changed it\n"), "{kept}");
    assert_eq!(diff(folder.path(), data.path()).0, 1);
    import_with("--take-over");
    assert_eq!(diff(folder.path(), data.path()).0, 0);
    let (code, _, errors) = run(pulsen()
        .arg("import")
        .arg(folder.path())
        .args(["--keep", "--take-over"]));
    assert_eq!(code, 2, "{errors}");
}

#[test]
fn files_follow_the_database() {
    let data = tempfile::tempdir().unwrap();
    let folder = all_kinds();
    let path = |name: &str| folder.path().join(name);
    import(folder.path(), data.path());
    assert_eq!(
        diff(folder.path(), data.path()),
        (0, "0 of 4 records differ\n".to_owned())
    );
    put(data.path(), RecordKind::Node, &NODE.replace("Shop", "Store"));
    put(data.path(), RecordKind::Node, r#"{"id": "../o", "flow_id": "f"}"#);
    archive(data.path(), RecordKind::Connector, "c");
    let own = FLOW.replace(r#""id": "f""#, r#""id": "not-yet""#);
    std::fs::write(path("flows/not-yet.json"), &own).unwrap();
    std::fs::write(path("flows/notes.txt"), "Mine").unwrap();
    let (code, shown) = diff(folder.path(), data.path());
    assert_eq!(code, 1);
    for line in [
        "flow not-yet: only in the files\n",
        "node ../o: only in the database\n",
        "node n: differs\n@@ ",
        "-  \"name\": \"Store\"\n+  \"name\": \"Shop\"\n",
        "connector c: only in the files\n",
        "4 of 6 records differ\n",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }

    let pulled = pull(folder.path(), data.path());
    let of = |name: &str| path(name).display().to_string();
    for line in [
        format!("node n: {}\n", of("nodes/the-shop.json")),
        format!("node ../o: {}\n", of("nodes/%2E.%2Fo.json")),
        format!("connector c: archived; removed {}\n", of("connectors/c.json")),
        format!(
            "flow not-yet: not in the database; {} stays\n",
            of("flows/not-yet.json")
        ),
    ] {
        assert!(pulled.contains(&line), "{line}: {pulled}");
    }
    let files = texts(folder.path());
    let names: Vec<_> = files.keys().map(|name| name.to_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "flows/f.json",
            "flows/not-yet.json",
            "flows/notes.txt",
            "nodes/%2E.%2Fo.json",
            "nodes/the-shop.json",
            "widgets/w.json"
        ]
    );
    assert!(files[Path::new("nodes/the-shop.json")].contains("Store"));
    assert!(
        files[Path::new("widgets/w.json")].contains("0123456789abcdef"),
        "a secret that a file has stays there"
    );
    assert_eq!(files[Path::new("flows/not-yet.json")], own);
    let again = pull(folder.path(), data.path());
    assert!(again.ends_with("wrote 0 of 4 records"), "{again}");
    std::fs::remove_file(path("flows/not-yet.json")).unwrap();
    assert_eq!(diff(folder.path(), data.path()).0, 0);
    import(folder.path(), data.path());
}

#[test]
fn secrets_never_leave() {
    let data = tempfile::tempdir().unwrap();
    let folder = all_kinds();
    let till = NODE.replace('}', r#", "kiosk_pin": "2580"}"#);
    std::fs::write(folder.path().join("nodes/the-shop.json"), till).unwrap();
    import(folder.path(), data.path());
    let pulled = tempfile::tempdir().unwrap();
    pull(pulled.path(), data.path());
    let files = texts(pulled.path());
    let all: String = files.values().map(String::as_str).collect();
    for secret in ["zqgeheim", "0123456789", "2580", "salt"] {
        assert!(!all.contains(secret), "{all}");
    }
    let connector = &files[Path::new("connectors/c.json")];
    assert!(
        connector.contains(r#""X-Key": { "env": "PULSEN_CONNECTOR_KEY" }"#),
        "{connector}"
    );
    let list = || printed(with_data(pulsen().args(["records", "list"]), data.path()));
    let before = list();
    import(pulled.path(), data.path());
    import(folder.path(), data.path());
    assert_eq!(list(), before, "both have the secrets that are stored");

    let (code, _, errors) = import_into(pulled.path(), tempfile::tempdir().unwrap().path());
    assert_eq!(code, 1);
    assert!(errors.contains("widgets/PSN-TEST001.json:"), "{errors}");
    assert!(errors.contains("/secret: nothing is stored here"), "{errors}");
}

#[test]
fn a_rotated_secret_is_pulled_and_imported_again() {
    let data = tempfile::tempdir().unwrap();
    let folder = all_kinds();
    let till = NODE.replace('}', r#", "kiosk_pin": "2580"}"#);
    std::fs::write(folder.path().join("nodes/the-shop.json"), &till).unwrap();
    import(folder.path(), data.path());
    let list = || printed(with_data(pulsen().args(["records", "list"]), data.path()));
    let new = "fedcba9876543210fedcba9876543210";
    put(
        data.path(),
        RecordKind::Widget,
        &WIDGET.replace("0123456789abcdef0123456789abcdef", new),
    );
    put(data.path(), RecordKind::Node, &till.replace("2580", "2581"));
    put(
        data.path(),
        RecordKind::Connector,
        &CONNECTOR.replace("zqgeheim", "zqanderes"),
    );
    pull(folder.path(), data.path());
    let files: String = texts(folder.path()).into_values().collect();
    for old in ["0123456789", "2580", "zqgeheim"] {
        assert!(!files.contains(old), "{files}");
    }
    let before = list();
    import(folder.path(), data.path());
    let unchanged = |lines: &str| lines.replace("\tchanged since the last import", "");
    assert_eq!(
        list(),
        unchanged(&before),
        "the import agrees, and changes nothing"
    );
}

#[test]
fn a_pull_has_a_file_for_every_id() {
    let data = tempfile::tempdir().unwrap();
    import(all_kinds().path(), data.path());
    for last in ["ç", "é"] {
        let id = "ç".repeat(63) + last;
        let node = format!(r#"{{"id": "{id}", "flow_id": "f"}}"#);
        put(data.path(), RecordKind::Node, &node);
    }
    let folder = tempfile::tempdir().unwrap();
    let pulled = pull(folder.path(), data.path());
    assert!(pulled.ends_with("wrote 6 of 6 records"), "{pulled}");
    let files = texts(folder.path());
    assert_eq!(files.len(), 6);
    let longest = files.keys().map(|path| path.file_name().unwrap().len()).max();
    assert_eq!(longest, Some(205));
    let again = pull(folder.path(), data.path());
    assert!(again.ends_with("wrote 0 of 6 records"), "{again}");
}

#[test]
fn a_pull_writes_nothing_outside_of_its_folder() {
    let data = tempfile::tempdir().unwrap();
    import(all_kinds().path(), data.path());
    let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    symlink(outside.path(), folder.path().join("nodes")).unwrap();
    let (code, _, errors) = run(with_data(pulsen().arg("pull").arg(folder.path()), data.path()));
    assert!(
        code == 1 && errors.contains("a symbolic link to what is outside"),
        "{errors}"
    );
    assert!(texts(folder.path()).is_empty(), "nothing is written at all");
}

#[test]
fn a_pull_overwrites_no_file_that_it_does_not_know() {
    let data = tempfile::tempdir().unwrap();
    import(all_kinds().path(), data.path());
    let other = FLOW.replace(r#""id": "f""#, r#""id": "other""#);
    for (text, reason) in [
        (other.as_str(), "flows/f.json: cannot be written: "),
        ("{", "flows/f.json:1:2: "),
        ("[]", "flows/f.json: has no `id`"),
    ] {
        let folder = records(&[("flows/f.json", text)]);
        let (code, _, errors) = run(with_data(pulsen().arg("pull").arg(folder.path()), data.path()));
        assert!(code == 1 && errors.contains(reason), "{errors}");
        assert_eq!(texts(folder.path())[Path::new("flows/f.json")], text);
    }
}

/// Returns folders with all records of the repository that can be imported.
fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let templates = std::fs::read_dir(root.join("examples/templates")).unwrap();
    let templates = templates
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    templates
        .chain([root.join("examples"), root.join("engine/fixtures")])
        .collect()
}

#[test]
fn what_is_pulled_is_what_was_imported() {
    for source in folders() {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in texts(&source) {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            // The server counts revisions.
            let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
            record.as_object_mut().unwrap().remove("revision");
            std::fs::write(path, record.to_string()).unwrap();
        }
        // Fixtures name it.
        let orders = folder.path().join("connectors/orders.json");
        std::fs::create_dir_all(orders.parent().unwrap()).unwrap();
        std::fs::write(orders, CONNECTOR.replace(r#""id": "c""#, r#""id": "orders""#)).unwrap();
        printed(pulsen().arg("fmt").arg(folder.path()));
        let data = tempfile::tempdir().unwrap();
        let before = texts(folder.path());
        import(folder.path(), data.path());
        let pulled = pull(folder.path(), data.path());
        assert!(
            pulled.starts_with("wrote 0 of "),
            "{}: {pulled}",
            source.display()
        );
        assert_eq!(texts(folder.path()), before);

        let fresh = tempfile::tempdir().unwrap();
        pull(fresh.path(), data.path());
        assert_eq!(diff(fresh.path(), data.path()).0, 0);
        let lines = import_into(fresh.path(), data.path()).1;
        assert!(!lines.contains(": revision "), "{lines}");
    }
}
