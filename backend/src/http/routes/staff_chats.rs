//! `/v1/staff/chats`: calls of staff about chats (docs/staff.md#calls).

use super::chat_messages::IncomingMessage;
use super::chats::{ChatStatusResponse, NO_STORE, PageQuery, change_status};
use crate::chat::{PersonForm, StaffChatDetail};
use crate::http::client_address::ClientAddress;
use crate::http::list::{List, ListLimit};
use crate::http::message_body::{FileSender, MessageBody};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::http::state::AppState;
use crate::store::{
    Actor, ChatStatus, ListCursor, ListedChat, MessageKind, Sender, StatusAction, TimelinePage,
};
use crate::time::to_rfc3339;
use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Longest time that a request may wait for news. Proxies close connections that are silent for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// How many characters of the last message a list shows.
const PREVIEW_LENGTH: usize = 120;

/// The query of [`list`].
#[derive(Deserialize)]
pub(in crate::http) struct ListQuery {
    node_id: Option<String>,
    status: Option<ChatStatus>,
    /// `next_cursor` of the previous part.
    after: Option<String>,
    limit: Option<u32>,
}

/// The query of [`show`].
#[derive(Deserialize)]
pub(in crate::http) struct ShowQuery {
    #[serde(flatten)]
    page: PageQuery,
    /// Seconds to wait for news.
    wait: Option<u64>,
}

/// A chat in a list. Times are RFC 3339.
#[derive(Serialize)]
struct ChatItem {
    feedback_id: String,
    node_id: String,
    status: ChatStatus,
    created_at: String,
    updated_at: String,
    last_message: Option<MessagePreview>,
}

#[derive(Serialize)]
struct MessagePreview {
    actor: Actor,
    /// The name of the staff member.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The beginning of the message.
    body: String,
    created_at: String,
}

/// `GET /v1/staff/chats`: chats of one node or all, of one status or all, the most recently changed one first.
///
/// # Errors
/// 400 for an invalid query, 401 without a valid staff token.
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let limit = ListLimit::new(query.limit);
    let after: Option<ListCursor> = query.after.as_deref().map(str::parse).transpose()?;
    let rows = app
        .store
        .chats(
            &staff.nodes(query.node_id.as_deref())?,
            query.status,
            after.as_ref(),
            limit.rows(),
        )
        .await?;
    let item = |row| Ok::<_, Problem>(ChatItem::from(row));
    let list = List::from_rows(rows, limit, change_cursor, item)?;
    Ok((NO_STORE, Json(list)))
}

fn change_cursor(row: &ListedChat) -> String {
    let cursor = ListCursor {
        updated_at: row.updated_at,
        feedback_id: row.feedback_id.clone(),
    };
    cursor.to_string()
}

/// `GET /v1/staff/chats/{feedback_id}`: a chat; with `?after=<cursor>` only the messages since then. With `wait` the
/// response comes when there is news, or after that many seconds (at most 25).
///
/// # Errors
/// 404 for a feedback without a chat, 400 for an invalid cursor, 401 without a valid staff token.
pub(in crate::http) async fn show(
    _: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
) -> Result<impl IntoResponse, Problem> {
    let page = query.page.page()?;
    if let (Some(seconds), TimelinePage::After(after)) = (query.wait, page) {
        let wait = Duration::from_secs(seconds).min(LONGEST_WAIT);
        wait_for_news(&app, &feedback_id, after, wait).await?;
    }
    let detail = StaffChatDetail::load(&app.store, &app.flows, &feedback_id, page).await?;
    Ok((NO_STORE, Json(detail.ok_or(Problem::NotFound("chat"))?)))
}

/// Returns when the chat is not, or no longer, at a position, when the time is over, or when the server stops.
async fn wait_for_news(app: &AppState, feedback_id: &str, after: i64, wait: Duration) -> Result<(), Problem> {
    let deadline = Instant::now() + wait;
    // Created before the position is read, so that no change in between is missed.
    let mut watcher = app.live.watch();
    loop {
        let position = app.store.chat_position(feedback_id).await?;
        // A lower one is that of a restored backup, and news as well.
        if position.ok_or(Problem::NotFound("chat"))? != after {
            return Ok(());
        }
        match timeout_at(deadline, watcher.chat_changed(feedback_id)).await {
            Ok(true) => {}
            Ok(false) | Err(_) => return Ok(()),
        }
    }
}

/// `POST /v1/staff/chats/{feedback_id}/messages`: stores a message in the name of the token and responds with its timeline
/// item after the commit, with its file. A repeat with the same `Idempotency-Key` gets the first response.
///
/// # Errors
/// 404 for a feedback without a chat; 409 `chat_not_open` if the chat is over, `chat_full`; 422 for an empty or too long
/// message, for a file that is no image and for a key that was used for another request; 400, 401, 408, 413, 503.
pub(in crate::http) async fn create_message(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    let sender = FileSender {
        client,
        feedback_id: &feedback_id,
    };
    let message = MessageBody::receive(&app, request, sender, |_| ready(Ok(()))).await?;
    let message = IncomingMessage {
        feedback_id,
        sender: Sender::Staff {
            name: staff.name().to_owned(),
        },
        kind: MessageKind::Message,
        message,
    };
    let item = message.store(&app, &headers, PersonForm::InItems).await?;
    Ok((NO_STORE, Json(item)))
}

/// `POST /v1/staff/chats/{feedback_id}/close`: ends a chat. A repeat gets the same response.
///
/// # Errors
/// 404 for a feedback without a chat, 409 `chat_not_open` if the customer has ended it, 401, 503.
pub(in crate::http) async fn close(
    _: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<Json<ChatStatusResponse>, Problem> {
    Ok(Json(change_status(&app, feedback_id, StatusAction::Close).await?))
}

/// `POST /v1/staff/chats/{feedback_id}/reopen`: opens a queued or ended chat. A repeat gets the same
/// response.
///
/// # Errors
/// 404 for a feedback without a chat, 401, 503.
pub(in crate::http) async fn reopen(
    _: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
) -> Result<Json<ChatStatusResponse>, Problem> {
    Ok(Json(
        change_status(&app, feedback_id, StatusAction::Reopen).await?,
    ))
}

impl From<ListedChat> for ChatItem {
    fn from(row: ListedChat) -> Self {
        let last = row.last_actor.zip(row.last_body).zip(row.last_created_at);
        Self {
            feedback_id: row.feedback_id,
            node_id: row.node_id,
            status: row.status,
            created_at: to_rfc3339(row.created_at),
            updated_at: to_rfc3339(row.updated_at),
            last_message: last.map(|((actor, body), created_at)| MessagePreview {
                actor,
                name: row.last_author,
                body: body.chars().take(PREVIEW_LENGTH).collect(),
                created_at: to_rfc3339(created_at),
            }),
        }
    }
}
