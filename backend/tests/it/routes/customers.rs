//! `POST /v2/web_widgets/{node_id}/customers/visit` and `GET /v1/nodes/{node_id}/customers/{creator_id}`.

use super::feedbacks::{accepted, refused};
use crate::client::RequestBuilder;
use crate::database::{texts, with_data};
use crate::import::records;
use crate::process::{ServerProcess, printed, pulsen, run};
use crate::server::{RECORDS, TestServer, client, import};
use backend::Assets;
use serde_json::{Value, json};
use std::path::Path;

pub(super) const SECRET: &str = "the-secret-of-the-test-widget-000";
const OLD_SECRET: &str = "the-secret-before-it-was-rotated-0";
pub(super) const OPEN: &str = "PSN-OPEN001";
pub(super) const SECURE: &str = "PSN-SECURE1";
pub(super) const VAULT: &str = "PSN-VAULT01";

/// Starts a server with widgets that take attributes: `OPEN` takes any, `SECURE` only signed ones. The node `links` knows
/// signed links; each widget of the node `vault` takes only what is signed.
pub(super) async fn server() -> TestServer {
    let index = "<!doctype html><html lang=\"en\"><head></head><body></body></html>";
    let server = TestServer::with_assets(Assets::from_files([("index.html".to_owned(), index)])).await;
    let public_key = std::fs::read_to_string(format!("{RECORDS}/keys/ed25519.pub.pem")).unwrap();
    let files = [
        (
            "nodes/n.json",
            json!({"id": "links", "flow_id": "visit", "public_key": public_key}),
        ),
        (
            "widgets/o.json",
            json!({"code": OPEN, "node_id": "door", "secret": [OLD_SECRET, SECRET]}),
        ),
        (
            "widgets/s.json",
            json!({"code": SECURE, "node_id": "door", "secret": SECRET, "secure_mode": true}),
        ),
        (
            "widgets/e.json",
            json!({"code": "PSN-ELSEWH1", "node_id": "short", "secret": SECRET}),
        ),
        (
            "nodes/v.json",
            json!({"id": "vault", "flow_id": "visit", "public_key": public_key}),
        ),
        (
            "widgets/v.json",
            json!({"code": VAULT, "node_id": "vault", "secret": SECRET, "secure_mode": true}),
        ),
    ];
    let files: Vec<_> = files
        .iter()
        .map(|(path, record)| (*path, record.to_string()))
        .collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    import(records(&files).path(), server.data.path());
    server
}

pub(super) fn visit(server: &TestServer, body: &Value) -> RequestBuilder {
    server.post("/v2/web_widgets/door/customers/visit").json(body)
}

/// Signs attributes as a host's server does.
pub(super) fn signed(code: &str, secret: &str, attributes: &Value, customer: &Value) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    std::fs::write(&file, format!("{secret}\n")).unwrap();
    let mut command = pulsen();
    command
        .args(["sign-attributes", code, "--secret-file"])
        .arg(&file);
    command.args([
        "--attributes",
        &attributes.to_string(),
        "--customer",
        &customer.to_string(),
    ]);
    printed(&mut command).trim().to_owned()
}

pub(super) fn sign_link(node: &str, customer: &Value) -> String {
    let key = format!("{RECORDS}/keys/ed25519.pem");
    let customer = customer.to_string();
    let link = printed(pulsen().args(["sign-link", node, "--key", &key, "--customer", &customer]));
    link.split_once("&signature=").unwrap().1.trim().to_owned()
}

async fn stored(data: &Path) -> Vec<String> {
    texts(
        data,
        "SELECT id || ' ' || claimed || ' ' || COALESCE(proven, '-') FROM customers ORDER BY created_at, id",
    )
    .await
}

#[tokio::test]
async fn a_visit_returns_a_new_id_and_nothing_else() {
    let server = TestServer::start().await;
    let claims = |device: &str| json!({"device_id": device, "email": "ann@example.org", "external_id": "42"});
    let one = accepted(visit(&server, &claims("d"))).await;
    assert_eq!(one.as_object().unwrap().keys().collect::<Vec<_>>(), ["id"]);
    for device in ["d", "e"] {
        let other = accepted(visit(&server, &claims(device))).await;
        assert_ne!(one["id"], other["id"], "nobody is looked up by claims");
    }
    let gone = server
        .post("/v2/web_widgets/gone/customers/visit")
        .json(&json!({}));
    assert_eq!(refused(gone).await.0, 404);
}

