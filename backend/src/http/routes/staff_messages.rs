//! What staff write in a chat: messages to the customer, and notes for each other (docs/staff.md#acts).

use super::chats::{NO_STORE, add_message};
use crate::http::message_body::MessageBody;
use crate::http::problem::Problem;
use crate::http::staff_access::Staff;
use crate::http::state::AppState;
use crate::store::{MessageKind, Sender};
use axum::Json;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use std::sync::Arc;

/// `POST …/messages`: stores a message in the name of the token and responds with its timeline item after the commit. A
/// repeat with the same `Idempotency-Key` gets the first response.
///
/// # Errors
/// 404 for a feedback without a chat; 409 `chat_not_open` if the chat is over; 422 for an empty or too long message and
/// for a key that was used for another request; 401, 403, 503.
pub(in crate::http) async fn create_message(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    write(&app, &staff, feedback_id, MessageKind::Message, &headers, request).await
}

/// `POST …/notes`: stores a note for staff, in a chat of any status. A repeat with the same `Idempotency-Key` gets the first
/// response.
///
/// # Errors
/// As of [`create_message`], but for `chat_not_open`.
pub(in crate::http) async fn create_note(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    write(&app, &staff, feedback_id, MessageKind::Note, &headers, request).await
}

async fn write(
    app: &AppState,
    staff: &Staff,
    feedback_id: String,
    kind: MessageKind,
    headers: &HeaderMap,
    request: Request,
) -> Result<impl IntoResponse + use<>, Problem> {
    let draft = MessageBody::from_request(request, &()).await?.into_draft()?;
    let sender = Sender::Staff {
        name: staff.name().to_owned(),
    };
    let item = add_message(app, feedback_id, sender, kind, draft, headers).await?;
    Ok((NO_STORE, Json(item)))
}
