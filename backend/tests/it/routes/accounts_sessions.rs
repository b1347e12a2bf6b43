//! Sessions of people: how they begin, where they count, and when they end.

use crate::chat::Chat;
use crate::client::RequestBuilder;
use crate::database::{execute, texts};
use crate::deadline::until;
use crate::person::{PASSWORD, Person, answer, own_page, set_cookie, user};
use crate::server::TestServer;
use crate::socket::Socket;
use backend::Assets;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const SESSION: &str = "/v1/staff/session";
const CHATS: &str = "/v1/staff/chats";

#[tokio::test]
async fn people_sign_in_and_out() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "viewer").await;
    let signed_in = ann.sign_in(PASSWORD).send().await.unwrap();
    assert_eq!(signed_in.headers()["cache-control"], "no-store");
    let header = signed_in.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(
        header.ends_with("; Path=/; Max-Age=1209600; HttpOnly; SameSite=Strict"),
        "{header}"
    );
    let cookie = set_cookie(&signed_in);
    let call = async |method, path| answer(own_page(&server, method, path, &cookie)).await;
    assert_eq!(call(Method::GET, CHATS).await.0, 200);
    let out = own_page(&server, Method::DELETE, SESSION, &cookie)
        .send()
        .await
        .unwrap();
    assert_eq!((out.status().as_u16(), set_cookie(&out)), (204, String::new()));
    for path in [SESSION, CHATS] {
        assert_eq!(call(Method::GET, path).await, (401, json!("not_signed_in")));
    }
    assert_eq!(ann.call(Method::GET, CHATS).await.0, 200, "the other browser");
}

#[tokio::test]
async fn behind_https_the_cookie_is_bound_to_the_host() {
    let server = TestServer::with_public_url(Assets::default(), Some("https://feedback.example")).await;
    let secret = crate::person::link(
        &server,
        &["add", "ann@shop.example", "--name", "Ann", "--role", "owner"],
    )
    .await;
    let request = own_page(&server, Method::POST, "/v1/staff/links/use", "");
    let response = request
        .json(&json!({"secret": secret, "password": PASSWORD}))
        .send()
        .await
        .unwrap();
    let header = response.headers()["set-cookie"].to_str().unwrap();
    assert!(header.starts_with("__Host-pulsen_staff="), "{header}");
    assert!(
        header.ends_with("; HttpOnly; SameSite=Strict; Secure"),
        "{header}"
    );
    let (_, value) = header.split(';').next().unwrap().split_once('=').unwrap();
    for (name, status) in [("__Host-pulsen_staff", 200), ("pulsen_staff", 401)] {
        let request = own_page(&server, Method::GET, SESSION, "").header("Cookie", format!("{name}={value}"));
        assert_eq!(answer(request).await.0, status, "{name}");
    }
}

#[tokio::test]
async fn nobody_learns_which_part_was_wrong() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let invited = crate::person::link(
        &server,
        &["add", "bob@shop.example", "--name", "Bob", "--role", "agent"],
    )
    .await;
    assert!(!invited.is_empty());
    let gone = Person::join(&server, "Gone", "agent").await;
    assert_eq!(user(&server, &["disable", &gone.email]).await.0, 0);
    let sign_in = async |email: &str, password: &str| {
        let request = own_page(&server, Method::POST, SESSION, "");
        let response = request
            .json(&json!({"email": email, "password": password}))
            .send()
            .await
            .unwrap();
        assert!(!response.headers().contains_key("set-cookie"));
        (response.status().as_u16(), response.text().await.unwrap())
    };
    let wrong = sign_in(&ann.email, "wrong horse battery").await;
    assert_eq!(wrong.0, 401);
    assert!(wrong.1.contains("wrong_credentials"), "{}", wrong.1);
    let long = "a".repeat(10_000);
    for (email, password) in [
        ("nobody@shop.example", PASSWORD),
        ("no address", PASSWORD),
        ("bob@shop.example", ""),
        (gone.email.as_str(), PASSWORD),
        (ann.email.as_str(), long.as_str()),
        (ann.email.as_str(), ""),
    ] {
        assert_eq!(sign_in(email, password).await, wrong, "{email}");
    }
    let request = own_page(&server, Method::POST, SESSION, "");
    let shouted = request.json(&json!({"email": " ANN@Shop.Example ", "password": PASSWORD}));
    assert_eq!(answer(shouted).await.0, 200);
}

