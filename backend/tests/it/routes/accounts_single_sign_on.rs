//! Signing in by a provider, also by one that lies, and in browsers of others.

use crate::database::execute;
use crate::identity_provider::{IdentityProvider, OnTheWay, come_back, seconds};
use crate::person::{PASSWORD, Person, answer, link, own_page, user};
use crate::server::TestServer;
use reqwest::Method;
use serde_json::{Value, json};

const SESSION: &str = "/v1/staff/session";

async fn add(server: &TestServer, name: &str) {
    let email = format!("{}@shop.example", name.to_lowercase());
    link(server, &["add", &email, "--name", name, "--role", "agent"]).await;
}

async fn shown(server: &TestServer, cookie: &str) -> (u16, Value) {
    answer(own_page(server, Method::GET, SESSION, cookie)).await
}

/// Signs in, and returns where that leads and the session.
async fn sign_in(provider: &IdentityProvider, server: &TestServer) -> (String, String) {
    provider.begin(server, "", "").await.finish(server).await
}

fn problem(kind: &str) -> (String, String) {
    (format!("/staff/sign-in?problem={kind}"), String::new())
}

#[tokio::test]
async fn somebody_who_was_added_signs_in_by_the_provider() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    let on_the_way = provider.begin(&server, "?return=%2Fme%3Fa%3Db%23c", "").await;
    let asked = &on_the_way.asked;
    assert_eq!(asked["tenant"], "shop", "what the provider's address had before");
    assert_eq!(asked["response_type"], "code");
    assert_eq!(asked["client_id"], "pulsen");
    assert_eq!(asked["scope"], "openid email profile");
    assert_eq!(asked["code_challenge_method"], "S256");
    assert_eq!(
        asked["redirect_uri"],
        format!("{}/v1/staff/oidc/callback", server.address)
    );
    let (location, cookie) = on_the_way.finish(&server).await;
    assert_eq!(location, "/staff/me?a=b#c");
    let (status, session) = shown(&server, &cookie).await;
    assert_eq!(status, 200);
    assert_eq!(session["user"]["name"], "Ann");
    assert_eq!(session["user"]["role"], "agent");
    assert_eq!(session["user"]["has_password"], false);
    assert_ne!(session["confirmed_until"], Value::Null);
}

#[tokio::test]
async fn the_cookie_of_an_attempt_is_for_ten_minutes_and_this_browser() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    let start = own_page(&server, Method::GET, "/v1/staff/oidc/start", "")
        .send()
        .await
        .unwrap();
    let cookie = start.headers()["set-cookie"].to_str().unwrap();
    assert!(
        cookie.starts_with("pulsen_staff_sign_in=")
            && cookie.ends_with("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax"),
        "{cookie}"
    );
    assert_eq!(start.headers()["cache-control"], "no-store");
}

#[tokio::test]
async fn nobody_comes_back_from_an_attempt_of_another_browser() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    let victim = provider.begin(&server, "", "").await;
    let attacker = provider.begin(&server, "", "").await;
    let attackers = [("state", attacker.asked["state"].as_str()), ("code", "c")];
    // A link of the attacker's in the browser of somebody who signs in just now, or who does not.
    assert_eq!(victim.come_back(&server, &attackers).await, problem("expired"));
    assert_eq!(come_back(&server, "", &attackers).await, problem("expired"));
    for query in [
        &[("code", "c")][..],
        &[("state", ""), ("code", "c")],
        &[("error", "access_denied")],
    ] {
        assert_eq!(victim.come_back(&server, query).await, problem("expired"));
    }
    // The victim's code, under the attacker's own attempt: it has another verifier.
    let begun = provider.begin(&server, "", "").await;
    assert_eq!(attacker.finish(&server).await, problem("declined"));
    assert!(!begun.finish(&server).await.1.is_empty());
}

#[tokio::test]
async fn an_attempt_leads_to_one_session() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    let on_the_way = provider.begin(&server, "", "").await;
    let (location, cookie) = on_the_way.finish(&server).await;
    assert_eq!((location.as_str(), cookie.is_empty()), ("/staff/", false));
    // This provider takes its codes as often as they come.
    assert_eq!(on_the_way.finish(&server).await, problem("expired"));
    assert_eq!(shown(&server, &cookie).await.0, 200);
}

#[tokio::test]
async fn a_session_that_was_planted_before_is_worth_nothing() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    let mallory = Person::join(&server, "Mallory", "viewer").await;
    let on_the_way = provider.begin(&server, "", &mallory.cookie).await;
    let (_, cookie) = on_the_way.finish(&server).await;
    assert_ne!(cookie, mallory.cookie);
    assert_eq!(shown(&server, &cookie).await.1["user"]["name"], "Ann");
    assert_eq!(
        shown(&server, &mallory.cookie).await,
        (401, json!("not_signed_in"))
    );
}

