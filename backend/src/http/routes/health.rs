//! `/healthz` and `/readyz`: the health of this process, for whoever restarts it or sends requests to it (docs/api.md#health).

use crate::http::openapi::problems::Busy;
use crate::http::problem::Problem;
use crate::http::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CACHE_CONTROL;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use utoipa::ToSchema;

/// The response of both.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Health {
    status: &'static str,
    /// Always `pulsen`, by which `pulsen doctor` knows the server from others that tell of their health.
    server: &'static str,
}

impl Health {
    fn new(status: &'static str) -> Json<Self> {
        Json(Self {
            status,
            server: SERVER,
        })
    }
}

/// What no other server says of itself.
pub(crate) const SERVER: &str = "pulsen";

const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// Responds for as long as this process does, whatever the database does.
///
/// To restart the process would not help a database that is away.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "is_alive",
    tag = "Health",
    responses((status = 200, description = "always", body = Health)),
)]
pub(in crate::http) async fn alive() -> ([(HeaderName, &'static str); 1], Json<Health>) {
    (NO_STORE, Health::new("ok"))
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
        Ok((NO_STORE, Health::new("ready")))
    } else {
        Err(Problem::Busy)
    }
}
