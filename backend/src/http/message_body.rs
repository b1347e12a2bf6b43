//! The body of a chat message: a multipart form or JSON (docs/chat.md#sending). A file comes in a form only.

use super::body::JsonBody;
use super::failures::upload_problem;
use super::file_form::{FileForm, FileFormField};
use super::form::is_form;
use super::problem::Problem;
use crate::application::AppState;
use crate::chat::Draft;
use crate::uploads::{AcceptedFiles, ReceivedFile, UploadError, UploadPlace};
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
    place: Option<UploadPlace>,
}

/// A file that has arrived with a message.
pub(super) struct MessageFile {
    /// What the client calls it.
    pub(super) name: String,
    pub(super) content: ReceivedFile,
}

/// Who sends a message, as far as it matters for its file.
pub(super) struct FileSender<'a> {
    /// `None` if the address may be shared by many.
    pub(super) client: Option<IpAddr>,
    /// The chat. Files that no message has taken count within it.
    pub(super) feedback_id: &'a str,
}

impl MessageBody {
    /// Reads a message. `admit` is called once, with the token among the fields so far: before a file is read, or else at the
    /// end.
    ///
    /// # Errors
    /// 400, 408 and 413 for the body; those of `admit`; whatever is wrong with the file.
    pub(super) async fn receive<A, F>(
        app: &AppState,
        request: Request,
        sender: FileSender<'_>,
        admit: A,
    ) -> Result<Self, Problem>
    where
        A: FnOnce(Option<String>) -> F,
        F: Future<Output = Result<(), Problem>>,
    {
        if !is_form(&request) {
            let mut message = Self::from_json(request).await?;
            admit(message.token.take()).await?;
            return Ok(message);
        }
        let mut form = FileForm::begin(request).await?;
        let mut reading = Reading {
            app,
            sender,
            admit: Some(admit),
            message: Self::default(),
        };
        match reading.read(&mut form).await {
            Ok(()) => Ok(reading.message),
            Err(problem) => {
                // Only for those who were admitted: nobody else can make the server read on.
                let place = reading.message.place.take();
                if let Some(place) = place.filter(|_| !matches!(problem, Problem::Timeout)) {
                    tokio::spawn(form.read_rest(place));
                }
                Err(problem)
            }
        }
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

/// A form that is being read.
struct Reading<'a, A> {
    app: &'a AppState,
    sender: FileSender<'a>,
    /// `None` once it was called.
    admit: Option<A>,
    message: MessageBody,
}

impl<A, F> Reading<'_, A>
where
    A: FnOnce(Option<String>) -> F,
    F: Future<Output = Result<(), Problem>>,
{
    async fn read(&mut self, form: &mut FileForm) -> Result<(), Problem> {
        let mut left = TEXTS_LIMIT;
        for _ in 0..MAX_FIELDS {
            let Some(field) = form.next_field().await? else {
                form.complete()?;
                return self.admit().await;
            };
            if field.name() == "attachment" {
                self.begin_file().await?;
                self.message.file = read_file(self.app, field).await?;
                continue;
            }
            let name = field.name().to_owned();
            let text = field.text(left).await?.ok_or(Problem::TooLarge(TEXTS_LIMIT))?;
            left -= text.len();
            self.message.set(&name, text);
        }
        Err(Problem::InvalidForm(format!("more than {MAX_FIELDS} fields")))
    }

    async fn admit(&mut self) -> Result<(), Problem> {
        match self.admit.take() {
            Some(admit) => admit(self.message.token.take()).await,
            None => Ok(()),
        }
    }

    /// Takes a place for a file that is about to arrive.
    async fn begin_file(&mut self) -> Result<(), Problem> {
        if self.message.place.is_some() {
            return Err(Problem::InvalidForm("a message has one `attachment`".into()));
        }
        self.admit().await?;
        let FileSender { client, feedback_id } = self.sender;
        let owner = chat_owner(self.app, client, feedback_id, String::new());
        if let Some(client) = client {
            self.app.admission.rates.count_upload(client).await?;
        }
        self.message.place = Some(self.app.uploads.enter(client).ok_or(Problem::Busy)?);
        Ok(self.app.uploads.check_quota(&owner).await?)
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
