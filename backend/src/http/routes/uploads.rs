//! `/v1/attachments` and the other calls about files that visitors upload (docs/api.md#uploads).

use super::chats::NO_STORE;
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::chat_access::{TokenQuery, bearer_token, validate_token};
use crate::http::openapi::headers::{DeviceHeader, SignatureHeader};
use crate::http::openapi::problems::{
    InvalidForm, InvalidQuery, NoChat, NodeUnavailable, NotFound, TooManyUploads, Unprocessable,
};
use crate::http::openapi::shapes::UploadForm;
use crate::http::own_address::OwnAddress;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::http::upload_form::receive;
use crate::http::upload_target::{UploadParameters, Uploader};
use crate::staff::staff_url;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use base::telemetry::upload_stored;
use base::time::now;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use store::StoredUpload;
use utoipa::ToSchema;

/// Nothing in a file may run or load anything, should a browser show it after all.
const POLICY: &str = "default-src 'none'; sandbox";

/// What RFC 8187 lets stand unescaped in a file name.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The response of `POST /v1/attachments`.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Attachment {
    id: String,
    file_url: String,
    name: String,
    size: u64,
    r#type: String,
}

/// The response of `POST /v2/storage/direct_uploads`.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct DirectUpload {
    data: DirectUploadData,
}

#[derive(Serialize, ToSchema)]
struct DirectUploadData {
    id: String,
    url: String,
    name: String,
    size: u64,
    r#type: String,
}

/// Stores a file for a question, which a feedback of the same device can then name.
///
/// # Errors
/// 400, 403, 408, 409, 413, 422, 429 and 503 (docs/api.md#refused-uploads).
#[utoipa::path(
    post,
    path = "/v1/attachments",
    operation_id = "upload",
    tag = "Uploads",
    params(UploadParameters, DeviceHeader, SignatureHeader),
    request_body(content((UploadForm = "multipart/form-data"))),
    responses(
        (status = 200, description = "stored, as it is described", body = Attachment),
        InvalidQuery, InvalidForm, Unprocessable, NodeUnavailable, TooManyUploads,
    ),
)]
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Parameters(parameters): Parameters<UploadParameters>,
    request: Request,
) -> Result<Json<Attachment>, Problem> {
    let (upload, file_url) = upload(&app, client, parameters, request).await?;
    Ok(Json(Attachment {
        id: upload.id,
        file_url,
        name: upload.name,
        size: upload.size,
        r#type: upload.media_type,
    }))
}

/// Does the same, with another form of the response.
///
/// # Errors
/// As of [`create`].
#[utoipa::path(
    post,
    path = "/v2/storage/direct_uploads",
    operation_id = "upload_direct",
    tag = "Uploads",
    params(UploadParameters, DeviceHeader, SignatureHeader),
    request_body(content((UploadForm = "multipart/form-data"))),
    responses(
        (status = 200, description = "stored, as it is described", body = DirectUpload),
        InvalidQuery, InvalidForm, Unprocessable, NodeUnavailable, TooManyUploads,
    ),
)]
pub(in crate::http) async fn create_direct(
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    Parameters(parameters): Parameters<UploadParameters>,
    request: Request,
) -> Result<Json<DirectUpload>, Problem> {
    let (upload, url) = upload(&app, client, parameters, request).await?;
    Ok(Json(DirectUpload {
        data: DirectUploadData {
            id: upload.id,
            url,
            name: upload.name,
            size: upload.size,
            r#type: upload.media_type,
        },
    }))
}

async fn upload(
    app: &AppState,
    ClientAddress(client): ClientAddress,
    parameters: UploadParameters,
    request: Request,
) -> Result<(StoredUpload, String), Problem> {
    let mut uploader = Uploader::read(request.headers())?;
    uploader.client = client;
    app.admission.rates.count_device(&uploader.device_id).await?;
    if let Some(client) = client {
        app.admission.rates.count_upload(client).await?;
    }
    let permit = app.uploads.enter(client).ok_or(Problem::Busy)?;
    let address = OwnAddress::of(request.headers());
    let received = receive(app, request, parameters, &uploader, permit).await?;
    app.admission
        .rates
        .count_stored_file(client, received.file.size())
        .await?;
    let began = Instant::now();
    let stored = app
        .uploads
        .store(received.owner, &received.name, received.file)
        .await;
    upload_stored(stored.as_ref().ok().map(|upload| upload.size), began.elapsed());
    let upload = stored?;
    drop(received.permit);
    let url = staff_url(&address.of_staff(app), &upload.id);
    Ok((upload, url))
}

