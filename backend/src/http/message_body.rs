//! The body of a chat message: a multipart form or JSON (docs/chat.md#sending).

use super::body::JsonBody;
use super::fault::Fault;
use super::problem::Problem;
use crate::chat::Draft;
use axum::RequestExt;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use serde::Deserialize;
use std::time::Duration;

/// Most bytes of a form. The longest message takes 20 KB: 5,000 characters of at most 4 bytes.
pub(super) const FORM_LIMIT: usize = 64 * 1024;

/// How long a form may take to arrive.
pub(super) const FORM_TIMEOUT: Duration = Duration::from_secs(60);

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

    async fn from_request(mut request: Request, state: &S) -> Result<Self, Problem> {
        if is_form(&request) {
            DefaultBodyLimit::max(FORM_LIMIT).apply(&mut request);
            let form = request.extract::<Multipart, _>().await;
            let form = form.map_err(|rejection| Problem::InvalidForm(rejection.body_text()))?;
            let read = tokio::time::timeout(FORM_TIMEOUT, read_form(form));
            return read.await.map_err(|_| Problem::Timeout)?;
        }
        let JsonBody(mut value) = JsonBody::from_request(request, state).await?;
        crate::json::drop_nulls(&mut value);
        crate::json::read(value).map_err(|error| Fault::from(error).into())
    }
}

/// Tells whether the body of a request is a multipart form.
pub(super) fn is_form(request: &Request) -> bool {
    request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.trim_start().to_ascii_lowercase().starts_with("multipart/"))
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

impl From<MultipartError> for Problem {
    fn from(error: MultipartError) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            Self::TooLarge(FORM_LIMIT)
        } else {
            Self::InvalidForm(error.body_text())
        }
    }
}
