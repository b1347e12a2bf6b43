//! What staff tokens allow, over all routes of staff.

use super::feedbacks::{accepted, refused};
use super::staff_routes::{
    BULK, COUNTS, CROSS_TABLE, EXPORT, EXPORTS, OF_NO_NODE, OWN_CONNECTOR, OWN_FLOW, OWN_WIDGET, PEOPLE,
    ROUTES, SERVER, SUMMARY, TOKENS, TREND, WORDS, is_of_all_nodes, is_of_one_member, needed_parameters,
};
use crate::chat::Chat;
use crate::client::RequestBuilder;
use crate::database::{execute, with_data};
use crate::deadline::until;
use crate::import::records;
use crate::process::{printed, pulsen, run};
use crate::server::{RECORDS, TestServer, import};
use crate::upload::{Visitor, import_files_flow};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The description of all routes, which another test compares with the routes.
const DESCRIPTION: &str = include_str!("../../../../docs/openapi.json");

/// The device of the visitor whom staff must not be able to act as.
const DEVICE: &str = "device-of-the-visitor";

/// Lists in which the other nodes have something, too.
const RECORD_LISTS: &[&str] = &["/v1/staff/flows", "/v1/staff/nodes", "/v1/staff/widgets"];

/// A server with something for each route, of one node.
struct Scene {
    server: TestServer,
    chat_token: String,
    feedback_id: String,
    upload_id: String,
}

impl Scene {
    async fn set() -> Self {
        let server = TestServer::start().await;
        import_files_flow(server.data.path());
        let own = records(&[
            ("flows/own.json", OWN_FLOW),
            ("widgets/own.json", OWN_WIDGET),
            ("connectors/own.json", OWN_CONNECTOR),
        ]);
        import(own.path(), server.data.path());
        let visitor = Visitor::new(&server.client, &server.address, DEVICE);
        let upload_id = visitor.uploaded().await;
        let items = json!([
            {"question_id": "receipt", "active_storage_blob_id": upload_id}, {"question_id": "why", "body": "chat"},
        ]);
        let feedback = accepted(visitor.submit_items(items, &[&upload_id])).await;
        let text = |field: &str| feedback[field].as_str().unwrap().to_owned();
        // As the node's page and a kiosk of it would have stored them.
        let rows = format!(
            "INSERT INTO unsubscriptions (node_id, channel, tracking, device_id, created_at)
                 VALUES ('files', 'sms', '{{}}', '{DEVICE}', 0);
             INSERT INTO devices (node_id, device_id, first_seen_at, seen_at, waiting, refused, version)
                 VALUES ('files', '{DEVICE}', 0, 4102444800000, 0, 0, 'v');
             INSERT INTO blocked_devices (node_id, device_hash, blocked_by, blocked_at)
                 VALUES ('files', 'BBBBBBBBBBBBBBBBBBBBBA', 'ann', 0);
             INSERT INTO blocked_addresses (node_id, address_hash, blocked_by, blocked_at, ends_at)
                 VALUES ('files', 'BBBBBBBBBBBBBBBBBBBBBA', 'ann', 0, 4102444800000);
             INSERT INTO canned_replies (id, node_id, title, body, updated_by, updated_at)
                 VALUES ('stays', 'files', 't', 'b', 'ann', 0), ('goes', 'files', 't', 'b', 'ann', 0);
             INSERT INTO webhooks (id, url, events, nodes, enabled, secret_epoch, updated_by, updated_at)
                 VALUES ('stays', 'https://localhost:9/', '[]', '[\"files\"]', false, 0, 'ann', 0),
                     ('goes', 'https://localhost:9/', '[]', '[\"files\"]', false, 0, 'ann', 0);
             INSERT INTO webhook_deliveries (webhook, event, node_id, feedback_id, occurred_at, state, attempts,
                     started_at, next_at, leased_until)
                 SELECT number, 'chat.rated', 'files', 'f', 0, 'dead', 1, 0, 0, 0 FROM webhooks WHERE id = 'goes';
             INSERT INTO node_flows (node_id, flow_id) VALUES ('files', 'files-GET'), ('files', 'files-PUT'),
                 ('files', 'files-PATCH'), ('files', 'files-DELETE');
             INSERT INTO node_flows (node_id, flow_id, dropped_at) VALUES ('files', 'own', 0);
             INSERT INTO flow_drafts (flow_id, version, base_revision, definition, begun_at, begun_by, changed_at, changed_by)
                 SELECT flow_id, '1', revision, definition, 0, 'ann', 0, 'ann' FROM flow_revisions WHERE flow_id = 'own';
             INSERT INTO flow_drafts (flow_id, version, definition, begun_at, begun_by, changed_at, changed_by)
                 SELECT flow_id, 'v', '{{}}', 0, 'ann', 0, 'ann' FROM node_flows WHERE flow_id LIKE 'files-%';
             INSERT INTO staff_audit (at, staff, act, node_id) VALUES (4102444800000, 'ann', 'claim', 'files');
             INSERT INTO users (id, email, name, name_key, role, nodes, created_at)
                 VALUES ('u', 'una@shop.example', 'Una', 'una', 'agent', '[\"files\"]', 0);
             INSERT INTO erasures (id, kind, nodes, requested_by, requested_at, erased_at, wiped_at)
                 VALUES ('done', 'device', '[\"files\"]', 'ann', 0, 0, 0);
             INSERT INTO exports (id, owner, requested_by, requested_at, nodes, format, parameters, work, state, expires_at)
                 VALUES ('foreign', 'token:somebody', 'somebody', 0, '[\"files\"]', 'csv', '{{}}', '{{}}', 'done', 4102444800000);
             INSERT INTO customers (id, node_id, device_id, created_at) VALUES ('somebody', 'files', '{DEVICE}', 0)"
        );
        execute(server.data.path(), rows).await;
        Self {
            chat_token: text("chat_token_string"),
            feedback_id: text("id"),
            upload_id,
            server,
        }
    }

