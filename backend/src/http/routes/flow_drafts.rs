//! `/v1/staff/flows/{flow_id}/draft`: what a flow is to become, while staff work on it (docs/records.md#drafts).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::editing::{DocumentPatch, DraftDocument, DraftFault};
use crate::http::body::RecordBody;
use crate::http::openapi::headers::{IdempotencyHeader, PreconditionHeaders};
use crate::http::openapi::problems::{
    DraftChanged, InvalidJson, KeyRefused, NotFound, PreconditionRequired, TooManyDrafts, Unprocessable,
};
use crate::http::openapi::shapes::{PatchOperations, RecordFile};
use crate::http::path::Path;
use crate::http::preconditions::{Expected, etag};
use crate::http::problem::Problem;
use crate::http::record_scope::RecordUse;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use base::encoding::base64url;
use base::input::fault::{Fault, FaultKey};
use base::input::idempotency_key::idempotency_key;
use base::random::random_id;
use base::time::{now, to_rfc3339};
use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use store::{ActBy, DraftBase, DraftChange, DraftRemoval, DraftState, IdempotencyKey, StaffAct};
use utoipa::ToSchema;

/// Longest id of a flow, in bytes (docs/flows.md#limits).
const ID_LENGTH: usize = 128;

/// Most bytes of a patch.
const PATCH_BYTES: usize = 1024 * 1024;

/// A draft. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = FlowDraft)]
struct DraftItem {
    flow_id: String,
    /// Another one after each change; the `ETag` has it, too.
    version: String,
    /// The newest revision when the draft began; null: there was none.
    #[schema(required = true)]
    base_revision: Option<i64>,
    /// The newest revision now: another one than `base_revision` if the flow was changed beside the draft.
    #[schema(required = true)]
    newest_revision: Option<u32>,
    begun_at: String,
    begun_by: String,
    changed_at: String,
    changed_by: String,
    /// The draft itself. It may have errors.
    #[schema(value_type = Object)]
    definition: Box<RawValue>,
}

/// What a change of a draft has made.
#[derive(Serialize, ToSchema)]
#[schema(as = ChangedDraft)]
struct ChangedItem {
    flow_id: String,
    /// What the next change names as `If-Match`, if nobody else changes the draft before.
    version: String,
}

/// Shows the draft of a flow.
///
/// # Errors
/// 404 if there is none; 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/flows/{flow_id}/draft",
    operation_id = "show_draft",
    tag = "Staff: records",
    responses((status = 200, description = "the draft", body = DraftItem), NotFound),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    staff.enter_flow(&app, &flow_id, RecordUse::See).await?;
    let draft = app
        .store
        .draft(&flow_id)
        .await?
        .ok_or(Problem::NotFound("draft"))?;
    let newest_revision = app.store.newest_revision(&flow_id).await?;
    let DraftState {
        flow_id,
        version,
        base_revision,
        begun_at,
        begun_by,
        changed_at,
        changed_by,
    } = draft.state;
    let item = DraftItem {
        flow_id,
        base_revision,
        newest_revision,
        begun_at: to_rfc3339(begun_at),
        begun_by,
        changed_at: to_rfc3339(changed_at),
        changed_by,
        definition: RawValue::from_string(draft.definition)?,
        version,
    };
    Ok((NO_STORE, etag(&item.version), Json(item)))
}

/// Begins a draft (`If-None-Match: *`), or gives it another text (`If-Match`).
///
/// The body is the draft: JSON of an object, which may have errors. Without a body the draft is the newest revision. A repeat with the
/// same `Idempotency-Key` gets the first response.
///
/// # Errors
/// 412 `changed` with the present version, 428 without a precondition; 404 without a body if the flow has no revision; 409
/// `too_many_drafts`; 400, 401, 403, 413, 422, 503.
#[utoipa::path(
    put,
    path = "/v1/staff/flows/{flow_id}/draft",
    operation_id = "put_draft",
    tag = "Staff: records",
    params(PreconditionHeaders, IdempotencyHeader),
    request_body = Option<RecordFile>,
    responses(
        (status = 200, description = "stored", body = ChangedItem),
        InvalidJson, Unprocessable, NotFound, KeyRefused, DraftChanged, PreconditionRequired, TooManyDrafts,
    ),
)]
pub(in crate::http) async fn put(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    headers: HeaderMap,
    expected: Expected,
    RecordBody(text): RecordBody,
) -> Result<impl IntoResponse, Problem> {
    staff.enter_flow(&app, &flow_id, RecordUse::Change).await?;
    if flow_id.is_empty() || flow_id.len() > ID_LENGTH {
        let detail = format!("an id has 1 to {ID_LENGTH} bytes");
        return Err(Fault::at("", FaultKey::InvalidId, detail).into());
    }
    let from = expected.version();
    let key = key_of(&headers, from.as_deref(), &text)?;
    let newest = app.store.newest_revision(&flow_id).await?;
    let is_reset = text.is_empty();
    let text = if is_reset {
        let newest = newest.ok_or(Problem::NotFound("flow"))?;
        let definition = app.store.flow_definition(&flow_id, newest).await?;
        definition.ok_or(Problem::NotFound("flow"))?
    } else {
        text
    };
    let document = app.record_work.run(move || DraftDocument::read(&text)).await??;
    let change = Change {
        flow_id: flow_id.clone(),
        base: if from.is_none() || is_reset {
            DraftBase::Revision(newest)
        } else {
            DraftBase::Unchanged
        },
        from,
        key,
        act: StaffAct::PutDraft,
    };
    let version = change.store(&app, &staff, document).await?;
    Ok(changed(flow_id, version))
}

