//! Kiosks: `POST /v1/nodes/{node_id}/devices`, `GET /v1/staff/devices`, their pages and `GET /kiosk.webmanifest`.

use super::feedbacks::{accepted, refused};
use crate::client::RequestBuilder;
use crate::import::records;
use crate::pages::{boot, server as server_with_pages};
use crate::server::{RECORDS, TestServer, import};
use serde_json::{Value, json};

/// Imports nodes with kiosks: `till` is asked to be one, `hall` is one from the start, `signed` takes signed links only.
fn import_kiosks(server: &TestServer) {
    let till = json!({
        "id": "till", "flow_id": "visit", "name": "The till", "kiosk_pin": "2580", "primary_color": "#0f766e",
        "favicon_url": "/assets/cup.svg", "theme": "dark",
    });
    let hall = json!({"id": "hall", "flow_id": "visit", "kiosk": true, "kiosk_pin": "13579"});
    let public_key = std::fs::read_to_string(format!("{RECORDS}/keys/ed25519.pub.pem")).unwrap();
    let signed = json!({
        "id": "signed", "flow_id": "visit", "kiosk_pin": "2580", "use_signature_verify": true, "public_key": public_key,
    });
    let files = [
        ("nodes/t.json", &*till.to_string()),
        ("nodes/h.json", &hall.to_string()),
        ("nodes/s.json", &signed.to_string()),
    ];
    import(records(&files).path(), server.data.path());
}

async fn server() -> TestServer {
    let server = TestServer::start().await;
    import_kiosks(&server);
    server
}

fn report(server: &TestServer, node: &str, body: &Value) -> RequestBuilder {
    server.post(&format!("/v1/nodes/{node}/devices")).json(body)
}

fn health(device: &str) -> Value {
    json!({"device_id": device, "waiting": 2, "refused": 1, "last_sync_at": "2026-11-21T10:20:30Z", "version": "v1"})
}

