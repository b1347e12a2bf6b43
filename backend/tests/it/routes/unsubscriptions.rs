//! `POST /v1/nodes/{node_id}/unsubscriptions` and `GET /v1/staff/unsubscriptions`.

use super::feedbacks::{accepted, refused};
use crate::client::RequestBuilder;
use crate::import::records;
use crate::process::{printed, pulsen};
use crate::server::{RECORDS, TestServer, import};
use serde_json::{Value, json};

/// Starts a server with nodes that offer to unsubscribe: `leave`, and `signed` for signed links only.
async fn server() -> TestServer {
    let server = TestServer::start().await;
    let public_key = std::fs::read_to_string(format!("{RECORDS}/keys/ed25519.pub.pem")).unwrap();
    let leave = json!({"id": "leave", "flow_id": "visit", "unsubscribe_visible": true}).to_string();
    let signed = json!({
        "id": "signed", "flow_id": "visit", "unsubscribe_visible": true, "use_signature_verify": true,
        "public_key": public_key,
    });
    let files = [
        ("nodes/l.json", leave.as_str()),
        ("nodes/s.json", &signed.to_string()),
    ];
    import(records(&files).path(), server.data.path());
    server
}

fn unsubscribe(server: &TestServer, node: &str, body: &Value) -> RequestBuilder {
    server
        .post(&format!("/v1/nodes/{node}/unsubscriptions"))
        .json(body)
}

fn sms(number: u32) -> Value {
    json!({"channel": "sms", "device_id": "d", "tracking": {"sdi": number.to_string(), "sci": "c"}})
}

async fn list(server: &TestServer, query: &str) -> Value {
    let response = server
        .get_as_staff(&format!("/v1/staff/unsubscriptions{query}"))
        .await;
    assert_eq!(response.status(), 200);
    response.json().await.unwrap()
}

#[tokio::test]
async fn an_unsubscription_is_stored_once() {
    let server = server().await;
    for (channel, [first, second]) in [
        ("sms", ["sdi", "sci"]),
        ("whatsapp", ["wdi", "wci"]),
        ("push_notification", ["pndi", "pnci"]),
    ] {
        let body = json!({
            "channel": channel, "device_id": "d",
            // Only the pair of the channel counts.
            "tracking": {first: "Şube", second: "2", "edi": "x", "eci": "y"},
        });
        for _ in 0..2 {
            let answer = accepted(unsubscribe(&server, "leave", &body)).await;
            assert_eq!(answer, json!({"channel": channel}));
        }
        let newest = &list(&server, "?limit=1").await["items"][0];
        assert_eq!(newest["tracking"], json!({first: "Şube", second: "2"}));
        assert_eq!(
            (&newest["node_id"], &newest["channel"]),
            (&json!("leave"), &json!(channel))
        );
        assert!(newest["device_id"].is_string());
        assert!(newest["created_at"].as_str().unwrap().ends_with('Z'));
    }
    assert_eq!(list(&server, "").await["items"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn staff_read_the_list_in_parts() {
    let server = server().await;
    for number in 0..5 {
        accepted(unsubscribe(&server, "leave", &sms(number))).await;
    }
    let whatsapp = json!({"channel": "whatsapp", "tracking": {"wdi": "1", "wci": "1"}});
    accepted(unsubscribe(&server, "leave", &whatsapp)).await;
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let part = list(&server, &format!("?node_id=leave&channel=sms&limit=2{after}")).await;
        seen.extend(
            part["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| item["tracking"]["sdi"].clone()),
        );
        match part["next_cursor"].as_str() {
            Some(cursor) => after = format!("&after={cursor}"),
            None => break,
        }
    }
    assert_eq!(seen, ["4", "3", "2", "1", "0"]);
    assert_eq!(list(&server, "?node_id=door").await["items"], json!([]));
    for wrong in ["?after=x", "?channel=email"] {
        let response = server
            .get_as_staff(&format!("/v1/staff/unsubscriptions{wrong}"))
            .await;
        assert_eq!(response.status(), 400, "{wrong}");
    }
    assert_eq!(server.get("/v1/staff/unsubscriptions").await.status(), 401);
}

#[tokio::test]
async fn invalid_input_is_refused_and_nothing_is_stored() {
    let server = server().await;
    let tracking = |tracking: Value| json!({"channel": "sms", "device_id": "d", "tracking": tracking});
    for (body, code, pointer) in [
        (
            json!({"channel": "email", "tracking": {}}),
            "wrong_type",
            "/channel",
        ),
        (json!({"tracking": {"sdi": "1", "sci": "1"}}), "wrong_type", ""),
        (tracking(json!({"sdi": "1"})), "required", "/tracking/sci"),
        (
            tracking(json!({"wdi": "1", "wci": "1"})),
            "required",
            "/tracking/sdi",
        ),
        (
            tracking(json!({"sdi": "", "sci": "1"})),
            "required",
            "/tracking/sdi",
        ),
        (
            tracking(json!({"sdi": 1, "sci": "1"})),
            "wrong_type",
            "/tracking/sdi",
        ),
        (
            tracking(json!({"sdi": "x".repeat(129), "sci": "1"})),
            "too_long",
            "/tracking/sdi",
        ),
        (
            json!({"channel": "sms", "device_id": "x".repeat(129)}),
            "invalid_device_id",
            "/device_id",
        ),
        (json!(["sms"]), "wrong_type", ""),
    ] {
        let (status, problem) = refused(unsubscribe(&server, "leave", &body)).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{body}");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}");
    }
    // The node does not offer it; there is no such node.
    for node in ["door", "gone"] {
        assert_eq!(
            refused(unsubscribe(&server, node, &sms(1))).await.0,
            404,
            "{node}"
        );
    }
    assert_eq!(list(&server, "").await["items"], json!([]));
}

#[tokio::test]
async fn a_node_for_signed_links_wants_the_signature() {
    let server = server().await;
    let (status, problem) = refused(unsubscribe(&server, "signed", &sms(1))).await;
    assert_eq!((status, &problem["code"]), (403, &json!("invalid_signature")));
    let sign = |node: &str| {
        let key = format!("{RECORDS}/keys/ed25519.pem");
        let link = printed(pulsen().args(["sign-link", node, "--key", &key]));
        link.split_once("&signature=").unwrap().1.trim().to_owned()
    };
    let swapped = unsubscribe(&server, "signed", &sms(1)).header("X-Signature", sign("leave"));
    assert_eq!(refused(swapped).await.0, 403);
    assert_eq!(list(&server, "").await["items"], json!([]));
    accepted(unsubscribe(&server, "signed", &sms(1)).header("X-Signature", sign("signed"))).await;
}