/// Changes parts of a draft by a JSON Patch (RFC 6902), all of it or nothing.
///
/// Needs `If-Match` with the version to which the patch belongs. If the draft has another version, the response is 412 `changed` with
/// the present one: the client fetches the draft, and sends what it still wants to change. A repeat with the same `Idempotency-Key`
/// gets the first response and changes nothing; so does one without a key, which gets 412.
///
/// # Errors
/// 404 if there is no draft; 422 `invalid_patch` at the operation that cannot be applied; 412, 428; 400, 401, 403, 413, 503.
#[utoipa::path(
    patch,
    path = "/v1/staff/flows/{flow_id}/draft",
    operation_id = "patch_draft",
    tag = "Staff: records",
    params(PreconditionHeaders, IdempotencyHeader),
    request_body(content = PatchOperations, content_type = "application/json-patch+json"),
    responses(
        (status = 200, description = "changed", body = ChangedItem),
        InvalidJson, Unprocessable, NotFound, KeyRefused, DraftChanged, PreconditionRequired,
    ),
)]
pub(in crate::http) async fn patch(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    headers: HeaderMap,
    expected: Expected,
    RecordBody(text): RecordBody,
) -> Result<impl IntoResponse, Problem> {
    staff.enter_flow(&app, &flow_id, RecordUse::Change).await?;
    let from = expected.version().ok_or(Problem::PreconditionRequired)?;
    if text.len() > PATCH_BYTES {
        return Err(Problem::TooLarge(PATCH_BYTES));
    }
    let key = key_of(&headers, Some(&from), &text)?;
    if let Some(key) = &key
        && let Some(version) = app.store.drafted_before(&flow_id, key).await??
    {
        return Ok(changed(flow_id, version));
    }
    let draft = app
        .store
        .draft(&flow_id)
        .await?
        .ok_or(Problem::NotFound("draft"))?;
    if draft.state.version != from {
        return Err(Problem::Changed(Some(draft.state.version)));
    }
    let work = move || {
        let patch = serde_json::from_str(&text).map_err(|error| DraftFault::Syntax(error.to_string()))?;
        let patch = DocumentPatch::parse(patch).map_err(DraftFault::Patch)?;
        DraftDocument::patched(&draft.definition, patch)
    };
    let document = app.record_work.run(work).await??;
    let change = Change {
        flow_id: flow_id.clone(),
        base: DraftBase::Unchanged,
        from: Some(from),
        key,
        act: StaffAct::EditDraft,
    };
    let version = change.store(&app, &staff, document).await?;
    Ok(changed(flow_id, version))
}

/// Removes a draft. What was published of it stays.
///
/// A repeat gets the same response.
///
/// # Errors
/// 412 `changed` with the present version, 428 without `If-Match`; 401, 403, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/flows/{flow_id}/draft",
    operation_id = "remove_draft",
    tag = "Staff: records",
    params(PreconditionHeaders),
    responses((status = 204, description = "removed, now or before"), DraftChanged, PreconditionRequired),
)]
pub(in crate::http) async fn remove(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    expected: Expected,
) -> Result<StatusCode, Problem> {
    staff.enter_flow(&app, &flow_id, RecordUse::Change).await?;
    let removal = DraftRemoval {
        flow_id,
        from: expected.version().ok_or(Problem::PreconditionRequired)?,
        by: ActBy {
            staff: staff.name().to_owned(),
            at: now(),
        },
    };
    app.store.remove_draft(removal).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A change of a draft whose text is not known yet.
struct Change {
    flow_id: String,
    from: Option<String>,
    base: DraftBase,
    key: Option<IdempotencyKey>,
    act: StaffAct,
}

impl Change {
    async fn store(self, app: &AppState, staff: &Staff, document: DraftDocument) -> Result<String, Problem> {
        let change = DraftChange {
            flow_id: self.flow_id,
            from: self.from,
            to: random_id()?,
            base: self.base,
            title: document.title,
            definition: document.text,
            key: self.key,
            by: ActBy {
                staff: staff.name().to_owned(),
                at: now(),
            },
            act: self.act,
        };
        Ok(app.store.change_draft(change).await?)
    }
}

fn changed(flow_id: String, version: String) -> impl IntoResponse + use<> {
    (NO_STORE, etag(&version), Json(ChangedItem { flow_id, version }))
}

/// Returns the key of a request, with what gives it its meaning.
fn key_of(headers: &HeaderMap, from: Option<&str>, body: &str) -> Result<Option<IdempotencyKey>, Problem> {
    let key = idempotency_key(headers)?;
    let fingerprint = || {
        let mut hash = Sha256::new();
        hash.update(from.unwrap_or_default());
        hash.update([0]);
        hash.update(body);
        base64url(&hash.finalize())
    };
    Ok(key.map(|key| IdempotencyKey {
        key,
        fingerprint: fingerprint(),
    }))
}
