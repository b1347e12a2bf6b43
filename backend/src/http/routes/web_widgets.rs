//! `/v1/web_widgets`: configurations of embedded widgets (docs/api.md#web-widgets).

use crate::feedback::ID_LENGTH;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::AppState;
use crate::records::is_widget_code;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde::Deserialize;
use std::sync::Arc;

/// The query of [`show`]: the host's names for the visitor.
#[derive(Deserialize)]
pub(in crate::http) struct ShowQuery {
    external_id: Option<String>,
    user_id: Option<String>,
}

/// `GET /v1/web_widgets/code/{code}`: a widget's configuration without nulls. It is the same for everyone: who asks is a
/// claim here, and a request that only reads stores nothing.
///
/// # Errors
/// 400 for an id that is too long, 404 for an unknown code.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(code): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
) -> Result<impl IntoResponse, Problem> {
    let ids = [("external_id", &query.external_id), ("user_id", &query.user_id)];
    for (name, id) in ids {
        if id.as_ref().is_some_and(|id| id.len() > ID_LENGTH) {
            let detail = format!("`{name}` may have at most {ID_LENGTH} bytes");
            return Err(Problem::InvalidQuery(detail));
        }
    }
    if !is_widget_code(&code) {
        return Err(Problem::NotFound("widget"));
    }
    let widget = app
        .store
        .widget(&code)
        .await?
        .ok_or(Problem::NotFound("widget"))?;
    Ok(([(CACHE_CONTROL, "no-cache")], Json(widget.to_json()?)))
}
