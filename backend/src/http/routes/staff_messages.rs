//! What staff write in a chat: messages to the customer, and notes for each other (docs/staff.md#acts).

use super::chat_messages::IncomingMessage;
use super::chats::NO_STORE;
use crate::chat::PersonForm;
use crate::http::client_address::ClientAddress;
use crate::http::message_body::{FileSender, MessageBody};
use crate::http::problem::Problem;
use crate::http::staff_access::Staff;
use crate::http::state::AppState;
use crate::store::{MessageKind, Sender};
use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use std::future::ready;
use std::sync::Arc;

/// `POST …/messages`: stores a message in the name of the token, with its file, and responds with its timeline item after the
/// commit. A repeat with the same `Idempotency-Key` gets the first response.
///
/// # Errors
/// 404 for a feedback without a chat; 409 `chat_not_open` if the chat is over, `chat_full`; 422 for an empty or too long message and
/// for a key that was used for another request; 401, 403, 503.
pub(in crate::http) async fn create_message(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    write(
        &app,
        (&staff, client),
        feedback_id,
        MessageKind::Message,
        &headers,
        request,
    )
    .await
}

/// `POST …/notes`: stores a note for staff, in a chat of any status. A repeat with the same `Idempotency-Key` gets the first
/// response.
///
/// # Errors
/// As of [`create_message`], but for `chat_not_open`.
pub(in crate::http) async fn create_note(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    write(
        &app,
        (&staff, client),
        feedback_id,
        MessageKind::Note,
        &headers,
        request,
    )
    .await
}

async fn write(
    app: &AppState,
    (staff, ClientAddress(client)): (&Staff, ClientAddress),
    feedback_id: String,
    kind: MessageKind,
    headers: &HeaderMap,
    request: Request,
) -> Result<impl IntoResponse + use<>, Problem> {
    let sender = FileSender {
        client,
        feedback_id: &feedback_id,
    };
    let message = MessageBody::receive(app, request, sender, |_| ready(Ok(()))).await?;
    let message = IncomingMessage {
        feedback_id,
        sender: Sender::Staff {
            name: staff.name().to_owned(),
        },
        kind,
        message,
    };
    let item = message.store(app, headers, PersonForm::InItems).await?;
    Ok((NO_STORE, Json(item)))
}
