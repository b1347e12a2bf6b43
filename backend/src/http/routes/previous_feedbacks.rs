//! What a visitor has given at a node before, and what staff replied (docs/api.md#previous-feedbacks).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::chat::{Person, titles};
use crate::http::held_chats::NamedChats;
use crate::http::openapi::headers::ChatTokensHeader;
use crate::http::openapi::problems::{InvalidChatTokens, NotFound};
use crate::http::path::Path;
use crate::http::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use base::input::fault::shorten;
use base::time::to_rfc3339;
use serde::Serialize;
use std::sync::Arc;
use store::{ChatStatus, HeldChat, UnreadReply};
use utoipa::ToSchema;

/// Most characters of the beginning of a reply: two lines and more of what stands beside a launcher.
const PREVIEW_LENGTH: usize = 120;

#[derive(Serialize, ToSchema)]
struct Items<T> {
    items: Vec<T>,
}

/// A feedback with a chat.
#[derive(Serialize, ToSchema)]
struct PreviousFeedback {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    created_at: String,
    #[serde(flatten)]
    news: News,
}

/// What can have changed in a chat.
#[derive(Serialize, ToSchema)]
#[schema(as = ChatNews)]
struct News {
    status: ChatStatus,
    /// Staff replies after the cursor that the request names.
    unread: u32,
}

#[derive(Serialize, ToSchema)]
struct UnreadChat {
    id: String,
    #[serde(flatten)]
    news: News,
    /// The newest of the unread replies. Absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<ReplyPreview>,
}

/// The beginning of a reply, which stands beside the launcher of a widget.
#[derive(Serialize, ToSchema)]
struct ReplyPreview {
    /// The position of its item in the timeline.
    position: i64,
    /// RFC 3339, by the server's clock.
    created_at: String,
    /// On one line, at most 120 characters. Empty for a picture without a text.
    body: String,
    has_picture: bool,
    user: Person,
}

impl From<UnreadReply> for ReplyPreview {
    fn from(reply: UnreadReply) -> Self {
        let line = reply.body.split_whitespace().collect::<Vec<_>>().join(" ");
        Self {
            position: reply.position,
            created_at: to_rfc3339(reply.created_at),
            body: shorten(line, PREVIEW_LENGTH),
            has_picture: reply.has_picture,
            user: Person::staff(reply.author, reply.avatar),
        }
    }
}

/// Lists the feedbacks of the chats whose tokens the request holds, the newest first.
///
/// Nothing is marked as read.
///
/// # Errors
/// 400 for an invalid header, 404 for an unknown node, 429.
#[utoipa::path(
    get,
    path = "/v1/web_widgets/{node_id}/previous_feedbacks",
    operation_id = "list_previous_feedbacks",
    tag = "Chat",
    params(ChatTokensHeader),
    responses(
        (status = 200, description = "those whose token is right", body = Items<PreviousFeedback>),
        InvalidChatTokens, NotFound,
    ),
)]
pub(in crate::http) async fn list(
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let named = NamedChats::read(&headers)?;
    let chats = chats_with_news(&app, &node_id, &named).await?;
    let ids: Vec<_> = chats.iter().map(|(chat, _)| chat.feedback_id.as_str()).collect();
    let mut titles = titles(&app.store, &app.flows, &ids).await?;
    let items = chats
        .into_iter()
        .map(|(chat, news)| PreviousFeedback {
            title: titles.remove(&chat.feedback_id),
            created_at: to_rfc3339(chat.created_at),
            news,
            id: chat.feedback_id,
        })
        .collect();
    Ok((NO_STORE, Json(Items { items })))
}

/// Lists the same chats without what takes longer to find, with the beginning of the newest unread reply of each.
///
/// For pages that only want to know whether there is news. Nothing is marked as read.
///
/// # Errors
/// 400 for an invalid header, 404 for an unknown node, 429.
#[utoipa::path(
    get,
    path = "/v1/web_widgets/{node_id}/previous_feedbacks/unread",
    operation_id = "count_unread_replies",
    tag = "Chat",
    params(ChatTokensHeader),
    responses(
        (status = 200, description = "those whose token is right", body = Items<UnreadChat>),
        InvalidChatTokens, NotFound,
    ),
)]
pub(in crate::http) async fn unread(
    State(app): State<Arc<AppState>>,
    Path(node_id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let named = NamedChats::read(&headers)?;
    let chats = chats_with_news(&app, &node_id, &named).await?;
    let unread = chats.iter().filter(|(_, news)| news.unread > 0);
    let ids = unread.map(|(chat, _)| chat.feedback_id.as_str());
    let mut replies = named.unread_replies(&app, ids).await?;
    let items = chats
        .into_iter()
        .map(|(chat, news)| UnreadChat {
            reply: replies.remove(&chat.feedback_id).map(ReplyPreview::from),
            id: chat.feedback_id,
            news,
        })
        .collect();
    Ok((NO_STORE, Json(Items { items })))
}

/// Returns the chats at a node whose tokens a request holds, the newest first.
///
/// # Errors
/// 404 for an unknown node, 429.
async fn chats_with_news(
    app: &AppState,
    node_id: &str,
    named: &NamedChats,
) -> Result<Vec<(HeldChat, News)>, Problem> {
    let node = app.store.node(node_id).await?;
    node.ok_or(Problem::NotFound("node"))?;
    let held = named.prove(app, node_id).await?;
    let unread = named.unread(app, &held).await?;
    let with_news = held.into_iter().map(|chat| {
        let news = News {
            status: chat.status,
            unread: unread.get(&chat.feedback_id).copied().unwrap_or(0),
        };
        (chat, news)
    });
    Ok(with_news.collect())
}
