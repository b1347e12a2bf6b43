//! What staff do with a feedback: `/v1/staff/feedbacks/{stored_id}/…` (docs/staff.md#review).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::chat::MESSAGE_LENGTH;
use crate::http::body::JsonBody;
use crate::http::list::{List, ListLimit};
use crate::http::openapi::headers::IdempotencyHeader;
use crate::http::openapi::problems::{
    InvalidJson, InvalidQuery, KeyRefused, NotFound, TooManyNotes, TooManyTags, Unprocessable,
};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::http::tag_changes::TagChanges;
use crate::staff::NoteItem;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::input::idempotency_key::idempotency_key;
use base::random::random_id;
use base::time::to_rfc3339;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{
    FeedbackAct, FeedbackActKind, FeedbackReview, KnownTag, MOST_COUNTED, NewFeedbackNote, ReviewState,
};
use utoipa::{IntoParams, ToSchema};

/// How far staff are with a feedback.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReviewBody)]
struct ReviewBody {
    review: ReviewState,
}

/// A note to store.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FeedbackNoteBody)]
struct NoteBody {
    /// At most 5,000 characters.
    body: String,
}

/// A feedback as staff have it after an act.
#[derive(Serialize, ToSchema)]
#[schema(as = FeedbackReview)]
struct ReviewItem {
    id: String,
    review: ReviewState,
    /// In alphabetical order.
    tags: Vec<String>,
    updated_at: String,
}

/// A tag of a node.
#[derive(Serialize, ToSchema)]
#[schema(as = KnownTag)]
struct TagItem {
    tag: String,
    /// How many feedbacks have it, at most 1,000.
    count: i64,
    /// Whether there may be more.
    is_capped: bool,
}

/// The query of [`list_tags`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct TagsQuery {
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// Says how far staff are with a feedback.
///
/// A repeat gets the same response.
///
/// # Errors
/// 404 for an unknown feedback; 422; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/feedbacks/{stored_id}/review",
    operation_id = "review_feedback",
    tag = "Staff: feedback",
    request_body = ReviewBody,
    responses(
        (status = 200, description = "the feedback as staff have it then", body = ReviewItem),
        InvalidJson, Unprocessable, NotFound,
    ),
)]
pub(in crate::http) async fn review(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let ReviewBody { review } = body.read()?;
    act(&app, &staff, feedback_id, FeedbackActKind::SetReview(review)).await
}

/// Removes tags of a feedback, which are those of its chat as well, and adds others.
///
/// A repeat gets the same response.
///
/// # Errors
/// 404 for an unknown feedback; 409 `too_many_tags`; 422 for an invalid tag; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/feedbacks/{stored_id}/tag",
    operation_id = "tag_feedback",
    tag = "Staff: feedback",
    request_body = TagChanges,
    responses(
        (status = 200, description = "the feedback as staff have it then", body = ReviewItem),
        InvalidJson, Unprocessable, NotFound, TooManyTags,
    ),
)]
pub(in crate::http) async fn tag(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let changes: TagChanges = body.read()?;
    act(&app, &staff, feedback_id, changes.act("")?).await
}

/// Stores a note about a feedback, for staff.
///
/// A repeat with the same `Idempotency-Key` gets the first response.
///
/// # Errors
/// 404 for an unknown feedback; 409 `too_many_notes`; 422 for an empty or too long text and for a key that was used for another
/// note; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/feedbacks/{stored_id}/notes",
    operation_id = "note_feedback",
    tag = "Staff: feedback",
    params(IdempotencyHeader),
    request_body = NoteBody,
    responses(
        (status = 200, description = "stored", body = NoteItem),
        InvalidJson, Unprocessable, KeyRefused, NotFound, TooManyNotes,
    ),
)]
pub(in crate::http) async fn note(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let NoteBody { body } = body.read()?;
    if body.trim().is_empty() {
        return Err(Fault::at("/body", FaultKey::Required, "a text is expected").into());
    }
    if body.chars().count() > MESSAGE_LENGTH {
        let detail = format!("at most {MESSAGE_LENGTH} characters are expected");
        return Err(Fault::at("/body", FaultKey::LengthMax, detail).into());
    }
    let id = match idempotency_key(&headers)? {
        Some(key) => key,
        None => random_id()?,
    };
    let by = staff.by();
    let note = NewFeedbackNote {
        feedback_id,
        id,
        by,
        body,
    };
    let note = app.store.add_feedback_note(note).await?;
    Ok((NO_STORE, Json(NoteItem::from(note))))
}

/// Lists the tags that feedback of a node has, in alphabetical order.
///
/// # Errors
/// 400 for an invalid query, 404 for an unknown node, 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/nodes/{node_id}/tags",
    operation_id = "list_tags",
    tag = "Staff: feedback",
    params(TagsQuery),
    responses((status = 200, description = "a part of the list", body = List<TagItem>), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list_tags(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    Parameters(query): Parameters<TagsQuery>,
) -> Result<impl IntoResponse, Problem> {
    staff.listed_nodes(&app, Some(&node_id)).await?;
    let limit = ListLimit::new(query.limit);
    let rows = app
        .store
        .known_tags(&node_id, query.after.as_deref(), limit.rows())
        .await?;
    let list = List::from_rows(rows, limit, |row| row.tag.clone(), TagItem::from);
    Ok((NO_STORE, Json(list)))
}

async fn act(
    app: &AppState,
    staff: &Staff,
    feedback_id: String,
    kind: FeedbackActKind,
) -> Result<impl IntoResponse + use<>, Problem> {
    let act = FeedbackAct {
        feedback_id,
        by: staff.by(),
        kind,
    };
    let reviewed = app.store.act_on_feedback(act).await?;
    Ok((NO_STORE, Json(ReviewItem::from(reviewed))))
}

impl From<FeedbackReview> for ReviewItem {
    fn from(review: FeedbackReview) -> Self {
        Self {
            id: review.feedback_id,
            review: review.review,
            tags: review.tags,
            updated_at: to_rfc3339(review.updated_at),
        }
    }
}

impl From<KnownTag> for TagItem {
    fn from(known: KnownTag) -> Self {
        Self {
            tag: known.tag,
            count: known.count,
            is_capped: known.count >= MOST_COUNTED,
        }
    }
}