/// Says whether a feedback of the device can name an upload, now or as it has before.
///
/// # Errors
/// 404 for any other; 422 without a device id; 429, 503.
#[utoipa::path(
    get,
    path = "/v1/attachments/{id}",
    operation_id = "find_upload",
    tag = "Uploads",
    params(DeviceHeader),
    responses((status = 204, description = "it can"), Unprocessable, NotFound),
)]
pub(in crate::http) async fn find(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let Uploader { device_id, .. } = Uploader::read(&headers)?;
    app.admission.rates.count_device(&device_id).await?;
    if app.store.can_name_upload(&id, &device_id, now()).await? {
        Ok((NO_STORE, StatusCode::NO_CONTENT))
    } else {
        Err(Problem::NotFound("upload"))
    }
}

/// Removes an upload of the device that no feedback has taken.
///
/// # Errors
/// 404 for any other; 422 without a device id; 429, 503.
#[utoipa::path(
    delete,
    path = "/v1/attachments/{id}",
    operation_id = "remove_upload",
    tag = "Uploads",
    params(DeviceHeader),
    responses((status = 204, description = "removed"), Unprocessable, NotFound),
)]
pub(in crate::http) async fn remove(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let Uploader { device_id, .. } = Uploader::read(&headers)?;
    app.admission.rates.count_device(&device_id).await?;
    if app.uploads.remove(id, device_id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::NotFound("upload"))
    }
}

/// Gives a file of a feedback or of a message to staff.
///
/// # Errors
/// 401 without a valid staff token; 403 if it is not for the node; 404 for an upload that no feedback has taken; 503 while the storage is unavailable.
#[utoipa::path(
    get,
    path = "/v1/staff/uploads/{upload_id}",
    operation_id = "show_upload_to_staff",
    tag = "Staff: feedback",
    responses(
        (status = 200, description = "the file, which a browser saves and never shows", content(("image/jpeg"), ("image/png"), ("application/pdf"))),
        NotFound,
    ),
)]
pub(in crate::http) async fn show_to_staff(
    _: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    show(&app, app.store.claimed_upload(&id, None).await?).await
}

/// Gives a file of a feedback or of a message to the holder of the chat.
///
/// # Errors
/// 401 without the chat's token; 404 for another feedback's upload; 429; 503 while the storage is unavailable.
#[utoipa::path(
    get,
    path = "/v1/feedbacks/{feedback_id}/uploads/{id}",
    operation_id = "show_upload_in_chat",
    tag = "Chat",
    responses(
        (status = 200, description = "the file, which a browser saves and never shows", content(("image/jpeg"), ("image/png"), ("application/pdf"))),
        InvalidQuery, NoChat, NotFound,
    ),
    security(("chat_token" = []), ("chat_token_in_address" = [])),
)]
pub(in crate::http) async fn show_in_chat(
    State(app): State<Arc<AppState>>,
    Path((feedback_id, id)): Path<(String, String)>,
    Parameters(query): Parameters<TokenQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let token = bearer_token(&headers, query).ok_or(Problem::InvalidToken)?;
    validate_token(&app, &feedback_id, &token).await?;
    show(&app, app.store.claimed_upload(&id, Some(&feedback_id)).await?).await
}

/// Responds with the file, which a browser saves and never shows.
async fn show(app: &AppState, upload: Option<StoredUpload>) -> Result<Response, Problem> {
    let upload = upload.ok_or(Problem::NotFound("upload"))?;
    let content = app
        .uploads
        .open(&upload)
        .await?
        .ok_or(Problem::NotFound("upload"))?;
    let (size, body) = content.into_body();
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, header_value(&upload.media_type)?);
    headers.insert(CONTENT_LENGTH, size.into());
    headers.insert(CONTENT_DISPOSITION, header_value(&disposition(&upload.name))?);
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Returns a header that has browsers save a file under its name. Old ones get the name with underscores for what is not
/// ASCII.
fn disposition(name: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_. ".contains(character);
    let fallback: String = name
        .chars()
        .map(|character| if plain(character) { character } else { '_' })
        .collect();
    let escaped = utf8_percent_encode(name, ESCAPED);
    format!("attachment; filename=\"{fallback}\"; filename*=UTF-8''{escaped}")
}

fn header_value(text: &str) -> Result<HeaderValue, Problem> {
    HeaderValue::from_str(text).map_err(|_| Problem::Internal)
}

#[cfg(test)]
mod tests {
    use super::disposition;

    #[test]
    fn names_cannot_leave_their_header() {
        assert_eq!(
            disposition("Şikâyet \"1\"; a=b.pdf"),
            "attachment; filename=\"_ik_yet _1__ a_b.pdf\"; \
             filename*=UTF-8''%C5%9Eik%C3%A2yet%20%221%22%3B%20a%3Db.pdf"
        );
    }
}
