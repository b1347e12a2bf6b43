//! Sessions of people at two servers with one PostgreSQL.

use super::accounts_second_factor::set_up;
use crate::client::RequestBuilder;
use crate::database::is_postgres;
use crate::person::{PASSWORD, Person, answer, set_cookie};
use crate::process::ServerProcess;
use crate::server::TestServer;
use reqwest::Method;
use serde_json::{Value, json};

const SESSION: &str = "/v1/staff/session";
const PEOPLE: &str = "/v1/staff/people";

/// Begins a request of a page of the other server.
fn at(
    other: &ServerProcess,
    server: &TestServer,
    method: Method,
    path: &str,
    cookie: &str,
) -> RequestBuilder {
    let request = server.client.request(method, format!("{}{path}", other.address));
    let request = request.header("Sec-Fetch-Site", "same-origin");
    request.header("Cookie", format!("pulsen_staff={cookie}"))
}

#[tokio::test]
async fn a_session_counts_and_ends_at_both() {
    if !is_postgres() {
        return;
    }
    let server = TestServer::start().await;
    let other = ServerProcess::start(server.data.path());
    let (olga, mut ann) = (
        Person::join(&server, "Olga", "owner").await,
        Person::join(&server, "Ann", "agent").await,
    );
    let there =
        async |method, path: &str, cookie: &str| answer(at(&other, &server, method, path, cookie)).await;
    assert_eq!(
        there(Method::GET, SESSION, &ann.cookie).await.1["user"]["name"],
        "Ann"
    );
    assert_eq!(there(Method::DELETE, SESSION, &ann.cookie).await.0, 204);
    assert_eq!(
        ann.call(Method::GET, SESSION).await,
        (401, json!("not_signed_in"))
    );
    let body = json!({"email": ann.email, "password": PASSWORD});
    let signed_in = at(&other, &server, Method::POST, SESSION, "none").json(&body);
    ann.cookie = set_cookie(&signed_in.send().await.unwrap());
    assert_eq!(ann.call(Method::GET, SESSION).await.0, 200);
    let id = ann.call(Method::GET, SESSION).await.1["user"]["id"].clone();
    let path = format!("{PEOPLE}/{}", id.as_str().unwrap());
    let disable = at(&other, &server, Method::PATCH, &path, &olga.cookie).json(&json!({"disabled": true}));
    assert_eq!(answer(disable).await.0, 200);
    assert_eq!(
        ann.call(Method::GET, SESSION).await,
        (401, json!("not_signed_in"))
    );
    assert_eq!(
        answer(ann.sign_in(PASSWORD)).await,
        (401, json!("wrong_credentials"))
    );
}

#[tokio::test]
async fn what_was_proven_at_one_counts_at_the_other_and_only_once() {
    if !is_postgres() {
        return;
    }
    let server = TestServer::start().await;
    let other = ServerProcess::start(server.data.path());
    let olga = Person::join(&server, "Olga", "owner").await;
    let (_, recovery_codes) = set_up(&olga).await;
    olga.end_confirmation().await;
    let add = || {
        let body = json!({"email": "bob@shop.example", "name": "Bob", "role": "viewer"});
        at(&other, &server, Method::POST, PEOPLE, &olga.cookie).json(&body)
    };
    assert_eq!(answer(add()).await, (403, json!("confirmation_needed")));
    let body = json!({"code": recovery_codes[0]});
    let confirm = async || {
        olga.call_with(Method::POST, "/v1/staff/me/confirmation", body.clone())
            .await
    };
    assert_eq!(confirm().await.0, 204);
    assert_eq!(answer(add()).await.0, 201);
    let again = at(
        &other,
        &server,
        Method::POST,
        "/v1/staff/me/confirmation",
        &olga.cookie,
    );
    let again: (u16, Value) = answer(again.json(&body)).await;
    assert_eq!(again, (403, json!("wrong_code")));
}