#[tokio::test]
async fn tokens_that_lie_sign_nobody_in() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    for (claims, kind) in [
        (json!({"nonce": "of another attempt"}), "unavailable"),
        (json!({"nonce": null}), "unavailable"),
        (json!({"aud": "another client"}), "unavailable"),
        (json!({"aud": ["pulsen", "another client"]}), "unavailable"),
        (json!({"iss": "https://evil.example"}), "unavailable"),
        (json!({"exp": seconds() - 600}), "unavailable"),
        (json!({"exp": null}), "unavailable"),
        (json!({"email_verified": false}), "email_not_verified"),
        (json!({"email_verified": null}), "email_not_verified"),
        (json!({"email": "nobody"}), "email_not_verified"),
        (json!({"email": "stranger@shop.example"}), "no_account"),
    ] {
        provider.say(|says| says.claims = claims.clone());
        assert_eq!(sign_in(&provider, &server).await, problem(kind), "{claims}");
    }
    provider.say(|says| says.claims = json!({}));
    let forgeries: [fn(String) -> String; 4] = [
        // `{"alg":"none"}`
        |token| format!("eyJhbGciOiJub25lIn0.{}.", token.split('.').nth(1).unwrap()),
        |token| token.rsplit_once('.').unwrap().0.to_owned(),
        |token| token.replacen('.', "A.", 1),
        |_| String::new(),
    ];
    for forge in forgeries {
        provider.say(|says| says.forge = Some(forge));
        assert_eq!(sign_in(&provider, &server).await, problem("unavailable"));
    }
    provider.say(|says| says.forge = None);
    provider.say(|says| says.padding = 300_000);
    assert_eq!(
        sign_in(&provider, &server).await,
        problem("unavailable"),
        "too much"
    );
    provider.say(|says| says.padding = 0);
    assert!(!sign_in(&provider, &server).await.1.is_empty());
}

#[tokio::test]
async fn what_the_provider_refuses_is_told() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    let back = async |query: &[(&str, &str)]| {
        let on_the_way: OnTheWay = provider.begin(&server, "?return=/me", "").await;
        let state = [("state", on_the_way.asked["state"].as_str())];
        on_the_way.come_back(&server, &[&state[..], query].concat()).await
    };
    let to = |kind: &str| {
        (
            format!("/staff/sign-in?return=%2Fme&problem={kind}"),
            String::new(),
        )
    };
    assert_eq!(back(&[("error", "access_denied")]).await, to("declined"));
    assert_eq!(
        back(&[("error", "<b>"), ("session_state", "7")]).await,
        to("declined")
    );
    assert_eq!(back(&[("error", "a"), ("code", "c")]).await, to("declined"));
    assert_eq!(back(&[("code", "another")]).await, to("declined"));
    assert_eq!(back(&[]).await, to("unavailable"));
    // A mix-up of providers (RFC 9207).
    assert_eq!(
        back(&[("code", "c"), ("iss", "https://evil.example")]).await,
        to("unavailable")
    );
    assert_eq!(
        back(&[("code", "c"), ("iss", &provider.issuer)]).await,
        to("no_account")
    );
}

#[tokio::test]
async fn a_sign_in_leads_to_no_other_site() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    for wanted in [
        "//evil.example",
        "https://evil.example",
        "/%5Cevil.example",
        "/..//evil.example",
        "/../v1/staff/oidc/start",
        "/sign-in?return=/me",
    ] {
        let on_the_way = provider.begin(&server, &format!("?return={wanted}"), "").await;
        assert_eq!(on_the_way.finish(&server).await.0, "/staff/", "{wanted}");
    }
}

#[tokio::test]
async fn who_is_disabled_stays_out() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    assert_eq!(user(&server, &["disable", "ann@shop.example"]).await.0, 0);
    assert_eq!(sign_in(&provider, &server).await, problem("no_account"));
    assert_eq!(user(&server, &["enable", "ann@shop.example"]).await.0, 0);
    assert!(!sign_in(&provider, &server).await.1.is_empty());
}

