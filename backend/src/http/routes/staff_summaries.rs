//! `/v1/staff/flows/{flow_id}/summary`: what was answered to a flow (docs/results.md#summaries).

use super::chats::NO_STORE;
use super::staff_feedbacks::IndexState;
use crate::application::AppState;
use crate::flows::LoadedFlow;
use crate::http::compared_period::ComparisonQuery;
use crate::http::feedback_query::FeedbackQuery;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::results::{Funnel, Summary};
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::time::{Millis, to_rfc3339};
use serde::Serialize;
use std::sync::Arc;
use store::{FeedbackFilter, TimeRange};
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
struct SummaryAnswer {
    #[serde(flatten)]
    summary: Summary,
    #[serde(flatten)]
    funnel: Funnel,
    #[serde(flatten)]
    index: IndexState,
    /// Only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<ComparedSummary>,
}

/// The same figures of another period.
#[derive(Serialize, ToSchema)]
struct ComparedSummary {
    received_from: String,
    received_to: String,
    #[serde(flatten)]
    summary: Summary,
    #[serde(flatten)]
    funnel: Funnel,
}

/// Counts the feedback that fits all filters, for each question.
///
/// With `compare` or `compare_from` also that of another period.
///
/// # Errors
/// 400 for an invalid query, 404 for an unknown flow, 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/flows/{flow_id}/summary",
    operation_id = "summarize_flow",
    tag = "Staff: feedback",
    params(FeedbackQuery, ComparisonQuery),
    responses((status = 200, description = "the counts", body = SummaryAnswer), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    Parameters(mut filters): Parameters<FeedbackQuery>,
    Parameters(comparison): Parameters<ComparisonQuery>,
) -> Result<impl IntoResponse, Problem> {
    filters.name_flow(&flow_id)?;
    let filter = filters.filter(&app, &staff).await?;
    let compared = comparison.period(filter.received)?;
    let index = app.store.index_progress().await?.into();
    let flows = app
        .flows
        .all_revisions(&app.store, &flow_id, filter.flow_revision)
        .await?;
    let summary = Summary::load(&app.store, &filter, &flows).await?;
    let summary = summary.ok_or(Problem::NotFound("flow"))?;
    let funnel = Funnel::load(app.counter.as_deref(), &app.store, &filter).await?;
    let comparison = match compared {
        Some(period) => compare(&app, filter, period, &flows).await?,
        None => None,
    };
    let answer = SummaryAnswer {
        summary,
        funnel,
        index,
        comparison,
    };
    Ok((NO_STORE, Json(answer)))
}

async fn compare(
    app: &AppState,
    filter: FeedbackFilter,
    received: TimeRange,
    flows: &[Arc<LoadedFlow>],
) -> Result<Option<ComparedSummary>, Problem> {
    let filter = FeedbackFilter { received, ..filter };
    let summary = Summary::load(&app.store, &filter, flows).await?;
    let funnel = Funnel::load(app.counter.as_deref(), &app.store, &filter).await?;
    let time = |time: Option<Millis>| time.map(to_rfc3339).unwrap_or_default();
    Ok(summary.map(|summary| ComparedSummary {
        received_from: time(received.from),
        received_to: time(received.to),
        summary,
        funnel,
    }))
}
