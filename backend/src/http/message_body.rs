//! The body of a chat message: a multipart form or JSON (docs/chat.md#sending). A file comes in a form only.

use super::body::JsonBody;
use super::chat_access::validate_token;
use super::failures::upload_problem;
use super::file_form::{FileForm, FileFormField};
use super::form::is_form;
use super::problem::Problem;
use crate::application::AppState;
use crate::chat::Draft;
use crate::uploads::{AcceptedFiles, ReceivedFile, UploadError, UploadPermit};
use axum::extract::{FromRequest, Request};
use base::input::fault::{Fault, FaultKey};
use serde::Deserialize;
use std::net::IpAddr;
use store::UploadOwner;

/// Most bytes of the texts of a form. The longest message takes 20 KB: 5,000 characters of at most 4 bytes.
const TEXTS_LIMIT: usize = 64 * 1024;

/// Most fields of a form.
const MAX_FIELDS: usize = 16;

/// Where the file is.
pub(super) const ATTACHMENT: &str = "/attachment";

/// The fields of a message, and those that identify its sender.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct MessageBody {
    body: String,
    client_key: Option<String>,
    token: Option<String>,
    pub(super) device_id: Option<String>,
    #[serde(skip)]
    pub(super) file: Option<MessageFile>,
    /// Among the uploads under way, until the file is stored or refused.
    #[serde(skip)]
    permit: Option<UploadPermit>,
}

/// A file that has arrived with a message.
pub(super) struct MessageFile {
    /// What the client calls it.
    pub(super) name: String,
    pub(super) content: ReceivedFile,
}

/// Who sends a message.
pub(super) struct MessageSender<'a> {
    /// `None` if the address may be shared by many.
    pub(super) client: Option<IpAddr>,
    /// The chat. Files that no message has taken count within it.
    pub(super) feedback_id: &'a str,
    /// Whether it is known that they may write in the chat.
    pub(super) is_admitted: bool,
}

impl MessageSender<'_> {
    /// Checks the token of a customer, unless they are admitted, and that they do not write too often.
    ///
    /// # Errors
    /// 401 without the chat's token, 410, 429.
    pub(super) async fn admit(&mut self, app: &AppState, token: Option<String>) -> Result<(), Problem> {
        if !self.is_admitted {
            validate_token(app, self.feedback_id, &token.ok_or(Problem::InvalidToken)?).await?;
            app.admission.rates.count_message(self.feedback_id).await?;
            self.is_admitted = true;
        }
        Ok(())
    }
}

impl MessageBody {
    /// Reads a message: what comes before its file, the admission of the sender by the token among it, and the file.
    ///
    /// # Errors
    /// 400, 408 and 413 for the body; those of [`MessageSender::admit`]; whatever is wrong with the file.
    pub(super) async fn receive(
        app: &AppState,
        request: Request,
        mut sender: MessageSender<'_>,
    ) -> Result<Self, Problem> {
        if !is_form(&request) {
            let mut message = Self::from_json(request).await?;
            sender.admit(app, message.token.take()).await?;
            return Ok(message);
        }
        let mut form = FileForm::begin(request).await?;
        let mut message = Self::default();
        let read = message.read_form(app, &mut form, sender).await;
        if let Err(problem) = read {
            // Only for those who were admitted: nobody else can make the server read on.
            let permit = message.permit.take();
            if let Some(permit) = permit.filter(|_| !matches!(problem, Problem::Timeout)) {
                tokio::spawn(form.read_rest(permit));
            }
            return Err(problem);
        }
        Ok(message)
    }

    async fn read_form(
        &mut self,
        app: &AppState,
        form: &mut FileForm,
        mut sender: MessageSender<'_>,
    ) -> Result<(), Problem> {
        let mut left = TEXTS_LIMIT;
        for _ in 0..MAX_FIELDS {
            let Some(field) = form.next_field().await? else {
                form.complete()?;
                return sender.admit(app, self.token.take()).await;
            };
            if field.name() == "attachment" {
                sender.admit(app, self.token.take()).await?;
                self.begin_file(app, &sender).await?;
                self.file = read_file(app, field).await?;
                continue;
            }
            let name = field.name().to_owned();
            let text = field.text(left).await?.ok_or(Problem::TooLarge(TEXTS_LIMIT))?;
            left -= text.len();
            self.set(&name, text);
        }
        Err(Problem::InvalidForm(format!("more than {MAX_FIELDS} fields")))
    }

    /// Takes a permit for a file that is about to arrive.
    async fn begin_file(&mut self, app: &AppState, sender: &MessageSender<'_>) -> Result<(), Problem> {
        if self.permit.is_some() {
            return Err(Problem::InvalidForm("a message has one `attachment`".into()));
        }
        let owner = chat_owner(app, sender.client, sender.feedback_id, String::new());
        if let Some(client) = sender.client {
            app.admission.rates.count_upload(client).await?;
        }
        self.permit = Some(app.uploads.enter(sender.client).ok_or(Problem::Busy)?);
        Ok(app.uploads.check_quota(&owner).await?)
    }

    async fn from_json(request: Request) -> Result<Self, Problem> {
        let JsonBody(mut value) = JsonBody::from_request(request, &()).await?;
        base::json::drop_nulls(&mut value);
        if value.get("attachment").is_some() {
            let detail = "a file is sent in a multipart form";
            return Err(Fault::at(ATTACHMENT, FaultKey::WrongType, detail).into());
        }
        base::json::read(value).map_err(|error| Fault::from(error).into())
    }

    /// Validates the message.
    ///
    /// # Errors
    /// 422 for an empty or too long message.
    pub(super) fn draft(&self) -> Result<Draft, Problem> {
        let file_hash = self.file.as_ref().map(|file| file.content.hash());
        Ok(Draft::new(&self.body, self.client_key.clone(), file_hash)?)
    }

    /// Returns the bytes of its text.
    pub(super) fn text_bytes(&self) -> usize {
        self.body.len()
    }

    /// Takes a text of the form. Other fields are ignored.
    fn set(&mut self, name: &str, text: String) {
        match name {
            "body" => self.body = text,
            "client_key" => self.client_key = Some(text),
            "token" => self.token = Some(text),
            "device_id" => self.device_id = Some(text),
            _ => {}
        }
    }
}

/// Returns the owner of a file that is sent in a chat.
pub(super) fn chat_owner(
    app: &AppState,
    client: Option<IpAddr>,
    feedback_id: &str,
    node_id: String,
) -> UploadOwner {
    UploadOwner {
        device_id: feedback_id.to_owned(),
        node_id,
        question_id: None,
        source: app.uploads.source(client, feedback_id),
    }
}

/// Reads a file; `None` for the empty one that a form has whose visitor has chosen none.
async fn read_file(app: &AppState, field: FileFormField<'_>) -> Result<Option<MessageFile>, Problem> {
    let name = field.file_name().to_owned();
    match field.file(app, AcceptedFiles::Images).await? {
        Ok(content) => Ok(Some(MessageFile { name, content })),
        Err(UploadError::Empty) if name.is_empty() => Ok(None),
        Err(error) => Err(upload_problem(error, ATTACHMENT)),
    }
}
