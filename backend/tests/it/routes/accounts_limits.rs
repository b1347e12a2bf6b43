//! How often somebody may try to sign in.

use crate::person::{PASSWORD, Person, answer, link, own_page};
use crate::server::{TestServer, default_bounds};
use backend::{Bounds, Rates};
use reqwest::Method;
use serde_json::json;
use std::num::NonZeroU32;

/// A server with the limit of signing in alone: one attempt at once, and the next one after a minute.
async fn limited() -> TestServer {
    let bounds = Bounds {
        rates: Rates {
            sign_in: Some(NonZeroU32::MIN),
            ..Rates::off()
        },
        ..default_bounds()
    };
    TestServer::with_bounds(bounds).await
}

#[tokio::test]
async fn after_its_attempts_an_account_waits_and_others_do_not() {
    let server = limited().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let bob = Person::join(&server, "Bob", "owner").await;
    let attempt = answer(ann.sign_in("wrong horse battery")).await;
    assert_eq!(attempt, (401, json!("wrong_credentials")));
    let refused = ann.sign_in(PASSWORD).send().await.unwrap();
    assert_eq!(refused.status(), 429);
    let wait: u32 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    assert!(refused.text().await.unwrap().contains("too_many_attempts"));
    assert_eq!(answer(bob.sign_in(PASSWORD)).await.0, 200);
    // A link of the operator's works as ever.
    let secret = link(&server, &["reset", &ann.email]).await;
    let used = own_page(&server, Method::POST, "/v1/staff/links/use", "");
    let used = used.json(&json!({"secret": secret, "password": PASSWORD}));
    assert_eq!(answer(used).await.0, 200);
}

#[tokio::test]
async fn strangers_cannot_keep_a_person_from_a_browser_that_is_known() {
    let server = limited().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let bob = Person::join(&server, "Bob", "owner").await;
    let known = async |person: &Person<'_>| {
        let response = person.sign_in(PASSWORD).send().await.unwrap();
        let mut cookies = response.headers().get_all("set-cookie").iter();
        let mark = cookies.find_map(|cookie| cookie.to_str().unwrap().strip_prefix("pulsen_staff_known="));
        mark.unwrap().split(';').next().unwrap().to_owned()
    };
    let (of_ann, of_bob) = (known(&ann).await, known(&bob).await);
    let sign_in = |mark: &str, password: &str| {
        let request = ann.sign_in(password);
        request.header("Cookie", format!("pulsen_staff_known={mark}"))
    };
    for stranger in ["", "x.y", &of_bob] {
        assert_eq!(answer(sign_in(stranger, PASSWORD)).await.0, 429, "{stranger}");
    }
    assert_eq!(answer(sign_in(&of_ann, PASSWORD)).await.0, 200);
    // It has a limit of its own.
    assert_eq!(answer(sign_in(&of_ann, PASSWORD)).await.0, 429);
    // Who is signed in guesses no password either.
    let guess = async || {
        let guess = json!({"password": "wrong horse battery"});
        ann.call_with(Method::POST, "/v1/staff/me/confirmation", guess)
            .await
    };
    assert_eq!(guess().await, (403, json!("wrong_password")));
    assert_eq!(guess().await, (429, json!("too_many_attempts")));
}

#[tokio::test]
async fn what_people_change_counts_for_them_whatever_their_name() {
    let bounds = Bounds {
        rates: Rates {
            staff: Some(NonZeroU32::new(2).unwrap()),
            ..Rates::off()
        },
        ..default_bounds()
    };
    let server = TestServer::with_bounds(bounds).await;
    let ann = Person::join(&server, "Ann", "viewer").await;
    let rename = async |name: &str| {
        let answer = ann
            .call_with(Method::PATCH, "/v1/staff/me", json!({"name": name}))
            .await;
        answer.0
    };
    assert_eq!(rename("Anna").await, 200);
    assert_eq!(
        rename("pulsen user").await,
        422,
        "what the audit calls the command"
    );
    assert_eq!(rename("Annika").await, 429);
}

#[tokio::test]
async fn an_account_that_is_not_there_waits_as_well() {
    let server = limited().await;
    let mut nobody = Person::join(&server, "Ann", "owner").await;
    nobody.email = "nobody@shop.example".into();
    assert_eq!(
        answer(nobody.sign_in(PASSWORD)).await,
        (401, json!("wrong_credentials"))
    );
    assert_eq!(
        answer(nobody.sign_in(PASSWORD)).await,
        (429, json!("too_many_attempts"))
    );
}

#[tokio::test]
async fn a_flood_of_attempts_is_refused_and_everything_else_is_answered() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let attempts: Vec<_> = (0..40)
        .map(|_| tokio::spawn(answer(ann.sign_in("wrong horse battery"))))
        .collect();
    let chats = ann.call(Method::GET, "/v1/staff/chats").await;
    assert_eq!(chats.0, 200);
    for attempt in attempts {
        let attempt = attempt.await.unwrap();
        let expected = [(401, json!("wrong_credentials")), (503, json!("busy"))];
        assert!(expected.contains(&attempt), "{attempt:?}");
    }
}
