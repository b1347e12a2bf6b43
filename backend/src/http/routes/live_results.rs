//! `/v1/feedbacks/{id}/live_results`: how many have answered as the visitor has (docs/api.md#live-results).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::openapi::problems::NotFound;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::results::LiveResult;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Serialize;
use std::sync::Arc;
use store::FeedbackStatus;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
#[schema(as = LiveResults)]
struct Results {
    items: Vec<LiveResult>,
}

/// Tells how many of 100 have answered as a feedback has, for the elements of its flow that show it.
///
/// Nobody but the visitor knows the feedback's id. Questions with fewer than 20 answers are left out.
///
/// # Errors
/// 404 for a feedback that is unknown or not complete; 429.
#[utoipa::path(
    get,
    path = "/v1/feedbacks/{id}/live_results",
    operation_id = "list_live_results",
    tag = "Feedback",
    responses(
        (status = 200, description = "one for each element that has a result now", body = Results),
        NotFound,
    ),
)]
pub(in crate::http) async fn list(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    const UNKNOWN: Problem = Problem::NotFound("feedback");
    let row = app.store.feedback(&id).await?.ok_or(UNKNOWN)?;
    if row.status != FeedbackStatus::Complete {
        return Err(UNKNOWN);
    }
    let flow = app.flows.revision(&app.store, &row.flow_id, row.flow_revision);
    let flow = flow.await?.ok_or(UNKNOWN)?;
    let items = app.live_results.of(&app.store, &row, &flow).await?;
    Ok((NO_STORE, Json(Results { items })))
}
