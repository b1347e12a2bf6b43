//! `/v1/web_widgets`: configurations of embedded widgets (docs/api.md#web-widgets).

use crate::application::AppState;
use crate::feedback::ID_LENGTH;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use base::records::{WidgetConfiguration, is_widget_code};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The query of [`show`]: the host's names for the visitor.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ShowQuery {
    /// At most 128 bytes.
    external_id: Option<String>,
    /// At most 128 bytes.
    user_id: Option<String>,
}

/// Shows the public configuration of a widget.
///
/// It is the same for everyone: who asks is a claim here, and a request that only reads stores nothing.
///
/// # Errors
/// 400 for an id that is too long, 404 for an unknown code.
#[utoipa::path(
    get,
    path = "/v1/web_widgets/code/{code}",
    operation_id = "show_widget",
    tag = "Nodes, flows and widgets",
    params(ShowQuery),
    responses(
        (status = 200, description = "the fields that are set", body = WidgetConfiguration),
        InvalidQuery, NotFound,
    ),
)]
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