#[tokio::test]
async fn later_visits_of_the_device_add_to_its_customer() {
    let server = TestServer::start().await;
    let id = accepted(visit(
        &server,
        &json!({"device_id": "d", "email": "a", "custom_attributes": {"x": 1}}),
    ))
    .await["id"]
        .clone();
    let more = json!({"device_id": "d", "id": id, "name": "Ada", "custom_attributes": {"y": {"z": [2]}}});
    for _ in 0..2 {
        assert_eq!(accepted(visit(&server, &more)).await, json!({"id": id}));
    }
    let known = stored(server.data.path()).await;
    let [row] = &known[..] else { panic!("{known:?}") };
    let expected = json!({"custom_attributes": {"x": 1, "y": {"z": [2]}}, "email": "a", "name": "Ada"});
    let (_, row) = row.split_once(' ').unwrap();
    let claimed: Value = serde_json::from_str(row.strip_suffix(" -").unwrap()).unwrap();
    assert_eq!(claimed, expected);

    // The id of another device, of another node, of nobody: a fresh one.
    let elsewhere = server
        .post("/v2/web_widgets/short/customers/visit")
        .json(&json!({"device_id": "d", "id": id}));
    for request in [
        visit(&server, &json!({"device_id": "e", "id": id})),
        visit(&server, &json!({"id": id})),
        visit(&server, &json!({"device_id": "d", "id": "nobody"})),
        elsewhere,
    ] {
        assert_ne!(accepted(request).await["id"], id);
    }
    // Another person at the same device.
    let known = json!({"device_id": "d", "id": id, "user_id": "ada"});
    assert_eq!(accepted(visit(&server, &known)).await["id"], id);
    let other = json!({"device_id": "d", "id": id, "user_id": "bob"});
    assert_ne!(accepted(visit(&server, &other)).await["id"], id);
}

#[tokio::test]
async fn fields_of_a_visit_are_bounded() {
    let server = TestServer::start().await;
    let long = json!({"device_id": "d", "email": "x".repeat(201), "external_id": "x".repeat(129), "name": 7});
    let (status, problem) = refused(visit(&server, &long)).await;
    assert_eq!((status, &problem["code"]), (422, &json!("too_long")));
    let pointers: Vec<_> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| &e["pointer"])
        .collect();
    assert_eq!(pointers, ["/external_id", "/email", "/name"]);
    let (status, problem) = refused(visit(&server, &json!({"device_id": "x".repeat(129)}))).await;
    assert_eq!((status, &problem["code"]), (422, &json!("invalid_device_id")));
    assert_eq!(stored(server.data.path()).await, [""; 0]);

    // Each visit fits, both together do not.
    let attributes = |name: &str| json!({name: "x".repeat(10_000)});
    let first = json!({"device_id": "d", "custom_attributes": attributes("a")});
    let id = accepted(visit(&server, &first)).await["id"].clone();
    let second = json!({"device_id": "d", "id": id, "custom_attributes": attributes("b")});
    let (status, problem) = refused(visit(&server, &second)).await;
    assert_eq!((status, &problem["code"]), (422, &json!("too_long")));
    let known = stored(server.data.path()).await;
    assert_eq!(known.len(), 1);
    assert!(known[0].len() < 11_000);
}

#[tokio::test]
async fn signed_attributes_are_stored_and_returned() {
    let server = server().await;
    let attributes = json!({"plan": "gold", "cart": {"items": [1, "two"]}});
    for (code, secret) in [(OPEN, SECRET), (OPEN, OLD_SECRET), (SECURE, SECRET)] {
        let jws = signed(code, secret, &attributes, &json!({"external_id": "42"}));
        let body = json!({"device_id": "d", "widget_code": code, "attributes_jws": jws});
        let customer = accepted(visit(&server, &body)).await;
        assert_eq!(customer["custom_attributes"], attributes, "{code}");
        assert_eq!(customer["external_id"], "42");
        // Who comes back without a signature learns nothing.
        let again = json!({"device_id": "d", "id": customer["id"], "widget_code": code});
        assert_eq!(
            accepted(visit(&server, &again)).await,
            json!({"id": customer["id"]})
        );
    }
}

