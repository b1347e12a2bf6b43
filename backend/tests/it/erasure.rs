//! Nothing of what is erased is left, in no file and no table; what nodes keep for some days goes by itself.

use crate::chat::{Chat, configure};
use crate::client::RequestBuilder;
use crate::database::{execute, is_postgres, texts, with_data};
use crate::deadline::until;
use crate::mails::{leave, mail_server, reply, server_for};
use crate::process::{ServerProcess, printed, pulsen, run};
use crate::server::TestServer;
use crate::submission::{happy, unhappy, with, with_responses};
use crate::upload::{Visitor, id_of, import_files_flow, pdf, stored_files};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const KEY: &str = "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11";

/// What a visitor leaves, each in another place.
const MARKERS: [&str; 20] = [
    "zqdevice",
    "zquser",
    "zqorigin",
    "zqanswer",
    "zqname",
    "zqmail",
    "zqexternal",
    "zqattribute",
    "zqtracking",
    "zqfilename",
    "zqfilecontent",
    "zqvisit",
    "zqmessage",
    "zqreviewed",
    "zqtag",
    "zqaddress",
    "zqphone",
    "zqbinding",
    KEY,
    "zqpending",
];

/// The bytes in which something could be left: all files of the data folder, or all rows of all tables.
async fn everything(data: &Path) -> Vec<u8> {
    let (mut files, mut folders) = (Vec::new(), vec![data.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    let names = files.iter().flat_map(|path| path.to_str().unwrap().bytes());
    let mut bytes: Vec<u8> = names.collect();
    // By another process: when one closes a file of SQLite, all locks of that process on it end, and the server may run in this
    // one. The next command would take itself for the only user of the database, and remove its log.
    let contents = Command::new("cat").args(&files).output().unwrap();
    assert!(contents.status.success());
    bytes.extend(contents.stdout);
    if is_postgres() {
        let tables =
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()";
        for table in texts(data, tables).await {
            let rows: &'static str = format!("SELECT row::text FROM {table} AS row").leak();
            bytes.extend(texts(data, rows).await.concat().bytes());
        }
    }
    bytes
}

fn found(bytes: &[u8]) -> Vec<&'static str> {
    let is_there = |marker: &&str| bytes.windows(marker.len()).any(|part| part == marker.as_bytes());
    MARKERS.into_iter().filter(is_there).collect()
}

/// Leaves something in every place.
async fn leave_everything(server: &TestServer) {
    import_files_flow(server.data.path());
    let device = "zqdevice";
    let visitor = Visitor::new(&server.client, &server.address, device);
    for is_taken in [true, false] {
        let file = pdf(b"zqfilecontent");
        let uploaded = visitor
            .upload("receipt", "zqfilename.pdf", file)
            .send()
            .await
            .unwrap();
        let id = id_of(uploaded).await;
        if is_taken {
            assert_eq!(visitor.submit(&[&id]).send().await.unwrap().status(), 200);
        }
    }
    let visit = json!({"device_id": device, "name": "zqvisit"});
    let visit = server.post("/v2/web_widgets/door/customers/visit").json(&visit);
    assert_eq!(visit.send().await.unwrap().status(), 200);
    let customer = json!({"name": "zqname", "email": "zqmail@example.com", "external_id": "zqexternal",
        "custom_attributes": {"a": "zqattribute"}});
    let mut submission = with(with(unhappy(device), "user_id", "zquser"), "customer", customer);
    submission["origin_url"] = json!("https://example.com/zqorigin");
    submission["responses"][1]["body"] = json!("zqanswer");
    let request = server
        .submit(&submission)
        .header("Idempotency-Key", KEY)
        .header("X-SDI", "zqtracking")
        .header("X-SCI", "c");
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    let mut chat = Chat::open(server)
        .await
        .with_token(answer["chat_token_string"].as_str().unwrap());
    chat.id = answer["id"].as_str().unwrap().to_owned();
    chat.say("zqmessage one").await;
    assert_eq!(
        leave(&chat, "zqaddress@example.com")
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    reply(server, &chat, "Dear zqmessage").await;
    let note = server
        .post_as_staff(&chat.staff_path("/notes"))
        .json(&json!({"body": "zqmessage calls"}));
    assert_eq!(note.send().await.unwrap().status(), 200);
    for (act, body) in [
        ("notes", json!({"body": "zqreviewed"})),
        ("tag", json!({"add": ["zqtag"]})),
    ] {
        let act = server
            .post_as_staff(&format!("/v1/staff/feedbacks/{}/{act}", chat.id))
            .json(&body);
        assert_eq!(act.send().await.unwrap().status(), 200);
    }
    let pending = with_responses(
        happy(device),
        json!([{"question_id": "mood", "option_id": "good"}]),
    );
    let pending = with(pending, "user_id", "zqpending");
    let partial = server.submit(&pending).header("X-COMPLETED", "true");
    assert_eq!(partial.send().await.unwrap().status(), 200);
    execute(
        server.data.path(),
        "INSERT INTO bindings (id, device_id, node_id, flow_id, question_id, answer_hash, data, expires_at)
             VALUES ('b', 'zqdevice', 'door', 'visit', 'why', 'h', '{\"a\": \"zqbinding\"}', 4102444800000);
         INSERT INTO phone_verifications (id, address, device_id, node_id, question_id, code_hash, tries_left, expires_at)
             VALUES ('p', 'zqphone', 'zqdevice', 'door', 'why', 'h', 5, 4102444800000)",
    )
    .await;
}

#[tokio::test]
async fn of_an_erased_device_nothing_is_left_in_any_file() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.delay = Duration::from_secs(3_600)).await;
    leave_everything(&server).await;
    let data = server.data.path().to_owned();
    assert_eq!(
        found(&everything(&data).await),
        MARKERS,
        "the test finds what there is"
    );

    // Everything of it is handed out first.
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("person");
    let mut person = pulsen();
    person
        .args(["person", "--device", "zqdevice", "--out"])
        .arg(&folder);
    tokio::task::spawn_blocking({
        let data = data.clone();
        move || printed(with_data(&mut person, &data))
    })
    .await
    .unwrap();
    let mut written = std::fs::read(folder.join("data.json")).unwrap();
    serde_json::from_slice::<Value>(&written).unwrap();
    for file in folder.join("files").read_dir().unwrap() {
        written.extend(std::fs::read(file.unwrap().path()).unwrap());
    }
    assert_eq!(found(&written), MARKERS);

    let order = server
        .post_as_staff("/v1/staff/erasures")
        .json(&json!({"device_id": "zqdevice"}));
    let order: Value = order.send().await.unwrap().json().await.unwrap();
    let path = format!("/v1/staff/erasures/{}", order["id"].as_str().unwrap());
    let order = async || server.get_as_staff(&path).await.json::<Value>().await.unwrap();
    until("wiped", async || order().await["wiped_at"].is_string()).await;
    let order = order().await;
    assert_eq!(order["feedbacks"], 3, "{order}");
    // While the server runs, and before a vacuum, so that this proves what the server itself does.
    assert_eq!(found(&everything(&data).await), [] as [&str; 0]);
    let data = server.stop().await;
    printed(with_data(pulsen().arg("vacuum"), data.path()));
    assert_eq!(found(&everything(data.path()).await), [] as [&str; 0]);
    assert_eq!(stored_files(data.path()), [] as [String; 0]);
    let words = if is_postgres() {
        "SELECT feedback_id FROM chat_messages"
    } else {
        "SELECT CAST(rowid AS TEXT) FROM chat_message_words WHERE chat_message_words MATCH 'zqmessage'"
    };
    assert_eq!(texts(data.path(), words).await, [] as [&str; 0]);
}

