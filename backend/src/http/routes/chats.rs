//! The customer's side of chats (specification, sections 2.5, 3.6 and 7; `wire.md`, "HTTP details").

use crate::chat::{Detail, Draft, Person, TimelineItem};
use crate::feedback::{DEVICE_ID_LENGTH, Fault, request_key};
use crate::http::body::JsonBody;
use crate::http::chat_access::{TokenQuery, borne_token, check_token};
use crate::http::message_body::MessageBody;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::state::App;
use crate::random::random_id;
use crate::store::{ChatStatus, IdempotencyKey, NewMessage, Sender, StatusAct, StatusChange};
use crate::time::now;
use axum::Json;
use axum::extract::{FromRequest, Path, Request, State as Shared};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// What somebody may read is nobody else's, and changes at any moment.
pub(super) const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The query of [`show`].
#[derive(Deserialize)]
pub(in crate::http) struct ShowQuery {
    #[serde(flatten)]
    token: TokenQuery,
    /// `cursor` of an earlier answer or event.
    after: Option<String>,
}

/// `GET /v1/feedbacks/{feedback_id}/chat`: the chat as it stands; with `?after=<cursor>` only the messages since.
///
/// # Errors
/// 401 without the chat's token, 400 for a cursor that is none.
pub(in crate::http) async fn show(
    Shared(app): Shared<Arc<App>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<ShowQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let token = borne_token(&headers, query.token, None);
    check_token(&app, &feedback_id, token.as_deref()).await?;
    let after = query.after.as_deref().map_or(Ok(0), cursor)?;
    let detail = Detail::load(&app.store, &app.flows, &feedback_id, after).await?;
    Ok((NO_STORE, Json(detail.ok_or(Problem::NotFound("chat"))?)))
}

/// `POST /v1/feedbacks/{feedback_id}/chat_messages`: stores a message of the customer and answers with its timeline
/// item after the commit. A form or JSON: `body` of at most 5,000 characters, and `client_key`. A repeat with the same
/// `Idempotency-Key` gets the first answer; keys count within a device (`X-Device-Id`, or else within the chat).
///
/// # Errors
/// 401 without the chat's token; 409 `chat_not_open`; 422 for an empty or too long message, for an attachment, and for a
/// key that was used for another request; 400, 413; 503.
pub(in crate::http) async fn create_message(
    Shared(app): Shared<Arc<App>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<TokenQuery>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    let mut body = MessageBody::from_request(request, &()).await?;
    let token = borne_token(&headers, query, body.token.take());
    check_token(&app, &feedback_id, token.as_deref()).await?;
    let device_id = device_id(&headers, body.device_id.take())?.unwrap_or_else(|| feedback_id.clone());
    let from = Sender::Customer { device_id };
    let item = add_message(&app, feedback_id, from, body.draft()?, &headers).await?;
    Ok((NO_STORE, Json(item)))
}

/// What an act on the chat as a whole is answered with.
#[derive(Serialize)]
pub(in crate::http) struct Standing {
    feedback_id: String,
    status: ChatStatus,
}

/// `POST /v1/feedback/{feedback_id}/archive`: the customer ends an open chat. A repeat gets the same answer.
///
/// # Errors
/// 401 without the chat's token, 409 `chat_not_open` for a chat that waits or was closed, 503.
pub(in crate::http) async fn archive(
    Shared(app): Shared<Arc<App>>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<TokenQuery>,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let in_body = body.get("token").and_then(Value::as_str).map(str::to_owned);
    let token = borne_token(&headers, query, in_body);
    check_token(&app, &feedback_id, token.as_deref()).await?;
    Ok((
        NO_STORE,
        Json(change(&app, feedback_id, StatusAct::Archive).await?),
    ))
}

/// Stores a message, tells those who watch its chat, and returns its timeline item.
pub(super) async fn add_message(
    app: &App,
    feedback_id: String,
    from: Sender,
    draft: Draft,
    headers: &HeaderMap,
) -> Result<TimelineItem, Problem> {
    let key = request_key(headers)?.map(|key| IdempotencyKey {
        key,
        fingerprint: draft.fingerprint(&feedback_id),
    });
    let message = NewMessage {
        feedback_id: feedback_id.clone(),
        id: random_id()?,
        from,
        body: draft.body,
        client_key: draft.client_key,
        key,
        created_at: now(),
    };
    let stored = app.store.add_message(message).await??;
    app.live.chat_changed(&feedback_id);
    Ok(TimelineItem::new(stored, &Person::default()))
}

/// Changes how a chat stands, and tells those who watch it.
pub(super) async fn change(app: &App, feedback_id: String, act: StatusAct) -> Result<Standing, Problem> {
    let change = StatusChange {
        feedback_id: feedback_id.clone(),
        act,
        at: now(),
    };
    let status = app.store.change_chat(change).await??;
    app.live.chat_changed(&feedback_id);
    Ok(Standing { feedback_id, status })
}

/// Reads a cursor that this server gave out.
pub(super) fn cursor(text: &str) -> Result<i64, Problem> {
    text.parse()
        .map_err(|_| Problem::InvalidQuery("`after` is not a cursor that was given out".into()))
}

/// Where the request comes from, as it says itself.
fn device_id(headers: &HeaderMap, in_body: Option<String>) -> Result<Option<String>, Problem> {
    let header = headers.get("x-device-id").and_then(|value| value.to_str().ok());
    let id = header.map(|value| value.trim().to_owned()).or(in_body);
    match id.filter(|id| !id.is_empty()) {
        Some(id) if id.len() > DEVICE_ID_LENGTH => {
            let detail = format!("at most {DEVICE_ID_LENGTH} bytes are expected");
            Err(vec![Fault::at("/device_id", "invalid_device_id", detail)].into())
        }
        id => Ok(id),
    }
}
