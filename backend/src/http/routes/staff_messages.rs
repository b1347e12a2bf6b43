//! What staff write in a chat: messages to the customer, and notes for each other (docs/staff.md#acts).

use super::chat_messages::IncomingMessage;
use super::chats::NO_STORE;
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::chat::{PersonForm, TimelineItem};
use crate::http::message_body::{MessageBody, MessageSender};
use crate::http::openapi::headers::IdempotencyHeader;
use crate::http::openapi::problems::{
    InvalidFields, KeyRefused, MessageRefused, NotFound, TooManyUploads, Unprocessable,
};
use crate::http::openapi::shapes::{MessageFields, MessageForm};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::staff_access::Staff;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use std::sync::Arc;
use store::{MessageKind, Sender};

/// Stores a message in the name of the token, with its file.
///
/// Responds with its timeline item after the commit. A repeat with the same `Idempotency-Key` gets the first
/// response.
///
/// # Errors
/// 404 for a feedback without a chat; 409 `chat_not_open` for a message if the chat is over, `chat_full`; 422 for an empty or too long
/// text and for a key that was used for another request; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/messages",
    operation_id = "reply",
    tag = "Staff: chats",
    params(IdempotencyHeader),
    request_body(content((MessageFields = "application/json"), (MessageForm = "multipart/form-data"))),
    responses(
        (status = 200, description = "stored", body = TimelineItem),
        InvalidFields, Unprocessable, KeyRefused, NotFound, MessageRefused, TooManyUploads,
    ),
)]
pub(in crate::http) async fn create(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    let chat = StaffInChat {
        staff,
        client,
        feedback_id,
    };
    chat.store(&app, MessageKind::Message, &headers, request).await
}

/// Stores a note for staff, in a chat of any status.
///
/// Responds with its timeline item after the commit. A repeat with the same `Idempotency-Key` gets the first response.
///
/// # Errors
/// 404 for a feedback without a chat; 409 `chat_full`; 422 for an empty or too long text and for a key that was used for another
/// request; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/chats/{feedback_id}/notes",
    operation_id = "write_note",
    tag = "Staff: chats",
    params(IdempotencyHeader),
    request_body(content((MessageFields = "application/json"), (MessageForm = "multipart/form-data"))),
    responses(
        (status = 200, description = "stored", body = TimelineItem),
        InvalidFields, Unprocessable, KeyRefused, NotFound, MessageRefused, TooManyUploads,
    ),
)]
pub(in crate::http) async fn create_note(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Path(feedback_id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    let chat = StaffInChat {
        staff,
        client,
        feedback_id,
    };
    chat.store(&app, MessageKind::Note, &headers, request).await
}

/// A member of staff who writes in a chat.
struct StaffInChat {
    staff: Staff,
    client: ClientAddress,
    feedback_id: String,
}

impl StaffInChat {
    async fn store(
        self,
        app: &AppState,
        kind: MessageKind,
        headers: &HeaderMap,
        request: Request,
    ) -> Result<impl IntoResponse + use<>, Problem> {
        let ClientAddress(client) = self.client;
        let sender = MessageSender {
            client,
            feedback_id: &self.feedback_id,
            is_admitted: true,
        };
        let message = MessageBody::receive(app, request, sender).await?;
        let message = IncomingMessage {
            feedback_id: self.feedback_id,
            client,
            sender: Sender::Staff {
                name: self.staff.name().to_owned(),
            },
            kind,
            message,
        };
        let item = message.store(app, headers, PersonForm::InItems).await?;
        Ok((NO_STORE, Json(item)))
    }
}
