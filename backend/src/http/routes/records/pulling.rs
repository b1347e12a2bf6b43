//! `POST /v1/staff/pull`: a record as `pulsen pull` writes it into a file that has it already (docs/records.md#pull).

use super::RecordCall;
use crate::application::AppState;
use crate::http::body::RecordBody;
use crate::http::openapi::problems::{InvalidJson, InvalidQuery, NotFound, Unprocessable};
use crate::http::openapi::shapes::RecordFile;
use crate::http::preconditions::etag;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::record_scope::RecordUse;
use crate::http::routes::chats::NO_STORE;
use crate::http::staff_access::Staff;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::records::{RecordKind, canonical_form};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use tokio::runtime::Handle;
use utoipa::IntoParams;

/// The query of [`pull`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PullQuery {
    /// What the body is.
    #[param(inline)]
    kind: RecordKind,
}

/// Shows a record as `pulsen pull` writes it into the file that has it.
///
/// The body is the file. The response is the newest revision, with what the file has of its own: `$schema`, and secrets that it writes out,
/// if they are those that are stored. In place of others stands `{"stored": true}`.
///
/// # Errors
/// 404 if there is no such record, or it is archived; 422 for a file without an id; 400, 401, 403, 413, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/pull",
    operation_id = "pull_record",
    tag = "Staff: records",
    params(PullQuery),
    request_body = RecordFile,
    responses(
        (status = 200, description = "the record", body = RecordFile),
        InvalidQuery, InvalidJson, Unprocessable, NotFound,
    ),
)]
pub(in crate::http) async fn pull(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(PullQuery { kind }): Parameters<PullQuery>,
    RecordBody(text): RecordBody,
) -> Result<impl IntoResponse, Problem> {
    let call = RecordCall { staff, app, kind };
    let file: Value = serde_json::from_str(&text).map_err(|error| Problem::InvalidJson(error.to_string()))?;
    let id = kind.id_of(&file).ok_or_else(|| {
        let pointer = format!("/{}", kind.id_member());
        Problem::from(Fault::at(&pointer, FaultKey::Required, "a text is expected"))
    })?;
    call.enter(id, RecordUse::See).await?;
    let stored = call.app.store.record_text(kind, id, None).await?;
    let (revision, text) = stored
        .filter(|(revision, _)| !revision.is_archive)
        .ok_or_else(|| call.nothing())?;
    let (store, runtime, id) = (Arc::clone(&call.app.store), Handle::current(), id.to_owned());
    let written = move || {
        let mut record: Value = serde_json::from_str(&text)?;
        runtime.block_on(store.keep_of_file(kind, &id, &mut record, &file))?;
        Ok::<_, Problem>(canonical_form(kind, &record))
    };
    let text = call.app.record_work.run(written).await??;
    let json = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((NO_STORE, etag(&revision.revision.to_string()), json, text))
}