/// Runs a command on the data of a running server.
async fn command(server: &TestServer, arguments: &[&str]) -> (i32, String, String) {
    let mut command = pulsen();
    command.args(arguments);
    let data = server.data.path().to_owned();
    let run = tokio::task::spawn_blocking(move || run(with_data(&mut command, &data)));
    run.await.unwrap()
}

async fn taken(request: RequestBuilder) {
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_person_is_found_by_an_address_or_a_number_alone() {
    let mails = mail_server().await;
    let server = server_for(&mails, |setting| setting.delay = Duration::from_secs(3_600)).await;
    // By feedback that is in the index, by a later one, by the address of a chat, and by a customer of a visit.
    let ann = |device: &str| {
        let customer = json!({"email": "Ann@X.example", "phone_number": "0090 (532) 123-45.67"});
        with(unhappy(device), "customer", customer)
    };
    taken(server.submit(&ann("first"))).await;
    until("the first is in the index", async || {
        let list = server.get_as_staff("/v1/staff/feedbacks?limit=1").await;
        list.json::<Value>().await.unwrap()["is_index_behind"] == false
    })
    .await;
    taken(server.submit(&ann("second"))).await;
    let chat = Chat::open(&server).await;
    assert_eq!(leave(&chat, "ann@x.example").send().await.unwrap().status(), 200);
    chat.say("Please <b>help</b>").await;
    let visit = json!({"device_id": "third", "email": "ann@x.example"});
    let visit = server.post("/v2/web_widgets/door/customers/visit").json(&visit);
    let visit: Value = visit.send().await.unwrap().json().await.unwrap();
    let named = with(happy("third"), "customer", json!({"id": visit["id"]}));
    taken(server.submit(&named)).await;
    let other = with(happy("other"), "customer", json!({"email": "bob@x.example"}));
    taken(server.submit(&other)).await;

    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("ann");
    let folder_name = folder.to_str().unwrap();
    let (code, _, errors) = command(
        &server,
        &["person", "--email", "ANN@x.example", "--out", folder_name],
    )
    .await;
    assert_eq!(code, 0, "{errors}");
    let data: Value = serde_json::from_slice(&std::fs::read(folder.join("data.json")).unwrap()).unwrap();
    assert_eq!(data["feedbacks"].as_array().unwrap().len(), 4);
    let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
    assert_eq!(page.matches("<h2>Your feedback of ").count(), 4, "{page}");
    for shown in [
        "Too cold",
        "Please &lt;b>help&lt;/b>",
        "<dt>email</dt><dd>ann@x.example</dd>",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }

    let (code, output, _) = command(&server, &["erase", "--phone", "+90 532 123 45 67"]).await;
    assert_eq!(
        (code, output.as_str()),
        (0, "erased 2 feedbacks, with what belongs to them\n")
    );
    let (code, output, _) = command(&server, &["erase", "--email", "ann@x.example"]).await;
    assert_eq!(
        (code, output.as_str()),
        (0, "erased 2 feedbacks, with what belongs to them\n")
    );
    assert_eq!(
        command(&server, &["erase", "--email", "ann@x.example"]).await.0,
        1
    );
    assert_eq!(chat.get("").send().await.unwrap().status(), 410);
    let left = texts(server.data.path(), "SELECT device_id FROM feedbacks").await;
    assert_eq!(left, ["other"]);
}

#[tokio::test]
async fn the_command_erases_on_the_data_of_a_running_server() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let erase = |arguments: &'static [&'static str]| {
        let data = server.data.path().to_owned();
        tokio::task::spawn_blocking(move || run(with_data(pulsen().arg("erase").args(arguments), &data)))
    };
    for nobody in [
        ["--device", "d", "--node", "once"].as_slice(),
        &["--device", "e"],
        &["--customer", "gone"],
        &["--external-id", "gone"],
        &["--feedback", "gone"],
    ] {
        let (code, output, error) = erase(nobody).await.unwrap();
        assert_eq!((code, output.as_str()), (1, ""), "{nobody:?}");
        assert!(
            error.contains("nothing was erased: no stored data matches"),
            "{error}"
        );
    }
    let (code, output, _) = erase(&["--device", "d"]).await.unwrap();
    assert_eq!(
        (code, output.as_str()),
        (0, "erased 1 feedback, with what belongs to it\n")
    );
    assert_eq!(chat.get("").send().await.unwrap().status(), 410);
    assert_eq!(erase(&[]).await.unwrap().0, 2, "something must be named");
}

