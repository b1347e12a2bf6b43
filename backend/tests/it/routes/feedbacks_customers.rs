//! Feedback of customers of whom something is proven, and how often they may give it (docs/api.md#verified-customers).

use super::customers::{OPEN, SECRET, SECURE, VAULT, server, sign_link, signed, visit};
use super::feedbacks::{accepted, refused};
use crate::database::execute;
use crate::import::records;
use crate::pages::boot;
use crate::server::{RECORDS, TestServer, import};
use crate::submission::{happy, with};
use serde_json::{Value, json};

/// Visits with signed attributes; returns the id of the customer.
async fn known_customer(server: &TestServer, device: &str, attributes: &Value, customer: &Value) -> Value {
    let jws = signed(OPEN, SECRET, attributes, customer);
    let body = json!({"device_id": device, "widget_code": OPEN, "attributes_jws": jws});
    accepted(visit(server, &body)).await["id"].clone()
}

#[tokio::test]
async fn signed_attributes_reach_the_feedback() {
    let server = server().await;
    let host = json!({"external_id": "42", "user_id": "u-42"});
    let id = known_customer(&server, "d", &json!({"plan": "gold"}), &host).await;
    let claimed =
        json!({"id": id, "email": "ada@example.com", "custom_attributes": {"plan": "free", "x": 1}});
    let feedback = with(
        with(happy("d"), "customer", claimed.clone()),
        "user_id",
        "claimed",
    );
    accepted(server.submit(&feedback)).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(
        stored["customer"],
        json!({"id": id, "email": "ada@example.com", "external_id": "42", "custom_attributes": {"plan": "gold"}})
    );
    assert_eq!(stored["user_id"], "u-42");
    assert_eq!(
        (&stored["customer_verified"], &stored["attributes_verified"]),
        (&json!(true), &json!(true))
    );

    // The id is worth nothing on another device.
    let foreign = with(
        with(happy("e"), "customer", claimed.clone()),
        "user_id",
        "claimed",
    );
    accepted(server.submit(&foreign)).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(
        stored["customer"],
        json!({"email": "ada@example.com", "custom_attributes": {"plan": "free", "x": 1}})
    );
    assert_eq!(stored["user_id"], "claimed");
    assert_eq!(
        (&stored["customer_verified"], &stored["attributes_verified"]),
        (&json!(false), &json!(false))
    );

    // A proof counts until it expires.
    execute(server.data.path(), "UPDATE customers SET proven_until = 1").await;
    accepted(server.submit(&feedback)).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["customer"], claimed);
    assert_eq!(stored["customer_verified"], false);
}

#[tokio::test]
async fn a_feedback_through_a_secure_widget_claims_no_attributes() {
    let server = server().await;
    let claimed = json!({"email": "ada@example.com", "custom_attributes": {"plan": "gold"}});
    let feedback = with(with(happy("d"), "customer", claimed), "widget_code", SECURE);
    let (status, problem) = refused(server.submit(&feedback)).await;
    assert_eq!((status, &problem["code"]), (422, &json!("unsigned_attributes")));
    assert_eq!(problem["errors"][0]["pointer"], "/customer/custom_attributes");
    assert_eq!(server.feedbacks().await, [] as [Value; 0]);
    // What answers say is theirs to say.
    let by_answers = with(feedback, "customer", json!({"email": "ada@example.com"}));
    accepted(server.submit(&by_answers)).await;
}

#[tokio::test]
async fn secure_nodes_ignore_unsigned_customers() {
    let server = server().await;
    let to = |customer: Value| with(with(happy("d"), "node_id", "vault"), "customer", customer);
    for code in [json!(null), json!(OPEN), json!(VAULT)] {
        let attributes = to(json!({"custom_attributes": {"plan": "gold"}}));
        let (status, problem) = refused(server.submit(&with(attributes, "widget_code", code.clone()))).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("unsigned_attributes")),
            "{code}"
        );
        let named = to(json!({"external_id": "42", "user_id": "u", "email": "ada@example.com"}));
        let named = with(with(named, "user_id", "u"), "widget_code", code.clone());
        accepted(server.submit(&named)).await;
        let stored = &server.feedbacks().await[0];
        assert_eq!(stored["customer"], json!({"email": "ada@example.com"}), "{code}");
        assert_eq!(stored["user_id"], json!(null), "{code}");
    }
    // The page of a signed link repeats what it was told.
    let signature = sign_link("vault", &json!({"external_id": "7", "user_id": "v"}));
    let repeated = to(json!({"external_id": "7", "custom_attributes": {"plan": "gold"}}));
    accepted(server.submit(&repeated).header("X-Signature", signature)).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["customer"], json!({"external_id": "7"}));
    assert_eq!(
        (&stored["user_id"], &stored["customer_verified"]),
        (&json!("v"), &json!(true))
    );
}

#[tokio::test]
async fn ids_are_bounded() {
    let server = TestServer::start().await;
    for field in ["user_id", "widget_code"] {
        let feedback = with(happy("d"), field, "x".repeat(129));
        let (status, problem) = refused(server.submit(&feedback)).await;
        assert_eq!((status, &problem["code"]), (422, &json!("too_long")), "{field}");
    }
}

