//! Tokens as owners manage them, and as the command does.

use crate::database::with_data;
use crate::person::{Person, answer, user};
use crate::process::{pulsen, run};
use crate::server::TestServer;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

const TOKENS: &str = "/v1/staff/tokens";
const CHATS: &str = "/v1/staff/chats";

async fn add(owner: &Person<'_>, body: Value) -> (u16, Value) {
    owner.call_with(Method::POST, TOKENS, body).await
}

async fn staff_token(server: &TestServer, arguments: &[&str]) -> (i32, String) {
    let mut command = pulsen();
    command.arg("staff-token").args(arguments);
    with_data(&mut command, server.data.path());
    let (code, _, problem) = spawn_blocking(move || run(&mut command)).await.unwrap();
    (code, problem)
}

#[tokio::test]
async fn a_token_is_created_used_and_revoked() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    let body = json!({"name": " Night / export ", "rights": ["export", "read"], "nodes": ["door"], "days": 7,
        "avatar": "https://a.example/x.png"});
    let (status, added) = add(&olga, body).await;
    assert_eq!(status, 201, "{added}");
    let token = &added["token"];
    assert_eq!(
        (
            &token["name"],
            &token["rights"],
            &token["nodes"],
            &token["state"],
            &token["avatar"]
        ),
        (
            &json!("Night / export"),
            &json!(["read", "export"]),
            &json!(["door"]),
            &json!("in_force"),
            &json!("https://a.example/x.png")
        )
    );
    let secret = added["secret"].as_str().unwrap();
    let read = async || {
        let request = server.client.get(format!("{}{CHATS}", server.address));
        answer(request.bearer_auth(secret)).await
    };
    assert_eq!(read().await.0, 200);
    let (_, list) = olga.call(Method::GET, &format!("{TOKENS}?limit=1")).await;
    assert_eq!(list["items"][0]["name"], "Night / export");
    assert!(
        list["next_cursor"].is_string() && !list.to_string().contains(secret),
        "{list}"
    );
    let path = format!("{TOKENS}/Night%20%2F%20export");
    for _ in 0..2 {
        assert_eq!(olga.call(Method::DELETE, &path).await.0, 204);
        assert_eq!(read().await, (401, json!("unauthorized")));
    }
    let (_, list) = olga.call(Method::GET, TOKENS).await;
    assert_eq!(list["items"][0]["state"], "revoked");
    let unknown = olga.call(Method::DELETE, &format!("{TOKENS}/none")).await;
    assert_eq!(unknown, (404, json!("not_found")));
    // The name can be used again, however it is written.
    let again = add(&olga, json!({"name": "NIGHT / export", "rights": ["read"]})).await;
    assert_eq!(again.0, 201);
    let (_, list) = olga.call(Method::GET, TOKENS).await;
    let names = list["items"].as_array().unwrap().iter().map(|item| &item["name"]);
    assert_eq!(
        names
            .filter(|name| name.to_string().to_lowercase().contains("night"))
            .count(),
        1
    );
}

#[tokio::test]
async fn what_cannot_be_created_is_refused_with_its_reason() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    server.staff_token(&["Robot"]).await;
    let with = |field: &str, value: Value| {
        let mut body = json!({"name": "New", "rights": ["read"]});
        body[field] = value;
        body
    };
    for (body, refused) in [
        (with("name", json!("ROBOT")), (409, "name_taken")),
        (with("name", json!("olga")), (409, "name_taken")),
        (with("name", json!("Ro\u{200b}bot")), (422, "required")),
        (with("name", json!("Pulsen user")), (422, "required")),
        (with("rights", json!([])), (422, "required")),
        (with("rights", json!(["all"])), (422, "wrong_type")),
        (with("nodes", json!(["none"])), (422, "unknown_node")),
        (with("nodes", json!([])), (422, "required")),
        (with("days", json!(0)), (422, "number_between")),
        (with("days", json!(367)), (422, "number_between")),
        (with("avatar", json!("http://a.example/")), (422, "invalid_url")),
        (json!({"name": "New"}), (422, "wrong_type")),
    ] {
        assert_eq!(
            add(&olga, body.clone()).await,
            (refused.0, json!(refused.1)),
            "{body}"
        );
    }
}

#[tokio::test]
async fn only_people_create_tokens_and_confirm_it() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    let door = Person::join_with(&server, "Doris", &["--role", "owner", "--nodes", "door"]).await;
    let body = json!({"name": "New", "rights": ["read"], "nodes": ["door"]});
    let by_token = answer(server.post_as_staff(TOKENS).json(&body)).await;
    assert_eq!(by_token, (403, json!("person_needed")));
    let path = format!("{}{TOKENS}/test", server.address);
    let by_token = answer(server.client.delete(path).bearer_auth(&server.staff_token)).await;
    assert_eq!(by_token, (403, json!("person_needed")));
    assert_eq!(add(&door, body.clone()).await, (403, json!("not_in_scope")));
    assert_eq!(door.call(Method::GET, TOKENS).await, (403, json!("not_in_scope")));
    olga.end_confirmation().await;
    assert_eq!(add(&olga, body).await, (403, json!("confirmation_needed")));
    let revoked = olga.call(Method::DELETE, &format!("{TOKENS}/test")).await;
    assert_eq!(revoked, (403, json!("confirmation_needed")));
}

#[tokio::test]
async fn names_that_look_alike_do_not_coexist() {
    let server = TestServer::start().await;
    Person::join(&server, "Ann", "agent").await;
    server.staff_token(&["Robot"]).await;
    for (name, reason) in [
        ("ANN", "choose another name"),
        ("robot", "choose another name"),
        ("Ro\u{200d}bot", "choose another name"),
        ("Ro\u{200b}bot", "nobody can see"),
        ("pulsen staff-token", "stands for the server itself"),
    ] {
        let (code, problem) = staff_token(&server, &[name]).await;
        assert!(code != 0 && problem.contains(reason), "{name}: {problem}");
    }
    for name in ["ann", "ROBOT"] {
        let (code, _, problem) = user(
            &server,
            &["add", "b@shop.example", "--name", name, "--role", "agent"],
        )
        .await;
        assert!(
            code == 1 && problem.contains("choose another name"),
            "{name}: {problem}"
        );
    }
}

#[tokio::test]
async fn tokens_are_written_down_with_who_made_them() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    assert_eq!(
        add(&olga, json!({"name": "Web", "rights": ["read"]})).await.0,
        201
    );
    assert_eq!(olga.call(Method::DELETE, &format!("{TOKENS}/web")).await.0, 204);
    server.staff_token(&["Line"]).await;
    assert_eq!(staff_token(&server, &["line", "--revoke"]).await.0, 0);
    let (code, problem) = staff_token(&server, &["line", "--revoke"]).await;
    assert!(code == 1 && problem.contains("no token named"), "{problem}");
    let acts = async |staff: &str| {
        let list = olga
            .call(Method::GET, &format!("/v1/staff/audit?staff={staff}"))
            .await
            .1;
        let items = list["items"].as_array().unwrap().iter().rev();
        items
            .map(|item| {
                format!(
                    "{} {}",
                    item["act"].as_str().unwrap(),
                    item["subject"].as_str().unwrap()
                )
            })
            .filter(|act| !act.starts_with("use_link") && !act.ends_with(" tests"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        acts("Olga").await,
        ["add_staff_token Web", "revoke_staff_token Web"]
    );
    assert_eq!(
        acts("pulsen%20staff-token").await,
        ["add_staff_token Line", "revoke_staff_token Line"]
    );
}
