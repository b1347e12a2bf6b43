//! Nodes that take feedback by signed links (docs/api.md#link-signatures).

use super::feedbacks::{accepted, refused};
use crate::import::records;
use crate::pages::{boot, json_script};
use crate::process::{printed, pulsen, run};
use crate::server::{RECORDS, TestServer, import};
use crate::submission::{happy, with};
use backend::Assets;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

fn public_key(name: &str) -> String {
    std::fs::read_to_string(format!("{RECORDS}/keys/{name}.pub.pem")).unwrap()
}

/// Starts a server with nodes for signed links: `signed` and `other` need them, `either` knows them.
async fn server() -> TestServer {
    let index = "<!doctype html><html lang=\"en\"><head></head><body></body></html>";
    let server = TestServer::with_assets(Assets::from_files([("index.html".to_owned(), index)])).await;
    let node = |id: &str, is_needed: bool, key: &str| {
        json!({"id": id, "flow_id": "visit", "use_signature_verify": is_needed, "public_key": key})
            .to_string()
    };
    let ed25519 = public_key("ed25519");
    let files = [
        // Two keys, as while they are rotated.
        (
            "nodes/a.json",
            node("signed", true, &format!("{}{ed25519}", public_key("p256"))),
        ),
        ("nodes/b.json", node("other", true, &ed25519)),
        ("nodes/c.json", node("either", false, &ed25519)),
    ];
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    import(records(&files).path(), server.data.path());
    server
}

fn sign(node: &str, key: &str, customer: &Value) -> String {
    let key = format!("{RECORDS}/keys/{key}.pem");
    let link = printed(pulsen().args([
        "sign-link",
        node,
        "--key",
        &key,
        "--customer",
        &customer.to_string(),
    ]));
    let (_, signature) = link.split_once("&signature=").unwrap();
    signature.trim().to_owned()
}

fn to(node: &str) -> Value {
    with(happy("d"), "node_id", node)
}

#[tokio::test]
async fn feedback_needs_the_signature_of_the_node() {
    let server = server().await;
    let valid = sign("signed", "ed25519", &json!({}));
    let forged = sign("signed", "other", &json!({}));
    let swapped = sign("other", "ed25519", &json!({}));
    for (signature, what) in [
        (&forged, "forged"),
        (&swapped, "swapped"),
        (&"x".into(), "no JWS"),
    ] {
        for partial in ["true", "false"] {
            let request = server.submit(&to("signed")).header("X-Signature", signature);
            let (status, problem) = refused(request.header("X-COMPLETED", partial)).await;
            assert_eq!(
                (status, &problem["code"]),
                (403, &json!("invalid_signature")),
                "{what}"
            );
        }
    }
    assert_eq!(refused(server.submit(&to("signed"))).await.0, 403, "none");
    assert_eq!(server.feedbacks().await, [] as [Value; 0]);

    for signature in [valid, sign("signed", "p256", &json!({}))] {
        accepted(server.submit(&to("signed")).header("X-Signature", signature)).await;
    }
    assert_eq!(
        server.feedbacks().await[0]["customer_verified"],
        false,
        "nothing is signed about them"
    );
}

#[tokio::test]
async fn signed_fields_replace_claimed_ones_and_verify_the_customer() {
    let server = server().await;
    let signature = sign("either", "ed25519", &json!({"email": "ada@example.com"}));
    let claimed = with(
        to("either"),
        "customer",
        json!({"email": "eve@example.com", "name": "A"}),
    );
    accepted(server.submit(&claimed).header("X-Signature", &signature)).await;
    let [feedback] = &server.feedbacks().await[..] else {
        panic!()
    };
    assert_eq!(
        feedback["customer"],
        json!({"email": "ada@example.com", "name": "A"})
    );
    assert_eq!(feedback["customer_verified"], true);

    // Where no signature is needed, one that is not valid only proves nothing.
    for signature in [
        "x",
        &sign("signed", "ed25519", &json!({"email": "ada@example.com"})),
    ] {
        accepted(server.submit(&claimed).header("X-Signature", signature)).await;
        let feedback = &server.feedbacks().await[0];
        assert_eq!(feedback["customer"]["email"], "eve@example.com");
        assert_eq!(feedback["customer_verified"], false);
    }
}

#[tokio::test]
async fn a_visit_needs_the_signature_too() {
    let server = server().await;
    let visit = || {
        server
            .post("/v2/web_widgets/signed/customers/visit")
            .json(&json!({"device_id": "d"}))
    };
    assert_eq!(refused(visit()).await.1["code"], "invalid_signature");
    let signature = sign("signed", "ed25519", &json!({}));
    accepted(visit().header("X-Signature", signature)).await;
}

