//! A system that connectors call: an HTTP server in the test's process.

use crate::deadline::within_limit;
use crate::import::records;
use crate::server::import;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{any, get};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// A request that arrived.
#[derive(Debug, Clone)]
pub(crate) struct Arrived {
    pub(crate) uri: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

/// A running target. It responds with an order to whatever it is asked; some paths respond otherwise.
pub(crate) struct Target {
    pub(crate) address: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    arrived: Mutex<Vec<Arrived>>,
    /// Someone waits at `/held`.
    held: Notify,
    released: Notify,
}

impl Target {
    pub(crate) async fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let inner = format!("{address}/inner");
        let routes = Router::new()
            .route("/nothing", any(|| async { Json(json!({})) }))
            .route(
                "/broken",
                any(|| async { (axum::http::StatusCode::FORBIDDEN, "no") }),
            )
            .route("/text", any(|| async { "<html>" }))
            .route("/huge", any(|| async { "x".repeat(2_000_000) }))
            .route("/never", any(std::future::pending::<()>))
            .route("/away", any(move || async move { Redirect::temporary(&inner) }))
            .route("/held", get(hold).post(hold))
            .fallback(any(order))
            .with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { address, shared }
    }

    /// Returns the requests that have arrived.
    pub(crate) fn arrived(&self) -> Vec<Arrived> {
        self.shared.arrived.lock().unwrap().clone()
    }

    /// Waits for a request to `/held`.
    pub(crate) async fn someone_is_held(&self) {
        within_limit("a request to /held", self.shared.held.notified()).await;
    }

    /// Responds to one request to `/held`.
    pub(crate) fn release(&self) {
        self.shared.released.notify_one();
    }

    /// Imports connectors, a flow `order` and its node `shop`; a running server uses them at once. `connectors` are changes of
    /// the connector `orders`, each for a connector of that id.
    pub(crate) fn import(&self, data: &Path, connectors: &[(&str, Value)]) {
        let mut files = vec![
            ("flows/order.json".to_owned(), flow().to_string()),
            (
                "nodes/shop.json".to_owned(),
                json!({"id": "shop", "flow_id": "order", "name": "Shop"}).to_string(),
            ),
        ];
        let unchanged = [
            ("orders", json!({})),
            ("customers", json!({"data": {"tier": "/tier", "note": "/note"}})),
        ];
        for (id, changes) in unchanged.iter().chain(connectors) {
            let mut connector = self.connector(id);
            for (field, value) in changes.as_object().unwrap() {
                connector[field] = value.clone();
            }
            files.push((format!("connectors/{id}.json"), connector.to_string()));
        }
        let files: Vec<_> = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
            .collect();
        import(records(&files).path(), data);
    }

    fn connector(&self, id: &str) -> Value {
        json!({
            "id": id,
            "url": format!("{}/orders/{{{{answer}}}}?node={{{{node_id}}}}", self.address),
            "body": {"order": "{{answer}}", "city": "{{answers.city}}", "from": "{{flow_id}}/{{question_id}}"},
            "questions": {"city": "/city", "q-size": "/size", "missing-here": "/city"},
        })
    }
}

/// A flow whose first question is looked up by `orders`, and others by `customers`.
fn flow() -> Value {
    let question = |id: &str, style: &str, more: Value| {
        let mut question = json!({"id": format!("q-{id}"), "key": id, "style": style, "body": id});
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({"id": format!("e-{id}"), "type": "question", "question": question})
    };
    let sizes =
        json!([{"id": "o-s", "key": "small", "body": "S"}, {"id": "o-l", "key": "large", "body": "L"}]);
    json!({"id": "order", "languages": [{"id": "l1", "code": "en", "name": "English"}], "states": [
        {"id": "s", "isInitialState": true, "nextStateId": "end", "elements": [
            question("order", "dynamic_request", json!({"bindingModel": "orders", "maxResponseLength": 100})),
            question("city", "text", json!({})),
            question("size", "radio", json!({"options": sizes})),
            question("mail", "email", json!({"bindingModel": "customers"})),
            question("sizes", "checklist", json!({"bindingModel": "customers", "options": sizes})),
            question("card", "text", json!({"bindingModel": "customers", "hidePersonalData": true})),
            // The connector puts a text in here that no other flow has.
            question("missing-here", "text", json!({"isRequired": false})),
            {"id": "e-send", "type": "submit", "body": "Send"},
        ]},
        {"id": "end", "style": "thank_you", "elements": [{"id": "e-thanks", "type": "label", "body": "Thanks"}]},
    ]})
}

async fn order(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> impl IntoResponse {
    shared.arrived.lock().unwrap().push(Arrived {
        uri: uri.to_string(),
        headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    });
    Json(json!({"city": "Ankara", "size": "large", "tier": 3, "note": "mail ann@example.com"}))
}

async fn hold(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    shared.held.notify_one();
    shared.released.notified().await;
    Json(json!({"city": "Ankara"}))
}
