//! The databases of earlier versions, each as one migration has left it, with rows of that time: the present server serves
//! them (docs/operate.md#upgrade).

use crate::database::{database, execute, is_postgres, texts};
use crate::old_rows::ROWS;
use crate::process::ServerProcess;
use crate::server::{client, feedbacks};
use crate::submission::with_responses;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, PgConnection, SqliteConnection};
use std::fs;
use std::path::{Path, PathBuf};

/// A staff token, whose hash is in the rows.
const STAFF_TOKEN: &str = "pulsen_staff_of_an_old_database";

/// The key with which the feedback in the rows was sent.
const KEY: &str = "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11";

/// Tables without rows of their own: indexes of words, which the database fills, and what sqlx keeps.
const FILLED_BY_OTHERS: [&str; 3] = ["_sqlx_migrations", "answer_words", "chat_message_words"];

fn folder_of_migrations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations")
}

/// The migrations of the database that the tests run on, in their order.
async fn migrations() -> Vec<sqlx::migrate::Migration> {
    let kind = match is_postgres() {
        true => "postgres",
        false => "sqlite",
    };
    Migrator::new(folder_of_migrations().join(kind))
        .await
        .unwrap()
        .iter()
        .cloned()
        .collect()
}

/// Makes the database of a data folder as the first migrations have left it, with the rows of that time.
async fn make(data: &Path, level: usize) {
    let migrations = migrations().await;
    for count in 1..=level {
        let migrator = Migrator::with_migrations(migrations[..count].to_vec());
        match database(data) {
            None => {
                let file = data.join("pulsen.db");
                let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
                let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
                migrator.run(&mut connection).await.unwrap();
            }
            Some(address) => {
                let mut connection = PgConnection::connect(&address).await.unwrap();
                migrator.run(&mut connection).await.unwrap();
            }
        }
        let number = migrations[count - 1].version;
        for (sqlite, postgres, rows) in ROWS.iter().copied() {
            if number == if is_postgres() { postgres } else { sqlite } {
                execute(data, rows).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_is_brought_up_to_date_and_served() {
    for level in 1..=migrations().await.len() {
        let data = tempfile::tempdir().unwrap();
        make(data.path(), level).await;
        let server = ServerProcess::start(data.path());
        let client = client();
        let get = async |path: &str| {
            let request = client.get(format!("{}{path}", server.address));
            let response = request.bearer_auth(STAFF_TOKEN).send().await.unwrap();
            let status = response.status();
            assert_eq!(status, 200, "{path} at level {level}");
            response.json::<Value>().await.unwrap()
        };
        let list = feedbacks(&client, &server.address, STAFF_TOKEN).await;
        assert_eq!(list.len(), 1, "level {level}");
        assert_eq!(list[0]["responses"][0]["body"], "chat");
        let chats = get("/v1/staff/chats?limit=10").await;
        assert_eq!(chats["items"][0]["feedback_id"], "first-feedback", "{chats}");
        let words = texts(data.path(), "SELECT body FROM chat_messages ORDER BY position").await;
        let has_messages = is_postgres() || level >= 2;
        assert_eq!(words.len(), if has_messages { 2 } else { 0 }, "level {level}");
        // What the rows of later migrations have added.
        let version = migrations().await[level - 1].version;
        let has = |sqlite, postgres| version >= if is_postgres() { postgres } else { sqlite };
        if has(3, 1) {
            let arrivals = client.post(format!("{}/v1/feedbacks/arrivals", server.address));
            let arrivals = arrivals.json(&json!({"device_id": "device-1", "keys": [KEY]}));
            let arrived: Value = arrivals.send().await.unwrap().json().await.unwrap();
            assert_eq!(
                arrived["items"][0]["id"], "first-feedback",
                "level {level}: {arrived}"
            );
        }
        if has(18, 15) {
            let found = get("/v1/staff/feedbacks?customer=ann@example.com").await;
            assert_eq!(
                found["items"][0]["id"], "first-feedback",
                "level {level}: {found}"
            );
        }
        if has(19, 16) {
            assert_eq!(get("/v1/staff/erasures/order-1").await["feedbacks"], 1);
        }
        if has(20, 17) {
            let waiting = get("/v1/staff/webhooks/crm/deliveries?state=waiting").await;
            assert_eq!(waiting["items"][0]["feedback_id"], "first-feedback", "{waiting}");
        }
        let submission = json!({"device_id": "device-2", "node_id": "door", "flow_id": "talk"});
        let submission = with_responses(submission, json!([{"question_id": "why", "body": "because"}]));
        let url = format!("{}/v1/feedbacks", server.address);
        let response = client.post(url).json(&submission).send().await.unwrap();
        assert_eq!(response.status(), 200, "level {level}");
        assert_eq!(feedbacks(&client, &server.address, STAFF_TOKEN).await.len(), 2);
        server.terminate();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_of_old_are_found_by_words_without_accents() {
    let data = tempfile::tempdir().unwrap();
    let before = migrations()
        .await
        .iter()
        .position(|migration| migration.version == 50)
        .unwrap();
    make(data.path(), before).await;
    execute(
        data.path(),
        "UPDATE chat_messages SET body = 'Where is Łódź?' WHERE position = 1",
    )
    .await;
    let server = ServerProcess::start(data.path());
    for text in ["lodz", "ŁÓDŹ", "where"] {
        let request = client().get(format!("{}/v1/staff/chats?text={text}", server.address));
        let response = request.bearer_auth(STAFF_TOKEN).send().await.unwrap();
        let found: Value = response.json().await.unwrap();
        assert_eq!(
            found["items"][0]["feedback_id"], "first-feedback",
            "{text}: {found}"
        );
    }
    server.terminate();
}

/// A table without rows of old would be migrated untested.
#[tokio::test]
async fn every_table_has_rows_of_old() {
    let data = tempfile::tempdir().unwrap();
    make(data.path(), migrations().await.len()).await;
    let tables = if is_postgres() {
        "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()"
    } else {
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    };
    let mut without = Vec::new();
    for table in texts(data.path(), tables).await {
        let is_filled_by_others = FILLED_BY_OTHERS.iter().any(|name| table.starts_with(name));
        let rows: &'static str = format!("SELECT CAST(COUNT(*) AS TEXT) FROM {table}").leak();
        if !is_filled_by_others && texts(data.path(), rows).await == ["0"] {
            without.push(table);
        }
    }
    assert!(
        without.is_empty(),
        "{without:?}: add rows to `ROWS` in old_rows.rs, by the numbers of the migration that brings the tables"
    );
}

fn hash_of(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A database that has one of these migrations would be refused if it had another text.
#[test]
fn migrations_that_are_out_there_never_change() {
    let folder = folder_of_migrations();
    let released = fs::read_to_string(folder.join("RELEASED")).unwrap();
    let mut names = Vec::new();
    for line in released.lines() {
        let (hash, name) = line.split_once("  ").expect(line);
        let found = hash_of(&fs::read(folder.join(name)).unwrap());
        assert_eq!(found, hash, "{name}: add a migration instead");
        names.push(name.to_owned());
    }
    for kind in ["sqlite", "postgres"] {
        for file in folder.join(kind).read_dir().unwrap() {
            let file = file.unwrap();
            let name = format!("{kind}/{}", file.file_name().to_str().unwrap());
            let line = format!("{}  {name}", hash_of(&fs::read(file.path()).unwrap()));
            assert!(
                names.contains(&name),
                "{name} is new. Once its text is final, add this line to backend/migrations/RELEASED, from where on it must \
                 never change; and rows for the tables that it brings to `ROWS` in old_rows.rs:\n{line}"
            );
        }
    }
}
