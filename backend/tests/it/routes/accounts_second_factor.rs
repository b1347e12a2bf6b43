//! Codes of second factors, as an app computes them.

use crate::database::execute;
use crate::person::{PASSWORD, Person, answer, link, own_page, user};
use crate::server::TestServer;
use reqwest::Method;
use ring::hmac::{HMAC_SHA1_FOR_LEGACY_USE_ONLY, Key, sign};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

const FACTOR: &str = "/v1/staff/me/second_factor";

/// Reads Base32, and computes the code of a moment (RFC 6238).
fn code(secret: &str, steps_ago: u64) -> String {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = secret
        .chars()
        .map(|character| format!("{:05b}", alphabet.find(character).unwrap()))
        .collect();
    let bytes = bits
        .as_bytes()
        .chunks_exact(8)
        .map(|bits| u8::from_str_radix(std::str::from_utf8(bits).unwrap(), 2).unwrap());
    let key = Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, &bytes.collect::<Vec<_>>());
    let step = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 30 - steps_ago;
    let hash = sign(&key, &step.to_be_bytes());
    let hash = hash.as_ref();
    let offset = usize::from(hash[19] & 0xf);
    let number = u32::from_be_bytes(hash[offset..offset + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

/// Has a person set up a second factor; returns its secret and the recovery codes.
pub(super) async fn set_up(person: &Person<'_>) -> (String, Vec<String>) {
    let (status, offer) = person.call(Method::POST, FACTOR).await;
    assert_eq!(status, 200, "{offer}");
    let secret = offer["secret"].as_str().unwrap().to_owned();
    let email = person.email.replace('@', "%40");
    assert_eq!(
        offer["uri"],
        format!("otpauth://totp/Pulsen:{email}?secret={secret}&issuer=Pulsen")
    );
    let (status, put) = person
        .call_with(Method::PUT, FACTOR, json!({"code": code(&secret, 0)}))
        .await;
    assert_eq!(status, 200, "{put}");
    let codes = put["recovery_codes"].as_array().unwrap().iter();
    (
        secret,
        codes.map(|code| code.as_str().unwrap().to_owned()).collect(),
    )
}

/// Forgets which codes were used: the tests do not wait for the next one.
async fn forget_used_codes(server: &TestServer) {
    execute(server.data.path(), "UPDATE users SET last_code_step = NULL").await;
}

async fn sign_in(person: &Person<'_>, code: Option<&str>) -> (u16, Value) {
    let request = own_page(person.server, Method::POST, "/v1/staff/session", "");
    let body = json!({"email": person.email, "password": PASSWORD, "code": code});
    answer(request.json(&body)).await
}

#[tokio::test]
async fn signing_in_takes_a_code_that_is_good_once() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    assert_eq!(
        ann.call_with(Method::PUT, FACTOR, json!({"code": "123456"}))
            .await,
        (403, json!("wrong_code"))
    );
    let (_, offer) = ann.call(Method::POST, FACTOR).await;
    assert_eq!(offer["secret"].as_str().unwrap().len(), 32);
    // Not in force yet.
    assert_eq!(sign_in(&ann, None).await.0, 200);
    let (secret, recovery_codes) = set_up(&ann).await;
    assert_eq!(recovery_codes.len(), 10);
    assert_eq!(sign_in(&ann, None).await, (401, json!("code_needed")));
    let wrong = own_page(&server, Method::POST, "/v1/staff/session", "");
    let wrong = wrong.json(&json!({"email": ann.email, "password": "wrong horse battery"}));
    assert_eq!(
        answer(wrong).await,
        (401, json!("wrong_credentials")),
        "the password is checked first"
    );
    // The code that has proven it is used up.
    assert_eq!(sign_in(&ann, Some(&code(&secret, 0))).await.0, 401);
    forget_used_codes(&server).await;
    let (status, session) = sign_in(&ann, Some(&code(&secret, 0))).await;
    assert_eq!((status, &session["user"]["second_factor"]), (200, &json!(true)));
    assert_eq!(
        sign_in(&ann, Some(&code(&secret, 1))).await,
        (401, json!("wrong_code")),
        "an older one"
    );
    forget_used_codes(&server).await;
    assert_eq!(
        sign_in(&ann, Some(&code(&secret, 5))).await,
        (401, json!("wrong_code")),
        "too old"
    );
    for junk in ["", "000", "abcdef", "----"] {
        assert_eq!(
            sign_in(&ann, Some(junk)).await,
            (401, json!("wrong_code")),
            "{junk}"
        );
    }
}

#[tokio::test]
async fn a_recovery_code_is_good_once() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let (_, codes) = set_up(&ann).await;
    let shouted = codes[0].to_uppercase().replace('-', " ");
    assert_eq!(sign_in(&ann, Some(&shouted)).await.0, 200);
    assert_eq!(sign_in(&ann, Some(&codes[0])).await, (401, json!("wrong_code")));
    assert_eq!(sign_in(&ann, Some(&codes[1])).await.0, 200);
    // Those of a new second factor take the place of all before.
    let (_, newer) = set_up(&ann).await;
    assert_eq!(sign_in(&ann, Some(&codes[2])).await, (401, json!("wrong_code")));
    let confirmation = json!({"code": newer[0]});
    assert_eq!(
        ann.call_with(Method::POST, "/v1/staff/me/confirmation", confirmation)
            .await
            .0,
        204
    );
    assert_eq!(ann.call(Method::DELETE, FACTOR).await.0, 204);
    assert_eq!(sign_in(&ann, None).await.0, 200);
}

#[tokio::test]
async fn a_link_does_not_pass_by_the_second_factor_unless_the_operator_says_so() {
    let server = TestServer::start().await;
    let ann = Person::join(&server, "Ann", "owner").await;
    let (secret, codes) = set_up(&ann).await;
    let reset = link(&server, &["reset", &ann.email]).await;
    let use_link = async |secret: &str, code: Option<&str>| {
        let body = json!({"secret": secret, "password": PASSWORD, "code": code});
        answer(own_page(&server, Method::POST, "/v1/staff/links/use", "").json(&body)).await
    };
    assert_eq!(use_link(&reset, None).await, (401, json!("code_needed")));
    assert_eq!(use_link(&reset, Some("123")).await, (401, json!("wrong_code")));
    assert_eq!(use_link(&reset, Some(&codes[0])).await.0, 200);
    let reset = link(&server, &["reset", &ann.email, "--second-factor"]).await;
    assert_eq!(use_link(&reset, None).await.0, 200);
    forget_used_codes(&server).await;
    assert_eq!(sign_in(&ann, None).await.0, 200);
    let (_, list, _) = user(&server, &["list"]).await;
    assert!(
        list.contains("\tno second factor\t") && !secret.is_empty(),
        "{list}"
    );
}
