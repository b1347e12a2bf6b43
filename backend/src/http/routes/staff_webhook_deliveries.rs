//! `/v1/staff/webhooks/{webhook_id}/deliveries`: what a webhook was told, and what it is told once more
//! (docs/webhooks.md#replay).

use super::chats::NO_STORE;
use super::staff_webhooks::{by, existing};
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::list::{List, ListLimit, cursor};
use crate::http::openapi::problems::{InvalidJson, InvalidQuery, NotFound, Unprocessable};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::time::{from_rfc3339, to_rfc3339};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{DeliveryReplay, DeliveryRow, DeliveryState, EventType, MOST_REPLAYED, Replayed};
use utoipa::{IntoParams, ToSchema};

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only in this state.
    #[param(inline)]
    state: Option<DeliveryState>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// Which deliveries are sent once more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReplayBody)]
struct ReplayBody {
    /// RFC 3339.
    since: String,
}

/// A delivery. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = WebhookDelivery)]
struct DeliveryItem {
    id: String,
    r#type: EventType,
    node_id: String,
    feedback_id: String,
    /// Of the chat.
    #[schema(required = true)]
    position: Option<i64>,
    occurred_at: String,
    state: DeliveryState,
    attempts: i64,
    /// When it is sent, or sent again; null unless it waits.
    #[schema(required = true)]
    next_at: Option<String>,
    /// Of the last response; null if there was none.
    #[schema(required = true)]
    last_status: Option<i64>,
    #[schema(required = true)]
    last_error: Option<String>,
    /// When it arrived, or was given up.
    #[schema(required = true)]
    finished_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = ReplayedDeliveries)]
struct ReplayedItem {
    replayed: u64,
    /// Whether there may be more: the call has a limit.
    has_more: bool,
}

/// Lists what a webhook was told and is to be told, the last first.
///
/// # Errors
/// 404 if there is no such webhook; 400 for an invalid query; 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/webhooks/{webhook_id}/deliveries",
    operation_id = "list_deliveries",
    tag = "Staff: webhooks",
    params(ListQuery),
    responses(
        (status = 200, description = "a part of the list", body = List<DeliveryItem>),
        InvalidQuery, NotFound,
    ),
)]
pub(in crate::http) async fn list(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let webhook = existing(&app, &id).await?;
    let limit = ListLimit::new(query.limit);
    let before = cursor(query.after.as_deref())?;
    let rows = app
        .store
        .deliveries(&webhook, query.state, before, limit.rows())
        .await?;
    let list = List::from_rows(rows, limit, |row| row.seq.to_string(), DeliveryItem::from);
    Ok((NO_STORE, Json(list)))
}

/// Has a delivery sent once more, whatever has become of it.
///
/// # Errors
/// 404 if there is no such delivery of this webhook, or it is being sent; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    operation_id = "replay_delivery",
    tag = "Staff: webhooks",
    responses((status = 200, description = "it is sent again", body = ReplayedItem), NotFound),
)]
pub(in crate::http) async fn replay(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path((id, delivery_id)): Path<(String, String)>,
) -> Result<impl IntoResponse, Problem> {
    let webhook = existing(&app, &id).await?;
    let seq = delivery_id.parse().map_err(|_| Problem::NotFound("delivery"))?;
    let replay = DeliveryReplay::of(&webhook, Replayed::One { seq }, by(&staff));
    match app.store.replay_deliveries(replay).await? {
        0 => Err(Problem::NotFound("delivery that is not being sent")),
        replayed => Ok((
            NO_STORE,
            Json(ReplayedItem {
                replayed,
                has_more: false,
            }),
        )),
    }
}

/// Has the deliveries sent once more that were given up since a time.
///
/// # Errors
/// 404 if there is no such webhook; 422 for what is no time; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/webhooks/{webhook_id}/replay_dead",
    operation_id = "replay_dead_deliveries",
    tag = "Staff: webhooks",
    request_body = ReplayBody,
    responses(
        (status = 200, description = "how many are sent again", body = ReplayedItem),
        InvalidJson, Unprocessable, NotFound,
    ),
)]
pub(in crate::http) async fn replay_dead(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let ReplayBody { since } = body.read()?;
    let since = from_rfc3339(&since).ok_or_else(|| {
        Fault::at(
            "/since",
            FaultKey::InvalidTime,
            "a time as 2026-11-21T10:20:30Z is expected",
        )
    })?;
    let webhook = existing(&app, &id).await?;
    let replay = DeliveryReplay::of(&webhook, Replayed::DeadSince(since), by(&staff));
    let replayed = app.store.replay_deliveries(replay).await?;
    let has_more = replayed >= u64::from(MOST_REPLAYED);
    Ok((NO_STORE, Json(ReplayedItem { replayed, has_more })))
}

impl From<DeliveryRow> for DeliveryItem {
    fn from(row: DeliveryRow) -> Self {
        let is_waiting = row.state == DeliveryState::Waiting;
        Self {
            id: row.seq.to_string(),
            r#type: row.event,
            node_id: row.node_id,
            feedback_id: row.feedback_id,
            position: row.position,
            occurred_at: to_rfc3339(row.occurred_at),
            state: row.state,
            attempts: row.attempts,
            next_at: is_waiting.then(|| to_rfc3339(row.next_at)),
            last_status: row.last_status,
            last_error: row.last_error,
            finished_at: row.finished_at.map(to_rfc3339),
        }
    }
}