#[tokio::test]
async fn forged_expired_and_swapped_attributes_are_refused_and_nothing_is_stored() {
    let server = server().await;
    let sign = |code: &str, secret: &str| signed(code, secret, &json!({"plan": "gold"}), &json!({}));
    let valid = sign(SECURE, SECRET);
    let other = sign(OPEN, SECRET);
    let [header, _, signature] = valid.split('.').collect::<Vec<_>>()[..] else {
        panic!("{valid}")
    };
    let payload = other.split('.').nth(1).unwrap();
    for (jws, what) in [
        (sign(SECURE, OLD_SECRET), "another secret"),
        (sign("PSN-ELSEWH1", SECRET), "the widget of another node"),
        (other.clone(), "another widget"),
        (format!("{header}.{payload}.{signature}"), "another payload"),
        (format!("eyJhbGciOiJub25lIn0.{payload}."), "alg none"),
        ("x".into(), "no JWS"),
    ] {
        let body = json!({"device_id": "d", "widget_code": SECURE, "attributes_jws": jws});
        let (status, problem) = refused(visit(&server, &body)).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("invalid_attributes_jws")),
            "{what}"
        );
        assert_eq!(problem["errors"][0]["pointer"], "/attributes_jws");
    }
    // What is signed is bounded, too.
    let jws = signed(OPEN, SECRET, &json!({}), &json!({"external_id": "x".repeat(129)}));
    let long = json!({"device_id": "d", "widget_code": OPEN, "attributes_jws": jws});
    let problem = refused(visit(&server, &long)).await.1;
    assert_eq!(problem["errors"][0]["pointer"], "/attributes_jws/external_id");
    // The widget must be one of the node, and be named.
    let jws = sign("PSN-ELSEWH1", SECRET);
    let elsewhere = json!({"device_id": "d", "widget_code": "PSN-ELSEWH1", "attributes_jws": jws});
    assert_eq!(
        refused(visit(&server, &elsewhere)).await.1["code"],
        "unknown_widget"
    );
    let unnamed = json!({"device_id": "d", "attributes_jws": valid});
    assert_eq!(refused(visit(&server, &unnamed)).await.1["code"], "required");
    assert_eq!(stored(server.data.path()).await, [""; 0]);
}

#[tokio::test]
async fn under_secure_mode_nothing_unsigned_is_taken() {
    let server = server().await;
    let jws = signed(SECURE, SECRET, &json!({"plan": "gold"}), &json!({}));
    for body in [
        json!({"custom_attributes": {"plan": "gold"}, "email": "eve@example.com"}),
        json!({"custom_attributes": {"plan": "gold"}, "attributes_jws": jws}),
    ] {
        let mut body = body;
        body["device_id"] = "d".into();
        body["widget_code"] = SECURE.into();
        let (status, problem) = refused(visit(&server, &body)).await;
        assert_eq!((status, &problem["code"]), (422, &json!("unsigned_attributes")));
    }
    assert_eq!(stored(server.data.path()).await, [""; 0]);
    // The secret never leaves the server.
    for path in [
        format!("/v1/web_widgets/code/{SECURE}"),
        format!("/widget?code={SECURE}&frame=1"),
        format!("/loader/{SECURE}.js"),
    ] {
        let text = server.get(&path).await.text().await.unwrap();
        assert!(!text.contains(SECRET), "{path}");
    }
}

#[tokio::test]
async fn secure_nodes_require_a_widget() {
    let server = server().await;
    let visit = |body: &Value| server.post("/v2/web_widgets/vault/customers/visit").json(body);
    let claims = json!({"device_id": "d", "external_id": "42", "email": "eve@example.com"});
    let (status, problem) = refused(visit(&claims)).await;
    assert_eq!((status, &problem["code"]), (422, &json!("unsigned_attributes")));
    assert_eq!(stored(server.data.path()).await, [""; 0]);
    accepted(visit(&json!({"device_id": "d"}))).await;
    let jws = signed(VAULT, SECRET, &json!({}), &json!({"external_id": "7"}));
    let proven = json!({"device_id": "d", "widget_code": VAULT, "attributes_jws": jws});
    assert_eq!(accepted(visit(&proven)).await["external_id"], "7");
    // An import changes the rule at once.
    let open = json!({"code": "PSN-VAULT02", "node_id": "vault"}).to_string();
    import(records(&[("widgets/w.json", &open)]).path(), server.data.path());
    accepted(visit(&claims)).await;
}

