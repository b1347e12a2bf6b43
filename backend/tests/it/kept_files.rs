//! How long files are kept, in a folder and in S3: for as long as their node says, and not without a row.

use crate::database::{execute, texts, with_data};
use crate::deadline::until;
use crate::import::records;
use crate::process::{ServerProcess, pulsen, run};
use crate::s3::S3;
use crate::server::{RECORDS, client, import, staff_token};
use crate::upload::{Visitor, import_files_flow, stored_files};
use serde_json::{Value, json};
use std::fs::{File, create_dir_all};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

const DAY: Duration = Duration::from_hours(24);

/// Where files lie: in the data folder, or in S3.
enum Place {
    Folder(PathBuf),
    S3(S3),
}

impl Place {
    /// Has a command use it.
    fn configure(&self, command: &mut Command) {
        match self {
            Self::Folder(_) => {}
            Self::S3(s3) => s3.configure(command),
        }
    }

    fn files(&self) -> Vec<String> {
        let mut files = match self {
            Self::Folder(data) => stored_files(data),
            Self::S3(s3) => s3.objects(),
        };
        files.sort();
        files
    }

    /// Returns where a file is on the disk.
    fn path(&self, key: &str) -> PathBuf {
        let root = match self {
            Self::Folder(data) => data.join("files"),
            Self::S3(s3) => s3.root(),
        };
        root.join(&key[..2]).join(key)
    }

    /// Puts a file there that was changed so long ago.
    fn leave(&self, key: &str, age: Duration) {
        let path = self.path(key);
        create_dir_all(path.parent().unwrap()).unwrap();
        let file = File::create(path).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
    }

    fn serve(&self, data: &Path) -> ServerProcess {
        let mut command = pulsen();
        command.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off"]);
        self.configure(&mut command);
        ServerProcess::spawn(with_data(&mut command, data))
    }

    /// Returns what the doctor says of files, each with its verdict.
    fn examine(&self, data: &Path) -> Vec<(String, String)> {
        let mut command = pulsen();
        command.args(["doctor", "--json"]);
        self.configure(&mut command);
        let (_, output, errors) = run(with_data(&mut command, data));
        let findings: Vec<Value> = serde_json::from_str(&output).expect(&errors);
        let of_files = findings.iter().filter(|finding| finding["check"] == "files");
        let text = |finding: &Value, field: &str| finding[field].as_str().unwrap().to_owned();
        of_files
            .map(|finding| (text(finding, "verdict"), text(finding, "reason")))
            .collect()
    }
}

fn data() -> TempDir {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    import_files_flow(data.path());
    data
}

async fn keys(data: &Path) -> Vec<String> {
    texts(data, "SELECT storage_key FROM uploads ORDER BY storage_key").await
}

/// Files go after the days of their node, and feedback stays.
async fn files_are_kept_for_days(data: TempDir, place: Place) {
    let token = staff_token(data.path());
    let server = place.serve(data.path());
    let visitor = Visitor::new(&client(), &server.address, "d");
    let [old, young] = [visitor.uploaded().await, visitor.uploaded().await];
    let submitted = visitor.submit(&[&old, &young]).send().await.unwrap();
    let submitted: Value = submitted.json().await.unwrap();
    server.terminate();
    let node = json!({"id": "files", "flow_id": "files", "retention": {"file_days": 30}}).to_string();
    import(records(&[("nodes/files.json", &node)]).path(), data.path());
    let days = 31 * DAY.as_millis();
    let aged = format!("UPDATE uploads SET created_at = created_at - {days} WHERE id = '{old}'");
    execute(data.path(), aged).await;
    assert_eq!(place.files().len(), 2);

    let server = place.serve(data.path());
    until("the old file is deleted", async || {
        place.files().len() == 1 && keys(data.path()).await == place.files()
    })
    .await;
    let get = async |path: String| {
        let request = client()
            .get(format!("{}{path}", server.address))
            .bearer_auth(&token);
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json::<Value>().await.ok())
    };
    assert_eq!(get(format!("/v1/staff/uploads/{young}")).await.0, 200);
    assert_eq!(get(format!("/v1/staff/uploads/{old}")).await.0, 404);
    let id = submitted["id"].as_str().unwrap();
    let feedback = get(format!("/v1/staff/feedbacks/{id}")).await.1.unwrap();
    let responses = feedback["responses"].as_array().unwrap();
    let with_file = responses.iter().filter(|item| !item["file"].is_null());
    assert_eq!((responses.len(), with_file.count()), (2, 1), "{feedback}");
    server.terminate();
}

/// Files without a row are reported, and deleted once nothing can be under way; missing ones are reported.
async fn strays_are_found_and_deleted(data: TempDir, place: Place) {
    let server = place.serve(data.path());
    let visitor = Visitor::new(&client(), &server.address, "d");
    let kept = visitor.uploaded().await;
    assert_eq!(visitor.submit(&[&kept]).send().await.unwrap().status(), 200);
    // It can still be taken.
    visitor.uploaded().await;
    server.terminate();
    let known = keys(data.path()).await;
    assert_eq!(place.files(), known);
    assert!(
        place
            .examine(data.path())
            .iter()
            .all(|(verdict, _)| verdict == "ok")
    );

    let (stray, young) = ("a".repeat(32), "b".repeat(32));
    place.leave(&stray, 2 * DAY);
    place.leave(&young, DAY / 2);
    place.leave("cc-is-of-somebody-else", 2 * DAY);
    let found = place.examine(data.path());
    let strays = ("warn".to_owned(), "1 orphaned files".to_owned());
    assert!(found.contains(&strays), "{found:?}");
    assert!(place.files().contains(&stray), "the doctor changes nothing");
    let server = place.serve(data.path());
    until("the stray is deleted", async || !place.files().contains(&stray)).await;
    server.terminate();
    let mut left = known.clone();
    left.extend([young, "cc-is-of-somebody-else".to_owned()]);
    left.sort();
    assert_eq!(place.files(), left);

    std::fs::remove_file(place.path(&known[0])).unwrap();
    let found = place.examine(data.path());
    let missing = ("fail".to_owned(), "1 files of feedback are missing".to_owned());
    assert!(found.contains(&missing), "{found:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_in_a_folder_are_kept_for_the_days_of_their_node() {
    let data = data();
    let place = Place::Folder(data.path().to_owned());
    files_are_kept_for_days(data, place).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_in_s3_are_kept_for_the_days_of_their_node() {
    files_are_kept_for_days(data(), Place::S3(S3::start().await)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_in_a_folder_without_a_row_are_found_and_deleted() {
    let data = data();
    let place = Place::Folder(data.path().to_owned());
    strays_are_found_and_deleted(data, place).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_in_s3_without_a_row_are_found_and_deleted() {
    strays_are_found_and_deleted(data(), Place::S3(S3::start().await)).await;
}
