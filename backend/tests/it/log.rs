//! The log contains nothing personal. The names here are in no other word, such as "channel", and in no random id.

use crate::chat::Chat;
use crate::database::with_data;
use crate::process::{ServerProcess, printed, pulsen};
use crate::server::{RECORDS, client, import, staff_token};
use crate::submission::{unhappy, with};
use crate::upload::png;
use serde_json::Value;
use std::path::Path;

#[tokio::test]
async fn contains_one_line_for_each_request_and_nothing_personal() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    let server = ServerProcess::start(data.path());
    let client = client();
    let submission = with(
        with(unhappy("device-7"), "user_id", "zqann"),
        "origin_url",
        "https://shop.example/zqann",
    );
    let url = format!("{}/v1/feedbacks", server.address);
    let response = client.post(&url).json(&submission).send().await.unwrap();
    let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let answer: Value = response.json().await.unwrap();
    let refused = with(
        submission,
        "responses",
        serde_json::json!([{"question_id": "mail", "body": "zqann@example"}]),
    );
    client.post(&url).json(&refused).send().await.unwrap();
    client
        .get(format!(
            "{}/feedback?node_id=door&email=zqann%40example",
            server.address
        ))
        .send()
        .await
        .unwrap();
    client
        .get(format!("{}/v1/staff/feedbacks", server.address))
        .bearer_auth(&token)
        .send()
        .await
        .unwrap();

    let log = server.terminate();
    // PostgreSQL notes that the table of migrations is there already.
    assert!(!log.contains("_sqlx_migrations"), "{log}");
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    let answered: Vec<&Value> = lines
        .iter()
        .filter(|line| line["message"] == "request completed")
        .collect();
    assert_eq!(answered.len(), 4, "{log}");
    assert_eq!(answered[0]["span"]["id"], id.as_str());
    assert_eq!(
        (&answered[0]["span"]["route"], &answered[0]["status"]),
        (&"/v1/feedbacks".into(), &200.into())
    );
    let chat_token = answer["chat_token_string"].as_str().unwrap();
    for personal in [
        "zqann",
        "device-7",
        "Too cold",
        "shop.example",
        "127.0.0.1",
        answer["id"].as_str().unwrap(),
        chat_token,
        &token,
    ] {
        assert!(!log.contains(personal), "`{personal}` is in the log:\n{log}");
    }
}

#[tokio::test]
async fn says_which_calls_of_staff_were_refused_and_why() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let command = |arguments: &[&str]| {
        printed(with_data(
            pulsen().arg("staff-token").args(arguments),
            data.path(),
        ))
    };
    let reader = command(&["reader", "--rights", "read", "--nodes", "door"]);
    let manager = command(&["manager"]);
    let gone = command(&["gone"]);
    command(&["gone", "--revoke"]);
    // Behind a proxy: alone on a machine, everybody has its address.
    let server = ServerProcess::start_with(data.path(), &["--trusted-proxies", "127.0.0.1"]);
    let client = client();
    let call = async |path: &str, token: &str| {
        let url = format!("{}/v1/staff/{path}", server.address);
        let request = client.get(url).header("X-Forwarded-For", "203.0.113.7");
        let response = request.bearer_auth(token).send().await.unwrap();
        response.status().as_u16()
    };
    let expected = [
        ("chats", "nonsense", 401, "unknown_token", None),
        ("chats", &gone, 401, "revoked_token", Some("gone")),
        (
            "feedbacks/export?format=ndjson",
            &reader,
            403,
            "right_missing",
            Some("reader"),
        ),
        // By the handler, which knows what the list is about.
        ("chats?node_id=once", &reader, 403, "not_in_scope", Some("reader")),
    ];
    for (path, token, status, ..) in expected {
        assert_eq!(call(path, token).await, status, "{path}");
    }
    // What only a person may do, and what a page of another site has a browser do.
    let url = format!("{}/v1/staff/people", server.address);
    let request = client.post(url).header("X-Forwarded-For", "203.0.113.7");
    let add = request.bearer_auth(&manager).json(&serde_json::json!({}));
    assert_eq!(add.send().await.unwrap().status(), 403);
    for path in ["chats", "me/sessions", "session"] {
        let url = format!("{}/v1/staff/{path}", server.address);
        let request = client.get(url).header("X-Forwarded-For", "203.0.113.7");
        let request = request
            .header("Cookie", "pulsen_staff=x")
            .header("Sec-Fetch-Site", "cross-site");
        assert_eq!(request.send().await.unwrap().status(), 403, "{path}");
    }
    let foreign = ("", "", 403, "foreign_origin", None);
    let also = [
        ("", "", 403, "person_needed", Some("manager")),
        foreign,
        foreign,
        foreign,
    ];
    let expected: Vec<_> = expected.into_iter().chain(also).collect();
    assert_eq!(call("chats", &reader).await, 200);
    let log = server.terminate();
    let lines = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line));
    let refused: Vec<Value> = lines
        .filter(|line| line["message"] == "staff request refused")
        .collect();
    assert_eq!(refused.len(), expected.len(), "{log}");
    for (line, (_, _, _, reason, token)) in refused.iter().zip(expected) {
        assert_eq!(
            (line["reason"].as_str(), line["token"].as_str()),
            (Some(reason), token)
        );
        let network = line["network"].as_str().unwrap();
        assert_eq!(
            (network.len(), network),
            (12, refused[0]["network"].as_str().unwrap())
        );
        assert!(line["span"]["id"].is_string(), "{line}");
    }
    assert!(!log.contains("203.0.113") && !log.contains(&gone), "{log}");
}

#[tokio::test]
async fn contains_nothing_of_a_chat() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    let options = [
        "--rate-limit",
        "off",
        "--public-url",
        "http://feedback.example.com",
        "--smtp-url",
        "smtp://127.0.0.1:9",
        "--mail-from",
        "feedback@example.com",
    ];
    let server = ServerProcess::start_with(data.path(), &options);
    let client = client();
    let chat = Chat::open_at(&server.address, &client).await;
    chat.say("My name is Zqann").await;
    let sent = chat
        .send_file("", "passport-of-zqann.png", png())
        .send()
        .await
        .unwrap();
    assert_eq!(sent.status(), 200);
    // No image, so that it is refused.
    chat.send_file("", "zqann.png", vec![0; 100])
        .send()
        .await
        .unwrap();
    let left = chat
        .post("chat_email")
        .json(&serde_json::json!({"email": "zqann@example.org"}));
    assert_eq!(left.send().await.unwrap().status(), 200);
    let reply = client
        .post(format!("{}{}", server.address, chat.staff_path("/messages")))
        .bearer_auth(&token)
        .json(&serde_json::json!({"body": "Good morning, Zqann"}));
    assert!(reply.send().await.unwrap().status().is_success());
    chat.with_token("wrong-token").get("").send().await.unwrap();

    let log = server.terminate();
    assert!(log.lines().count() >= 6, "{log}");
    for personal in [
        "Zqann",
        "zqann",
        "Good morning",
        "passport",
        "wrong-token",
        &chat.id,
        &chat.token,
        &token,
    ] {
        assert!(!log.contains(personal), "`{personal}` is in the log:\n{log}");
    }
}