/// Adds the node `once` with a public key, and a widget of `door` that takes one feedback a day.
fn add_once_records(server: &TestServer) {
    let public_key = std::fs::read_to_string(format!("{RECORDS}/keys/ed25519.pub.pem")).unwrap();
    let node = json!({
        "id": "once", "flow_id": "visit", "prevent_multiple_feedback": true, "multiple_feedback_delay_period": 7,
        "public_key": public_key,
    });
    let widget = |code: &str, node: &str, days: u32| {
        json!({"code": code, "node_id": node, "prevent_multiple_feedback": true,
               "multiple_feedback_delay_period": days})
        .to_string()
    };
    let files = [
        ("nodes/o.json", node.to_string()),
        ("widgets/a.json", widget("PSN-ONCEDAY", "door", 1)),
        ("widgets/b.json", widget("PSN-ONCEALL", "once", 0)),
    ];
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    import(records(&files).path(), server.data.path());
}

async fn make_older(server: &TestServer, days: i64) {
    let milliseconds = days * 24 * 60 * 60 * 1000;
    let update = format!("UPDATE feedbacks SET completed_at = received_at - {milliseconds} - 1000");
    execute(server.data.path(), update).await;
}

#[tokio::test]
async fn a_verified_customer_gives_one_feedback_on_all_devices() {
    let server = server().await;
    add_once_records(&server);
    let once = |device: &str| with(happy(device), "node_id", "once");
    let by_link = |device: &str, customer: Value| {
        let signature = sign_link("once", &customer);
        server.submit(&once(device)).header("X-Signature", signature)
    };
    accepted(by_link(
        "d",
        json!({"external_id": "ada", "email": "ada@example.com"}),
    ))
    .await;
    let (status, problem) = refused(by_link("e", json!({"external_id": "ada"}))).await;
    assert_eq!((status, &problem["code"]), (400, &json!(13045)));
    // Another person on the same device is refused too: the device has given one.
    assert_eq!(refused(by_link("d", json!({"external_id": "bob"}))).await.0, 400);
    accepted(by_link("f", json!({"external_id": "bob"}))).await;
    // The page of a second device does not ask.
    let page = async |customer: Value| -> Value {
        let path = format!(
            "/feedback?node_id=once&signature={}",
            sign_link("once", &customer)
        );
        boot(&server.get(&path).await.text().await.unwrap())
    };
    let given = page(json!({"external_id": "ada"})).await;
    assert_eq!(
        (&given["already_given"], &given["flow"]),
        (&json!(true), &Value::Null)
    );
    let open = page(json!({"external_id": "eve"})).await;
    assert_eq!(
        (&open["already_given"], &open["flow"]["id"]),
        (&Value::Null, &json!("visit"))
    );
    // A claim is no name, nor is a signed field that names nobody.
    let claimed = with(once("g"), "customer", json!({"external_id": "ada"}));
    accepted(server.submit(&claimed)).await;
    accepted(by_link("h", json!({"email": "ada@example.com"}))).await;
    // A partial save never counts.
    accepted(by_link("i", json!({"external_id": "ada"})).header("X-COMPLETED", "true")).await;

    make_older(&server, 7).await;
    accepted(by_link("e", json!({"external_id": "ada"}))).await;
    let elsewhere = with(happy("j"), "node_id", "links");
    let signature = sign_link("links", &json!({"external_id": "ada"}));
    accepted(server.submit(&elsewhere).header("X-Signature", signature)).await;
}

#[tokio::test]
async fn of_simultaneous_feedback_of_a_verified_customer_one_is_accepted() {
    let server = server().await;
    add_once_records(&server);
    let signature = sign_link("once", &json!({"id": "c"}));
    let sent = (0..10).map(|device| {
        let once = with(happy(&device.to_string()), "node_id", "once");
        tokio::spawn(server.submit(&once).header("X-Signature", &signature).send())
    });
    let mut statuses = Vec::new();
    for request in sent.collect::<Vec<_>>() {
        statuses.push(request.await.unwrap().unwrap().status().as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400, 400, 400, 400, 400, 400, 400, 400, 400]);
}

#[tokio::test]
async fn the_rule_of_a_widget_counts_beside_its_nodes() {
    let server = server().await;
    add_once_records(&server);
    let through = |code: &str, node: &str| with(with(happy("d"), "node_id", node), "widget_code", code);
    accepted(server.submit(&through("PSN-ONCEDAY", "door"))).await;
    let (status, problem) = refused(server.submit(&through("PSN-ONCEDAY", "door"))).await;
    assert_eq!((status, &problem["code"]), (400, &json!(13045)));
    // The rule is the widget's: the node itself has none.
    accepted(server.submit(&happy("d"))).await;
    accepted(server.submit(&through(OPEN, "door"))).await;
    // A widget of another node, or none, restricts nothing.
    accepted(server.submit(&through("PSN-ONCEALL", "door"))).await;
    accepted(server.submit(&through("PSN-NOWHERE", "door"))).await;
    make_older(&server, 1).await;
    accepted(server.submit(&through("PSN-ONCEDAY", "door"))).await;

    // The longer period of widget and node counts.
    accepted(server.submit(&through("PSN-ONCEALL", "once"))).await;
    make_older(&server, 7).await;
    assert_eq!(
        refused(server.submit(&through("PSN-ONCEALL", "once"))).await.0,
        400
    );
    accepted(server.submit(&with(happy("d"), "node_id", "once"))).await;
}