    fn request(&self, (method, path, body): (&str, &str, &'static str), token: &str) -> RequestBuilder {
        let needed: &[_] = match (method, path) {
            ("POST", EXPORTS) => &[("format", "ndjson")],
            _ => needed_parameters(path),
        };
        let path = path
            .replace("{feedback_id}", &self.feedback_id)
            .replace("{stored_id}", &self.feedback_id)
            // A draft for each method: a change makes another version of it.
            .replace("{flow_id}/draft", &format!("files-{method}/draft"))
            .replace("{flow_id}/summary", "files/summary")
            .replace("{flow_id}/questions", "files/questions")
            .replace("{flow_id}/cross_table", "visit/cross_table")
            .replace("{flow_id}", "own")
            .replace("{widget_code}", "PSN-OWN0001")
            .replace("{connector_id}", "own")
            .replace("{revision}", "1")
            .replace("{question}", "why")
            .replace("{upload_id}", &self.upload_id)
            .replace("{node_id}", "files")
            .replace("{device_id}", "AAAAAAAAAAAAAAAAAAAAAA")
            .replace("{address_id}", "AAAAAAAAAAAAAAAAAAAAAA")
            .replace("{canned_reply_id}", "goes")
            .replace("{erasure_id}", "done")
            .replace("{export_id}", "foreign")
            .replace("{customer_id}", "somebody")
            .replace("{webhook_id}", "goes")
            .replace("{delivery_id}", "1");
        assert!(!path.contains('{'), "{path}: not in the scene");
        let version = if path.ends_with("/draft") {
            "\"v\""
        } else {
            "\"1\""
        };
        let url = format!("{}{path}", self.server.address);
        let request = self
            .server
            .client
            .request(Method::from_bytes(method.as_bytes()).unwrap(), url);
        let request = request.query(needed);
        let request = request.bearer_auth(token);
        let request = request.header("If-Match", version);
        if body.is_empty() {
            request
        } else {
            request.header("Content-Type", "application/json").body(body)
        }
    }
}

/// The methods and paths of the routes of staff, as the description has them.
fn described_routes() -> BTreeSet<(String, String)> {
    let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
    let paths = description["paths"].as_object().unwrap().iter();
    let of_staff = paths.filter(|(path, _)| path.starts_with("/v1/staff"));
    of_staff
        .flat_map(|(path, item)| {
            let operations = item.as_object().unwrap().iter();
            // What people do with their accounts needs no token.
            let by_token =
                operations.filter(|(_, operation)| operation["security"][0]["staff_token"].is_array());
            by_token.map(|(method, _)| (method.to_uppercase(), path.clone()))
        })
        .collect()
}

/// The right that a call needs, as the description has it.
fn described_right((method, path, _): &(&str, &str, &str)) -> String {
    let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
    let needed = &description["paths"][path][method.to_lowercase()]["security"][0]["staff_token"];
    needed[0]
        .as_str()
        .unwrap_or_else(|| panic!("{method} {path} has no right"))
        .to_owned()
}

#[test]
fn every_route_of_staff_is_in_the_table() {
    let table = ROUTES
        .iter()
        .map(|(method, path, _)| ((*method).to_owned(), (*path).to_owned()));
    assert_eq!(table.collect::<BTreeSet<_>>(), described_routes());
}

#[tokio::test]
async fn no_route_of_staff_is_open_to_others() {
    let scene = Scene::set().await;
    for route in ROUTES {
        for token in ["", "x", &scene.chat_token] {
            let (status, problem) = refused(scene.request(*route, token)).await;
            assert_eq!(
                (status, &problem["code"]),
                (401, &json!("unauthorized")),
                "{route:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_token_with_the_right_of_a_call_alone_may_make_it() {
    let scene = Scene::set().await;
    let mut tokens = BTreeMap::new();
    for right in ["read", "chat", "edit", "export", "manage"] {
        let token = scene.server.staff_token(&[right, "--rights", right]).await;
        tokens.insert(right, token);
    }
    for route in ROUTES {
        let needed = described_right(route);
        for (right, token) in tokens.iter().filter(|(right, _)| **right != needed) {
            let (status, problem) = refused(scene.request(*route, token)).await;
            assert_eq!(
                (status, &problem["code"]),
                (403, &json!("right_missing")),
                "{right}: {route:?}"
            );
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains(&format!("the right `{needed}`")), "{detail}");
        }
        let response = scene
            .request(*route, &tokens[needed.as_str()])
            .send()
            .await
            .unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        if is_of_one_member(route.1) {
            assert_eq!(status, 404, "{route:?}: {text}");
            continue;
        }
        assert!(status.is_success(), "{route:?}: {status} {text}");
    }
}

#[tokio::test]
async fn a_token_for_other_nodes_has_no_access() {
    let scene = Scene::set().await;
    let token = scene
        .server
        .staff_token(&["elsewhere", "--nodes", "door,once"])
        .await;
    let not_in_scope = async |route: (&str, &str, &'static str)| {
        let (status, problem) = refused(scene.request(route, &token)).await;
        assert_eq!(
            (status, &problem["code"]),
            (403, &json!("not_in_scope")),
            "{route:?}"
        );
    };
    for route in ROUTES.iter().filter(|route| !OF_NO_NODE.contains(&route.1)) {
        // Each has their own.
        if route.1.starts_with(EXPORTS) {
            continue;
        }
        if [PEOPLE, TOKENS, SERVER].contains(&route.1) {
            not_in_scope(*route).await;
            continue;
        }
        let of_node = format!("{}?node_id=files", route.1);
        if [EXPORT, SUMMARY, TREND, WORDS, CROSS_TABLE].contains(&route.1) {
            let response = scene.request(*route, &token).send().await.unwrap();
            assert_eq!(response.status(), 200, "{route:?}");
            let text = response.text().await.unwrap();
            assert!(
                !text.contains(&scene.feedback_id)
                    && !text.contains("\"complete\":1")
                    && !text.contains("\"answered\":1"),
                "{text}"
            );
            not_in_scope(("GET", &of_node, "")).await;
            continue;
        }
        if route.1 == BULK {
            continue;
        }
        if route.0 != "GET" || route.1.contains('{') {
            not_in_scope(*route).await;
            continue;
        }
        let list = accepted(scene.request(*route, &token)).await;
        if route.1 == COUNTS {
            assert_eq!(list["all"]["count"], 0);
        } else if RECORD_LISTS.contains(&route.1) {
            let items = list["items"].as_array().unwrap();
            let of_scene = |id: &Value| ["files", "own", "PSN-OWN0001"].iter().any(|own| id == own);
            assert!(!items.iter().any(|item| of_scene(&item["id"])), "{list}");
        } else {
            assert_eq!(list["items"], json!([]), "{route:?}");
        }
        not_in_scope(("GET", &of_node, "")).await;
    }
    // And one that is for the node sees what is there, also beside other nodes.
    let insider = scene
        .server
        .staff_token(&["insider", "--nodes", "files,door"])
        .await;
    for route in ROUTES
        .iter()
        .filter(|(_, path, _)| ![PEOPLE, TOKENS, SERVER].contains(path))
        .filter(|(_, path, _)| !is_of_all_nodes(path) && !is_of_one_member(path))
    {
        let response = scene.request(*route, &insider).send().await.unwrap();
        let status = response.status();
        assert!(
            status.is_success(),
            "{route:?}: {status} {}",
            response.text().await.unwrap()
        );
        if route.0 == "GET"
            && ![EXPORT, COUNTS, "/v1/staff/connectors"].contains(&route.1)
            && !route.1.contains('{')
        {
            let list: Value = response.json().await.unwrap();
            assert_ne!(list["items"], json!([]), "{route:?}");
        }
    }
}

#[tokio::test]
async fn nothing_lets_staff_act_as_the_visitor() {
    let scene = Scene::set().await;
    let token = scene.server.staff_token(&["insider"]).await;
    for route in ROUTES {
        let response = scene.request(*route, &token).send().await.unwrap();
        let body = String::from_utf8_lossy(&response.bytes().await.unwrap()).into_owned();
        for secret in [DEVICE, &scene.chat_token] {
            assert!(!body.contains(secret), "{route:?}: {body}");
        }
    }
    // Everywhere the same hash, so that staff can tell a browser from others.
    let mut hashes = BTreeSet::new();
    for list in ["feedbacks", "unsubscriptions", "devices"] {
        let path = format!("/v1/staff/{list}");
        let list = accepted(scene.request(("GET", &path, ""), &token)).await;
        hashes.insert(list["items"][0]["device_id"].as_str().unwrap().to_owned());
    }
    assert_eq!(hashes.len(), 1, "{hashes:?}");
    assert_eq!(hashes.first().unwrap().len(), 22);
}

#[tokio::test]
async fn the_list_of_tokens_tells_when_each_was_used() {
    let server = TestServer::start().await;
    let token = server
        .staff_token(&["ann", "--nodes", "once,door", "--rights", "chat,read"])
        .await;
    let line = async || {
        let list = server.staff_token(&["--list"]).await;
        let line = list.lines().find(|line| line.starts_with("ann\t")).unwrap();
        line.to_owned()
    };
    let before = line().await;
    assert!(
        before.starts_with("ann\tin force\tdoor,once\tread,chat\tcreated "),
        "{before}"
    );
    assert!(before.ends_with("\tnever used"), "{before}");
    let request = || {
        let request = server.client.get(format!("{}/v1/staff/chats", server.address));
        request.bearer_auth(&token)
    };
    accepted(request()).await;
    until("the use is noted", async || line().await.contains("\tused 20")).await;
    server.staff_token(&["ann", "--revoke"]).await;
    assert!(line().await.starts_with("ann\trevoked\t"));
    assert_eq!(refused(request()).await.0, 401);
}

#[tokio::test]
async fn a_chat_of_another_node_is_not_in_the_list() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let list = async |nodes: &str| {
        let token = server.staff_token(&[nodes, "--nodes", nodes]).await;
        let request = server.client.get(format!("{}/v1/staff/chats", server.address));
        accepted(request.bearer_auth(token)).await["items"].clone()
    };
    assert_eq!(list("once").await, json!([]));
    assert_eq!(list("door").await[0]["feedback_id"], json!(chat.id));
}

#[test]
fn a_token_has_known_rights_and_ends_within_a_year() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    for (options, reason) in [
        (
            ["--rights", "read,write"],
            "`write` is not a right; there are `read`, `chat`, `edit`, `export` and `manage`",
        ),
        (["--rights", ""], "is not a right"),
        (["--days", "367"], "367 is not in 1..=366"),
        (["--days", "0"], "0 is not in 1..=366"),
    ] {
        let mut command = pulsen();
        command.args(["staff-token", "ann"]).args(options);
        let (code, printed, problem) = run(with_data(&mut command, data.path()));
        assert_eq!((code, printed.as_str()), (2, ""), "{options:?}");
        assert!(problem.contains(reason), "{problem}");
    }
    let mut command = pulsen();
    command.args(["staff-token", "ann", "--days", "366"]);
    printed(with_data(&mut command, data.path()));
}
