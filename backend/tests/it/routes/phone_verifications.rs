//! `POST /v1/customers/send_verification_token` and `/v1/customers/verify`: a code and its tries.

use super::feedbacks::{accepted, refused};
use crate::client::RequestBuilder;
use crate::database::execute;
use crate::import::records;
use crate::server::{TestServer, import};
use crate::text_message_gateway::{Behavior, Gateway};
use backend::{Settings, TextMessageSetting};
use reqwest::multipart::Form;
use serde_json::{Value, json};

pub(super) const NUMBER: &str = "+905321234567";

/// A flow with two questions that verify a number, of which the second is personal, and one that does not.
const FLOW: &str = r#"{"id": "phone", "languages": [{"id": "l-en", "code": "en"}], "states": [
    {"id": "s", "isInitialState": true, "elements": [
        {"id": "e1", "type": "question", "order": 1,
         "question": {"id": "number", "key": "number", "style": "phone_verification", "body": {"en": "Number?"}}},
        {"id": "e2", "type": "question", "order": 2,
         "question": {"id": "secret", "key": "secret", "style": "phone_verification", "body": {"en": "Secret?"},
          "hidePersonalData": true}},
        {"id": "e3", "type": "question", "order": 3,
         "question": {"id": "plain", "key": "plain", "style": "phone_number", "body": {"en": "Plain?"}}}]}]}"#;

/// Starts a server with the flow at the nodes `till` and `desk`, and a gateway.
pub(super) async fn server() -> (TestServer, Gateway) {
    server_with(|_| {}).await
}