async fn list(server: &TestServer, query: &str) -> Value {
    let response = server.get_as_staff(&format!("/v1/staff/devices{query}")).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

#[tokio::test]
async fn staff_see_the_last_report_of_a_kiosk() {
    let server = server().await;
    let answer = accepted(report(&server, "till", &health("d"))).await;
    let first = list(&server, "").await["items"][0].clone();
    assert_eq!(answer, json!({ "device_hash": first["device_id"] }));
    assert_eq!(
        (&first["waiting"], &first["refused"], &first["last_sync_at"]),
        (&json!(2), &json!(1), &json!("2026-11-21T10:20:30.000Z"))
    );
    let now = json!({"device_id": "d", "waiting": 0, "refused": 0, "last_sync_at": null, "version": "v2", "more": 1});
    accepted(report(&server, "till", &now)).await;
    let items = list(&server, "?node_id=till").await["items"].clone();
    let [item] = items.as_array().unwrap().as_slice() else {
        panic!("{items}");
    };
    assert_eq!(
        item,
        &json!({
            "node_id": "till", "device_id": first["device_id"], "waiting": 0, "refused": 0, "last_sync_at": null, "version": "v2",
            "first_seen_at": first["first_seen_at"], "seen_at": item["seen_at"],
        })
    );
    assert!(item["seen_at"].as_str() >= first["seen_at"].as_str());
    // The same device may be a kiosk of two nodes.
    accepted(report(&server, "hall", &health("d"))).await;
    assert_eq!(list(&server, "").await["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn staff_read_the_list_in_parts() {
    let server = server().await;
    let with_version = |number: u32| {
        let mut body = health(&number.to_string());
        body["version"] = json!(number.to_string());
        body
    };
    for number in 0..5 {
        accepted(report(&server, "till", &with_version(number))).await;
    }
    accepted(report(&server, "hall", &health("other"))).await;
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let part = list(&server, &format!("?node_id=till&limit=2{after}")).await;
        let items = part["items"].as_array().unwrap();
        seen.extend(items.iter().map(|item| item["version"].clone()));
        // A report in the meantime moves no device to another place.
        accepted(report(&server, "till", &with_version(0))).await;
        match part["next_cursor"].as_str() {
            Some(cursor) => after = format!("&after={cursor}"),
            None => break,
        }
    }
    assert_eq!(seen, ["4", "3", "2", "1", "0"]);
    assert_eq!(list(&server, "?node_id=door").await["items"], json!([]));
    assert_eq!(
        server.get_as_staff("/v1/staff/devices?after=x").await.status(),
        400
    );
    assert_eq!(server.get("/v1/staff/devices").await.status(), 401);
}

#[tokio::test]
async fn invalid_input_is_refused_and_nothing_is_stored() {
    let server = server().await;
    let with = |field: &str, value: Value| {
        let mut body = health("d");
        body[field] = value;
        body
    };
    for (body, code, pointer) in [
        (with("device_id", json!("")), "required", "/device_id"),
        (
            with("device_id", json!("x".repeat(129))),
            "invalid_device_id",
            "/device_id",
        ),
        (with("waiting", json!(-1)), "wrong_type", "/waiting"),
        (with("waiting", json!(1_000_001)), "invalid_answer", "/waiting"),
        (with("refused", json!("1")), "wrong_type", "/refused"),
        (with("refused", json!(1_000_001)), "invalid_answer", "/refused"),
        (with("version", json!("x".repeat(65))), "too_long", "/version"),
        (
            with("last_sync_at", json!("yesterday")),
            "invalid_time",
            "/last_sync_at",
        ),
        (json!({"device_id": "d"}), "wrong_type", ""),
    ] {
        let (status, problem) = refused(report(&server, "till", &body)).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{body}");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}");
    }
    for unknown in ["nowhere", "door"] {
        assert_eq!(
            refused(report(&server, unknown, &health("d"))).await.0,
            404,
            "{unknown}"
        );
    }
    let (status, problem) = refused(report(&server, "signed", &health("d"))).await;
    assert_eq!((status, &problem["code"]), (403, &json!("invalid_signature")));
    assert_eq!(list(&server, "").await["items"], json!([]));
}

#[tokio::test]
async fn only_kiosk_pages_have_the_hash_of_the_pin() {
    let server = server_with_pages().await;
    import_kiosks(&server);
    let page = async |path: &str| {
        let response = server.get(path).await;
        let policy = response.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .to_owned();
        let html = response.text().await.unwrap();
        assert!(!html.contains("2580") && !html.contains("13579"), "{path}");
        (boot(&html), policy.contains("manifest-src 'self'"))
    };
    for usual in [
        "/feedback?node_id=till",
        "/feedback?node_id=till&kiosk=0",
        "/feedback?node_id=door&kiosk=1",
    ] {
        let (boot, is_installable) = page(usual).await;
        assert_eq!((boot.get("kiosk"), is_installable), (None, false), "{usual}");
        assert!(boot["site_url"].is_string() && !boot["node"].to_string().contains("kiosk"));
    }
    for (kiosk, at_once) in [
        ("/feedback?node_id=till&kiosk=1", None),
        ("/web_feedback?node_id=hall", Some(&json!(true))),
        ("/feedback?node_id=hall&kiosk=1", Some(&json!(true))),
    ] {
        let (boot, is_installable) = page(kiosk).await;
        assert!(is_installable, "{kiosk}");
        assert_eq!(boot["kiosk"].get("at_once"), at_once, "{kiosk}");
        let pin = &boot["kiosk"]["pin"];
        assert_eq!(pin["iterations"], 600_000);
        assert_eq!(
            (
                pin["salt"].as_str().unwrap().len(),
                pin["hash"].as_str().unwrap().len()
            ),
            (32, 64)
        );
        // Nothing on it leads to other pages.
        assert_eq!(boot.get("site_url"), None, "{kiosk}");
    }
}

#[tokio::test]
async fn a_kiosk_can_be_installed_with_the_look_of_its_node() {
    let server = server().await;
    let response = server
        .get("/kiosk.webmanifest?node_id=till&lang=tr&creator_id=1")
        .await;
    assert_eq!(response.headers()["content-type"], "application/manifest+json");
    let manifest: Value = response.json().await.unwrap();
    assert_eq!(
        manifest,
        json!({
            "id": "/feedback?node_id=till", "name": "The till", "short_name": "The till",
            "start_url": "/feedback?node_id=till&kiosk=1&lang=tr", "scope": "/", "display": "fullscreen",
            "theme_color": "#0F766E", "background_color": "#1d1f24",
            "icons": [{"src": "/assets/cup.svg", "sizes": "any", "purpose": "any"}],
        })
    );
    for unknown in ["?node_id=door", "?node_id=nowhere", ""] {
        let response = server.get(&format!("/kiosk.webmanifest{unknown}")).await;
        assert_eq!(response.status(), 404, "{unknown}");
    }
}
