//! Every call of staff, for each role, with each kind of credentials, from a page of this server and from one of another site. The calls
//! are those of the description.

use crate::client::RequestBuilder;
use crate::person::{Person, answer};
use crate::server::TestServer;
use reqwest::Method;
use serde_json::{Value, json};

const DESCRIPTION: &str = include_str!("../../../../docs/openapi.json");

/// The roles with their rights.
const ROLES: [(&str, &[&str]); 4] = [
    ("owner", &["read", "chat", "edit", "export", "manage"]),
    ("editor", &["read", "chat", "edit", "export"]),
    ("agent", &["read", "chat"]),
    ("viewer", &["read"]),
];

/// Who may make a call.
#[derive(Debug)]
enum Access {
    /// A token or a person with this right.
    Right(String),
    /// A person with this right.
    PersonWith(String),
    /// A person.
    Session,
    /// An own page.
    Page,
    /// A browser on its way to the provider of single sign-on or back, from whichever site.
    Anybody,
}

#[derive(Debug)]
struct Call {
    method: Method,
    path: String,
    access: Access,
}

fn calls() -> Vec<Call> {
    let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
    let paths = description["paths"].as_object().unwrap().iter();
    let of_staff = paths.filter(|(path, _)| path.starts_with("/v1/staff"));
    let mut calls: Vec<Call> = of_staff
        .flat_map(|(path, item)| {
            let operations = item.as_object().unwrap().iter();
            operations.map(move |(method, operation)| Call {
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                access: access(path, operation),
            })
        })
        .collect();
    // Signing out comes last.
    calls.sort_by_key(|call| call.path == "/v1/staff/session" && call.method == Method::DELETE);
    calls
}

fn access(path: &str, operation: &Value) -> Access {
    if path.starts_with("/v1/staff/oidc/") {
        return Access::Anybody;
    }
    let Some(security) = operation["security"].as_array() else {
        return Access::Page;
    };
    let right = |scheme: &str| security[0][scheme][0].as_str().map(str::to_owned);
    match (right("staff_token"), right("session")) {
        (Some(right), _) => Access::Right(right),
        (None, Some(right)) => Access::PersonWith(right),
        (None, None) => Access::Session,
    }
}

fn is_refusal(code: &Value) -> bool {
    let codes = [
        "two_credentials",
        "unauthorized",
        "not_signed_in",
        "foreign_origin",
        "right_missing",
        "person_needed",
        "confirmation_needed",
        "not_in_scope",
    ];
    codes.iter().any(|refusal| code == refusal)
}

/// What refuses a call, or nothing.
fn expected(access: &Access, (cookie, bearer): (bool, bool), is_own: bool, rights: &[&str]) -> Value {
    match (access, cookie, bearer) {
        (Access::Anybody, ..) => Value::Null,
        (Access::Page, ..) if is_own => Value::Null,
        (Access::Page, ..) => json!("foreign_origin"),
        (_, true, true) => json!("two_credentials"),
        (_, true, false) if !is_own => json!("foreign_origin"),
        (Access::Session, true, false) => Value::Null,
        (Access::Session, false, _) => json!("not_signed_in"),
        (Access::Right(_) | Access::PersonWith(_), false, false) => json!("unauthorized"),
        (Access::Right(right) | Access::PersonWith(right), ..) if !rights.contains(&right.as_str()) => {
            json!("right_missing")
        }
        (Access::PersonWith(_), false, true) => json!("person_needed"),
        (Access::Right(_) | Access::PersonWith(_), ..) => Value::Null,
    }
}

#[tokio::test]
async fn each_call_is_open_to_whom_it_is_for_and_to_nobody_else() {
    let server = TestServer::start().await;
    let calls = calls();
    assert!(calls.len() > 50);
    for (role, rights) in ROLES {
        let person = Person::join(&server, role, role).await;
        let token = server
            .staff_token(&[&format!("{role}-token"), "--rights", &rights.join(",")])
            .await;
        for call in &calls {
            let path = call
                .path
                .split('/')
                .map(|part| if part.starts_with('{') { "nothing" } else { part });
            let path = path.collect::<Vec<_>>().join("/");
            // The allowed ones come last: some of them end the session.
            for (cookie, bearer) in [(false, false), (true, true), (false, true), (true, false)] {
                for is_own in [false, true] {
                    let url = format!("{}{path}", server.address);
                    let mut request: RequestBuilder = server.client.request(call.method.clone(), url);
                    request = request.header(
                        "Sec-Fetch-Site",
                        if is_own { "same-origin" } else { "cross-site" },
                    );
                    if cookie {
                        request = request.header("Cookie", format!("pulsen_staff={}", person.cookie));
                    }
                    if bearer {
                        request = request.bearer_auth(&token);
                    }
                    if ![Method::GET, Method::DELETE].contains(&call.method) {
                        request = request.json(&json!({}));
                    }
                    let (status, code) = answer(request).await;
                    let refusal = expected(&call.access, (cookie, bearer), is_own, rights);
                    let case = format!(
                        "{call:?} {role} cookie {cookie} bearer {bearer} own {is_own}: {status} {code}"
                    );
                    if refusal.is_null() {
                        assert!(!is_refusal(&code), "{case}");
                    } else {
                        let class = match refusal.as_str().unwrap() {
                            "two_credentials" => 400,
                            "unauthorized" | "not_signed_in" => 401,
                            _ => 403,
                        };
                        assert_eq!((status, code), (class, refusal), "{case}");
                    }
                }
            }
        }
    }
}
