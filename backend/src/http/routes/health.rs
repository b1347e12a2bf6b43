//! `/healthz` and `/readyz`: the health of this process, for anyone who restarts it or sends requests to it (docs/api.md#health).

use crate::admission::Client;
use crate::application::AppState;
use crate::http::openapi::problems::Busy;
use crate::http::problem::Problem;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::HeaderName;
use axum::http::header::CACHE_CONTROL;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use utoipa::ToSchema;

/// The response of both.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Health {
    status: &'static str,
    /// Always `pulsen`, by which `pulsen doctor` knows the server from others that report their health.
    server: &'static str,
    /// How the server knows the client's address, if the request has the header `Pulsen-Claimed-Address`.
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<KnownClient>,
}

/// How a server knows the address of a client (docs/operate.md#doctor).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KnownClient {
    /// By the connection, which is none of a trusted proxy.
    Connection,
    /// By the header of a trusted proxy.
    Header,
    /// By what the client has written into the header of a trusted proxy.
    Claim,
    /// The same, but only because the address after it belongs to a trusted proxy as well.
    ClaimOfProxy,
    /// Not at all: a trusted proxy does not name it.
    Unnamed,
    /// Not at all: what a trusted proxy says is no address.
    Unreadable,
    /// Not at all: no proxy is trusted, and many may be behind the address.
    Many,
}

impl KnownClient {
    fn of(client: Client, claimed: IpAddr) -> Self {
        match client {
            Client::Named(address, read) if address == claimed && read > 1 => Self::ClaimOfProxy,
            Client::Named(address, _) if address == claimed => Self::Claim,
            Client::Named(..) => Self::Header,
            Client::Connected(_) => Self::Connection,
            Client::Unnamed(_) => Self::Unnamed,
            Client::Unreadable => Self::Unreadable,
            Client::Many => Self::Many,
        }
    }
}

impl Health {
    fn new(status: &'static str) -> Self {
        Self {
            status,
            server: SERVER,
            client: None,
        }
    }
}

/// What no other server says of itself.
pub(crate) const SERVER: &str = "pulsen";

/// In which a client tells the address that it has written into the header of the proxies, to learn whether the server believes it.
/// The answer says nothing that others could not find out, and no address.
pub(crate) const CLAIMED_ADDRESS: HeaderName = HeaderName::from_static("pulsen-claimed-address");

const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// Responds for as long as this process does, whatever the database does.
///
/// To restart the process would not help a database that is unavailable.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "is_alive",
    tag = "Health",
    params(("pulsen-claimed-address" = Option<String>, Header, description = "an address that the client has written into the header of the proxies; the answer then has `client`")),
    responses((status = 200, description = "always", body = Health)),
)]
pub(in crate::http) async fn alive(
    State(app): State<Arc<AppState>>,
    request: Request,
) -> ([(HeaderName, &'static str); 1], Json<Health>) {
    let claimed = request.headers().get(CLAIMED_ADDRESS);
    let claimed = claimed.and_then(|claimed| claimed.to_str().ok()?.parse().ok());
    let client = app.admission.client(&request).zip(claimed);
    let health = Health {
        client: client.map(|(client, claimed)| KnownClient::of(client, claimed)),
        ..Health::new("ok")
    };
    (NO_STORE, Json(health))
}

/// Tells whether the writer has committed within the last seconds or does so now.
///
/// 503 also when the server is about to stop, and when it has refused everybody for some seconds because it has no place or no
/// memory for a request.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "is_ready",
    tag = "Health",
    responses((status = 200, description = "send requests here", body = Health), Busy),
)]
pub(in crate::http) async fn ready(
    State(app): State<Arc<AppState>>,
) -> Result<([(HeaderName, &'static str); 1], Json<Health>), Problem> {
    let is_open = !app.is_stopping.load(Ordering::Relaxed) && !app.admission.is_exhausted();
    if is_open && app.store.is_ready().await {
        Ok((NO_STORE, Json(Health::new("ready"))))
    } else {
        Err(Problem::Busy)
    }
}
