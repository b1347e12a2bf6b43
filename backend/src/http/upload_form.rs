//! The multipart form of an upload (docs/api.md#uploads). Its file is read last, and only when everything else about the
//! upload has been accepted.

use super::fault::Fault;
use super::problem::Problem;
use super::state::AppState;
use super::upload_target::{UploadParameters, Uploader, find_owner};
use crate::store::UploadOwner;
use crate::uploads::{MAX_FILE_BYTES, Pace, ReceivedFile, UploadPlace};
use axum::RequestExt;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use std::time::Duration;

/// Most bytes of a form: of a file, and of what surrounds it.
const FORM_LIMIT: usize = MAX_FILE_BYTES + 64 * 1024;

/// Most bytes of a field before the file. The longest parameters are ids.
const FIELD_LIMIT: usize = 1024;

/// Most fields before the file.
const MAX_FIELDS: usize = 16;

/// How long the rest of a form is read after its file was refused. A client that is cut while it sends may never see the
/// response.
const REST_LIMIT: Duration = Duration::from_secs(10);

/// A file that has arrived.
pub(super) struct Received {
    pub(super) owner: UploadOwner,
    /// What the client calls the file.
    pub(super) name: String,
    pub(super) file: ReceivedFile,
    /// Keep it until the file is stored or refused.
    pub(super) place: UploadPlace,
}

/// A form that is being read.
struct Form {
    form: Multipart,
    pace: Pace,
}

/// Reads a form up to the end of its file.
///
/// # Errors
/// 413 if the file is too large, or announced to be; 400 if the body is no form; 408 if it arrives too slowly; whatever is
/// wrong with the parameters or the file.
pub(super) async fn receive(
    app: &AppState,
    mut request: Request,
    mut parameters: UploadParameters,
    uploader: &Uploader,
    place: UploadPlace,
) -> Result<Received, Problem> {
    let announced = request.headers().get(CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > FORM_LIMIT as u64) {
        return Err(Problem::TooLarge(MAX_FILE_BYTES));
    }
    let mut owner = None;
    if parameters.are_complete() {
        owner = Some(find_owner(app, uploader, &parameters).await?);
    }
    DefaultBodyLimit::max(FORM_LIMIT).apply(&mut request);
    let form = request.extract::<Multipart, _>().await;
    let mut form = Form {
        form: form.map_err(|rejection| Problem::InvalidForm(rejection.body_text()))?,
        pace: app.uploads.pace(),
    };
    // The query is preferred to fields: it was there before anything was read.
    let wanted = owner.is_none().then_some(&mut parameters);
    match form.read(app, uploader, wanted, &mut owner).await {
        Ok((owner, name, file)) => Ok(Received {
            owner,
            name,
            file,
            place,
        }),
        Err(problem) => {
            // Only for those who may upload: nobody else can make the server read on.
            if owner.is_some() && !matches!(problem, Problem::Timeout) {
                tokio::spawn(form.read_rest(place));
            }
            Err(problem)
        }
    }
}

impl Form {
    /// Reads fields into the parameters, if they are wanted, up to the file, and then the file.
    async fn read(
        &mut self,
        app: &AppState,
        uploader: &Uploader,
        mut wanted: Option<&mut UploadParameters>,
        owner: &mut Option<UploadOwner>,
    ) -> Result<(UploadOwner, String, ReceivedFile), Problem> {
        for _ in 0..=MAX_FIELDS {
            let field = self.pace.wait(self.form.next_field()).await?;
            let Some(field) = field.map_err(refuse)? else {
                return Err(Fault::at("/file", "required", "the form has no field `file`").into());
            };
            if field.name() != Some("file") {
                let name = field.name().unwrap_or_default().to_owned();
                let text = read_text(field, &mut self.pace).await?;
                if let Some(parameters) = &mut wanted {
                    parameters.set(&name, text);
                }
                continue;
            }
            if let Some(parameters) = wanted {
                *owner = Some(find_owner(app, uploader, parameters).await?);
            }
            let owner = owner.clone().ok_or(Problem::Internal)?;
            app.uploads.check_quota(&owner.device_id).await?;
            let name = field.file_name().unwrap_or_default().to_owned();
            let file = read_file(app, field, &mut self.pace).await?;
            return Ok((owner, name, file));
        }
        Err(Problem::InvalidForm(format!(
            "more than {MAX_FIELDS} fields before `file`"
        )))
    }

    /// Reads what a client still sends, and drops it.
    async fn read_rest(mut self, place: UploadPlace) {
        let rest = async {
            while let Ok(Some(mut field)) = self.form.next_field().await {
                while let Ok(Some(_)) = field.chunk().await {}
            }
        };
        // Whoever needs longer than that is cut.
        let _ = tokio::time::timeout(REST_LIMIT, rest).await;
        drop(place);
    }
}

async fn read_text(mut field: Field<'_>, pace: &mut Pace) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(part) = pace.wait(field.chunk()).await?.map_err(refuse)? {
        pace.count(part.len());
        bytes.extend_from_slice(&part);
        if bytes.len() > FIELD_LIMIT {
            return Err(Problem::InvalidForm(format!(
                "a field before `file` has more than {FIELD_LIMIT} bytes"
            )));
        }
    }
    String::from_utf8(bytes).map_err(|_| Problem::InvalidForm("a field before `file` is not UTF-8".into()))
}

async fn read_file(app: &AppState, mut field: Field<'_>, pace: &mut Pace) -> Result<ReceivedFile, Problem> {
    let mut file = app.uploads.receive().await?;
    while let Some(part) = pace.wait(field.chunk()).await?.map_err(refuse)? {
        pace.count(part.len());
        file.push(&part).await?;
    }
    Ok(file.finish().await?)
}

fn refuse(error: MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Problem::TooLarge(MAX_FILE_BYTES)
    } else {
        Problem::InvalidForm(error.body_text())
    }
}
