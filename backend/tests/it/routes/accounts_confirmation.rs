//! What people have to confirm, and what is written down of what they do.

use crate::database::execute;
use crate::deadline::until;
use crate::person::{PASSWORD, Person, answer, user};
use crate::server::TestServer;
use reqwest::Method;
use serde_json::{Value, json};

const CONFIRMATION: &str = "/v1/staff/me/confirmation";

/// Lets the confirmations of all be over.
async fn end_confirmations(server: &TestServer) {
    execute(
        server.data.path(),
        "UPDATE staff_sessions SET confirmed_until = 0",
    )
    .await;
}

async fn acts(owner: &Person<'_>, staff: &str) -> Vec<(String, Value)> {
    let (_, list) = owner
        .call(Method::GET, &format!("/v1/staff/audit?staff={staff}"))
        .await;
    let items = list["items"].as_array().unwrap().iter().rev();
    items
        .map(|item| (item["act"].as_str().unwrap().to_owned(), item["subject"].clone()))
        .collect()
}

#[tokio::test]
async fn what_cannot_be_undone_is_confirmed_within_ten_minutes() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let erase = async || {
        let body = json!({"device_id": "nobody's", "node_id": "door"});
        ann.call_with(Method::POST, "/v1/staff/erasures", body).await
    };
    let webhook = json!({"url": "https://localhost:9/", "events": ["chat.rated"]});
    assert_eq!(
        ann.call_with(Method::PUT, "/v1/staff/webhooks/w", webhook)
            .await
            .0,
        200
    );
    let rotate = async || {
        ann.call_with(Method::POST, "/v1/staff/webhooks/w/rotate_secret", json!({}))
            .await
    };
    // Signing in has confirmed it.
    assert_eq!(erase().await.0, 200);
    end_confirmations(&server).await;
    let session = ann.call(Method::GET, "/v1/staff/session").await.1;
    assert_eq!(session["confirmed_until"], Value::Null);
    for (status, code) in [
        erase().await,
        rotate().await,
        ann.call(Method::POST, "/v1/staff/me/second_factor").await,
        ann.call(Method::DELETE, "/v1/staff/me/second_factor").await,
    ] {
        assert_eq!((status, code), (403, json!("confirmation_needed")));
    }
    for (body, refused) in [
        (
            json!({"password": "wrong horse battery"}),
            (403, json!("wrong_password")),
        ),
        (json!({"code": "123456"}), (403, json!("wrong_code"))),
        (json!({}), (422, json!("required"))),
        (
            json!({"password": PASSWORD, "code": "123456"}),
            (422, json!("required")),
        ),
    ] {
        assert_eq!(ann.call_with(Method::POST, CONFIRMATION, body).await, refused);
    }
    assert_eq!(erase().await.0, 403);
    assert_eq!(
        ann.call_with(Method::POST, CONFIRMATION, json!({"password": PASSWORD}))
            .await
            .0,
        204
    );
    assert_eq!((erase().await.0, rotate().await.0), (200, 200));
    // A program confirms nothing.
    let body = json!({"device_id": "nobody's", "node_id": "door"});
    assert_eq!(
        answer(server.post_as_staff("/v1/staff/erasures").json(&body))
            .await
            .0,
        200
    );
}

#[tokio::test]
async fn another_password_ends_the_other_sessions_and_renews_this_one() {
    const MY_PASSWORD: &str = "/v1/staff/me/password";
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "viewer").await;
    let other = crate::person::set_cookie(&ann.sign_in(PASSWORD).send().await.unwrap());
    let change = |password: &str, new: &str| {
        let body = json!({"password": password, "new_password": new});
        ann.request(Method::PUT, MY_PASSWORD).json(&body)
    };
    let refused = answer(change("wrong horse battery", "another long password")).await;
    assert_eq!(refused, (403, json!("wrong_password")));
    assert_eq!(
        answer(change(PASSWORD, "short")).await,
        (422, json!("password_too_short"))
    );
    let changed = change(PASSWORD, "another long password").send().await.unwrap();
    assert_eq!(changed.status(), 204);
    let renewed = crate::person::set_cookie(&changed);
    for (cookie, status) in [(&other, 401), (&ann.cookie, 401), (&renewed, 200)] {
        let request = crate::person::own_page(&server, Method::GET, "/v1/staff/session", cookie);
        assert_eq!(answer(request).await.0, status);
    }
    assert_eq!(answer(ann.sign_in("another long password")).await.0, 200);
}

#[tokio::test]
async fn what_people_and_the_operator_do_is_written_down() {
    let server = TestServer::start().await;
    let owner = Person::join(&server, "Olga", "owner").await;
    let ann = Person::join(&server, "Ann", "agent").await;
    for _ in 0..3 {
        assert_eq!(answer(ann.sign_in("wrong horse battery")).await.0, 401);
    }
    until("a failure is written down", async || {
        acts(&owner, "Ann")
            .await
            .iter()
            .any(|(act, _)| act == "fail_sign_in")
    })
    .await;
    assert_eq!(answer(ann.sign_in(PASSWORD)).await.0, 200);
    assert_eq!(ann.call(Method::DELETE, "/v1/staff/me/sessions").await.0, 204);
    assert_eq!(ann.call(Method::DELETE, "/v1/staff/session").await.0, 204);
    let done = acts(&owner, "Ann").await;
    let names: Vec<_> = done.iter().map(|(act, _)| act.as_str()).collect();
    // Failures are written down once a minute.
    assert_eq!(
        names,
        ["use_link", "fail_sign_in", "sign_in", "end_sessions", "sign_out"]
    );
    assert_eq!(
        user(&server, &["role", &ann.email, "--role", "viewer"]).await.0,
        0
    );
    assert_eq!(user(&server, &["disable", &ann.email]).await.0, 0);
    assert_eq!(user(&server, &["enable", &ann.email]).await.0, 0);
    assert_eq!(user(&server, &["reset", &ann.email]).await.0, 0);
    let done = acts(&owner, "pulsen user").await.into_iter();
    let done: Vec<_> = done
        .filter(|(_, subject)| subject == "Ann")
        .map(|(act, _)| act)
        .collect();
    assert_eq!(
        done,
        [
            "add_user",
            "change_role",
            "disable_user",
            "enable_user",
            "reset_user"
        ]
    );
}
