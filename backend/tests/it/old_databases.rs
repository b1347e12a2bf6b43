//! The databases of earlier versions, each as one migration has left it, with rows of that time: the present server serves
//! them (docs/operate.md#upgrade).

use crate::database::{database, execute, is_postgres, texts};
use crate::process::ServerProcess;
use crate::server::{client, feedbacks};
use crate::submission::with_responses;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, PgConnection, SqliteConnection};
use std::path::Path;

/// A staff token, whose hash is in the rows.
const STAFF_TOKEN: &str = "pulsen_staff_of_an_old_database";

/// Rows for the tables that a migration brings, by its number on SQLite and on PostgreSQL.
const ROWS: [(i64, i64, &str); 5] = [
    (1, 1, FIRST),
    (2, 1, CHATS),
    (7, 4, UPLOADS),
    (11, 8, UNSUBSCRIPTIONS),
    (17, 14, EMAILS),
];

const FIRST: &str = r#"
INSERT INTO flow_revisions (flow_id, revision, definition, imported_at) VALUES ('talk', 1, '{"id": "talk",
    "languages": [{"id": "l-en", "code": "en", "name": "English"}],
    "states": [
        {"id": "start", "isInitialState": true, "nextStateId": "thanks", "elements": [
            {"id": "e-why", "type": "question", "question": {"id": "why", "key": "why", "style": "text", "body": {"en": "Why?"}}},
            {"id": "e-submit", "type": "submit", "body": {"en": "Send"}}]},
        {"id": "thanks", "style": "thank_you", "elements": []}, {"id": "talk", "style": "chat", "elements": []}],
    "transitions": [{"fromStateId": "start", "toStateId": "talk",
        "rules": [{"elementId": "e-why", "operator": "equal", "value": "chat"}]}]}', 1767225600000);
INSERT INTO nodes (id, flow_id, record, imported_at)
VALUES ('door', 'talk', '{"id": "door", "flow_id": "talk", "name": "The door"}', 1767225600000);
INSERT INTO node_flows (node_id, flow_id) VALUES ('door', 'talk');
INSERT INTO widgets (code, node_id, record, imported_at)
VALUES ('PSN-DOOR001', 'door', '{"code": "PSN-DOOR001", "node_id": "door"}', 1767225600000);
INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline, time_spent_in_seconds,
    received_at, updated_at, completed_at, responses, chat_epoch)
VALUES ('first-feedback', 'complete', 'device-1', 'door', 'talk', 1, false, 5, 1767225601000, 1767225601000,
    1767225601000, '[{"question_id": "why", "body": "chat"}]', 0);
INSERT INTO customers (id, node_id, device_id, created_at) VALUES ('customer-1', 'door', 'device-1', 1767225600000);
INSERT INTO staff_tokens (name, hash, created_at, expires_at)
VALUES ('ann', '1QLP0Nh0IxaBhqPYTTbW7EeK63dEumJ9EX9Py4YSuMI', 1767225600000, 4102444800000);
"#;

/// On SQLite the second migration has given the feedback its chat; on PostgreSQL there were chats from the beginning.
const CHATS: &str = "
INSERT INTO chats (feedback_id, node_id, status, position, created_at, updated_at)
VALUES ('first-feedback', 'door', 'open', 0, 1767225601000, 1767225601000) ON CONFLICT (feedback_id) DO NOTHING;
INSERT INTO chat_messages (feedback_id, position, id, actor, author, body, created_at)
VALUES ('first-feedback', 1, 'message-1', 'customer', NULL, 'Is anybody there?', 1767225603000),
       ('first-feedback', 2, 'message-2', 'staff', 'ann', 'Good morning', 1767225604000);
UPDATE chats SET position = 2, updated_at = 1767225604000 WHERE feedback_id = 'first-feedback';
";

const UPLOADS: &str = "
INSERT INTO uploads (id, device_id, node_id, question_id, name, size, type, storage_key, created_at, stored_at, expires_at,
    feedback_id)
VALUES ('upload-1', 'device-1', 'door', 'why', 'a.png', 3, 'image/png', 'a-storage-key', 1767225601000, 1767225601000,
    1767225601000, 'first-feedback');
";

const UNSUBSCRIPTIONS: &str = r#"
INSERT INTO unsubscriptions (node_id, channel, tracking, device_id, created_at)
VALUES ('door', 'sms', '{"t": "1"}', 'device-1', 1767225605000);
"#;

const EMAILS: &str = "
INSERT INTO chat_emails (feedback_id, address, address_hash, number, changes, changes_since, known_position,
    reply_waits_since, not_before, attempts)
VALUES ('first-feedback', 'ann@example.com', 'hash', 1, 1, 1767225604000, 0, 1767225604000, 0, 0);
";

/// The migrations of the database that the tests run on, in their order.
async fn migrations() -> Vec<sqlx::migrate::Migration> {
    let kind = match is_postgres() {
        true => "postgres",
        false => "sqlite",
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("migrations")
        .join(kind);
    Migrator::new(folder).await.unwrap().iter().cloned().collect()
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
        for (sqlite, postgres, rows) in ROWS {
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
        let submission = json!({"device_id": "device-2", "node_id": "door", "flow_id": "talk"});
        let submission = with_responses(submission, json!([{"question_id": "why", "body": "because"}]));
        let url = format!("{}/v1/feedbacks", server.address);
        let response = client.post(url).json(&submission).send().await.unwrap();
        assert_eq!(response.status(), 200, "level {level}");
        assert_eq!(feedbacks(&client, &server.address, STAFF_TOKEN).await.len(), 2);
        server.terminate();
    }
}

/// A database that has one of these migrations would be refused if it had another text.
#[test]
fn migrations_that_are_out_there_never_change() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let released = std::fs::read_to_string(folder.join("RELEASED")).unwrap();
    for line in released.lines() {
        let (hash, name) = line.split_once("  ").expect(line);
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let found: String = Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(found, hash, "{name}: add a migration instead");
    }
}
