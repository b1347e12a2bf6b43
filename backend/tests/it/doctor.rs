//! `pulsen doctor` (docs/operate.md#doctor).

use crate::database::{execute, is_postgres, with_data};
use crate::process::{ServerProcess, pulsen, run};
use crate::server::{RECORDS, import};
use crate::streaming_proxy::{self, PROXY};
use crate::text_message_gateway::{Behavior, Gateway};
use axum::Router;
use axum::routing::get;
use serde_json::Value;
use std::path::Path;
use tokio::net::TcpListener;

/// Runs it on a data folder; returns its exit code and what it found, by check.
fn doctor(data: &Path, options: &[&str]) -> (i32, Vec<(String, String, String)>) {
    let mut command = pulsen();
    command.args(["doctor", "--json"]).args(options);
    with_data(&mut command, data);
    let (code, output, errors) = run(&mut command);
    let findings: Value = serde_json::from_str(&output).unwrap_or_else(|_| panic!("{output}{errors}"));
    let text = |finding: &Value, field: &str| finding[field].as_str().unwrap_or_default().to_owned();
    let findings = findings.as_array().unwrap().iter();
    let found = findings.map(|finding| {
        let (check, verdict) = (text(finding, "check"), text(finding, "verdict"));
        (check, verdict, text(finding, "reason"))
    });
    (code, found.collect())
}

fn verdict<'a>(found: &'a [(String, String, String)], check: &str) -> &'a str {
    let finding = found.iter().find(|(name, ..)| name == check);
    finding.map_or("none", |(_, verdict, _)| verdict)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_runs_is_well() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let server = ServerProcess::start(data.path());
    let (code, found) = doctor(data.path(), &["--public-url", &server.address]);
    assert_eq!(code, 0, "{found:?}");
    assert_eq!(verdict(&found, "database"), "ok", "{found:?}");
    assert_eq!(verdict(&found, "public address"), "ok", "{found:?}");
    let clocks = found
        .iter()
        .filter(|(check, verdict, _)| check == "clock" && verdict == "ok");
    assert_eq!(clocks.count(), if is_postgres() { 2 } else { 1 }, "{found:?}");
    assert_eq!(
        verdict(&found, "configuration"),
        "warn",
        "it is not encrypted: {found:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_address_that_counts_is_found() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let examine = |public: &str, options: &[&str]| {
        let (code, found) = doctor(data.path(), &[&["--public-url", public][..], options].concat());
        let finding = found.iter().find(|(check, ..)| check == "client address");
        let reason = finding.map(|(_, _, reason)| reason.clone()).unwrap_or_default();
        (code, verdict(&found, "client address").to_owned(), reason)
    };
    // This machine represents a proxy that passes on what visitors send.
    let trusting = [
        "--trusted-proxies",
        "127.0.0.1",
        "--client-address-header",
        "x-real-ip",
    ];
    let server = ServerProcess::start_with(data.path(), &trusting);
    let (code, verdict, reason) = examine(&server.address, &trusting);
    assert_eq!((code, verdict.as_str()), (1, "fail"), "{reason}");
    assert!(reason.contains("x-real-ip of visitors"), "{reason}");
    let (code, verdict, reason) = examine(&server.address, &trusting[..2]);
    assert_eq!((code, verdict.as_str()), (1, "fail"), "{reason}");
    assert!(reason.contains("sends no x-forwarded-for"), "{reason}");
    server.terminate();

    let trusting = ["--trusted-proxies", PROXY];
    let server = ServerProcess::start_with(data.path(), &trusting);
    let proxy = streaming_proxy::start(&server.address).await;
    let (code, verdict, reason) = examine(&proxy, &trusting);
    assert_eq!((code, verdict.as_str()), (0, "ok"), "{reason}");
    let (code, verdict, reason) = examine(&server.address, &trusting);
    assert_eq!((code, verdict.as_str()), (0, "warn"), "{reason}");
    assert!(reason.contains("from the connection"), "{reason}");
}

/// Many programs report their health at the same path, and in the same words.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_public_address_that_leads_to_another_program_fails() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    for answer in [
        r#"{"status": "ok"}"#,
        r#"{"status": "UP", "server": "tomcat"}"#,
        "<html>",
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let other = Router::new().route("/healthz", get(move || async move { answer }));
        let other = tokio::spawn(async move { axum::serve(listener, other).await });
        let (code, found) = doctor(data.path(), &["--public-url", &address]);
        assert_eq!(
            (code, verdict(&found, "public address")),
            (1, "fail"),
            "{found:?}"
        );
        other.abort();
    }
}

#[test]
fn an_unavailable_service_fails_with_advice() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let options = [
        "--public-url",
        "http://127.0.0.1:9",
        "--smtp-url",
        "smtp://127.0.0.1:9",
        "--mail-from",
        "feedback@example.com",
        "--redis",
        "redis://127.0.0.1:9",
        "--sms-url",
        "http://127.0.0.1:9/{{to}}",
    ];
    let (code, found) = doctor(data.path(), &options);
    assert_eq!(code, 1, "{found:?}");
    assert_eq!(verdict(&found, "public address"), "fail", "{found:?}");
    assert_eq!(verdict(&found, "mail"), "fail", "{found:?}");
    assert_eq!(verdict(&found, "text messages"), "fail", "{found:?}");
    assert_eq!(
        verdict(&found, "redis"),
        "warn",
        "servers continue without it: {found:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_gateway_of_text_messages_is_reached_and_gets_no_message() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let gateway = Gateway::start(Behavior::Accepts).await;
    let url = format!("{}/send?key=secret&to={{{{to}}}}", gateway.address);
    let (_, found) = doctor(data.path(), &["--sms-url", &url]);
    assert_eq!(verdict(&found, "text messages"), "ok", "{found:?}");
    assert!(gateway.received().is_empty());
}

#[test]
fn a_folder_without_anything_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (code, found) = doctor(folder.path(), &[]);
    assert_eq!(code, 0, "{found:?}");
    assert_eq!(verdict(&found, "database"), "warn", "{found:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schema_that_is_newer_or_damaged_fails() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (9999, 'from the future', true, '', 0)";
    execute(data.path(), newer).await;
    let (code, found) = doctor(data.path(), &[]);
    assert_eq!(code, 1, "{found:?}");
    assert_eq!(verdict(&found, "database"), "fail", "{found:?}");
    if is_postgres() {
        return;
    }
    let file = data.path().join("pulsen.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8192].fill(0xAA);
    std::fs::write(&file, bytes).unwrap();
    let (code, found) = doctor(data.path(), &[]);
    assert_eq!(code, 1);
    assert!(
        found
            .iter()
            .any(|(check, _, reason)| check == "database" && reason.contains("damaged")),
        "{found:?}"
    );
}
