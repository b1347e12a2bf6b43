//! `/healthz` and `/readyz`: the health of this process, for whoever restarts it or sends requests to it (docs/api.md#health).

use crate::http::problem::Problem;
use crate::http::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CACHE_CONTROL;
use serde::Serialize;
use std::sync::Arc;

/// The response of both.
#[derive(Serialize)]
pub(in crate::http) struct Health {
    status: &'static str,
}

const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// `GET /healthz`: 200 for as long as this process responds, whatever the database does. To restart the process would not
/// help a database that is away.
pub(in crate::http) async fn alive() -> ([(HeaderName, &'static str); 1], Json<Health>) {
    (NO_STORE, Json(Health { status: "ok" }))
}

/// `GET /readyz`: 200 if the writer has committed within the last seconds or does so now, otherwise 503.
pub(in crate::http) async fn ready(
    State(app): State<Arc<AppState>>,
) -> Result<([(HeaderName, &'static str); 1], Json<Health>), Problem> {
    if app.store.is_ready().await {
        Ok((NO_STORE, Json(Health { status: "ready" })))
    } else {
        Err(Problem::Busy)
    }
}
