//! The body of a chat message: a multipart form or JSON (docs/chat.md#sending).

use super::body::JsonBody;
use super::fault::Fault;
use super::form::{is_form, receive_form};
use super::problem::Problem;
use crate::chat::Draft;
use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request};
use serde::Deserialize;

/// The fields of a message, and those that identify its sender.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct MessageBody {
    body: String,
    client_key: Option<String>,
    pub(super) token: Option<String>,
    pub(super) device_id: Option<String>,
}

impl MessageBody {
    /// Validates the message.
    ///
    /// # Errors
    /// 422 for an empty or too long message.
    pub(super) fn into_draft(self) -> Result<Draft, Problem> {
        Ok(Draft::new(&self.body, self.client_key)?)
    }
}

impl<S: Send + Sync> FromRequest<S> for MessageBody {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if is_form(&request) {
            return receive_form(request, read_form).await;
        }
        JsonBody::from_request(request, state).await?.read()
    }
}

async fn read_form(mut form: Multipart) -> Result<MessageBody, Problem> {
    let mut read = MessageBody::default();
    while let Some(field) = form.next_field().await? {
        match field.name() {
            Some("body") => read.body = text(field).await?,
            Some("client_key") => read.client_key = Some(text(field).await?),
            Some("token") => read.token = Some(text(field).await?),
            Some("device_id") => read.device_id = Some(text(field).await?),
            // Refused rather than ignored: the customer must not believe that the file was sent.
            Some("attachment") => {
                let detail = "files are not accepted in chats; send the text without the file";
                return Err(Fault::at("/attachment", "attachment_not_taken", detail).into());
            }
            _ => {}
        }
    }
    Ok(read)
}

async fn text(field: Field<'_>) -> Result<String, Problem> {
    Ok(field.text().await?)
}
