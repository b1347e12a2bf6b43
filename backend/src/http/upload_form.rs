//! The multipart form of an upload (docs/api.md#uploads). Its file is read last, and only when everything else about the
//! upload has been accepted.

use super::file_form::FileForm;
use super::problem::Problem;
use super::upload_target::{UploadParameters, Uploader, find_owner};
use crate::application::AppState;
use crate::uploads::{AcceptedFiles, ReceivedFile, UploadPermit};
use axum::extract::Request;
use base::input::fault::{Fault, FaultKey};
use store::UploadOwner;

/// Most bytes of a field before the file. The longest parameters are ids.
const FIELD_LIMIT: usize = 1024;

/// Most fields before the file.
const MAX_FIELDS: usize = 16;

/// A file that has arrived.
pub(super) struct Received {
    pub(super) owner: UploadOwner,
    /// What the client calls the file.
    pub(super) name: String,
    pub(super) file: ReceivedFile,
    /// Keep it until the file is stored or refused.
    pub(super) permit: UploadPermit,
}

/// Reads a form up to the end of its file.
///
/// # Errors
/// 413 if the file is too large, or announced to be; 400 if the body is no form; 408 if it arrives too slowly; whatever is
/// wrong with the parameters or the file.
pub(super) async fn receive(
    app: &AppState,
    request: Request,
    mut parameters: UploadParameters,
    uploader: &Uploader,
    permit: UploadPermit,
) -> Result<Received, Problem> {
    let mut owner = None;
    if parameters.are_complete() {
        owner = Some(find_owner(app, uploader, &parameters).await?);
    }
    let mut form = FileForm::begin(request).await?;
    // The query is preferred to fields: it was there before anything was read.
    let wanted = owner.is_none().then_some(&mut parameters);
    match read(&mut form, app, uploader, wanted, &mut owner).await {
        Ok((owner, name, file)) => Ok(Received {
            owner,
            name,
            file,
            permit,
        }),
        Err(problem) => {
            // Only for those who may upload: nobody else can make the server read on.
            if owner.is_some() && !matches!(problem, Problem::Timeout) {
                tokio::spawn(form.read_rest(permit));
            }
            Err(problem)
        }
    }
}

/// Reads fields into the parameters, if they are wanted, up to the file, and then the file.
async fn read(
    form: &mut FileForm,
    app: &AppState,
    uploader: &Uploader,
    mut wanted: Option<&mut UploadParameters>,
    owner: &mut Option<UploadOwner>,
) -> Result<(UploadOwner, String, ReceivedFile), Problem> {
    for _ in 0..=MAX_FIELDS {
        let Some(field) = form.next_field().await? else {
            return Err(Fault::at("/file", FaultKey::Required, "the form has no field `file`").into());
        };
        if field.name() != "file" {
            let name = field.name().to_owned();
            let text = field.text(FIELD_LIMIT).await?.ok_or_else(|| {
                Problem::InvalidForm(format!("a field before `file` has more than {FIELD_LIMIT} bytes"))
            })?;
            if let Some(parameters) = &mut wanted {
                parameters.set(&name, text);
            }
            continue;
        }
        if let Some(parameters) = wanted {
            *owner = Some(find_owner(app, uploader, parameters).await?);
        }
        let owner = owner.clone().ok_or(Problem::Internal)?;
        app.uploads.check_quota(&owner).await?;
        let name = field.file_name().to_owned();
        let file = field.file(app, AcceptedFiles::ImagesAndDocuments).await??;
        form.complete()?;
        return Ok((owner, name, file));
    }
    Err(Problem::InvalidForm(format!(
        "more than {MAX_FIELDS} fields before `file`"
    )))
}
