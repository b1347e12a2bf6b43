//! `POST /v1/staff/flows/{flow_id}/publish`: makes a draft the newest revision of its flow (docs/records.md#publishing).

use super::RecordCall;
use super::changing::{changed, checked_note};
use super::items::ChangedItem;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::openapi::headers::PreconditionHeaders;
use crate::http::openapi::problems::{
    DraftChanged, InvalidJson, NotFound, OutdatedDraft, PreconditionRequired, RecordsAreFiles, Unprocessable,
};
use crate::http::path::Path;
use crate::http::preconditions::Expected;
use crate::http::problem::Problem;
use crate::http::record_scope::RecordUse;
use crate::http::staff_access::Staff;
use axum::extract::State;
use axum::response::IntoResponse;
use base::records::RecordKind;
use serde::Deserialize;
use std::sync::Arc;
use store::{ExpectedRevision, RecordChange, RecordError, RecordRefusal, WriteError};
use utoipa::ToSchema;

/// How a draft is published.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Publication {
    /// What has changed, and why: at most 500 characters.
    note: Option<String>,
    /// The newest revision, if it is another one than the draft began with: its changes are not lost, but the draft takes its place.
    over: Option<u32>,
}

/// Makes a draft the newest revision of its flow, by the code of imports, and removes the draft: both or nothing.
///
/// Needs `If-Match` with the version of the draft. A repeat gets the revision that was published, and publishes nothing.
///
/// # Errors
/// 422 `invalid_record` for a draft with errors; 409 `outdated_draft` if the flow was changed since the draft began, `records_are_files`;
/// 412, 428; 404, 400, 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/flows/{flow_id}/publish",
    operation_id = "publish_draft",
    tag = "Staff: records",
    params(PreconditionHeaders),
    request_body = Publication,
    responses(
        (status = 200, description = "published", body = ChangedItem),
        InvalidJson, Unprocessable, NotFound, DraftChanged, PreconditionRequired, OutdatedDraft, RecordsAreFiles,
    ),
)]
pub(in crate::http) async fn publish(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    expected: Expected,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let call = RecordCall {
        staff,
        app,
        kind: RecordKind::Flow,
    };
    call.enter(&flow_id, RecordUse::Change).await?;
    let Publication { note, over } = body.read()?;
    let note = checked_note(note)?;
    let version = expected.present()?;
    if let Some(put) = call.app.store.published_draft(&flow_id, &version).await? {
        return Ok(changed(&flow_id, &put));
    }
    let draft = call
        .app
        .store
        .draft(&flow_id)
        .await?
        .ok_or(Problem::NotFound("draft"))?;
    if draft.state.version != version {
        return Err(Problem::Changed(Some(draft.state.version)));
    }
    let base = over.or(draft.state.base_revision.and_then(|base| base.try_into().ok()));
    let change = RecordChange {
        records: call.checked(&flow_id, draft.definition).await?,
        by: call.by(),
        scope: call.staff.scope().clone(),
        note,
        expected: base.map_or(ExpectedRevision::Absent, ExpectedRevision::Number),
        restores: None,
    };
    match call.app.store.publish_draft(change, version).await {
        Ok(put) => Ok(changed(&flow_id, &put)),
        Err(RecordError::Write(WriteError::Refused(RecordRefusal::Conflict { newest }))) => {
            Err(Problem::OutdatedDraft(newest))
        }
        Err(error) => Err(error.into()),
    }
}
