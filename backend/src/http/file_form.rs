//! Multipart forms with a file (docs/api.md#uploads): read field by field. The file goes to the disk as it arrives.

use super::form::form_problem;
use super::problem::Problem;
use crate::admission::{Arrival, HeldBytes};
use crate::application::AppState;
use crate::uploads::{AcceptedFiles, MAX_FILE_BYTES, ReceivedFile, UploadError, UploadPermit};
use axum::RequestExt;
use axum::body::Bytes;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, Multipart, Request};
use axum::http::header::CONTENT_LENGTH;
use base::null_character::without_null;
use std::time::Duration;

/// Most bytes of a form: of a file, and of what surrounds it.
const FORM_LIMIT: usize = MAX_FILE_BYTES + 64 * 1024;

/// How long the rest of a form is read after its file was refused. A client that is cut while it sends may never see the
/// response.
const REST_LIMIT: Duration = Duration::from_secs(10);

/// A form that is being read.
pub(super) struct FileForm {
    form: Multipart,
    held: Option<HeldBytes>,
    arrival: Arrival,
}

/// A field of a form, which has to be read before the next one.
pub(super) struct FileFormField<'a> {
    field: Field<'a>,
    held: &'a Option<HeldBytes>,
}

impl FileForm {
    /// Begins to read a form.
    ///
    /// # Errors
    /// 413 if it is announced to be too large; 400 if the body is no form.
    pub(super) async fn begin(mut request: Request) -> Result<Self, Problem> {
        check_announced_length(&request)?;
        let (held, arrival) = (HeldBytes::of(&request), Arrival::of(&request));
        DefaultBodyLimit::max(FORM_LIMIT).apply(&mut request);
        let form = request.extract::<Multipart, _>().await;
        Ok(Self {
            form: form.map_err(|rejection| Problem::InvalidForm(rejection.body_text()))?,
            held,
            arrival,
        })
    }

    /// Returns the next field; `None` at the end.
    ///
    /// # Errors
    /// 400, 413, 408 if the form arrives too slowly, 429 or 503 if there is no memory for it.
    pub(super) async fn next_field(&mut self) -> Result<Option<FileFormField<'_>>, Problem> {
        let field = self.form.next_field().await.map_err(|error| refuse(&error))?;
        Ok(field.map(|field| FileFormField {
            field,
            held: &self.held,
        }))
    }

    /// Says that nothing more of the form is read. The request takes its permit among those that are answered.
    ///
    /// # Errors
    /// 503 if there is none.
    pub(super) fn complete(&self) -> Result<(), Problem> {
        Ok(self.arrival.complete()?)
    }

    /// Reads what a client still sends, and drops it. The permit is free afterwards.
    pub(super) async fn read_rest(mut self, permit: UploadPermit) {
        let rest = async {
            while let Ok(Some(mut field)) = self.form.next_field().await {
                while let Ok(Some(part)) = field.chunk().await {
                    give_back(&self.held, part.len());
                }
            }
        };
        // Anyone who needs longer than that is cut.
        let _ = tokio::time::timeout(REST_LIMIT, rest).await;
        drop(permit);
    }
}

impl FileFormField<'_> {
    pub(super) fn name(&self) -> &str {
        self.field.name().unwrap_or_default()
    }

    /// Returns what the client calls the file.
    pub(super) fn file_name(&self) -> &str {
        self.field.file_name().unwrap_or_default()
    }

    /// Reads a text; `None` if it has more bytes than the limit.
    ///
    /// # Errors
    /// 400 for what is not UTF-8; as of [`FileForm::next_field`].
    pub(super) async fn text(mut self, limit: usize) -> Result<Option<String>, Problem> {
        let mut bytes = Vec::new();
        while let Some(part) = self.next_part().await? {
            if bytes.len() + part.len() > limit {
                return Ok(None);
            }
            bytes.extend_from_slice(&part);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(without_null(text))),
            Err(_) => Err(Problem::InvalidForm("a field is not UTF-8".into())),
        }
    }

    /// Reads a file. The inner error says why its content is not accepted.
    ///
    /// # Errors
    /// As of [`FileForm::next_field`].
    pub(super) async fn file(
        mut self,
        app: &AppState,
        accepted: AcceptedFiles,
    ) -> Result<Result<ReceivedFile, UploadError>, Problem> {
        let mut file = match app.uploads.receive(accepted).await {
            Ok(file) => file,
            Err(error) => return Ok(Err(error)),
        };
        while let Some(part) = self.next_part().await? {
            if let Err(error) = file.push(&part).await {
                return Ok(Err(error));
            }
            give_back(self.held, part.len());
        }
        Ok(file.finish().await)
    }

    async fn next_part(&mut self) -> Result<Option<Bytes>, Problem> {
        self.field.chunk().await.map_err(|error| refuse(&error))
    }
}

fn check_announced_length(request: &Request) -> Result<(), Problem> {
    let announced = request.headers().get(CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > FORM_LIMIT as u64) {
        return Err(Problem::TooLarge(MAX_FILE_BYTES));
    }
    Ok(())
}

fn give_back(held: &Option<HeldBytes>, bytes: usize) {
    if let Some(held) = held {
        held.give_back(bytes);
    }
}

fn refuse(error: &MultipartError) -> Problem {
    form_problem(error, MAX_FILE_BYTES)
}
