//! Backups of a data folder, and what comes back (docs/operate.md#backup).

use crate::client::Client;
use crate::database::{execute, is_postgres, with_data};
use crate::process::{ServerProcess, printed, pulsen, run};
use crate::server::{client, feedbacks, staff_token};
use crate::upload::{Visitor, import_files_flow, stored_files};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;
use tokio::task::JoinSet;

fn backup(data: &Path, to: &Path) -> Command {
    let mut command = pulsen();
    command.arg("backup").arg(to);
    with_data(&mut command, data);
    command
}

fn restore(from: &Path, data: &Path) -> Command {
    let mut command = pulsen();
    command.arg("restore").arg(from).arg("--data").arg(data);
    command
}

/// A server with a feedback that has a file, and its backup.
struct BackedUp {
    server: ServerProcess,
    client: Client,
    staff_token: String,
    data: TempDir,
    parent: TempDir,
}

impl BackedUp {
    /// `None` on PostgreSQL, which has programs of its own for that.
    async fn new() -> Option<Self> {
        if is_postgres() {
            return None;
        }
        let data = tempfile::tempdir().unwrap();
        import_files_flow(data.path());
        let backed_up = Self {
            staff_token: staff_token(data.path()),
            server: ServerProcess::start(data.path()),
            client: client(),
            data,
            parent: tempfile::tempdir().unwrap(),
        };
        backed_up.submit_with_file("device-1").await;
        Some(backed_up)
    }

    async fn submit_with_file(&self, device: &str) {
        let visitor = Visitor::new(&self.client, &self.server.address, device);
        let upload = visitor.uploaded().await;
        let response = visitor.submit(&[&upload]).send().await.unwrap();
        assert_eq!(response.status(), 200);
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.parent.path().join(name)
    }

    /// Backs up while the server runs, and returns the folder.
    async fn back_up(&self, name: &str) -> std::path::PathBuf {
        let to = self.path(name);
        let mut command = backup(self.data.path(), &to);
        tokio::task::spawn_blocking(move || printed(&mut command))
            .await
            .unwrap();
        to
    }

