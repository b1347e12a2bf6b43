//! A gateway of text messages: the third party that the server sends verification codes through.

use crate::deadline::within_limit;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::any;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// What the gateway does with a message.
#[derive(Clone, Copy)]
pub(crate) enum Behavior {
    Accepts,
    Fails,
    Redirects,
    /// Takes the message, and responds with more than anybody wants to read.
    Floods,
    /// Takes the message, and does not respond until it is released.
    Hangs,
}

/// A request that the gateway got.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

#[derive(Clone)]
pub(crate) struct Gateway {
    pub(crate) address: String,
    state: Arc<GatewayState>,
}

struct GatewayState {
    behavior: Mutex<Behavior>,
    received: Mutex<Vec<Received>>,
    arrived: Notify,
    released: Notify,
}

impl Gateway {
    /// Starts a gateway on a free port. It ends with the test.
    pub(crate) async fn start(behavior: Behavior) -> Self {
        let state = Arc::new(GatewayState {
            behavior: Mutex::new(behavior),
            received: Mutex::default(),
            arrived: Notify::new(),
            released: Notify::new(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new()
            .route("/send", any(receive))
            .with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, state }
    }

    pub(crate) fn behave(&self, behavior: Behavior) {
        *self.state.behavior.lock().unwrap() = behavior;
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.state.received.lock().unwrap().clone()
    }

    /// Waits until so many requests have arrived since the start.
    pub(crate) async fn wait_for(&self, requests: usize) {
        let waited = async {
            while self.received().len() < requests {
                self.state.arrived.notified().await;
            }
        };
        within_limit("the gateway is asked", waited).await;
    }

    /// Lets the requests that hang now go on.
    pub(crate) fn release(&self) {
        self.state.released.notify_waiters();
    }

    /// Returns the code in the last message.
    pub(crate) fn last_code(&self) -> String {
        let message = self.received().last().unwrap().body.clone();
        let digits = |text: &str| text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = message.split(|character: char| !character.is_ascii_alphanumeric());
        words.rfind(|word| digits(word)).unwrap().to_owned()
    }
}

async fn receive(State(state): State<Arc<GatewayState>>, headers: HeaderMap, body: Bytes) -> Response {
    let body = String::from_utf8(body.to_vec()).unwrap();
    let released = state.released.notified();
    state.received.lock().unwrap().push(Received { headers, body });
    state.arrived.notify_one();
    let behavior = *state.behavior.lock().unwrap();
    match behavior {
        Behavior::Accepts => StatusCode::ACCEPTED.into_response(),
        Behavior::Fails => (StatusCode::INTERNAL_SERVER_ERROR, "no").into_response(),
        Behavior::Redirects => Redirect::temporary("/send?again").into_response(),
        Behavior::Floods => {
            let large = vec![b'x'; 1024 * 1024];
            (StatusCode::OK, large).into_response()
        }
        Behavior::Hangs => {
            released.await;
            StatusCode::OK.into_response()
        }
    }
}
