//! How often somebody may try to sign in.

use crate::person::{PASSWORD, Person, answer};
use crate::server::TestServer;
use backend::{Bounds, Rates};
use reqwest::Method;
use serde_json::json;

/// A server with the limit of signing in alone.
async fn limited() -> TestServer {
    let rates = Rates {
        sign_in: Rates::default().sign_in,
        ..Rates::off()
    };
    let mut bounds = Bounds::default();
    bounds.rates = rates;
    TestServer::with_bounds(bounds).await
}

#[tokio::test]
async fn after_five_attempts_an_account_waits_and_others_do_not() {
    let server = limited().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let bob = Person::join(&server, "Bob", "owner").await;
    // Choosing the password was the first.
    for _ in 1..5 {
        assert_eq!(
            answer(ann.sign_in("wrong horse battery")).await,
            (401, json!("wrong_credentials"))
        );
    }
    let refused = ann.sign_in(PASSWORD).send().await.unwrap();
    assert_eq!(refused.status(), 429);
    let wait: u32 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=13).contains(&wait), "{wait}");
    assert!(refused.text().await.unwrap().contains("too_many_attempts"));
    assert_eq!(answer(bob.sign_in(PASSWORD)).await.0, 200);
    // Who is signed in goes on, and guesses no password either.
    assert_eq!(ann.call(Method::GET, "/v1/staff/chats").await.0, 200);
    let guess = json!({"password": "wrong horse battery"});
    let confirmed = ann
        .call_with(Method::POST, "/v1/staff/me/confirmation", guess)
        .await;
    assert_eq!(confirmed, (429, json!("too_many_attempts")));
}

#[tokio::test]
async fn an_account_that_is_not_there_waits_as_well() {
    let server = limited().await;
    let mut nobody = Person::join(&server, "Ann", "owner").await;
    nobody.email = "nobody@shop.example".into();
    for _ in 0..5 {
        assert_eq!(
            answer(nobody.sign_in(PASSWORD)).await,
            (401, json!("wrong_credentials"))
        );
    }
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
    let mut busy = 0;
    for attempt in attempts {
        match attempt.await.unwrap() {
            (401, code) => assert_eq!(code, "wrong_credentials"),
            (503, code) => {
                assert_eq!(code, "busy");
                busy += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(busy > 0, "only two passwords are checked at a time");
}
