//! Calls of the customer about a chat (docs/api.md#chat-calls).

use crate::chat::{ChatDetail, PersonForm};
use crate::http::body::JsonBody;
use crate::http::chat_access::{TokenQuery, authorize, bearer_token, validate_token};
use crate::http::chat_email_state::EmailState;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::AppState;
use crate::store::{ChatArchive, ChatStatus, TimelinePage};
use crate::time::now;
use axum::Json;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// A chat is private and changes at any time.
pub(super) const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The query of [`show`].
#[derive(Deserialize)]
pub(in crate::http) struct ShowQuery {
    #[serde(flatten)]
    token: TokenQuery,
    #[serde(flatten)]
    page: PageQuery,
    /// `apart`: each person once, beside the items.
    people: Option<String>,
    /// `true`: nobody looks at the answer now.
    background: Option<String>,
}

/// The response of [`show`].
#[derive(Serialize)]
struct ShownChat {
    #[serde(flatten)]
    chat: ChatDetail,
    #[serde(flatten)]
    email: EmailState,
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
#[derive(Deserialize)]
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
    /// 400 for what is no position, and for both at once.
    pub(super) fn page(&self) -> Result<TimelinePage, Problem> {
        match (self.after.as_deref(), self.before.as_deref()) {
            (None, None) => Ok(TimelinePage::Latest),
            (Some(after), None) => Ok(TimelinePage::After(position("after", after)?)),
            (None, Some(before)) => Ok(TimelinePage::Before(position("before", before)?)),
            (Some(_), Some(_)) => {
                let detail = "`after` and `before` exclude each other";
                Err(Problem::InvalidQuery(detail.into()))
            }
        }
    }
}

/// `GET /v1/feedbacks/{feedback_id}/chat`: the chat with its last messages; with `?after=<cursor>` those since then, with
/// `?before=<position>` those before it.
///
/// # Errors
/// 401 without the chat's token, 400 for an invalid query, 429.
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let token = bearer_token(&headers, query.token).ok_or(Problem::InvalidToken)?;
    validate_token(&app, &feedback_id, &token).await?;
    let (page, persons) = (query.page.page()?, person_form(query.people.as_deref())?);
    let chat = ChatDetail::load(&app.store, &app.flows, &feedback_id, page, persons).await?;
    let chat = chat.ok_or(Problem::NotFound("chat"))?;
    let is_seen = query.background.as_deref() != Some("true") && !matches!(page, TimelinePage::Before(_));
    let seen = is_seen.then(|| chat.position());
    let email = EmailState::load(&app, &feedback_id, seen).await?;
    Ok((NO_STORE, Json(ShownChat { chat, email })))
}

/// The response to a change of status.
#[derive(Serialize)]
struct ChatStatusResponse {
    feedback_id: String,
    status: ChatStatus,
}

/// `POST /v1/feedback/{feedback_id}/archive`: the customer ends an open chat. A repeat gets the same response.
///
/// # Errors
/// 401 without the chat's token, 409 `chat_not_open` for a queued or closed chat, 429, 503.
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

/// Parses a position of a chat.
pub(super) fn position(name: &str, text: &str) -> Result<i64, Problem> {
    let position = text.parse().ok().filter(|position| *position >= 0);
    position.ok_or_else(|| {
        Problem::InvalidQuery(format!(
            "`{name}` must be a position of a chat, such as its `cursor`"
        ))
    })
}
