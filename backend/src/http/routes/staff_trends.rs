//! `/v1/staff/flows/{flow_id}/questions/{question}/trend`: how answers develop (docs/results.md#trends).

use super::chats::NO_STORE;
use super::staff_feedbacks::IndexState;
use crate::application::AppState;
use crate::http::feedback_query::{FeedbackQuery, time_zone};
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::results::{Trend, TrendBuckets, TrendError, TrendUnit};
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::time::now;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The query of [`show`] beside the filters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct TrendQuery {
    /// How long each bucket is.
    #[param(inline)]
    by: TrendUnit,
    /// The IANA name of the time zone in which days begin, also those of the filters; UTC unless it is there.
    time_zone: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct TrendAnswer {
    flow_id: String,
    by: TrendUnit,
    /// The IANA name.
    time_zone: String,
    #[serde(flatten)]
    trend: Trend,
    #[serde(flatten)]
    index: IndexState,
}

/// Counts the answers to a question, by its id or its key, by days, weeks or months.
///
/// Only feedback that fits all filters is counted. Without `received_to` the last bucket is the present one; without
/// `received_from` there are 30 days, 26 weeks or 12 months.
///
/// # Errors
/// 400 for an invalid query or more than 400 buckets, 404 for an unknown flow or question, 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/flows/{flow_id}/questions/{question}/trend",
    operation_id = "show_trend",
    tag = "Staff: feedback",
    params(FeedbackQuery, TrendQuery),
    responses((status = 200, description = "the trend", body = TrendAnswer), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path((flow_id, question)): Path<(String, String)>,
    Parameters(mut filters): Parameters<FeedbackQuery>,
    Parameters(query): Parameters<TrendQuery>,
) -> Result<impl IntoResponse, Problem> {
    let zone = time_zone(query.time_zone.as_deref().unwrap_or("UTC"))?;
    filters.name_flow(&flow_id)?;
    let filter = filters.filter_in(&app, &staff, &zone).await?;
    let received = filter.received;
    let buckets = TrendBuckets::divide(received.from, received.to.unwrap_or_else(now), query.by, &zone)
        .map_err(|error| Problem::InvalidQuery(error.to_string()))?;
    let index = app.store.index_progress().await?.into();
    let flows = app
        .flows
        .all_revisions(&app.store, &flow_id, filter.flow_revision)
        .await?;
    let counter = app.counter.as_deref();
    let trend = Trend::load(&app.store, counter, &filter, &flows, &question, &buckets).await?;
    let answer = TrendAnswer {
        flow_id,
        by: query.by,
        time_zone: zone.iana_name().unwrap_or("UTC").to_owned(),
        trend,
        index,
    };
    Ok((NO_STORE, Json(answer)))
}

impl From<TrendError> for Problem {
    fn from(error: TrendError) -> Self {
        match error {
            TrendError::NoQuestion => Self::NotFound("question of this flow"),
            TrendError::TooManyOptions(..) => Self::InvalidQuery(error.to_string()),
            TrendError::Store(error) => error.into(),
        }
    }
}
