//! `/v1/staff/flows/{flow_id}/questions/{question}/words`: what visitors have written (docs/results.md#words).

use super::chats::NO_STORE;
use super::staff_feedbacks::IndexState;
use crate::application::AppState;
use crate::http::feedback_query::FeedbackQuery;
use crate::http::openapi::problems::{InvalidQuery, NotFound, QuestionUnfit};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::results::{AnswerWords, WordsError};
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
struct WordsAnswer {
    flow_id: String,
    #[serde(flatten)]
    words: AnswerWords,
    #[serde(flatten)]
    index: IndexState,
}

/// Counts the words of the texts with which a question was answered, by its id or its key, and shows the newest texts.
///
/// Only feedback that fits all filters is read: its newest 5,000 texts, among the newest 100,000 feedbacks.
///
/// # Errors
/// 400 for an invalid query, 404 for an unknown flow or question, 422 `question_unfit`, 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/flows/{flow_id}/questions/{question}/words",
    operation_id = "show_words",
    tag = "Staff: feedback",
    params(FeedbackQuery),
    responses((status = 200, description = "the words", body = WordsAnswer), InvalidQuery, NotFound, QuestionUnfit),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path((flow_id, question)): Path<(String, String)>,
    Parameters(mut filters): Parameters<FeedbackQuery>,
) -> Result<impl IntoResponse, Problem> {
    filters.name_flow(&flow_id)?;
    let filter = filters.filter(&app, &staff).await?;
    let index = app.store.index_progress().await?.into();
    let flows = app
        .flows
        .all_revisions(&app.store, &flow_id, filter.flow_revision)
        .await?;
    let words = AnswerWords::load(&app.store, &filter, &flows, &question).await?;
    let answer = WordsAnswer {
        flow_id,
        words,
        index,
    };
    Ok((NO_STORE, Json(answer)))
}

impl From<WordsError> for Problem {
    fn from(error: WordsError) -> Self {
        match error {
            WordsError::NoQuestion => Self::NotFound("question of this flow"),
            WordsError::NoTexts(_) => Self::QuestionUnfit(error.to_string()),
            WordsError::Store(error) => error.into(),
        }
    }
}
