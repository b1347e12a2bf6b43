//! One-time links, the passwords that people choose with them, and `pulsen user`.

use crate::database::{execute, with_data};
use crate::person::{PASSWORD, Person, answer, link, own_page, set_cookie, user};
use crate::process::{pulsen, run};
use crate::server::TestServer;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

const USE: &str = "/v1/staff/links/use";
const SHOW: &str = "/v1/staff/links/show";

async fn post(server: &TestServer, path: &str, body: Value) -> (u16, Value) {
    answer(own_page(server, Method::POST, path, "").json(&body)).await
}

#[tokio::test]
async fn a_link_is_good_once_and_signs_in() {
    let server = TestServer::start().await;
    let secret = link(
        &server,
        &[
            "add",
            "Ann@Shop.example",
            "--name",
            "Ann",
            "--role",
            "agent",
            "--nodes",
            "once,door",
        ],
    )
    .await;
    let shown = post(&server, SHOW, json!({"secret": secret})).await;
    let expected = json!({"kind": "welcome", "email": "ann@shop.example", "name": "Ann"});
    assert_eq!(shown, (200, expected));
    let body = json!({"secret": secret, "password": PASSWORD, "name": " Ann B. "});
    let response = own_page(&server, Method::POST, USE, "")
        .json(&body)
        .send()
        .await
        .unwrap();
    let cookie = set_cookie(&response);
    let session: Value = response.json().await.unwrap();
    assert_eq!(session["user"]["name"], "Ann B.");
    assert_eq!(session["user"]["role"], "agent");
    assert_eq!(session["user"]["nodes"], json!(["door", "once"]));
    assert_eq!(session["user"]["second_factor"], false);
    assert_eq!(session["rights"], json!(["read", "chat"]));
    assert!(session["confirmed_until"].is_string());
    let again = answer(own_page(&server, Method::GET, "/v1/staff/session", &cookie)).await;
    assert_eq!(again, (200, session));
    for path in [SHOW, USE] {
        let mut body = json!({"secret": secret});
        if path == USE {
            body["password"] = json!(PASSWORD);
        }
        assert_eq!(post(&server, path, body).await, (404, json!("link_not_valid")));
    }
}

#[tokio::test]
async fn a_link_ends_after_half_an_hour_and_with_the_next_one() {
    let server = TestServer::start().await;
    let first = link(
        &server,
        &["add", "ann@shop.example", "--name", "Ann", "--role", "owner"],
    )
    .await;
    let second = link(&server, &["reset", "ann@shop.example"]).await;
    let show = async |secret: &str| post(&server, SHOW, json!({"secret": secret})).await;
    assert_eq!(show(&first).await, (404, json!("link_not_valid")));
    assert_eq!(show(&second).await.1["kind"], "welcome");
    execute(
        server.data.path(),
        "UPDATE one_time_links SET expires_at = expires_at - 1800000",
    )
    .await;
    assert_eq!(show(&second).await, (404, json!("link_not_valid")));
    let used = post(&server, USE, json!({"secret": second, "password": PASSWORD})).await;
    assert_eq!(used, (404, json!("link_not_valid")));
}

#[tokio::test]
async fn passwords_are_long_and_not_common() {
    let server = TestServer::start().await;
    let secret = link(
        &server,
        &["add", "ann@shop.example", "--name", "Ann", "--role", "owner"],
    )
    .await;
    for (password, code) in [
        ("elevenchars".to_owned(), "password_too_short"),
        ("a b c".repeat(52), "password_too_long"),
        ("Qwerty123456".to_owned(), "password_too_common"),
        ("ann@shop.example".to_owned(), "password_too_common"),
    ] {
        let used = post(&server, USE, json!({"secret": secret, "password": password})).await;
        assert_eq!(used, (422, json!(code)), "{password}");
    }
    // What was refused has not used it up.
    let used = post(
        &server,
        USE,
        json!({"secret": secret, "password": "ünïcødé wörds"}),
    )
    .await;
    assert_eq!(used.0, 200);
}

#[tokio::test]
async fn another_password_ends_all_sessions() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let other = ann.sign_in(PASSWORD).send().await.unwrap();
    let other = set_cookie(&other);
    let secret = link(&server, &["reset", &ann.email]).await;
    // A link alone changes nothing.
    assert_eq!(ann.call(Method::GET, "/v1/staff/session").await.0, 200);
    let body = json!({"secret": secret, "password": "another long password"});
    let response = own_page(&server, Method::POST, USE, &other)
        .json(&body)
        .send()
        .await
        .unwrap();
    let renewed = set_cookie(&response);
    for (cookie, status) in [(&ann.cookie, 401), (&other, 401), (&renewed, 200)] {
        let shown = answer(own_page(&server, Method::GET, "/v1/staff/session", cookie)).await;
        assert_eq!(shown.0, status);
    }
    assert_eq!(
        answer(ann.sign_in(PASSWORD)).await,
        (401, json!("wrong_credentials"))
    );
    assert_eq!(answer(ann.sign_in("another long password")).await.0, 200);
}

