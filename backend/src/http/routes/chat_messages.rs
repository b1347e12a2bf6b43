//! Messages of the customer (docs/api.md#chat-calls), and what staff's share with them.

use super::chats::{NO_STORE, person_form};
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::chat::{Person, PersonForm, TimelineForm, TimelineItem};
use crate::http::chat_access::{TokenQuery, bearer_token};
use crate::http::device_id::device_id;
use crate::http::failures::upload_problem;
use crate::http::message_body::{ATTACHMENT, MessageBody, MessageFile, MessageSender, chat_owner};
use crate::http::openapi::headers::{IdempotencyHeader, OptionalDeviceHeader};
use crate::http::openapi::problems::{
    DeviceBlocked, InvalidFields, InvalidQuery, KeyRefused, MessageRefused, NoChat, TooManyUploads,
    Unprocessable,
};
use crate::http::openapi::shapes::{MessageFields, MessageForm};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use base::input::idempotency_key::idempotency_key;
use base::random::random_id;
use base::time::now;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use store::{
    IdempotencyKey, IdempotentRequest, MessageKind, MessageRow, NewMessage, Reader, Sender, StoredUpload,
};
use tracing::warn;
use utoipa::IntoParams;

/// The query of [`create`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct CreateQuery {
    #[serde(flatten)]
    #[param(ignore)]
    token: TokenQuery,
    /// As of the chat.
    people: Option<String>,
}

/// Stores a message of the customer, with its file.
///
/// Responds with its timeline item after the commit. A repeat with the same `Idempotency-Key` gets the first
/// response. Keys count within a device (`X-Device-Id`), or without one within the chat.
///
/// # Errors
/// 401 without the chat's token; 403 for a blocked device; 409 `chat_not_open`, `outside_hours`, `chat_full` and `attachment_not_taken`; 422 for an
/// empty or too long message, for a file that is no image, and for a key that was used for another request; 400, 408, 413;
/// 429, 503.
#[utoipa::path(
    post,
    path = "/v1/feedbacks/{feedback_id}/chat_messages",
    operation_id = "send_message",
    tag = "Chat",
    params(CreateQuery, IdempotencyHeader, OptionalDeviceHeader),
    request_body(content((MessageFields = "application/json"), (MessageForm = "multipart/form-data"))),
    responses(
        (status = 200, description = "stored", body = TimelineItem),
        InvalidQuery, InvalidFields, Unprocessable, KeyRefused, NoChat, DeviceBlocked, MessageRefused,
        TooManyUploads,
    ),
    security(("chat_token" = []), ("chat_token_in_address" = []), ()),
)]
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    Path(feedback_id): Path<String>,
    Parameters(query): Parameters<CreateQuery>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Problem> {
    let persons = person_form(query.people.as_deref())?;
    let mut sender = MessageSender {
        client,
        feedback_id: &feedback_id,
        is_admitted: false,
    };
    let token = bearer_token(&headers, query.token);
    if token.is_some() {
        sender.admit(&app, token).await?;
    }
    let mut message = MessageBody::receive(&app, request, sender).await?;
    let device_id = device_id(&headers, message.device_id.take())?.unwrap_or_else(|| feedback_id.clone());
    let sender = app.store.sender_of_chat(&feedback_id).await?;
    let sender = sender.ok_or(Problem::NotFound("chat"))?;
    let bytes = message.text_bytes();
    app.admission.rates.count_stored_text(client, bytes).await?;
    let message = IncomingMessage {
        feedback_id,
        client,
        sender: Sender::Customer {
            device_id,
            device_hash: app.device_hashes.hash(&sender.device_id),
        },
        kind: MessageKind::Message,
        message,
    };
    Ok((NO_STORE, Json(message.store(&app, &headers, persons).await?)))
}

/// A message that has arrived, of a sender who may write in the chat.
pub(super) struct IncomingMessage {
    pub(super) feedback_id: String,
    /// `None` if the address may be shared by many.
    pub(super) client: Option<IpAddr>,
    pub(super) sender: Sender,
    pub(super) kind: MessageKind,
    pub(super) message: MessageBody,
}

