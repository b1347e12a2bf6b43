//! A receiver of webhooks: the other system that the server tells what happens.

use crate::deadline::within_limit;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// What the receiver does with a call.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Behavior {
    /// Answers with this status.
    Answers(u16),
    /// Answers 503 and asks for a pause of so many seconds.
    AsksForPause(u32),
    /// Takes the call, and does not say so.
    Hangs,
    /// Sends the caller somewhere else.
    Redirects,
}

/// A call that has arrived.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
    pub(crate) is_taken: bool,
}

#[derive(Clone)]
pub(crate) struct Receiver {
    pub(crate) address: String,
    state: Arc<Shared>,
}

struct Shared {
    behavior: Mutex<Behavior>,
    calls: Mutex<Vec<Call>>,
    happened: Notify,
}

impl Receiver {
    /// Starts a receiver on a free port. It ends with the test.
    pub(crate) async fn start() -> Self {
        let state = Arc::new(Shared {
            behavior: Mutex::new(Behavior::Answers(204)),
            calls: Mutex::default(),
            happened: Notify::new(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new().fallback(post(take)).with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { address, state }
    }

    pub(crate) fn behave(&self, behavior: Behavior) {
        *self.state.behavior.lock().unwrap() = behavior;
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.state.calls.lock().unwrap().clone()
    }

    /// Returns the calls that were answered with 2xx.
    pub(crate) fn taken(&self) -> Vec<Call> {
        self.calls().into_iter().filter(|call| call.is_taken).collect()
    }

    /// Waits for so many calls since the start, and returns the last one of them.
    pub(crate) async fn wait_for(&self, calls: usize) -> Call {
        self.wait_until(|receiver| receiver.calls().len() >= calls).await;
        self.calls()[calls - 1].clone()
    }

    /// Waits until so many calls were answered with 2xx, and returns them.
    pub(crate) async fn wait_for_taken(&self, calls: usize) -> Vec<Call> {
        self.wait_until(|receiver| receiver.taken().len() >= calls).await;
        self.taken()
    }

    async fn wait_until(&self, condition: impl Fn(&Self) -> bool) {
        let waited = async {
            loop {
                let happened = self.state.happened.notified();
                tokio::pin!(happened);
                happened.as_mut().enable();
                if condition(self) {
                    return;
                }
                happened.await;
            }
        };
        within_limit("a webhook is called", waited).await;
    }
}

impl Call {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub(crate) fn id(&self) -> String {
        self.header("webhook-id").to_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn event(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    /// Returns whether one of the signatures is by this secret.
    pub(crate) fn is_signed_by(&self, secret: &str) -> bool {
        let key = BASE64_STANDARD
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        let content = format!("{}.{}.{}", self.id(), self.header("webhook-timestamp"), self.body);
        self.header("webhook-signature").split(' ').any(|signature| {
            let bytes = BASE64_STANDARD
                .decode(signature.strip_prefix("v1,").unwrap())
                .unwrap();
            let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
            mac.update(content.as_bytes());
            mac.verify_slice(&bytes).is_ok()
        })
    }
}

async fn take(State(shared): State<Arc<Shared>>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let behavior = *shared.behavior.lock().unwrap();
    shared.calls.lock().unwrap().push(Call {
        path: uri.path().to_owned(),
        headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
        is_taken: matches!(behavior, Behavior::Answers(200..300)),
    });
    shared.happened.notify_waiters();
    match behavior {
        Behavior::Answers(status) => StatusCode::from_u16(status).unwrap().into_response(),
        Behavior::AsksForPause(seconds) => (
            StatusCode::SERVICE_UNAVAILABLE,
            [("retry-after", seconds.to_string())],
        )
            .into_response(),
        Behavior::Hangs => std::future::pending().await,
        Behavior::Redirects => (StatusCode::FOUND, [("location", "/elsewhere")]).into_response(),
    }
}
