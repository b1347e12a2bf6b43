//! Uploads through what can happen to the process and to its storage: nothing is half stored, and nothing is left.

use crate::database::{execute, texts, with_data};
use crate::deadline::{until, within_limit};
use crate::process::{ServerProcess, pulsen, run};
use crate::s3::S3;
use crate::server::{RECORDS, client, import, staff_token};
use crate::upload::{Visitor, blank_png, id_of, import_files_flow, pdf, photo, png, stored_files};
use reqwest::Response;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

fn data() -> TempDir {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    import_files_flow(data.path());
    data
}

fn with_s3(data: &Path, s3: &S3) -> ServerProcess {
    let mut command = pulsen();
    command.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off"]);
    s3.configure(&mut command);
    ServerProcess::spawn(with_data(&mut command, data))
}

fn visitor(server: &ServerProcess) -> Visitor {
    Visitor::new(&client(), &server.address, "d")
}

async fn rows(data: &Path) -> Vec<String> {
    texts(data, "SELECT id FROM uploads").await
}

async fn assert_busy(response: Response) {
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "1");
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "busy");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_in_s3_go_the_same_way() {
    let (data, s3) = (data(), S3::start().await);
    let token = staff_token(data.path());
    let server = with_s3(data.path(), &s3);
    let visitor = visitor(&server);
    let document = pdf(&vec![b' '; 6 * 1024 * 1024]);
    for (name, file) in [("a.pdf", document.clone()), ("a.jpg", photo())] {
        let id = id_of(visitor.upload("receipt", name, file).send().await.unwrap()).await;
        assert_eq!(visitor.submit(&[&id]).send().await.unwrap().status(), 200);
        let url = format!("{}/v1/staff/uploads/{id}", server.address);
        let stored = visitor.client.get(url).bearer_auth(&token).send().await.unwrap();
        assert_eq!(stored.status(), 200);
        let bytes = stored.bytes().await.unwrap();
        match name {
            "a.pdf" => assert!(bytes == document),
            _ => assert!(image::load_from_memory(&bytes).is_ok()),
        }
    }
    assert_eq!(s3.objects().len(), 2);
    let removed = visitor.uploaded().await;
    assert_eq!(s3.objects().len(), 3);
    assert_eq!(visitor.remove(&removed).send().await.unwrap().status(), 204);
    until("the object is deleted", async || s3.objects().len() == 2).await;
    until("the row is deleted", async || rows(data.path()).await.len() == 2).await;
    assert!(!data.path().join("files").exists(), "the folder is not used");
    server.terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s3_that_is_down_refuses_uploads_until_it_is_back() {
    let (data, mut s3) = (data(), S3::start().await);
    let token = staff_token(data.path());
    let server = with_s3(data.path(), &s3);
    let visitor = visitor(&server);
    let [kept, removed] = [visitor.uploaded().await, visitor.uploaded().await];
    assert_eq!(visitor.submit(&[&kept]).send().await.unwrap().status(), 200);
    let url = format!("{}/v1/staff/uploads/{kept}", server.address);
    let read = async || visitor.client.get(&url).bearer_auth(&token).send().await.unwrap();

    s3.stop().await;
    within_limit("requests for files are refused", async {
        assert_busy(visitor.upload("receipt", "a.png", png()).send().await.unwrap()).await;
        assert_busy(read().await).await;
    })
    .await;
    // What needs no files continues.
    assert_eq!(visitor.submit(&[]).send().await.unwrap().status(), 200);
    let ready = format!("{}/readyz", server.address);
    assert_eq!(visitor.client.get(ready).send().await.unwrap().status(), 200);
    assert_eq!(visitor.remove(&removed).send().await.unwrap().status(), 204);

    s3.restart().await;
    assert_eq!(read().await.status(), 200);
    let another = visitor.uploaded().await;
    // The row of the refused upload expires: the storage could have taken its file all the same.
    execute(
        data.path(),
        "UPDATE uploads SET expires_at = 1 WHERE stored_at IS NULL",
    )
    .await;
    // Woken by this removal, the task deletes what it could not delete before as well.
    assert_eq!(visitor.remove(&another).send().await.unwrap().status(), 204);
    until("only the kept file has a row", async || {
        rows(data.path()).await == [kept.clone()]
    })
    .await;
    assert_eq!(s3.objects().len(), 1);
    server.terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_leaves_nothing_of_the_uploads_under_way() {
    let data = data();
    let server = ServerProcess::start(data.path());
    let visitor = visitor(&server);
    let address = server.address.strip_prefix("http://").unwrap();
    let mut hanging = Vec::new();
    for _ in 0..5 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!(
            "POST /v1/attachments?node_id=files&question_id=receipt HTTP/1.1\r\nhost: {address}\r\nx-device-id: d\r\n\
             content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n--b\r\n\
             content-disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&vec![b' '; 1_000_000]).await.unwrap();
        hanging.push(stream);
    }
    // The server has read what was sent before.
    let kept = visitor.uploaded().await;
    assert_eq!(visitor.submit(&[&kept]).send().await.unwrap().status(), 200);
    server.kill();
    assert_eq!(stored_files(data.path()).len(), 1);
    let server = ServerProcess::start(data.path());
    assert_eq!(rows(data.path()).await, [kept]);
    assert_eq!(stored_files(data.path()).len(), 1);
    server.terminate();
}

/// As if the process had been killed between the row and the file, and between the file and its row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn partial_files_of_a_killed_process_are_deleted_after_the_restart() {
    let data = data();
    let server = ServerProcess::start(data.path());
    let visitor = visitor(&server);
    let [kept, with_file, without_file] = [
        visitor.uploaded().await,
        visitor.uploaded().await,
        visitor.uploaded().await,
    ];
    server.kill();
    let half = data.path().join("files/incoming/0123456789abcdef#1");
    let incoming = data.path().join("files/incoming/fedcba9876543210#1");
    for (path, age) in [(&half, 700), (&incoming, 60)] {
        fs::write(path, "half").unwrap();
        let modified = std::time::SystemTime::now() - Duration::from_secs(age);
        fs::File::options()
            .write(true)
            .open(path)
            .unwrap()
            .set_modified(modified)
            .unwrap();
    }
    let key = "SELECT storage_key FROM uploads ORDER BY id";
    assert_eq!(texts(data.path(), key).await.len(), 3);
    let begun = format!(
        "UPDATE uploads SET stored_at = NULL, expires_at = 1 WHERE id IN ('{with_file}', '{without_file}')"
    );
    execute(data.path(), begun).await;
    let sql = "SELECT storage_key FROM uploads WHERE stored_at IS NULL LIMIT 1";
    let key = texts(data.path(), sql).await.remove(0);
    fs::remove_file(data.path().join(format!("files/{}/{key}", &key[..2]))).unwrap();

    let server = ServerProcess::start(data.path());
    until("the rows are deleted", async || {
        rows(data.path()).await == [kept.clone()]
    })
    .await;
    let mut files = stored_files(data.path());
    files.retain(|name| !name.contains('#'));
    assert_eq!(files.len(), 1);
    assert!(
        !half.exists() && incoming.exists(),
        "what may still be written is left alone"
    );
    server.terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_takes_nothing_refuses_uploads_until_it_does() {
    let data = data();
    let server = ServerProcess::start(data.path());
    let visitor = visitor(&server);
    let (folder, away) = (data.path().join("files"), data.path().join("away"));
    fs::rename(&folder, &away).unwrap();
    // A file in its place: permissions would not stop the superuser, as whom tests may run.
    fs::write(&folder, "").unwrap();
    assert_busy(visitor.upload("receipt", "a.png", png()).send().await.unwrap()).await;
    assert_eq!(visitor.submit(&[]).send().await.unwrap().status(), 200);
    fs::remove_file(&folder).unwrap();
    fs::rename(&away, &folder).unwrap();
    // The upload arrives, but cannot be stored.
    let key_folders = (0..256).map(|shelf| folder.join(format!("{shelf:02x}")));
    let blocked: Vec<_> = key_folders.inspect(|path| fs::write(path, "").unwrap()).collect();
    assert_busy(visitor.upload("receipt", "a.png", png()).send().await.unwrap()).await;
    for path in blocked {
        fs::remove_file(path).unwrap();
    }
    let id = visitor.uploaded().await;
    assert_eq!(visitor.submit(&[&id]).send().await.unwrap().status(), 200);
    server.terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_of_the_process_can_read_the_files() {
    let data = data();
    let server = ServerProcess::start(data.path());
    visitor(&server).uploaded().await;
    let mut paths = vec![data.path().join("files")];
    let mut files = 0;
    while let Some(path) = paths.pop() {
        let metadata = path.metadata().unwrap();
        let mode = metadata.permissions().mode() & 0o777;
        if metadata.is_dir() {
            assert_eq!(mode, 0o700, "{}", path.display());
            paths.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else {
            assert_eq!(mode, 0o600, "{}", path.display());
            files += 1;
        }
    }
    assert_eq!(files, 1);
    server.terminate();
}

/// Each of them takes 160 MB to decode and as much again to turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn images_of_the_largest_size_are_decoded_one_after_the_other() {
    let data = data();
    let server = ServerProcess::start(data.path());
    let (visitor, file) = (visitor(&server), blank_png(8_000, 5_000));
    assert!(file.len() < 1024 * 1024);
    let mut uploads = JoinSet::new();
    for _ in 0..2 {
        let request = visitor.upload("receipt", "a.png", file.clone());
        // Forty million pixels take long without optimization.
        let request = request.timeout(Duration::from_mins(5));
        uploads.spawn(async move { request.send().await.unwrap() });
    }
    let mut stored = 0;
    for response in uploads.join_all().await {
        // Anyone who waits too long is told to come again.
        match response.status().as_u16() {
            200 => stored += 1,
            status => assert_eq!(status, 503),
        }
    }
    assert!(stored > 0);
    let peak = server.peak_memory();
    assert!(peak < 550 * 1024, "{peak} KiB");
    let one_more = visitor.upload("receipt", "a.png", blank_png(8_000, 5_001));
    let refused: Value = one_more.send().await.unwrap().json().await.unwrap();
    assert_eq!(refused["code"], "too_many_pixels");
    server.terminate();
}

#[test]
fn a_wrong_address_of_the_storage_is_refused() {
    let data = data();
    for (files, reason) in [
        (
            "https://s3.example/bucket",
            "an address such as s3://bucket/prefix",
        ),
        ("s3://bucket?acl=public", "`acl` is no setting"),
    ] {
        let mut command = pulsen();
        command.args(["serve", "--listen", "127.0.0.1:0", "--files", files]);
        let (code, output, errors) = run(with_data(&mut command, data.path()));
        assert_eq!((code, output.as_str()), (2, ""));
        assert!(errors.contains(reason), "{errors}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_devices_are_not_in_the_log() {
    let data = data();
    let server = ServerProcess::start(data.path());
    let visitor = Visitor {
        device: "device-7".into(),
        ..visitor(&server)
    };
    let response = visitor
        .upload("receipt", "ann-smith.png", png())
        .send()
        .await
        .unwrap();
    let id = id_of(response).await;
    let refused = visitor
        .upload("receipt", "ann-smith.png", b"nothing".to_vec())
        .send()
        .await
        .unwrap();
    assert_eq!(
        refused.json::<Value>().await.unwrap()["code"],
        json!("unsupported_type")
    );
    let log = server.terminate();
    for personal in ["ann-smith", "device-7", id.as_str()] {
        assert!(!log.contains(personal), "`{personal}` is in the log:\n{log}");
    }
}