#[tokio::test]
async fn page_and_record_say_whether_the_signature_is_valid() {
    let server = server().await;
    let valid = sign("signed", "ed25519", &json!({}));
    for (signature, is_valid) in [(valid.as_str(), true), ("x", false), ("", false)] {
        let node: Value = server
            .get(&format!("/v1/nodes/signed?signature={signature}"))
            .await
            .json()
            .await
            .unwrap();
        assert_eq!(node["signature_valid"], is_valid);
        let page = server
            .get(&format!("/feedback?node_id=signed&signature={signature}"))
            .await;
        let html = page.text().await.unwrap();
        let boot = boot(&html);
        assert_eq!(boot["node"]["signature_valid"], is_valid);
        assert_eq!(json_script(&html, "flow").is_some(), is_valid);
        let expected = if is_valid {
            Value::Null
        } else {
            json!({"reason": "invalid_signature"})
        };
        assert_eq!(boot["unavailable"], expected);
        assert_eq!(
            json_script(&html, "view"),
            None,
            "what is known about a customer is filled in"
        );
    }
    let page = server.get("/feedback?node_id=either").await;
    let html = page.text().await.unwrap();
    assert!(
        json_script(&html, "view").is_some(),
        "nothing is known about the visitor"
    );
    let node: Value = server.get("/v1/nodes/either").await.json().await.unwrap();
    assert_eq!(node.get("signature_valid"), None);
}

#[test]
fn an_import_refuses_ineffective_verification() {
    let flow = include_str!("../../data/flows/short.json");
    let check = |node: Value| {
        let files = records(&[("flows/f.json", flow), ("nodes/n.json", &node.to_string())]);
        let (code, findings, _) = run(pulsen().arg("check").arg(files.path()));
        assert_eq!(code, 1);
        findings
    };
    let without = check(json!({"id": "n", "flow_id": "short", "use_signature_verify": true}));
    assert!(
        without.contains("/use_signature_verify: needs a `public_key`"),
        "{without}"
    );
    let private = std::fs::read_to_string(format!("{RECORDS}/keys/ed25519.pem")).unwrap();
    let wrong = check(json!({"id": "n", "flow_id": "short", "public_key": private}));
    assert!(wrong.contains("is not one or more PEM keys"), "{wrong}");
}

#[test]
fn sign_link_prints_a_link_and_names_a_key_that_cannot_sign() {
    let key = format!("{RECORDS}/keys/rsa.pem");
    let link = printed(pulsen().args([
        "sign-link",
        "a b",
        "--key",
        &key,
        "--server",
        "http://127.0.0.1:9/x/",
    ]));
    assert!(
        link.starts_with("http://127.0.0.1:9/x/feedback?node_id=a+b&signature=ey"),
        "{link}"
    );
    for (days, warns) in [("366", false), ("400", true)] {
        let (code, output, errors) = run(pulsen().args(["sign-link", "n", "--key", &key, "--days", days]));
        assert_eq!((code, output.lines().count()), (0, 1));
        assert_eq!(errors.contains("more than a year"), warns, "{days}: {errors}");
    }
    let public = format!("{RECORDS}/keys/rsa.pub.pem");
    for key in [public.as_str(), "/nowhere.pem"] {
        let (code, output, errors) = run(pulsen().args(["sign-link", "n", "--key", key]));
        assert_eq!((code, output.as_str()), (1, ""));
        assert!(errors.contains(key), "{errors}");
    }
}

#[tokio::test]
async fn sign_link_prints_no_link_that_the_server_does_not_take() {
    let server = server().await;
    let address = server.address.clone();
    let print = move |node: &str, key: &str| {
        let key = format!("{RECORDS}/keys/{key}.pem");
        run(pulsen().args(["sign-link", node, "--key", &key, "--server", &address]))
    };
    spawn_blocking(move || {
        let (code, link, errors) = print("signed", "ed25519");
        assert_eq!((code, errors.as_str()), (0, ""));
        assert!(link.contains("node_id=signed&signature=ey"), "{link}");
        for (node, key, reason) in [
            ("nowhere", "ed25519", "has no node `nowhere`"),
            ("signed", "other", "does not take the signature"),
        ] {
            let (code, link, errors) = print(node, key);
            assert_eq!((code, link.as_str()), (1, ""), "{node}");
            assert!(errors.contains(reason), "{errors}");
        }
    })
    .await
    .unwrap();
}
