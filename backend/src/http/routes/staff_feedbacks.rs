//! `/v1/staff/feedbacks`: feedback for staff (docs/staff.md#feedback).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::feedback_query::FeedbackQuery;
use crate::http::list::{List, ListLimit, ListTotal, cursor};
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::own_address::OwnAddress;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::staff::{FeedbackItem, FeedbackItems, NoteItem, Texts};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use base::time::{Millis, to_rfc3339};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{FeedbackPart, FeedbackRow, IndexProgress, ListCursor};
use utoipa::{IntoParams, ToSchema};

/// The query of [`list`] beside the filters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Orders the list by last change, and begins at this time in milliseconds since 1970.
    #[param(value_type = Option<i64>)]
    updated_since: Option<Millis>,
    /// Whether items have the answers as words.
    #[serde(default)]
    texts: bool,
    /// Whether `total` has the number of items in all parts.
    #[serde(default)]
    total: bool,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// Up to where the index of answers has come (docs/results.md#index).
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct IndexState {
    /// Null: to nowhere yet.
    #[schema(required = true)]
    indexed_up_to: Option<String>,
    is_index_behind: bool,
}

/// A feedback with what staff have written about it.
#[derive(Serialize, ToSchema)]
#[schema(as = SingleStaffFeedback)]
struct SingleFeedback {
    #[serde(flatten)]
    item: FeedbackItem,
    /// The earliest first.
    notes: Vec<NoteItem>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = StaffFeedbackList)]
struct FeedbackList {
    #[serde(flatten)]
    list: List<FeedbackItem>,
    /// Only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<ListTotal>,
    #[serde(flatten)]
    index: IndexState,
}

/// Lists the feedback that fits all filters.
///
/// The newest comes first; with `updated_since` the earliest change comes first
/// (docs/staff.md#changes-since-a-time).
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/feedbacks",
    operation_id = "list_feedbacks",
    tag = "Staff: feedback",
    params(FeedbackQuery, ListQuery),
    responses((status = 200, description = "a part of the list", body = FeedbackList), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(filters): Parameters<FeedbackQuery>,
    Parameters(query): Parameters<ListQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let limit = ListLimit::new(query.limit);
    if query.total && query.updated_since.is_some() {
        let detail =
            "`total` counts what fits the filters, at whatever time it changed: leave out `updated_since`";
        return Err(Problem::InvalidQuery(detail.into()));
    }
    let filter = filters.filter(&app, &staff).await?;
    let texts = if query.texts { Texts::With } else { Texts::Without };
    let after = query.after.as_deref();
    // Before the list: what is in the index then is in the list as well.
    let progress = app.store.index_progress().await?;
    let address = OwnAddress::of(&headers);
    let list = match query.updated_since {
        None => {
            let before = cursor(after)?;
            let part = app.store.newest_feedbacks(&filter, before, limit.rows()).await?;
            let place = |row: &FeedbackRow| row.seq.to_string();
            items(&app, &address, texts, part, limit, place).await?
        }
        Some(since) => {
            let after: Option<ListCursor> = cursor(after)?;
            let rows = limit.rows();
            let part = app
                .store
                .changed_feedbacks(&filter, since, after.as_ref(), rows)
                .await?;
            items(&app, &address, texts, part, limit, change_cursor).await?
        }
    };
    let total = match query.total {
        true => Some(app.store.feedback_total(&filter).await?.into()),
        false => None,
    };
    let index = progress.into();
    Ok((NO_STORE, Json(FeedbackList { list, total, index })))
}

/// Shows one feedback, with its answers as words and the notes of staff.
///
/// # Errors
/// 404 for an unknown feedback, 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/feedbacks/{stored_id}",
    operation_id = "show_feedback",
    tag = "Staff: feedback",
    responses((status = 200, description = "the feedback", body = SingleFeedback), NotFound),
)]
pub(in crate::http) async fn show(
    _: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let row = app
        .store
        .feedback(&id)
        .await?
        .ok_or(Problem::NotFound("feedback"))?;
    let address = OwnAddress::of(&headers);
    let reader = app.feedback_reader();
    let items = FeedbackItems::load(
        &reader,
        address.of_staff(&app),
        std::slice::from_ref(&row),
        Texts::With,
    )
    .await?;
    let notes = app.store.feedback_notes(&id).await?;
    let notes = notes.into_iter().map(NoteItem::from).collect();
    let item = items.item(row)?;
    Ok((NO_STORE, Json(SingleFeedback { item, notes })))
}

async fn items<C: ToString>(
    app: &AppState,
    address: &OwnAddress,
    texts: Texts,
    part: FeedbackPart<C>,
    limit: ListLimit,
    place: impl FnOnce(&FeedbackRow) -> String,
) -> Result<List<FeedbackItem>, Problem> {
    let reader = app.feedback_reader();
    let items = FeedbackItems::load(&reader, address.of_staff(app), &part.rows, texts).await?;
    let list = List::from_rows(part.rows, limit, place, |row| items.item(row)).transpose()?;
    Ok(list.or_continued_at(part.looked_at_until.map(|cursor| cursor.to_string())))
}

fn change_cursor(row: &FeedbackRow) -> String {
    let cursor = ListCursor {
        place: row.updated_at,
        feedback_id: row.id.clone(),
    };
    cursor.to_string()
}

impl From<IndexProgress> for IndexState {
    fn from(progress: IndexProgress) -> Self {
        Self {
            indexed_up_to: (progress.up_to > 0).then(|| to_rfc3339(progress.up_to)),
            is_index_behind: progress.is_behind,
        }
    }
}
