//! What an operator demands of staff: a second factor, and a host of their own.

use super::accounts_second_factor::set_up;
use crate::person::{PASSWORD, Person, answer, own_page, set_cookie, user};
use crate::server::TestServer;
use crate::socket::Socket;
use reqwest::Method;
use serde_json::{Value, json};

const CHATS: &str = "/v1/staff/chats";
const FACTOR: &str = "/v1/staff/me/second_factor";
const SESSION: &str = "/v1/staff/session";

async fn subscribe(person: &Person<'_>) -> Value {
    let cookie = format!("pulsen_staff={}", person.cookie);
    let headers = [("Cookie", cookie.as_str()), ("Sec-Fetch-Site", "same-origin")];
    let mut socket = Socket::connect_with(person.server, &headers).await;
    socket.subscribe_as_staff("", None).await
}

#[tokio::test]
async fn without_a_second_factor_people_only_set_one_up_where_it_is_required() {
    let server = TestServer::with_settings(|settings| settings.requires_second_factor = true).await;
    let ann = Person::join(&server, "Ann", "owner").await;
    for (method, path) in [
        (Method::GET, CHATS),
        (Method::GET, "/v1/staff/people"),
        (Method::POST, "/v1/staff/erasures"),
    ] {
        let answered = ann.call(method, path).await;
        assert_eq!(answered, (403, json!("second_factor_needed")), "{path}");
    }
    assert_eq!(
        subscribe(&ann).await,
        json!({"ok": false, "code": "second_factor_needed"})
    );
    let session = ann.call(Method::GET, SESSION).await;
    assert_eq!(
        (session.0, &session.1["second_factor_required"]),
        (200, &json!(true))
    );
    for path in ["/v1/staff/me/sessions", SESSION] {
        assert_eq!(ann.call(Method::GET, path).await.0, 200, "{path}");
    }
    set_up(&ann).await;
    assert_eq!(ann.call(Method::GET, CHATS).await.0, 200);
    assert_eq!(subscribe(&ann).await, json!({"ok": true}));
    let removed = ann.call(Method::DELETE, FACTOR).await;
    assert_eq!(removed, (403, json!("second_factor_needed")));
    assert_eq!(
        server.get_as_staff(CHATS).await.status(),
        200,
        "programs have none"
    );
    // Who has lost it starts over.
    assert_eq!(
        user(&server, &["reset", &ann.email, "--second-factor"]).await.0,
        0
    );
    assert_eq!(
        ann.call(Method::GET, SESSION).await,
        (401, json!("not_signed_in"))
    );
    let again = answer(ann.sign_in(PASSWORD)).await;
    assert_eq!((again.0, &again.1["user"]["second_factor"]), (200, &json!(false)));
}

#[tokio::test]
async fn nobody_needs_a_second_factor_where_it_is_not_required() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let session = ann.call(Method::GET, SESSION).await.1;
    assert_eq!(session["second_factor_required"], false);
    set_up(&ann).await;
    assert_eq!(ann.call(Method::DELETE, FACTOR).await.0, 204);
}

#[tokio::test]
async fn staff_are_answered_at_their_host_only() {
    let server = TestServer::with_settings(|settings| {
        settings.staff_url = Some("http://localhost:8099".parse().unwrap());
    })
    .await;
    let secret = crate::person::link(
        &server,
        &[
            "add",
            "ann@shop.example",
            "--name",
            "Ann",
            "--role",
            "owner",
            "--staff-url",
            "http://localhost:8099",
        ],
    )
    .await;
    let at =
        |method: Method, path: &str, host: &str| own_page(&server, method, path, "").header("Host", host);
    let body = json!({"secret": secret, "password": PASSWORD});
    let by_link = |host: &str| at(Method::POST, "/v1/staff/links/use", host).json(&body);
    assert_eq!(
        answer(by_link("feedback.example")).await,
        (404, json!("not_found"))
    );
    let signed_in = by_link("localhost:8099").send().await.unwrap();
    assert_eq!(signed_in.status(), 200);
    let cookie = format!("pulsen_staff={}", set_cookie(&signed_in));
    for (host, is_of_staff) in [
        ("localhost:8099", true),
        ("localhost", true),
        ("LOCALHOST:8099", true),
        ("localhost:8080", false),
        ("feedback.example", false),
        ("localhost.feedback.example", false),
    ] {
        for path in [
            "/staff",
            "/staff/",
            "/staff/me",
            "/staff/assets/x.js",
            SESSION,
            CHATS,
            "/v1/staff/none",
        ] {
            let answered = answer(at(Method::GET, path, host).header("Cookie", &cookie)).await;
            let is_there = answered != (404, json!("not_found"));
            let is_known = !path.ends_with("none") && !path.ends_with("x.js");
            assert_eq!(is_there, is_of_staff && is_known, "{host} {path} {answered:?}");
        }
        let by_token = at(Method::GET, CHATS, host).bearer_auth(&server.staff_token);
        assert_eq!(
            answer(by_token).await.0,
            if is_of_staff { 200 } else { 404 },
            "{host}"
        );
        let of_visitors = at(Method::GET, "/v1/nodes/door", host);
        assert_eq!(answer(of_visitors).await.0, 200, "{host}");
    }
    // An own page is one of that host.
    let foreign = server.client.get(format!("{}{SESSION}", server.address));
    let foreign = foreign.header("Host", "localhost:8099").header("Cookie", &cookie);
    let of_page = foreign.header("Origin", "http://feedback.example");
    assert_eq!(answer(of_page).await, (403, json!("foreign_origin")));
    // The tests' socket names the server's own address, which is that of visitors here.
    let mut socket = Socket::connect_with(&server, &[]).await;
    let subscribed = socket.subscribe_as_staff(&server.staff_token, None).await;
    assert_eq!(subscribed, json!({"ok": false, "code": "unknown_room"}));
}

#[tokio::test]
async fn links_begin_with_the_host_of_staff() {
    let server = TestServer::with_settings(|settings| {
        settings.staff_url = Some("http://localhost:8099".parse().unwrap());
    })
    .await;
    let at_staff = ["--staff-url", "https://staff.example.com"];
    let add = ["add", "ann@shop.example", "--name", "Ann", "--role", "owner"];
    let (code, printed, problem) = user(&server, &[&add[..], &at_staff].concat()).await;
    assert_eq!(code, 0, "{problem}");
    assert!(
        printed.starts_with("https://staff.example.com/staff/welcome#"),
        "{printed}"
    );
    let secret = printed.trim().split_once('#').unwrap().1;
    let staff = |method, path: &str, cookie: &str| {
        own_page(&server, method, path, cookie).header("Host", "localhost:8099")
    };
    let body = json!({"secret": secret, "password": PASSWORD});
    let used = staff(Method::POST, "/v1/staff/links/use", "")
        .json(&body)
        .send()
        .await
        .unwrap();
    let cookie = set_cookie(&used);
    let body = json!({"email": "bob@shop.example", "name": "Bob", "role": "viewer"});
    let added = answer(staff(Method::POST, "/v1/staff/people", &cookie).json(&body))
        .await
        .1;
    let url = added["link"]["url"].as_str().unwrap();
    assert!(url.starts_with("http://localhost:8099/staff/welcome#"), "{url}");
}