#[tokio::test]
async fn feedback_past_its_retention_is_erased() {
    let server = TestServer::start().await;
    let submit = async |body: Value, partial: &str| {
        let request = server.submit(&body).header("X-COMPLETED", partial);
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        answer["id"].as_str().unwrap().to_owned()
    };
    let old = submit(happy("d"), "false").await;
    let old_partial = submit(happy("d"), "true").await;
    let old_reviewed = submit(happy("d"), "false").await;
    let review = server
        .post_as_staff(&format!("/v1/staff/feedbacks/{old_reviewed}/review"))
        .json(&json!({"review": "done"}));
    assert_eq!(review.send().await.unwrap().status(), 200);
    let old_with_chat = Chat::open(&server).await;
    let old_chat = Chat::open(&server).await;
    let young = submit(happy("d"), "false").await;
    let young_partial = submit(happy("d"), "true").await;
    old_chat.say("Hello").await;
    configure(
        &server,
        json!({"retention": {"feedback_days": 30, "partial_days": 2, "chat_days": 10}}),
    );
    let ago = |days: i64| (now_in_millis() - days * 86_400_000).to_string();
    let aged = format!(
        "UPDATE feedbacks SET updated_at = {} WHERE id IN ('{old}', '{}');
         UPDATE feedbacks SET given_at = {} WHERE id = '{old_reviewed}';
         UPDATE feedbacks SET updated_at = {} WHERE id IN ('{old_partial}', '{}');
         UPDATE chats SET updated_at = {} WHERE feedback_id = '{}'",
        ago(31),
        old_with_chat.id,
        ago(31),
        ago(3),
        old_chat.id,
        ago(11),
        old_chat.id,
    );
    execute(server.data.path(), aged).await;
    let data = server.stop().await;
    let running = ServerProcess::start(data.path());
    const LEFT: &str = "SELECT id FROM feedbacks ORDER BY id";
    // The chat of one continues, so both are kept.
    let mut kept = vec![old_with_chat.id, old_chat.id.clone(), young, young_partial];
    kept.sort();
    until("retention", async || {
        texts(data.path(), LEFT).await == kept
            && texts(data.path(), "SELECT feedback_id FROM chats").await.len() == 1
    })
    .await;
    let gone = old_chat.at(&running.address).get("").send().await.unwrap();
    assert_eq!(gone.status(), 410);
    running.terminate();
}

