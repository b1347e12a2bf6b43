//! `/healthz`: the health of this process.

use crate::http::problem::Problem;
use crate::http::state::AppState;
use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use std::sync::Arc;

/// `GET /healthz`: 200 if the database answers and the writer accepts work, otherwise 503.
pub(in crate::http) async fn show(State(app): State<Arc<AppState>>) -> Result<Json<Value>, Problem> {
    if app.store.is_healthy().await {
        Ok(Json(json!({"status": "ok"})))
    } else {
        Err(Problem::Busy)
    }
}