pub(crate) async fn server_with(change: impl FnOnce(&mut Settings)) -> (TestServer, Gateway) {
    let gateway = Gateway::start(Behavior::Accepts).await;
    let setting = TextMessageSetting::new(
        &format!("{}/send", gateway.address),
        None,
        Some(r#"{"Authorization": "Bearer gateway-secret"}"#),
        None,
    );
    let server = TestServer::with_settings(|settings| {
        settings.text_messages = Some(setting.unwrap());
        change(settings);
    })
    .await;
    import(phone_records().path(), server.data.path());
    (server, gateway)
}

/// The records with the flow.
pub(super) fn phone_records() -> tempfile::TempDir {
    records(&[
        ("flows/phone.json", FLOW),
        (
            "nodes/till.json",
            r#"{"id": "till", "name": "Kasa Önü", "flow_id": "phone"}"#,
        ),
        ("nodes/desk.json", r#"{"id": "desk", "flow_id": "phone"}"#),
        (
            "nodes/closed.json",
            r#"{"id": "closed", "flow_id": "phone", "status": "inactive"}"#,
        ),
    ])
}

/// Asks for a code for [`NUMBER`] by the device `d`.
pub(crate) fn send(server: &TestServer) -> RequestBuilder {
    send_to(server, NUMBER, "d")
}

pub(super) fn send_to(server: &TestServer, number: &str, device: &str) -> RequestBuilder {
    server
        .post("/v1/customers/send_verification_token")
        .header("X-Device-Id", device)
        .json(&wish(number))
}

fn wish(number: &str) -> Value {
    json!({"address": number, "kind": "sms", "question_id": "number", "node_id": "till"})
}

pub(crate) fn verify(server: &TestServer, id: &Value, code: &str) -> RequestBuilder {
    server
        .post("/v1/customers/verify")
        .json(&json!({"verification_id": id, "token": code}))
}

/// Returns a code that is not this one.
fn other_than(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

#[tokio::test]
async fn the_sent_code_verifies_the_number() {
    let (server, gateway) = server().await;
    let sent = accepted(send(&server)).await;
    assert_eq!(sent["resend_after_in_seconds"], 30);
    let [message] = &gateway.received()[..] else {
        panic!()
    };
    assert_eq!(message.headers["authorization"], "Bearer gateway-secret");
    assert_eq!(message.headers["content-type"], "application/json");
    let code = gateway.last_code();
    assert_eq!(
        serde_json::from_str::<Value>(&message.body).unwrap(),
        json!({"to": NUMBER, "text": format!("{code} is your verification code for Kasa Önü.")})
    );

    let verified = accepted(verify(&server, &sent["id"], &code)).await;
    assert_eq!(verified["address"], NUMBER);
    assert!(verified["token"].is_string());
    // The response may have been lost.
    assert!(accepted(verify(&server, &sent["id"], &code)).await["token"].is_string());
}

#[tokio::test]
async fn forms_are_taken_as_well_and_the_message_is_in_the_language_of_the_page() {
    let (server, gateway) = server().await;
    let form = Form::new()
        .text("address", NUMBER)
        .text("kind", "sms")
        .text("question_id", "number")
        .text("node_id", "till")
        .text("flow_id", "phone")
        .text("flow_revision", "1")
        .text("device_id", "d")
        .text("language", "tr");
    let request = server.post("/v1/customers/send_verification_token");
    let sent = accepted(request.multipart(form)).await;
    let code = gateway.last_code();
    assert!(
        gateway.received()[0]
            .body
            .contains(&format!("Kasa Önü doğrulama kodunuz: {code}"))
    );
    let id = sent["id"].as_str().unwrap().to_owned();
    let form = Form::new().text("verification_id", id).text("token", code);
    accepted(server.post("/v1/customers/verify").multipart(form)).await;
}

#[tokio::test]
async fn a_code_can_be_tried_five_times() {
    let (server, gateway) = server().await;
    let sent = accepted(send(&server)).await;
    let code = gateway.last_code();
    for tries_left in (0..5).rev() {
        let (status, problem) = refused(verify(&server, &sent["id"], &other_than(&code))).await;
        assert_eq!((status, &problem["code"]), (422, &json!("wrong_code")));
        assert_eq!(problem["errors"][0]["pointer"], "/token");
        assert_eq!(
            problem["errors"][0]["params"],
            json!({"triesLeft": f64::from(tries_left)})
        );
    }
    let (status, problem) = refused(verify(&server, &sent["id"], &code)).await;
    assert_eq!((status, &problem["code"]), (410, &json!("code_expired")));
}

#[tokio::test]
async fn tries_at_the_same_time_are_five_as_well() {
    let (server, gateway) = server().await;
    let sent = accepted(send(&server)).await;
    let code = gateway.last_code();
    let wrong = other_than(&code);
    let attempts: Vec<_> = (0..40)
        .map(|_| tokio::spawn(verify(&server, &sent["id"], &wrong).send()))
        .collect();
    let mut tried = 0;
    for attempt in attempts {
        match attempt.await.unwrap().unwrap().status().as_u16() {
            422 => tried += 1,
            status => assert_eq!(status, 410),
        }
    }
    assert_eq!(tried, 5);
    assert_eq!(refused(verify(&server, &sent["id"], &code)).await.0, 410);
}

#[tokio::test]
async fn an_expired_code_and_an_unknown_code_look_the_same() {
    let (server, gateway) = server().await;
    let sent = accepted(send(&server)).await;
    let code = gateway.last_code();
    execute(
        server.data.path(),
        "UPDATE phone_verifications SET expires_at = expires_at - 600000",
    )
    .await;
    let expired = refused(verify(&server, &sent["id"], &code)).await;
    assert_eq!((expired.0, &expired.1["code"]), (410, &json!("code_expired")));
    assert_eq!(expired, refused(verify(&server, &json!("unknown"), &code)).await);
}

#[tokio::test]
async fn a_code_belongs_to_one_verification() {
    let (server, gateway) = server().await;
    let first = accepted(send(&server)).await;
    let code = gateway.last_code();
    let second = accepted(send_to(&server, "+905321234568", "e")).await;
    if gateway.last_code() != code {
        assert_eq!(refused(verify(&server, &second["id"], &code)).await.0, 422);
    }
    accepted(verify(&server, &first["id"], &code)).await;
}

#[tokio::test]
async fn unverifiable_numbers_are_refused_and_nothing_is_sent() {
    let (server, gateway) = server().await;
    let post = |change: Value| {
        let mut body = wish(NUMBER);
        body["device_id"] = json!("d");
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        server.post("/v1/customers/send_verification_token").json(&body)
    };
    for (change, code, pointer) in [
        (json!({"address": null}), "required", "/address"),
        (json!({"address": "905321234567"}), "invalid_phone", "/address"),
        (
            json!({"address": "+90 532 123 45 67"}),
            "invalid_phone",
            "/address",
        ),
        (json!({"address": "+90532123"}), "invalid_phone", "/address"),
        (json!({"address": "+9".repeat(40)}), "too_long", "/address"),
        (json!({"address": ["+905321234567"]}), "wrong_type", "/address"),
        (json!({"kind": "email"}), "invalid_answer", "/kind"),
        (json!({"device_id": ""}), "required", "/device_id"),
        (
            json!({"device_id": "d".repeat(129)}),
            "invalid_device_id",
            "/device_id",
        ),
        (json!({"question_id": null}), "required", "/question_id"),
        (
            json!({"question_id": "plain"}),
            "unknown_question",
            "/question_id",
        ),
        (
            json!({"question_id": "nowhere"}),
            "unknown_question",
            "/question_id",
        ),
        (json!({"node_id": null}), "required", "/node_id"),
        (json!({"node_id": "nowhere"}), "unknown_node", "/node_id"),
        (json!({"node_id": "door"}), "unknown_question", "/question_id"),
        (json!({"flow_id": "visit"}), "unknown_flow", "/flow_id"),
        (json!({"flow_revision": 7}), "unknown_revision", "/flow_revision"),
        (json!({"flow_revision": "x"}), "wrong_type", "/flow_revision"),
    ] {
        let (status, problem) = refused(post(change.clone())).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{change}");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{change}");
    }
    let (status, problem) = refused(post(json!({"node_id": "closed"}))).await;
    assert_eq!((status, &problem["code"]), (403, &json!("node_closed")));
    for body in [json!([]), json!("x")] {
        let request = server.post("/v1/customers/verify").json(&body);
        assert_eq!(refused(request).await.1["code"], "wrong_type");
    }
    for (body, pointer) in [
        (json!({"token": "1"}), "/verification_id"),
        (json!({"verification_id": "v"}), "/token"),
    ] {
        let (_, problem) = refused(server.post("/v1/customers/verify").json(&body)).await;
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
    assert_eq!(gateway.received().len(), 0);
}

#[tokio::test]
async fn only_numbers_of_the_countries_of_the_node_get_codes() {
    let (server, gateway) = server().await;
    let node = |id: &str, fields: Value| {
        let mut node = json!({"id": id, "flow_id": "phone"});
        node.as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        (format!("nodes/{id}.json"), node.to_string())
    };
    let files = [
        node("own", json!({"country_code": "TR"})),
        node(
            "named",
            json!({"country_code": "TR", "phone_countries": ["DE", "US"]}),
        ),
    ];
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    import(records(&files).path(), server.data.path());
    let to = |node: &str, number: &str| {
        let mut wish = wish(number);
        wish["node_id"] = node.into();
        server
            .post("/v1/customers/send_verification_token")
            .header("X-Device-Id", "d")
            .json(&wish)
    };
    for (node, number, is_accepted) in [
        ("own", "+905321234567", true),
        ("own", "+4915112345678", false),
        ("named", "+4915112345678", true),
        ("named", "+12125550100", true),
        ("named", "+18765550100", false),
        ("named", "+905321234560", false),
        ("till", "+33612345678", true),
        ("till", "+881612345678", false),
    ] {
        if is_accepted {
            accepted(to(node, number)).await;
            continue;
        }
        let (status, problem) = refused(to(node, number)).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("phone_country")),
            "{node}: {number}"
        );
        assert_eq!(problem["errors"][0]["pointer"], "/address");
    }
    assert_eq!(gateway.received().len(), 4);
}