    /// Restores a backup, and returns the feedbacks of a server on it, after a new one was stored there.
    async fn restored_feedbacks(&self, from: &Path, name: &str) -> Vec<Value> {
        let data = self.path(name);
        printed(&mut restore(from, &data));
        let server = ServerProcess::start(&data);
        let all = feedbacks(&self.client, &server.address, &self.staff_token).await;
        let visitor = Visitor::new(&self.client, &server.address, "after");
        assert_eq!(visitor.submit(&[]).send().await.unwrap().status(), 200);
        for feedback in &all {
            for item in feedback["responses"].as_array().unwrap() {
                let path = format!(
                    "/v1/staff/uploads/{}",
                    item["active_storage_blob_id"].as_str().unwrap()
                );
                let request = self.client.get(format!("{}{path}", server.address));
                let response = request.bearer_auth(&self.staff_token).send().await.unwrap();
                assert_eq!(response.status(), 200, "{path}");
            }
        }
        server.terminate();
        all
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_brings_back_files_and_tokens() {
    let Some(backed_up) = BackedUp::new().await else {
        return;
    };
    let folder = backed_up.back_up("backup").await;
    let check = Command::new("sha256sum")
        .args(["--check", "--quiet", "SHA256SUMS"])
        .current_dir(&folder)
        .status();
    assert!(check.unwrap().success());
    // It is no part of the backup any more.
    backed_up.submit_with_file("device-2").await;
    let all = backed_up.restored_feedbacks(&folder, "restored").await;
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(stored_files(&backed_up.path("restored")).len(), 1);
    // The backup itself stays as it was.
    printed(&mut restore(&folder, &backed_up.path("again")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_holds_each_file_that_it_names() {
    let Some(backed_up) = BackedUp::new().await else {
        return;
    };
    let is_over = Arc::new(AtomicBool::new(false));
    let mut load = JoinSet::new();
    for number in 0..4 {
        let visitor = Visitor::new(
            &backed_up.client,
            &backed_up.server.address,
            &format!("load-{number}"),
        );
        let is_over = Arc::clone(&is_over);
        load.spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let kept = visitor.uploaded().await;
                let removed = visitor.uploaded().await;
                assert_eq!(visitor.submit(&[&kept]).send().await.unwrap().status(), 200);
                visitor.remove(&removed).send().await.unwrap();
            }
        });
    }
    let mut sizes = HashSet::new();
    for round in 0..3 {
        let folder = backed_up.back_up(&format!("backup-{round}")).await;
        let all = backed_up
            .restored_feedbacks(&folder, &format!("restored-{round}"))
            .await;
        sizes.insert(all.len());
    }
    // Not aborted: only who waits for the load learns that some of it was refused.
    is_over.store(true, Ordering::Relaxed);
    load.join_all().await;
    assert_eq!(sizes.len(), 3, "each has more than the one before: {sizes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_overwritten_and_nothing_damaged_is_restored() {
    let Some(backed_up) = BackedUp::new().await else {
        return;
    };
    let folder = backed_up.back_up("backup").await;
    let (_, _, error) = run(&mut backup(backed_up.data.path(), &folder));
    assert!(error.contains("is not empty"), "{error}");
    let (_, _, error) = run(&mut restore(&folder, backed_up.data.path()));
    assert!(error.contains("is not empty"), "{error}");

    let target = backed_up.path("target");
    let refused = |reason: &str| {
        let (code, _, error) = run(&mut restore(&folder, &target));
        assert_eq!(code, 1);
        assert!(error.contains(reason), "{error}");
        assert!(!target.exists(), "nothing was begun");
    };
    let list = std::fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let file = list
        .lines()
        .find_map(|line| line.split_once("  files/"))
        .unwrap()
        .1;
    let file = folder.join("files").join(file);
    let bytes = std::fs::read(&file).unwrap();
    // Not in place: the file of the server is the same.
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, &bytes[1..]).unwrap();
    refused("is damaged");
    std::fs::write(&file, &bytes).unwrap();
    std::fs::write(folder.join("SHA256SUMS"), list.replace("  files/", "  ../")).unwrap();
    refused("cannot be read");
    std::fs::remove_file(folder.join("SHA256SUMS")).unwrap();
    refused("not a complete backup");
}

/// A backup that somebody has changed brings nothing into a data folder that its checksums do not name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_regular_files_with_a_checksum_are_restored() {
    let Some(backed_up) = BackedUp::new().await else {
        return;
    };
    let folder = backed_up.back_up("backup").await;
    let target = backed_up.path("target");
    let refused = |reason: &str| {
        let (code, _, error) = run(&mut restore(&folder, &target));
        assert_eq!(code, 1, "{reason}");
        assert!(error.contains(reason), "{error}");
        assert!(!target.exists(), "nothing was begun");
    };
    let sums = folder.join("SHA256SUMS");
    let list = std::fs::read_to_string(&sums).unwrap();
    for (place, reason) in [
        ("pulsen.db", "does not name pulsen.db"),
        ("backup.json", "does not name backup.json"),
        ("files/", "has no checksum"),
    ] {
        let kept = list.lines().filter(|line| !line.contains(place));
        let shorter: String = kept.map(|line| format!("{line}\n")).collect();
        std::fs::write(&sums, shorter).unwrap();
        refused(reason);
    }
    std::fs::write(&sums, format!("{list}{list}")).unwrap();
    refused("names a file twice");
    std::fs::write(&sums, &list).unwrap();

    let added = folder.join("files/added");
    std::fs::write(&added, "added").unwrap();
    refused("added has no checksum");
    std::fs::remove_file(&added).unwrap();

    let place = list
        .lines()
        .find_map(|line| line.split_once("  files/"))
        .unwrap()
        .1;
    for path in [folder.join("files").join(place), folder.join("pulsen.db"), sums] {
        let elsewhere = backed_up.path("elsewhere");
        std::fs::rename(&path, &elsewhere).unwrap();
        symlink(&elsewhere, &path).unwrap();
        refused("symbolic link");
        std::fs::remove_file(&path).unwrap();
        printed(Command::new("mkfifo").arg(&path));
        refused("no");
        std::fs::remove_file(&path).unwrap();
        std::fs::rename(&elsewhere, &path).unwrap();
    }
    let (files, elsewhere) = (folder.join("files"), backed_up.path("elsewhere"));
    std::fs::rename(&files, &elsewhere).unwrap();
    symlink(&elsewhere, &files).unwrap();
    refused("symbolic link");
    std::fs::remove_file(&files).unwrap();
    std::fs::rename(&elsewhere, &files).unwrap();
    printed(&mut restore(&folder, &target));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_missing_is_an_error_unless_files_lie_elsewhere() {
    let Some(backed_up) = BackedUp::new().await else {
        return;
    };
    std::fs::remove_dir_all(backed_up.data.path().join("files")).unwrap();
    let (code, _, error) = run(&mut backup(backed_up.data.path(), &backed_up.path("one")));
    assert_eq!(code, 1);
    assert!(error.contains("--without-files"), "{error}");
    let folder = backed_up.path("other");
    printed(backup(backed_up.data.path(), &folder).arg("--without-files"));
    let output = printed(&mut restore(&folder, &backed_up.path("restored")));
    assert!(output.contains("--files"), "{output}");
}

#[test]
fn there_must_be_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, error) = run(&mut backup(folder.path(), &folder.path().join("backup")));
    assert_eq!(code, 1);
    let expected = if is_postgres() {
        "pg_dump"
    } else {
        "there is no database in"
    };
    assert!(error.contains(expected), "{error}");
    assert!(!folder.path().join("backup").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_of_a_newer_version_is_refused() {
    let data = tempfile::tempdir().unwrap();
    import_files_flow(data.path());
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (9999, 'from the future', true, '', 0)";
    execute(data.path(), newer).await;
    let mut serve = pulsen();
    serve.args(["serve", "--listen", "127.0.0.1:0"]);
    with_data(&mut serve, data.path());
    let (code, _, error) = run(&mut serve);
    assert_eq!(code, 1);
    assert!(
        error.contains("newer version of Pulsen") && error.contains("9999"),
        "{error}"
    );
    if !is_postgres() {
        let (code, _, error) = run(&mut backup(data.path(), &data.path().join("backup")));
        assert_eq!(code, 1);
        assert!(error.contains("newer version of Pulsen"), "{error}");
    }
}

/// What the description of a backup says is there for people and programs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_newer_version_is_refused() {
    let Some(backed_up) = BackedUp::new().await else {
        return;
    };
    let folder = backed_up.back_up("backup").await;
    let path = folder.join("backup.json");
    let mut description: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(description["format"], 1);
    description["schema"] = json!(9999);
    description["version"] = json!("7.0.0");
    std::fs::write(&path, description.to_string()).unwrap();
    let (code, _, error) = run(&mut restore(&folder, &backed_up.path("restored")));
    assert_eq!(code, 1);
    assert!(error.contains("newer version of Pulsen (7.0.0)"), "{error}");
}
