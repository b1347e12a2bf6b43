//! Calls of the customer about a chat (docs/api.md#chat-calls).

use crate::application::AppState;
use crate::chat::{ChatDetail, PersonForm};
use crate::http::body::JsonBody;
use crate::http::chat_access::{TokenQuery, authorize, bearer_token, validate_token};
use crate::http::chat_email_state::EmailState;
use crate::http::openapi::problems::{ChatNotOpen, InvalidJson, InvalidQuery, NoChat};
use crate::http::openapi::shapes::ChatTokenBody;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName};
use axum::response::IntoResponse;
use base::time::now;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use store::{ChatArchive, ChatCursor, ChatCursorError, ChatStatus, History, TimelinePage};
use utoipa::{IntoParams, ToSchema};

/// A chat is private and changes at any time.
pub(super) const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The query of [`show`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ShowQuery {
    #[serde(flatten)]
    #[param(ignore)]
    token: TokenQuery,
    #[serde(flatten)]
    #[param(ignore)]
    page: PageQuery,
    /// `apart`: each person once, beside the items.
    people: Option<String>,
    /// `true`: nobody looks at the answer now.
    background: Option<String>,
}

/// A chat as its customer sees it, with the e-mail of the chat.
#[derive(Serialize, ToSchema)]
#[schema(as = CustomerChat)]
struct ShownChat {
    #[serde(flatten)]
    chat: ChatDetail,
    #[serde(flatten)]
    email: EmailState,
    /// The chat token that this request came with.
    token: String,
}

/// Reads whether persons are in each item, or apart.
pub(super) fn person_form(people: Option<&str>) -> Result<PersonForm, Problem> {
    match people {
        None => Ok(PersonForm::InItems),
        Some("apart") => Ok(PersonForm::Apart),
        Some(_) => Err(Problem::InvalidQuery("`people` can only be `apart`".into())),
    }
}

/// Which part of a timeline is asked for: the last items, unless it says something else.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PageQuery {
    /// `cursor` of an earlier response or event: what came since.
    after: Option<String>,
    /// A position: what came before.
    before: Option<String>,
}

impl PageQuery {
    /// Reads the query.
    ///
    /// # Errors
    /// 400 for what is no cursor or position, and for both at once.
    pub(super) fn page(&self, history: History) -> Result<TimelinePage, Problem> {
        match (self.after.as_deref(), self.before.as_deref()) {
            (None, None) => Ok(TimelinePage::Latest),
            (Some(after), None) => Ok(TimelinePage::After(cursor(after)?.after(history))),
            (None, Some(before)) => Ok(TimelinePage::Before(cursor(before)?.position())),
            (Some(_), Some(_)) => {
                let detail = "`after` and `before` exclude each other";
                Err(Problem::InvalidQuery(detail.into()))
            }
        }
    }
}

/// Shows the chat with its last messages.
///
/// With `after` those since then, with `before` those before it.
///
/// # Errors
/// 401 without the chat's token, 400 for an invalid query, 429.
#[utoipa::path(
    get,
    path = "/v1/feedbacks/{feedback_id}/chat",
    operation_id = "show_chat",
    tag = "Chat",
    params(PageQuery, ShowQuery),
    responses(
        (status = 200, description = "the chat, with a part of its timeline", body = ShownChat),
        InvalidQuery, NoChat,
    ),
    security(("chat_token" = []), ("chat_token_in_address" = [])),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let token = bearer_token(&headers, query.token).ok_or(Problem::InvalidToken)?;
    validate_token(&app, &feedback_id, &token).await?;
    let (page, persons) = (
        query.page.page(app.store.history())?,
        person_form(query.people.as_deref())?,
    );
    let chat = ChatDetail::load(
        &app.store,
        &app.flows,
        &app.reply_times,
        &feedback_id,
        page,
        persons,
    )
    .await?;
    let chat = chat.ok_or(Problem::NotFound("chat"))?;
    let is_seen = query.background.as_deref() != Some("true") && !matches!(page, TimelinePage::Before(_));
    let seen = is_seen.then(|| chat.position());
    let email = EmailState::load(&app, &feedback_id, seen).await?;
    Ok((NO_STORE, Json(ShownChat { chat, email, token })))
}

/// The response to a change of status.
#[derive(Serialize, ToSchema)]
#[schema(as = ChatStatusChange)]
struct ChatStatusResponse {
    feedback_id: String,
    status: ChatStatus,
}

/// Ends a chat that is open or queued.
///
/// A repeat gets the same response.
///
/// # Errors
/// 401 without the chat's token, 409 `chat_not_open` for a closed chat, 429, 503.
#[utoipa::path(
    post,
    path = "/v1/feedbacks/{feedback_id}/archive",
    operation_id = "archive_chat",
    tag = "Chat",
    request_body = ChatTokenBody,
    responses(
        (status = 200, description = "ended, now or before", body = ChatStatusResponse),
        InvalidQuery, InvalidJson, NoChat, ChatNotOpen,
    ),
    security(("chat_token" = []), ("chat_token_in_address" = []), ()),
)]
pub(in crate::http) async fn archive(
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<TokenQuery>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    let token = bearer_token(&headers, query);
    authorize(&app, &feedback_id, token, async {
        let JsonBody(body) = JsonBody::from_request(request, &()).await?;
        let token = body.get("token").and_then(Value::as_str).map(str::to_owned);
        Ok((token, ()))
    })
    .await?;
    let archive = ChatArchive {
        feedback_id: feedback_id.clone(),
        at: now(),
    };
    let status = app.store.archive_chat(archive).await?;
    Ok((NO_STORE, Json(ChatStatusResponse { feedback_id, status })))
}

/// Ends a chat that is open or queued, under the path that existing clients use.
#[utoipa::path(
    post,
    path = "/v1/feedback/{feedback_id}/archive",
    operation_id = "archive_chat_too",
    tag = "Chat",
    request_body = ChatTokenBody,
    responses(
        (status = 200, description = "ended, now or before", body = ChatStatusResponse),
        InvalidQuery, InvalidJson, NoChat, ChatNotOpen,
    ),
    security(("chat_token" = []), ("chat_token_in_address" = []), ()),
)]
pub(in crate::http) async fn archive_by_old_path(
    app: State<Arc<AppState>>,
    feedback_id: Path<String>,
    query: Parameters<TokenQuery>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    archive(app, feedback_id, query, headers, request).await
}

/// Parses a cursor or a position of a chat.
fn cursor(text: &str) -> Result<ChatCursor, Problem> {
    text.parse()
        .map_err(|error: ChatCursorError| Problem::InvalidQuery(error.to_string()))
}