#[tokio::test]
async fn nobody_has_the_name_of_somebody_else() {
    let server = TestServer::start().await;
    server.staff_token(&["Robot"]).await;
    let ann = Person::join(&server, "Ann", "agent").await;
    let secret = link(
        &server,
        &["add", "bob@shop.example", "--name", "Bob", "--role", "agent"],
    )
    .await;
    for name in ["Ann", "Robot"] {
        let body = json!({"secret": secret, "password": PASSWORD, "name": name});
        assert_eq!(post(&server, USE, body).await, (409, json!("name_taken")));
        let (code, _, problem) = user(
            &server,
            &["add", "c@shop.example", "--name", name, "--role", "agent"],
        )
        .await;
        assert_eq!(code, 1, "{name}");
        assert!(problem.contains("choose another name"), "{problem}");
    }
    let rename = async |name: &str| {
        ann.call_with(Method::PATCH, "/v1/staff/me", json!({"name": name}))
            .await
    };
    for taken in ["Bob", "Robot"] {
        assert_eq!(rename(taken).await, (409, json!("name_taken")));
    }
    assert_eq!(rename(" ").await, (422, json!("required")));
    assert_eq!(rename(&"a".repeat(101)).await, (422, json!("length_max")));
    assert_eq!(rename("Ann C.").await.1["user"]["name"], "Ann C.");
    assert_eq!(rename("Ann C.").await.0, 200, "a repeat");
}

#[tokio::test]
async fn the_command_manages_people() {
    let server = TestServer::start().await;
    let add = [
        "add",
        "ann@shop.example",
        "--name",
        "Ann",
        "--role",
        "editor",
        "--nodes",
        "door",
    ];
    let (code, printed, problem) = user(&server, &add).await;
    assert_eq!(code, 0, "{problem}");
    let start = format!("{}/staff/welcome#", server.address);
    assert!(
        printed.starts_with(&start) && printed.trim().len() == start.len() + 43,
        "{printed}"
    );
    assert!(problem.contains("good once"), "{problem}");
    let line = async || {
        let (code, printed, _) = user(&server, &["list"]).await;
        assert_eq!(code, 0);
        printed.trim().to_owned()
    };
    let listed = line().await;
    let expected = "ann@shop.example\tAnn\teditor\tdoor\tno password yet\tno second factor\tadded 2";
    assert!(listed.starts_with(expected), "{listed}");
    for (arguments, reason) in [
        (&add[..], "pulsen user reset ann@shop.example"),
        (
            &[
                "add",
                "b@shop.example",
                "--name",
                "B",
                "--role",
                "agent",
                "--nodes",
                "dor",
            ],
            "no node `dor`",
        ),
        (
            &["reset", "b@shop.example"],
            "nobody with the address `b@shop.example`",
        ),
    ] {
        let (code, printed, problem) = user(&server, arguments).await;
        assert_eq!((code, printed.as_str()), (1, ""));
        assert!(problem.contains(reason), "{problem}");
    }
    for arguments in [
        &["add", "b@shop.example", "--name", "B", "--role", "admin"][..],
        &["add", "ann", "--name", "B", "--role", "agent"],
    ] {
        assert_eq!(user(&server, arguments).await.0, 2, "{arguments:?}");
    }
    for (options, expected) in [
        (&["--role", "owner"][..], "owner\tdoor"),
        (&["--role", "agent", "--nodes", "once"], "agent\tonce"),
        (&["--role", "owner", "--all-nodes"], "owner\tall nodes"),
    ] {
        let arguments = [&["role", "ANN@shop.example"], options].concat();
        assert_eq!(user(&server, &arguments).await.0, 0);
        let listed = line().await;
        assert!(
            listed.starts_with(&format!("ann@shop.example\tAnn\t{expected}\t")),
            "{listed}"
        );
    }
    assert_eq!(user(&server, &["disable", "ann@shop.example"]).await.0, 0);
    let listed = line().await;
    assert!(
        listed.starts_with("ann@shop.example\tAnn\towner\tall nodes\tdisabled\t"),
        "{listed}"
    );
    let (code, _, problem) = user(&server, &["reset", "ann@shop.example"]).await;
    assert_eq!(code, 1);
    assert!(problem.contains("is disabled"), "{problem}");
    assert_eq!(user(&server, &["enable", "ann@shop.example"]).await.0, 0);
    assert_eq!(user(&server, &["reset", "ann@shop.example"]).await.0, 0);
}

#[tokio::test]
async fn nobody_comes_back_under_the_name_of_a_token() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "agent").await;
    assert_eq!(user(&server, &["disable", &ann.email]).await.0, 0);
    let mut command = pulsen();
    command.args(["staff-token", "Ann"]);
    with_data(&mut command, server.data.path());
    let (code, _, problem) = spawn_blocking(move || run(&mut command)).await.unwrap();
    assert_eq!(code, 0, "{problem}");
    let (code, _, problem) = user(&server, &["enable", &ann.email]).await;
    assert_eq!(code, 1);
    assert!(problem.contains("named `Ann`"), "{problem}");
}

#[tokio::test]
async fn the_command_makes_no_links_where_people_use_single_sign_on() {
    let server = TestServer::start().await;
    let add = [
        "add",
        "ann@shop.example",
        "--name",
        "Ann",
        "--role",
        "agent",
        "--no-passwords",
    ];
    let (code, printed, note) = user(&server, &add).await;
    assert_eq!((code, &*printed), (0, ""), "{note}");
    assert!(note.contains("single sign-on"), "{note}");
    let (code, printed, problem) = user(&server, &["reset", "ann@shop.example", "--no-passwords"]).await;
    assert_eq!((code, &*printed), (1, ""));
    assert!(problem.contains("single sign-on only"), "{problem}");
    for (provider, state) in [
        (&[][..], "no password yet"),
        (&["--oidc-issuer", "https://id.example"], "can sign in"),
    ] {
        let (code, printed, _) = user(&server, &[&["list"], provider].concat()).await;
        assert_eq!(code, 0);
        assert!(printed.contains(state), "{printed}");
    }
}
