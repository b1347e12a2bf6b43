//! `/v1/staff/flows/{flow_id}/summary`: what was answered to a flow (docs/results.md#summaries).

use super::chats::NO_STORE;
use super::staff_feedbacks::IndexState;
use crate::application::AppState;
use crate::http::feedback_query::FeedbackQuery;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::results::Summary;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
struct SummaryAnswer {
    #[serde(flatten)]
    summary: Summary,
    #[serde(flatten)]
    index: IndexState,
}

/// Counts the feedback that fits all filters, for each question.
///
/// # Errors
/// 400 for an invalid query, 404 for an unknown flow, 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/flows/{flow_id}/summary",
    operation_id = "summarize_flow",
    tag = "Staff: feedback",
    params(FeedbackQuery),
    responses((status = 200, description = "the counts", body = SummaryAnswer), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    Parameters(mut filters): Parameters<FeedbackQuery>,
) -> Result<impl IntoResponse, Problem> {
    filters.name_flow(&flow_id)?;
    let filter = filters.filter(&app, &staff).await?;
    let index = app.store.index_progress().await?.into();
    let flows = app
        .flows
        .all_revisions(&app.store, &flow_id, filter.flow_revision)
        .await?;
    let summary = Summary::load(&app.store, &filter, &flows).await?;
    let summary = summary.ok_or(Problem::NotFound("flow"))?;
    Ok((NO_STORE, Json(SummaryAnswer { summary, index })))
}