impl IncomingMessage {
    /// Stores the file and the message, and returns the timeline item.
    ///
    /// # Errors
    /// 404 for a feedback without a chat; 409, 422, 503 for a message or a file that is not taken.
    pub(super) async fn store(
        mut self,
        app: &AppState,
        headers: &HeaderMap,
        persons: PersonForm,
    ) -> Result<TimelineItem, Problem> {
        let draft = self.message.draft()?;
        let key = idempotency_key(headers)?.map(|key| IdempotencyKey {
            key,
            fingerprint: draft.fingerprint(&self.feedback_id),
        });
        let chat = app.store.chat_summary(&self.feedback_id).await?;
        let chat = chat.ok_or(Problem::NotFound("chat"))?;
        let node = app.store.node_with_chat(&chat.node_id).await?;
        let (node, settings) = node.ok_or(Problem::NotFound("node"))?;
        let is_outside_hours = !node.operates_at(now());
        let mut upload = None;
        if let Some(file) = self.message.file.take() {
            // The writer decides this again. Nothing is stored for what it would refuse, or for a repeat.
            if let Some(repeated) = self.find_repeat(app, key.as_ref()).await? {
                return self.item(app, repeated, None, persons).await;
            }
            let refusal = self
                .sender
                .refusal(self.kind, chat.status, chat.position, is_outside_hours);
            if let Some(refusal) = refusal {
                return Err(refusal.into());
            }
            if settings.prevent_upload && matches!(self.sender, Sender::Customer { .. }) {
                return Err(Problem::AttachmentNotTaken);
            }
            upload = Some(self.store_file(app, chat.node_id, file).await?);
        }
        let message = NewMessage {
            feedback_id: self.feedback_id.clone(),
            new_id: random_id()?,
            sender: self.sender.clone(),
            kind: self.kind,
            body: draft.body,
            upload_id: upload.as_ref().map(|upload| upload.id.clone()),
            is_outside_hours,
            client_key: draft.client_key,
            key,
            created_at: now(),
        };
        let stored = app.store.add_message(message).await;
        let taken = stored.as_ref().ok().and_then(|row| row.upload_id.as_deref());
        if let Some(upload) = upload.take_if(|upload| taken != Some(upload.id.as_str())) {
            self.drop_file(app, upload.id).await;
        }
        self.item(app, stored?, upload, persons).await
    }

    /// Returns the message that an earlier request with the same key has stored.
    async fn find_repeat(
        &self,
        app: &AppState,
        key: Option<&IdempotencyKey>,
    ) -> Result<Option<MessageRow>, Problem> {
        let Some(key) = key else { return Ok(None) };
        match app.store.classify_message(&self.sender, key).await? {
            IdempotentRequest::New => Ok(None),
            IdempotentRequest::Repeat(stored) => Ok(Some(stored)),
            IdempotentRequest::KeyReused => Err(Problem::IdempotencyMismatch),
        }
    }

    async fn store_file(
        &self,
        app: &AppState,
        node_id: String,
        file: MessageFile,
    ) -> Result<StoredUpload, Problem> {
        let is_customers = matches!(self.sender, Sender::Customer { .. });
        if let Some(client) = self.client.filter(|_| is_customers) {
            let size = file.content.size();
            app.admission.rates.count_stored_file(Some(client), size).await?;
        }
        let owner = chat_owner(app, self.client, &self.feedback_id, node_id);
        let stored = app.uploads.store(owner, &file.name, file.content).await;
        stored.map_err(|error| upload_problem(error, ATTACHMENT))
    }

    /// Removes the file of a message that was refused, or whose repeat had come first. If that fails, it expires.
    async fn drop_file(&self, app: &AppState, upload_id: String) {
        if let Err(error) = app.uploads.remove(upload_id, self.feedback_id.clone()).await {
            warn!(?error, "removing the file of an unsaved message failed");
        }
    }

    /// Describes a stored message. `upload` is its file if it is known already.
    async fn item(
        &self,
        app: &AppState,
        stored: MessageRow,
        upload: Option<StoredUpload>,
        persons: PersonForm,
    ) -> Result<TimelineItem, Problem> {
        let attachment = match (upload, &stored.upload_id) {
            (None, Some(upload_id)) => app.store.attachment(upload_id).await?,
            (upload, _) => upload,
        };
        let reader = match self.sender {
            Sender::Customer { .. } => Reader::Customer,
            Sender::Staff { .. } => Reader::Staff,
        };
        let form = TimelineForm { reader, persons };
        Ok(form.item(&self.feedback_id, stored, &Person::default(), attachment.as_ref()))
    }
}