#[tokio::test]
async fn of_two_sessions_none_counts_and_the_browser_forgets_both() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let mallory = Person::join(&server, "Mallory", "owner").await;
    // A program at another port of this machine can set a cookie for a path, which browsers then send first.
    let one_after = |first: &Person, then: &Person| format!("{}; pulsen_staff={}", first.cookie, then.cookie);
    for cookies in [one_after(&mallory, &ann), one_after(&ann, &mallory)] {
        for path in [SESSION, CHATS] {
            let refused = own_page(&server, Method::GET, path, &cookies)
                .send()
                .await
                .unwrap();
            assert_eq!(refused.status(), 401, "{path}");
            let cleared: Vec<_> = refused
                .headers()
                .get_all("set-cookie")
                .into_iter()
                .cloned()
                .collect();
            let paths = ["/", "/v1", "/v1/", "/v1/staff", "/v1/staff/", path];
            let all =
                paths.map(|path| format!("pulsen_staff=; Path={path}; Max-Age=0; HttpOnly; SameSite=Strict"));
            assert_eq!(cleared, all);
            let problem: Value = refused.json().await.unwrap();
            assert_eq!(problem["code"], "not_signed_in");
        }
    }
    // A page of somebody else cannot have the browser forget the session.
    let request = server.client.get(format!("{}{SESSION}", server.address));
    let request = request.header("Cookie", format!("pulsen_staff={}", one_after(&mallory, &ann)));
    let foreign = request
        .header("Sec-Fetch-Site", "same-site")
        .send()
        .await
        .unwrap();
    assert_eq!(foreign.status(), 403);
    assert!(!foreign.headers().contains_key("set-cookie"));
    // Neither has ended.
    for person in [&ann, &mallory] {
        assert_eq!(person.call(Method::GET, SESSION).await.0, 200);
    }
    let twice = own_page(&server, Method::GET, SESSION, &one_after(&ann, &ann));
    assert_eq!(answer(twice).await.0, 200);
}

#[tokio::test]
async fn of_two_sessions_none_has_a_socket() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let polling = own_page(
        &server,
        Method::GET,
        "/socket.io/?EIO=4&transport=polling",
        &ann.cookie,
    );
    assert_eq!(polling.send().await.unwrap().status(), 200);
    let cookies = format!("planted; pulsen_staff={}", ann.cookie);
    let polling = own_page(
        &server,
        Method::GET,
        "/socket.io/?EIO=4&transport=polling",
        &cookies,
    );
    let refused = polling.send().await.unwrap();
    assert_eq!(refused.status(), 401);
    assert_eq!(refused.headers().get_all("set-cookie").into_iter().count(), 3);
}

#[tokio::test]
async fn a_session_that_was_there_before_is_worth_nothing() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    // Somebody has put a cookie into the browser: one of their own choice, then that of a session of theirs.
    let mallory = Person::join(&server, "Mallory", "viewer").await;
    for planted in ["chosen-by-somebody-else", mallory.cookie.as_str()] {
        let request = own_page(&server, Method::POST, SESSION, planted);
        let signed_in = request
            .json(&json!({"email": ann.email, "password": PASSWORD}))
            .send()
            .await
            .unwrap();
        let cookie = set_cookie(&signed_in);
        assert_ne!(cookie, planted);
        let shown = answer(own_page(&server, Method::GET, SESSION, &cookie)).await;
        assert_eq!(shown.1["user"]["name"], "Ann");
        let of_planted = answer(own_page(&server, Method::GET, SESSION, planted)).await;
        assert_eq!(of_planted, (401, json!("not_signed_in")));
    }
}

