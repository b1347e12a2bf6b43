//! `/v1/staff/chats`: the business's side of chats (`wire.md`, "Staff API").

use super::chats::{NO_STORE, Standing, add_message, change, cursor};
use super::staff::{List, page_size};
use crate::chat::StaffDetail;
use crate::http::message_body::MessageBody;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff::Staff;
use crate::http::state::App;
use crate::store::{Actor, ChatStatus, ListCursor, ListedChat, Sender, StatusAct};
use crate::time::to_rfc3339;
use axum::Json;
use axum::extract::{FromRequest, Path, Request, State as Shared};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Longest time that a request may wait for something new: shorter than what proxies take for a dead connection.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// How much of the last message a list shows, in characters.
const PREVIEW_LENGTH: usize = 120;

/// The query of [`list`].
#[derive(Deserialize)]
pub(in crate::http) struct ListQuery {
    node_id: Option<String>,
    status: Option<ChatStatus>,
    /// `next_cursor` of the list before.
    after: Option<String>,
    limit: Option<u32>,
}

/// The query of [`show`].
#[derive(Deserialize)]
pub(in crate::http) struct ShowQuery {
    /// `cursor` of an earlier answer.
    after: Option<String>,
    /// Seconds to wait for something new.
    wait: Option<u64>,
}

/// A chat in a list. Moments are RFC 3339.
#[derive(Serialize)]
struct Item {
    feedback_id: String,
    node_id: String,
    status: ChatStatus,
    created_at: String,
    updated_at: String,
    last_message: Option<Preview>,
}

#[derive(Serialize)]
struct Preview {
    actor: Actor,
    /// The member of staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Its beginning.
    body: String,
    created_at: String,
}

/// `GET /v1/staff/chats`: chats, the last changed first, of one node or all, of one status or all.
///
/// # Errors
/// 400 for a query that cannot be read, 401 without a staff token in force.
pub(in crate::http) async fn list(
    _: Staff,
    Shared(app): Shared<Arc<App>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let limit = page_size(query.limit);
    let after: Option<ListCursor> = query
        .after
        .map(|after| after.parse())
        .transpose()
        .map_err(|error: &str| Problem::InvalidQuery(error.into()))?;
    // One more than is shown tells whether there is a next list.
    let mut rows = app
        .store
        .chats(query.node_id.as_deref(), query.status, after.as_ref(), limit + 1)
        .await?;
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next_cursor = rows.last().filter(|_| has_more).map(|row| {
        let cursor = ListCursor {
            updated_at: row.updated_at,
            feedback_id: row.feedback_id.clone(),
        };
        cursor.to_string()
    });
    let items = rows.into_iter().map(Item::from).collect();
    Ok((NO_STORE, Json(List::<Item> { items, next_cursor })))
}

/// `GET /v1/staff/chats/{feedback_id}`: a chat as it stands; with `?after=<cursor>` only the messages since. With
/// `wait` beside it the answer comes when there is something new, or after that many seconds (at most 25).
///
/// # Errors
/// 404 for a feedback without a chat, 400 for a cursor that is none, 401 without a staff token in force.
pub(in crate::http) async fn show(
    _: Staff,
    Shared(app): Shared<Arc<App>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
) -> Result<impl IntoResponse, Problem> {
    let after = query.after.as_deref().map_or(Ok(0), cursor)?;
    if let Some(seconds) = query.wait {
        let wait = Duration::from_secs(seconds).min(LONGEST_WAIT);
        wait_for_news(&app, &feedback_id, after, wait).await?;
    }
    let detail = StaffDetail::load(&app.store, &app.flows, &feedback_id, after).await?;
    Ok((NO_STORE, Json(detail.ok_or(Problem::NotFound("chat"))?)))
}

/// Returns when the chat has gone past a position, when the time is over, or when the server stops.
async fn wait_for_news(app: &App, feedback_id: &str, after: i64, wait: Duration) -> Result<(), Problem> {
    let deadline = Instant::now() + wait;
    // Before the first look: what comes between a look and the waiting is not missed.
    let mut watcher = app.live.watch();
    loop {
        let position = app.store.chat_position(feedback_id).await?;
        if position.ok_or(Problem::NotFound("chat"))? > after {
            return Ok(());
        }
        match timeout_at(deadline, watcher.chat_changed(feedback_id)).await {
            Ok(true) => {}
            Ok(false) | Err(_) => return Ok(()),
        }
    }
}

/// `POST /v1/staff/chats/{feedback_id}/messages`: stores a message in the name of the token and answers with its
/// timeline item after the commit. A repeat with the same `Idempotency-Key` gets the first answer.
///
/// # Errors
/// 404 for a feedback without a chat; 409 `chat_not_open` where it is over; 422 for an empty or too long message and for
/// a key that was used for another request; 401, 503.
pub(in crate::http) async fn create_message(
    Staff { name }: Staff,
    Shared(app): Shared<Arc<App>>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    let draft = MessageBody::from_request(request, &()).await?.draft()?;
    let item = add_message(&app, feedback_id, Sender::Staff { name }, draft, &headers).await?;
    Ok((NO_STORE, Json(item)))
}

/// `POST /v1/staff/chats/{feedback_id}/close`: ends a chat. A repeat gets the same answer.
///
/// # Errors
/// 404 for a feedback without a chat, 409 `chat_not_open` where the customer has ended it, 401, 503.
pub(in crate::http) async fn close(
    _: Staff,
    Shared(app): Shared<Arc<App>>,
    Path(feedback_id): Path<String>,
) -> Result<Json<Standing>, Problem> {
    Ok(Json(change(&app, feedback_id, StatusAct::Close).await?))
}

/// `POST /v1/staff/chats/{feedback_id}/reopen`: has a chat go on that waits or is over. A repeat gets the same answer.
///
/// # Errors
/// 404 for a feedback without a chat, 401, 503.
pub(in crate::http) async fn reopen(
    _: Staff,
    Shared(app): Shared<Arc<App>>,
    Path(feedback_id): Path<String>,
) -> Result<Json<Standing>, Problem> {
    Ok(Json(change(&app, feedback_id, StatusAct::Reopen).await?))
}

impl From<ListedChat> for Item {
    fn from(row: ListedChat) -> Self {
        let last = row.last_actor.zip(row.last_body).zip(row.last_created_at);
        Self {
            feedback_id: row.feedback_id,
            node_id: row.node_id,
            status: row.status,
            created_at: to_rfc3339(row.created_at),
            updated_at: to_rfc3339(row.updated_at),
            last_message: last.map(|((actor, body), created_at)| Preview {
                actor,
                name: row.last_author,
                body: body.chars().take(PREVIEW_LENGTH).collect(),
                created_at: to_rfc3339(created_at),
            }),
        }
    }
}
