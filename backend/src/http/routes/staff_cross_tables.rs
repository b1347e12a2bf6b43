//! `/v1/staff/flows/{flow_id}/cross_table`: how answers go together (docs/results.md#cross-tables).

use super::chats::NO_STORE;
use super::staff_feedbacks::IndexState;
use crate::application::AppState;
use crate::http::feedback_query::FeedbackQuery;
use crate::http::openapi::problems::{InvalidQuery, NotFound, QuestionUnfit};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::results::{CrossTable, CrossTableError};
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The query of [`show`] beside the filters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct CrossTableQuery {
    /// The question whose values are the rows: its id or its key.
    row: String,
    /// The question whose values are the columns: its id or its key.
    column: String,
}

#[derive(Serialize, ToSchema)]
struct CrossTableAnswer {
    flow_id: String,
    #[serde(flatten)]
    table: CrossTable,
    #[serde(flatten)]
    index: IndexState,
}

/// Counts how often each answer to a question was given together with each answer to another one.
///
/// Only feedback that fits all filters and answers both questions is counted, among the newest 100,000 feedbacks.
///
/// # Errors
/// 400 for an invalid query, 404 for an unknown flow or question, 422 `question_unfit`, 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/flows/{flow_id}/cross_table",
    operation_id = "show_cross_table",
    tag = "Staff: feedback",
    params(FeedbackQuery, CrossTableQuery),
    responses((status = 200, description = "the table", body = CrossTableAnswer), InvalidQuery, NotFound, QuestionUnfit),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    Parameters(mut filters): Parameters<FeedbackQuery>,
    Parameters(query): Parameters<CrossTableQuery>,
) -> Result<impl IntoResponse, Problem> {
    filters.name_flow(&flow_id)?;
    let filter = filters.filter(&app, &staff).await?;
    let index = app.store.index_progress().await?.into();
    let flows = app
        .flows
        .all_revisions(&app.store, &flow_id, filter.flow_revision)
        .await?;
    let questions = (&*query.row, &*query.column);
    let table = CrossTable::load(&app.store, &filter, &flows, questions).await?;
    let answer = CrossTableAnswer {
        flow_id,
        table,
        index,
    };
    Ok((NO_STORE, Json(answer)))
}

impl From<CrossTableError> for Problem {
    fn from(error: CrossTableError) -> Self {
        match error {
            CrossTableError::NoQuestion => Self::NotFound("question of this flow"),
            CrossTableError::NoValues(_)
            | CrossTableError::TooManyValues(..)
            | CrossTableError::SameQuestion => Self::QuestionUnfit(error.to_string()),
            CrossTableError::Store(error) => error.into(),
        }
    }
}