#[tokio::test]
async fn only_own_pages_use_a_session() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let own = server.address.clone();
    let cases: [(&[(&'static str, &str)], bool); 8] = [
        (&[("Sec-Fetch-Site", "same-origin")], true),
        (&[("Origin", &own)], true),
        (&[("Sec-Fetch-Site", "cross-site"), ("Origin", &own)], false),
        (&[("Sec-Fetch-Site", "same-site")], false),
        (&[("Sec-Fetch-Site", "none")], false),
        (&[("Origin", "https://evil.example")], false),
        (&[("Origin", "null")], false),
        (&[], false),
    ];
    for (headers, is_own) in cases {
        let with = |mut request: RequestBuilder| {
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            request
        };
        let cookie = format!("pulsen_staff={}", ann.cookie);
        for (method, path, done) in [
            (Method::GET, CHATS, 200),
            (Method::GET, SESSION, 200),
            (Method::DELETE, "/v1/staff/canned_replies/none", 204),
        ] {
            let request = server
                .client
                .request(method, format!("{own}{path}"))
                .header("Cookie", &cookie);
            let expected = if is_own { done } else { 403 };
            let (status, code) = answer(with(request)).await;
            assert_eq!(status, expected, "{path} {headers:?}");
            assert!(is_own || code == "foreign_origin", "{code}");
        }
        let sign_in = server
            .post(SESSION)
            .json(&json!({"email": ann.email, "password": PASSWORD}));
        let expected = if is_own { 200 } else { 403 };
        assert_eq!(answer(with(sign_in)).await.0, expected, "{headers:?}");
        // What the cookie of a socket is worth.
        if headers
            .iter()
            .all(|(name, value)| *name != "Origin" || *value == own || *value == "null")
        {
            let mut all = vec![("Cookie", cookie.as_str())];
            all.extend(headers);
            let mut socket = Socket::connect_with(&server, &all).await;
            let subscribed = socket.subscribe_as_staff("", None).await;
            assert_eq!(subscribed["ok"], is_own, "{headers:?}");
        }
    }
}

#[tokio::test]
async fn a_person_who_is_disabled_has_no_session_from_then_on() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "agent").await;
    assert_eq!(ann.call(Method::GET, CHATS).await.0, 200);
    assert_eq!(user(&server, &["disable", &ann.email]).await.0, 0);
    for path in [CHATS, SESSION] {
        assert_eq!(ann.call(Method::GET, path).await, (401, json!("not_signed_in")));
    }
    assert_eq!(
        answer(ann.sign_in(PASSWORD)).await,
        (401, json!("wrong_credentials"))
    );
    assert_eq!(user(&server, &["enable", &ann.email]).await.0, 0);
    assert_eq!(
        ann.call(Method::GET, SESSION).await.0,
        401,
        "the session stays ended"
    );
    assert_eq!(answer(ann.sign_in(PASSWORD)).await.0, 200);
}

#[tokio::test]
async fn another_role_begins_with_another_session() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "viewer").await;
    assert_eq!(
        user(
            &server,
            &["role", &ann.email, "--role", "agent", "--nodes", "once"]
        )
        .await
        .0,
        0
    );
    assert_eq!(
        ann.call(Method::GET, SESSION).await,
        (401, json!("not_signed_in"))
    );
    let session = answer(ann.sign_in(PASSWORD)).await.1;
    assert_eq!(
        (&session["user"]["role"], &session["user"]["nodes"]),
        (&json!("agent"), &json!(["once"]))
    );
}

#[tokio::test]
async fn a_live_inbox_ends_with_the_session() {
    let server = TestServer::start().await;
    let (ann, bob) = (
        Person::join(&server, "Ann", "agent").await,
        Person::join(&server, "Bob", "viewer").await,
    );
    let follow = async |person: &Person<'_>| {
        let cookie = format!("pulsen_staff={}", person.cookie);
        let headers = [("Cookie", cookie.as_str()), ("Sec-Fetch-Site", "same-origin")];
        let mut socket = Socket::connect_with(&server, &headers).await;
        let both = socket.subscribe_as_staff(&server.staff_token, None).await;
        assert_eq!(both, json!({"ok": false, "code": "two_credentials"}));
        assert_eq!(socket.subscribe_as_staff("", None).await, json!({"ok": true}));
        socket
    };
    let (mut witness, mut ended) = (follow(&bob).await, follow(&ann).await);
    let chat = Chat::open(&server).await;
    for socket in [&mut witness, &mut ended] {
        assert_eq!(socket.event("inbox_changed").await["feedback_id"], chat.id);
    }
    assert_eq!(user(&server, &["disable", &ann.email]).await.0, 0);
    let since = Instant::now();
    loop {
        let is_believed = since.elapsed() < Duration::from_millis(1_200);
        chat.say("Hello").await;
        witness.event("inbox_changed").await;
        let events = ended.events_so_far().await;
        if !is_believed {
            assert_eq!(events, Vec::<Value>::new());
            break;
        }
    }
}

#[tokio::test]
async fn people_act_in_chats_under_their_names() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "agent").await;
    let chat = Chat::open(&server).await;
    let path = |act: &str| format!("{CHATS}/{}/{act}", chat.id);
    let (status, message) = ann
        .call_with(Method::POST, &path("messages"), json!({"body": "Hello"}))
        .await;
    assert_eq!(
        (status, &message["detail"]["user"]["name"]),
        (200, &json!("Ann")),
        "{message}"
    );
    let assigned = ann
        .call_with(Method::POST, &path("assign"), json!({"name": "Ann"}))
        .await;
    assert_eq!(assigned.1["assigned_to"], "Ann");
    Person::join(&server, "Vic", "viewer").await;
    let refused = ann
        .call_with(Method::POST, &path("assign"), json!({"name": "Vic"}))
        .await;
    assert_eq!(refused, (422, json!("unknown_staff")));
}