#[tokio::test]
async fn a_claim_adds_people_and_gives_their_roles() {
    let provider = IdentityProvider::start().await;
    let roles = ["admins=owner".to_owned(), "support=agent".to_owned()];
    let setting = provider.setting().with_roles("/shop/groups", &roles).unwrap();
    let server = TestServer::with_settings(|settings| settings.single_sign_on = Some(setting)).await;
    let with_groups = async |groups: Value| {
        provider.say(|says| says.claims = json!({"shop": {"groups": groups}}));
        sign_in(&provider, &server).await
    };
    assert_eq!(with_groups(json!([])).await, problem("no_account"));
    assert_eq!(with_groups(json!(["owner"])).await, problem("no_account"));
    let (_, first) = with_groups(json!(["support"])).await;
    assert_eq!(shown(&server, &first).await.1["user"]["role"], "agent");
    let (_, second) = with_groups(json!(["support", "admins"])).await;
    assert_eq!(shown(&server, &second).await.1["user"]["role"], "owner");
    assert_eq!(shown(&server, &first).await.0, 401, "it began with another role");
    assert_eq!(with_groups(json!(["guests"])).await, problem("no_account"));
    let (_, listed, _) = user(&server, &["list"]).await;
    assert_eq!(listed.lines().count(), 1, "{listed}");
    let of_provider = answer(own_page(&server, Method::GET, "/v1/staff/audit", &second))
        .await
        .1;
    let acts = of_provider["items"].as_array().unwrap().iter();
    let acts = acts.filter(|act| act["staff"] == "single sign-on");
    let acts: Vec<&str> = acts.map(|act| act["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["change_role", "add_user"]);
    // Somebody with the same name.
    provider.say(|says| says.claims["email"] = json!("ann@other.example"));
    provider.say(|says| says.claims["shop"]["groups"] = json!("support"));
    let (_, other) = sign_in(&provider, &server).await;
    assert_eq!(shown(&server, &other).await.1["user"]["name"], "Ann 2");
}

#[tokio::test]
async fn the_last_owner_needs_no_password_to_count() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    let owner = ["add", "ann@shop.example", "--name", "Ann", "--role", "owner"];
    assert_eq!(user(&server, &owner).await.0, 0);
    let (_, cookie) = sign_in(&provider, &server).await;
    let id = shown(&server, &cookie).await.1["user"]["id"].clone();
    let path = format!("/v1/staff/people/{}", id.as_str().unwrap());
    let demote = || own_page(&server, Method::PATCH, &path, &cookie).json(&json!({"role": "editor"}));
    assert_eq!(answer(demote()).await, (409, json!("last_owner")));
    let other = ["add", "bob@shop.example", "--name", "Bob", "--role", "owner"];
    assert_eq!(user(&server, &other).await.0, 0);
    let states = async || {
        let people = own_page(&server, Method::GET, "/v1/staff/people", &cookie);
        let people = answer(people).await.1;
        let items = people["items"].as_array().unwrap().iter();
        items.map(|item| item["state"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(states().await, ["can_sign_in", "can_sign_in"]);
    // Nobody knows yet whether the provider lets somebody in who has never come.
    assert_eq!(answer(demote()).await, (409, json!("last_owner")));
    let (code, _, problem) = user(&server, &["disable", "ann@shop.example"]).await;
    assert_eq!(code, 1);
    assert!(problem.contains("--force"), "{problem}");
    provider.say(|says| says.claims["email"] = json!("bob@shop.example"));
    assert!(!sign_in(&provider, &server).await.1.is_empty());
    assert_eq!(answer(demote()).await.0, 200);
}

#[tokio::test]
async fn what_the_token_does_not_say_is_asked_for() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    provider.say(|says| says.claims = json!({"email": null, "email_verified": null}));
    provider.say(|says| says.about = json!({}));
    assert_eq!(
        sign_in(&provider, &server).await,
        problem("unavailable"),
        "of nobody"
    );
    let about = |sub: &str, verified: bool| {
        let about =
            json!({"sub": sub, "email": "ann@shop.example", "email_verified": verified, "nonce": "x"});
        provider.say(|says| says.about = about);
    };
    about("2", true);
    assert_eq!(
        sign_in(&provider, &server).await,
        problem("unavailable"),
        "of another"
    );
    about("1", false);
    assert_eq!(sign_in(&provider, &server).await, problem("email_not_verified"));
    about("1", true);
    assert!(!sign_in(&provider, &server).await.1.is_empty());
}

#[tokio::test]
async fn only_who_was_asked_by_the_provider_is_confirmed() {
    let provider = IdentityProvider::start().await;
    let server = provider.server().await;
    add(&server, "Ann").await;
    for auth_time in [json!(seconds() - 3_600), Value::Null] {
        provider.say(|says| says.claims = json!({"auth_time": auth_time}));
        let (_, cookie) = sign_in(&provider, &server).await;
        assert_eq!(shown(&server, &cookie).await.1["confirmed_until"], Value::Null);
        let again = provider.begin(&server, "?again=true&return=/me", &cookie).await;
        assert_eq!(
            (&*again.asked["prompt"], &*again.asked["max_age"]),
            ("login", "0")
        );
        let not_asked = "/staff/sign-in?return=%2Fme&problem=not_asked";
        assert_eq!(again.finish(&server).await, (not_asked.to_owned(), String::new()));
    }
    provider.say(|says| says.claims = json!({}));
    let (_, cookie) = sign_in(&provider, &server).await;
    execute(
        server.data.path(),
        "UPDATE staff_sessions SET confirmed_until = 0",
    )
    .await;
    let again = provider.begin(&server, "?again=true", &cookie).await;
    let (_, confirmed) = again.finish(&server).await;
    assert_ne!(shown(&server, &confirmed).await.1["confirmed_until"], Value::Null);
    assert_eq!(shown(&server, &cookie).await.0, 401, "its session was replaced");
}

#[tokio::test]
async fn the_rules_of_the_provider_stand_for_a_second_factor() {
    let provider = IdentityProvider::start().await;
    let setting = provider.setting();
    let server = TestServer::with_settings(|settings| {
        settings.single_sign_on = Some(setting);
        settings.requires_second_factor = true;
    })
    .await;
    let ann = Person::join(&server, "Ann", "agent").await;
    let chats = "/v1/staff/chats";
    assert_eq!(
        ann.call(Method::GET, chats).await,
        (403, json!("second_factor_needed"))
    );
    let (_, cookie) = sign_in(&provider, &server).await;
    assert_eq!(
        answer(own_page(&server, Method::GET, chats, &cookie)).await.0,
        200
    );
    assert_eq!(shown(&server, &cookie).await.1["second_factor_required"], false);
}

#[tokio::test]
async fn without_passwords_there_are_none() {
    let provider = IdentityProvider::start().await;
    let setting = provider.setting().without_passwords();
    let server = TestServer::with_settings(|settings| settings.single_sign_on = Some(setting)).await;
    let secret = link(
        &server,
        &["add", "ann@shop.example", "--name", "Ann", "--role", "owner"],
    )
    .await;
    let (_, cookie) = sign_in(&provider, &server).await;
    for (method, path, body) in [
        (
            Method::POST,
            SESSION,
            json!({"email": "ann@shop.example", "password": PASSWORD}),
        ),
        (Method::POST, "/v1/staff/links/show", json!({"secret": secret})),
        (
            Method::POST,
            "/v1/staff/links/use",
            json!({"secret": secret, "password": PASSWORD}),
        ),
        (
            Method::PUT,
            "/v1/staff/me/password",
            json!({"password": "", "new_password": PASSWORD}),
        ),
        (
            Method::POST,
            "/v1/staff/me/confirmation",
            json!({"password": PASSWORD}),
        ),
        (Method::POST, "/v1/staff/me/second_factor", json!({})),
        (
            Method::PUT,
            "/v1/staff/me/second_factor",
            json!({"code": "123456"}),
        ),
    ] {
        let request = own_page(&server, method, path, &cookie).json(&body);
        assert_eq!(answer(request).await, (403, json!("no_passwords")), "{path}");
    }
    // Nor links that could set one.
    let bob = json!({"email": "bob@shop.example", "name": "Bob", "role": "agent"});
    let added = own_page(&server, Method::POST, "/v1/staff/people", &cookie).json(&bob);
    let added = answer(added).await.1;
    assert_eq!(
        (&added["link"], &added["person"]["state"]),
        (&Value::Null, &json!("can_sign_in"))
    );
    let path = format!(
        "/v1/staff/people/{}/link",
        added["person"]["id"].as_str().unwrap()
    );
    let made = own_page(&server, Method::POST, &path, &cookie).json(&json!({}));
    assert_eq!(answer(made).await, (403, json!("no_passwords")));
}

#[tokio::test]
async fn a_server_without_a_provider_has_no_such_pages() {
    let server = TestServer::start().await;
    for path in ["/v1/staff/oidc/start", "/v1/staff/oidc/callback?state=a&code=b"] {
        assert_eq!(
            answer(own_page(&server, Method::GET, path, "")).await,
            (404, json!("not_found"))
        );
    }
}

#[tokio::test]
async fn a_provider_that_is_gone_leads_back_to_the_sign_in_page() {
    // Nothing listens there.
    let setting = backend::SingleSignOnSetting::new("http://127.0.0.1:1", "pulsen", "secret").unwrap();
    let server = TestServer::with_settings(|settings| settings.single_sign_on = Some(setting)).await;
    let request = own_page(&server, Method::GET, "/v1/staff/oidc/start?return=/me", "");
    let response = request.send().await.unwrap();
    let location = response.headers()["location"].to_str().unwrap();
    assert_eq!(location, "/staff/sign-in?return=%2Fme&problem=unavailable");
}