#[tokio::test]
async fn a_signed_link_shows_its_customer() {
    let server = server().await;
    let body = json!({"device_id": "d", "email": "ada@example.com", "custom_attributes": {"plan": "gold"}});
    let customer = accepted(server.post("/v2/web_widgets/links/customers/visit").json(&body)).await;
    let id = customer["id"].as_str().unwrap();
    let show = async |node: &str, id: &str, signature: &str| -> Value {
        let response = server
            .get(&format!("/v1/nodes/{node}/customers/{id}?signature={signature}"))
            .await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["cache-control"], "no-store");
        response.json().await.unwrap()
    };
    let valid = sign_link("links", &json!({"id": id, "name": "Ada"}));
    let known = json!({
        "id": id, "email": "ada@example.com", "name": "Ada", "custom_attributes": {"plan": "gold"},
    });
    assert_eq!(show("links", id, &valid).await, known);
    let with_header = server
        .client
        .get(format!("{}/v1/nodes/links/customers/{id}", server.address))
        .header("X-Signature", &valid);
    assert_eq!(accepted(with_header).await, known);

    for (signature, what) in [
        (String::new(), "none"),
        ("x".into(), "no JWS"),
        (
            sign_link("links", &json!({"id": "another"})),
            "for another customer",
        ),
        (
            sign_link("links", &json!({"email": "ada@example.com"})),
            "without an id",
        ),
        (sign_link("door", &json!({"id": id})), "for another node"),
    ] {
        assert_eq!(show("links", id, &signature).await, json!({"id": id}), "{what}");
    }
    assert_eq!(show("links", "nobody", "").await, json!({"id": "nobody"}));
    // Known to another node only.
    assert_eq!(show("door", id, &valid).await, json!({"id": id}));
    assert_eq!(server.get("/v1/nodes/gone/customers/c").await.status(), 404);
}

#[test]
fn import_checks_secrets_and_repeats_none() {
    let flow = include_str!("../../data/flows/short.json");
    let node = r#"{"id": "n", "flow_id": "short"}"#;
    let check = |change: Value| {
        let mut widget = json!({"code": "PSN-SECRET1", "node_id": "n"});
        widget
            .as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        let files = records(&[
            ("flows/f.json", flow),
            ("nodes/n.json", node),
            ("widgets/w.json", &widget.to_string()),
        ]);
        let (code, findings, _) = run(pulsen().arg("check").arg(files.path()));
        assert_eq!(code, 1, "{findings}");
        assert!(!findings.contains("hush"), "{findings}");
        findings
    };
    for (change, expected) in [
        (
            json!({"secret": "hush"}),
            "/secret: a secret needs at least 32 bytes",
        ),
        (
            json!({"secret": [SECRET, "hush"]}),
            "/secret/1: a secret needs at least 32 bytes",
        ),
        (json!({"secret": [["hush"]]}), "/secret/0: must be a text or"),
        (json!({"secret": {"a": "hush"}}), "/secret: an object must be"),
        (json!({"secure_mode": true}), "/secure_mode: needs a `secret`"),
    ] {
        let findings = check(change);
        assert!(findings.contains(expected), "{findings}");
    }
}

#[test]
fn sign_attributes_names_a_file_that_holds_no_secret() {
    for file in [
        "/nowhere.secret",
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/nodes/short.json.x"),
    ] {
        let (code, output, errors) = run(pulsen().args(["sign-attributes", OPEN, "--secret-file", file]));
        assert_eq!((code, output.as_str()), (1, ""));
        assert!(errors.contains(file), "{errors}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    std::fs::write(&file, "short").unwrap();
    let (code, _, errors) = run(pulsen()
        .args(["sign-attributes", OPEN, "--secret-file"])
        .arg(&file));
    assert_eq!(code, 1);
    assert!(errors.contains("at least 32 bytes"), "{errors}");
}

#[tokio::test]
async fn a_secret_may_come_from_the_environment_of_the_server() {
    const CODE: &str = "PSN-ENVIRO1";
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let widget = json!({"code": CODE, "node_id": "door", "secret": {"env": "PULSEN_WIDGET_DOOR"}, "secure_mode": true});
    let files = [("widgets/w.json", widget.to_string())];
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    import(records(&files).path(), data.path());
    let mut command = pulsen();
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off"])
        .env("PULSEN_WIDGET_DOOR", SECRET);
    let server = ServerProcess::spawn(with_data(&mut command, data.path()));
    let url = format!("{}/v2/web_widgets/door/customers/visit", server.address);
    for (secret, expected) in [(SECRET, 200), (OLD_SECRET, 422)] {
        let jws = signed(CODE, secret, &json!({}), &json!({"external_id": "42"}));
        let visit = json!({"device_id": "d", "widget_code": CODE, "attributes_jws": jws});
        let answer = client().post(&url).json(&visit).send().await.unwrap();
        assert_eq!(answer.status(), expected);
    }
    let log = server.terminate();
    assert!(!log.contains(SECRET), "{log}");
}