#[tokio::test]
async fn a_session_ends_when_it_is_idle_or_old() {
    let server = TestServer::start().await;
    for (change, is_in_force) in [
        ("last_used_at = last_used_at - 43140000", true),
        ("last_used_at = last_used_at - 43200000", false),
        ("created_at = created_at - 1209540000", true),
        ("created_at = created_at - 1209600000", false),
    ] {
        let name = format!("P{}", change.len() + usize::from(is_in_force));
        let person = Person::join(&server, &name, "viewer").await;
        execute(server.data.path(), format!("UPDATE staff_sessions SET {change}")).await;
        let expected = if is_in_force { 200 } else { 401 };
        assert_eq!(person.call(Method::GET, SESSION).await.0, expected, "{change}");
        execute(server.data.path(), "DELETE FROM staff_sessions").await;
        execute(server.data.path(), "DELETE FROM users").await;
    }
}

#[tokio::test]
async fn people_see_and_end_their_sessions_of_which_there_are_few() {
    const MINE: &str = "/v1/staff/me/sessions";
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "viewer").await;
    let request = ann.sign_in(PASSWORD);
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let other = set_cookie(&request.header("User-Agent", firefox).send().await.unwrap());
    let list = async || {
        ann.call(Method::GET, MINE).await.1["items"]
            .as_array()
            .unwrap()
            .clone()
    };
    let items = list().await;
    assert_eq!(items.len(), 2);
    let found = items.iter().find(|item| item["is_current"] == false).unwrap();
    assert_eq!(found["browser"], "Firefox on Linux");
    let path = format!("{MINE}/{}", found["id"].as_str().unwrap());
    // Nobody ends those of others.
    let mallory = Person::join(&server, "Mallory", "owner").await;
    assert_eq!(mallory.call(Method::DELETE, &path).await.0, 204);
    assert_eq!(list().await.len(), 2);
    for _ in 0..2 {
        assert_eq!(ann.call(Method::DELETE, &path).await.0, 204);
    }
    assert_eq!(
        answer(own_page(&server, Method::GET, SESSION, &other)).await.0,
        401
    );
    assert_eq!(ann.call(Method::DELETE, MINE).await.0, 204);
    assert_eq!(list().await.len(), 1);
    // One more than the most ends the oldest.
    let at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let rows = (0..200).map(|number| {
        let created_at = at - 10_000 + number;
        format!("('h{number}', 'i{number}', (SELECT id FROM users WHERE name = 'Ann'), 'b', {created_at}, {at}, 0)")
    });
    let rows = rows.collect::<Vec<_>>().join(", ");
    let insert = "INSERT INTO staff_sessions (hash, id, user_id, browser, created_at, last_used_at, confirmed_until) VALUES";
    execute(server.data.path(), format!("{insert} {rows}")).await;
    assert_eq!(answer(ann.sign_in(PASSWORD)).await.0, 200);
    let items = list().await;
    assert_eq!(items.len(), 200);
    let has = |id: &str| items.iter().any(|item| item["id"] == id);
    assert!(!has("i0") && !has("i1") && has("i2"));
}

#[tokio::test]
async fn who_is_disabled_while_waiting_gets_nothing_more() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "agent").await;
    let start = ann.call(Method::GET, CHATS).await.1;
    let since = start["changes_cursor"].as_str().unwrap();
    let data = server.data.path();
    execute(
        data,
        "UPDATE staff_sessions SET last_used_at = last_used_at - 120000",
    )
    .await;
    let used_at = || texts(data, "SELECT CAST(last_used_at AS TEXT) FROM staff_sessions");
    let before = used_at().await;
    let waiting = ann.request(Method::GET, &format!("{CHATS}?since={since}&wait=25"));
    let waiting = tokio::spawn(answer(waiting));
    // The session is believed when its use is written down.
    until("the request is admitted", async || used_at().await != before).await;
    assert_eq!(user(&server, &["disable", &ann.email]).await.0, 0);
    Chat::open(&server).await;
    assert_eq!(waiting.await.unwrap(), (401, json!("not_signed_in")));
}