/// Anyone who repeats a request has given up by then: a browser sends nothing for longer than a year.
#[tokio::test]
async fn receipts_of_feedback_stay_and_others_go_after_a_year() {
    const ERASED: &str = "4f0c7c6e-6d0b-4a57-8f43-0d8f3c2b1a01";
    const OLD: &str = "4f0c7c6e-6d0b-4a57-8f43-0d8f3c2b1a02";
    const YOUNG: &str = "4f0c7c6e-6d0b-4a57-8f43-0d8f3c2b1a03";
    let server = TestServer::start().await;
    let client = server.client.clone();
    let submit = async |address: &str, key: &str| -> Value {
        let request = client.post(format!("{address}/v1/feedbacks")).json(&happy("d"));
        let response = request.header("Idempotency-Key", key).send().await.unwrap();
        response.json().await.unwrap()
    };
    let kept = submit(&server.address, KEY).await;
    let erased = submit(&server.address, ERASED).await;
    let chat = Chat::open(&server).await;
    for key in [OLD, YOUNG] {
        let said = chat.send("Hello").header("Idempotency-Key", key);
        assert_eq!(said.send().await.unwrap().status(), 200);
        let path = chat.staff_path("/messages");
        let replied = server.post_as_staff(&path).header("Idempotency-Key", key);
        let replied = replied.json(&json!({"body": "Good morning"})).send().await;
        assert_eq!(replied.unwrap().status(), 200);
    }
    let order = server
        .post_as_staff("/v1/staff/erasures")
        .json(&json!({"feedback_id": erased["id"]}));
    assert_eq!(order.send().await.unwrap().status(), 200);
    const RECEIPTS: &str = "SELECT route FROM idempotency_keys ORDER BY route";
    let receipts = texts(server.data.path(), RECEIPTS).await;
    assert_eq!(
        receipts.join(" "),
        "chat_messages chat_messages erased_feedbacks feedbacks staff_chat_messages staff_chat_messages"
    );

    let year = 366 * 86_400_000_i64;
    let aged = format!("UPDATE idempotency_keys SET created_at = created_at - {year} WHERE key <> '{YOUNG}'");
    execute(server.data.path(), aged).await;
    let data = server.stop().await;
    let running = ServerProcess::start(data.path());
    until("old receipts are gone", async || {
        texts(data.path(), RECEIPTS).await == ["chat_messages", "feedbacks", "staff_chat_messages"]
    })
    .await;
    assert_eq!(submit(&running.address, KEY).await, kept);
    running.terminate();
}

fn now_in_millis() -> i64 {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    i64::try_from(since.as_millis()).unwrap()
}
