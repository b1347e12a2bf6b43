//! `pulsen move`: a server goes from SQLite and a folder to PostgreSQL and S3 (docs/scale.md#from-sqlite-to-postgresql).

use crate::chat::Chat;
use crate::client::Client;
use crate::database::database;
use crate::process::{ServerProcess, printed, pulsen, run};
use crate::s3::S3;
use crate::server::{RECORDS, client, feedbacks};
use crate::submission::happy;
use crate::upload::{Visitor, files_flow, id_of, photo};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tokio::task::spawn_blocking;

/// Moves a folder, and returns the exit code, standard output and standard error.
async fn move_to(data: &Path, postgres: &str, s3: &S3) -> (i32, String, String) {
    let mut command = pulsen();
    s3.configure(&mut command);
    command
        .env("PULSEN_LOG", "off")
        .args(["move", "--to", postgres, "--from"])
        .arg(data);
    spawn_blocking(move || run(&mut command)).await.unwrap()
}

/// Has a command use the SQLite of a data folder, whatever the other tests run on.
fn on_sqlite<'c>(command: &'c mut Command, data: &Path) -> &'c mut Command {
    command.arg("--data").arg(data)
}

fn serve(data: &Path, more: impl FnOnce(&mut Command)) -> ServerProcess {
    let mut command = pulsen();
    command
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--rate-limit",
            "off",
            "--data",
        ])
        .arg(data);
    more(&mut command);
    ServerProcess::spawn(&mut command)
}

/// Returns the feedbacks as staff get them, without the address of the server, which links to files have.
async fn read(client: &Client, address: &str, token: &str) -> String {
    let read = feedbacks(client, address, token).await;
    serde_json::to_string(&read).unwrap().replace(address, "")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moved_server_continues_on_postgresql_and_s3() {
    let (data, other_data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // Where there is a PostgreSQL to move to, which is where the other tests run on it too.
    let Some(postgres) = database(other_data.path()) else {
        return;
    };
    let records = files_flow();
    for folder in [Path::new(RECORDS), records.path()] {
        printed(on_sqlite(pulsen().arg("import").arg(folder), data.path()));
    }
    let token = printed(on_sqlite(pulsen().args(["staff-token", "tests"]), data.path()));
    let client = client();
    let s3 = S3::start().await;

    let server = serve(data.path(), |_| ());
    let chat = Chat::open_at(&server.address, &client).await;
    chat.say("Is somebody there?").await;
    let visitor = Visitor::new(&client, &server.address, "d");
    let file = id_of(visitor.upload("receipt", "a.jpg", photo()).send().await.unwrap()).await;
    assert_eq!(visitor.submit(&[&file]).send().await.unwrap().status(), 200);
    let before = read(&client, &server.address, &token).await;
    let (code, _, errors) = move_to(data.path(), &postgres, &s3).await;
    assert!(
        code == 1 && errors.contains("is in use by another server"),
        "while the server runs: {errors}"
    );
    server.terminate();

    let (code, output, errors) = move_to(data.path(), &postgres, &s3).await;
    assert_eq!(code, 0, "{errors}");
    for line in [
        "feedbacks: 2 rows, the same in both",
        "chat_messages: 1 rows",
        "files: 1, the same in both; 1 copied now",
    ] {
        assert!(output.contains(line), "{output}");
    }
    let (code, output, _) = move_to(data.path(), &postgres, &s3).await;
    assert!(
        code == 0 && output.contains("files: 1, the same in both; 0 copied now"),
        "a repeat: {output}"
    );

    let server = serve(other_data.path(), |command| {
        command.args(["--database", &postgres]);
        s3.configure(command);
    });
    assert_eq!(read(&client, &server.address, &token).await, before);
    let chat = chat.at(&server.address);
    let seen: Value = chat.get("").send().await.unwrap().json().await.unwrap();
    assert_eq!(
        seen["timeline_items"][0]["detail"]["comment"]["body"],
        "Is somebody there?"
    );
    chat.say("Still here").await;
    let url = format!("{}/v1/staff/uploads/{file}", server.address);
    let stored = client.get(url).bearer_auth(&token).send().await.unwrap();
    assert!(image::load_from_memory(&stored.bytes().await.unwrap()).is_ok());
    let submitted = client
        .post(format!("{}/v1/feedbacks", server.address))
        .json(&happy("e"));
    assert_eq!(
        submitted.send().await.unwrap().status(),
        200,
        "numbers of rows go on"
    );
    server.terminate();

    let (code, _, errors) = move_to(data.path(), &postgres, &s3).await;
    assert_eq!(code, 1, "the target has more now");
    assert!(
        errors.contains("the target must be a database of its own"),
        "{errors}"
    );
}

#[test]
fn a_folder_without_a_database_is_not_moved() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, errors) = run(pulsen()
        .args(["move", "--to", "postgres://127.0.0.1:9/x", "--from"])
        .arg(folder.path()));
    assert_eq!(code, 1);
    assert!(errors.contains("there is no database in"), "{errors}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing is created");
}
