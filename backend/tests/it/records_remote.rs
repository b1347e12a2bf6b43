//! `pulsen pull` and `pulsen diff` of a running server: what they do with its database.

use crate::database::with_data;
use crate::import::{FLOW, records};
use crate::process::{pulsen, run};
use crate::records_shared::{CONNECTOR, NODE, WIDGET, texts};
use crate::server::{TestServer, import};
use reqwest::Method;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tokio::task::spawn_blocking;

const NEW_SECRET: &str = "fedcba9876543210fedcba9876543210";

/// Changes a record over HTTP.
async fn change(server: &TestServer, method: Method, path: &str, from: u32, body: Option<&str>) {
    let request = server
        .client
        .request(method, format!("{}/v1/staff/{path}", server.address));
    let request = request.bearer_auth(&server.staff_token);
    let request = request.header("If-Match", format!("\"{from}\""));
    let request = match body {
        Some(body) => request.body(body.to_owned()),
        None => request,
    };
    let response = request.send().await.unwrap();
    assert_eq!(
        response.status(),
        200,
        "{path}: {}",
        response.text().await.unwrap()
    );
}

/// Returns a server whose records were imported, and then changed in many ways.
async fn changed_server(folder: &TempDir) -> TestServer {
    let server = TestServer::start().await;
    let till = NODE.replace('}', r#", "kiosk_pin": "2580"}"#);
    std::fs::write(folder.path().join("nodes/the-shop.json"), &till).unwrap();
    let schema = format!(r#"{{"$schema": "../flow.json", {}"#, &FLOW[1..]);
    std::fs::write(folder.path().join("flows/f.json"), schema).unwrap();
    import(folder.path(), server.data.path());
    let rotated = json!([{"stored": true}, NEW_SECRET]);
    let mut widget: Value = serde_json::from_str(WIDGET).unwrap();
    widget["secret"] = rotated;
    change(
        &server,
        Method::PUT,
        "widgets/PSN-TEST001",
        2,
        Some(&widget.to_string()),
    )
    .await;
    let renamed = till
        .replace("Shop", "Störe")
        .replace("\"2580\"", r#"{"stored": true}"#);
    change(&server, Method::PUT, "nodes/n", 1, Some(&renamed)).await;
    change(&server, Method::DELETE, "connectors/c", 1, None).await;
    let request = server
        .client
        .put(format!("{}/v1/staff/nodes/%E2%80%AEa%2F..%2Fb", server.address));
    let own = request
        .bearer_auth(&server.staff_token)
        .header("If-None-Match", "*");
    let own = own
        .body("{\"id\": \"\u{202e}a/../b\", \"flow_id\": \"f\"}")
        .send()
        .await
        .unwrap();
    assert_eq!(own.status(), 200, "{}", own.text().await.unwrap());
    server
}

fn folder() -> TempDir {
    records(&[
        ("flows/f.json", FLOW),
        ("nodes/the-shop.json", NODE),
        ("widgets/w.json", WIDGET),
        ("connectors/c.json", CONNECTOR),
        (
            "connectors/mine.json",
            &CONNECTOR.replace(r#""id": "c""#, r#""id": "mine""#),
        ),
    ])
}

/// Runs a command, and returns what it prints, without the path of its folder.
async fn outcome(mut command: Command, folder: &Path) -> (i32, String, String) {
    let (code, output, errors) = spawn_blocking(move || run(&mut command)).await.unwrap();
    let path = folder.display().to_string();
    (code, output.replace(&path, "DIR"), errors.replace(&path, "DIR"))
}

#[tokio::test]
async fn a_server_and_its_database_are_pulled_to_the_same_files() {
    let (one, other) = (folder(), folder());
    let server = changed_server(&one).await;
    for kind in ["flows", "nodes"] {
        for entry in std::fs::read_dir(one.path().join(kind)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap();
            std::fs::copy(&path, other.path().join(kind).join(name)).unwrap();
        }
    }
    assert_eq!(texts(one.path()), texts(other.path()));
    for round in 0..2 {
        for (act, code) in [("diff", i32::from(round == 0)), ("pull", 0)] {
            let mut local = pulsen();
            with_data(local.arg(act).arg(one.path()), server.data.path());
            let mut remote = pulsen();
            remote
                .arg(act)
                .arg(other.path())
                .args(["--server", &server.address]);
            remote.env("PULSEN_STAFF_TOKEN", &server.staff_token);
            let local = outcome(local, one.path()).await;
            assert_eq!(local, outcome(remote, other.path()).await);
            assert_eq!((local.0, local.2.as_str()), (code, ""), "{act} {round}");
            assert!(!local.1.contains('\u{202e}'), "{}", local.1);
        }
        let files = texts(one.path());
        assert_eq!(files, texts(other.path()));
        let files: String = files.into_values().collect();
        assert!(
            files.contains("2580") && files.contains("../flow.json"),
            "{files}"
        );
        assert!(!files.contains("0123456789abcdef"), "it was rotated: {files}");
    }
    std::fs::remove_file(one.path().join("connectors/mine.json")).unwrap();
    let mut remote = pulsen();
    remote
        .arg("diff")
        .arg(one.path())
        .args(["--server", &server.address]);
    remote.args(["--token", &server.staff_token]);
    let (code, output, _) = outcome(remote, one.path()).await;
    assert!(
        code == 1 && output.starts_with("connector mine: only in the database\n1 of "),
        "{output}"
    );
}

#[tokio::test]
async fn a_server_that_refuses_is_named_and_changes_no_file() {
    let folder = folder();
    let server = changed_server(&folder).await;
    let before = texts(folder.path());
    for (token, expected) in [
        (None, "a staff token is needed"),
        (Some("no-such-token"), "pulsen: "),
    ] {
        let mut command = pulsen();
        command
            .arg("pull")
            .arg(folder.path())
            .args(["--server", &server.address]);
        if let Some(token) = token {
            command.env("PULSEN_STAFF_TOKEN", token);
        }
        let (code, output, errors) = outcome(command, folder.path()).await;
        assert_eq!((code, output.as_str()), (1, ""));
        assert!(
            errors.contains(expected) && !errors.contains("no-such-token"),
            "{errors}"
        );
    }
    assert_eq!(texts(folder.path()), before);
}
