//! `/v1/staff/flows/{flow_id}/draft`: what a flow is to become, while staff work on it (docs/records.md#drafts).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::editing::{DocumentPatch, DraftDocument, DraftFault};
use crate::http::body::RecordBody;
use crate::http::openapi::headers::{IdempotencyHeader, PreconditionHeaders};
use crate::http::openapi::problems::{
    DraftChanged, DraftNotBegun, InvalidJson, InvalidQuery, KeyRefused, NotFound, PreconditionRequired,
    Unprocessable,
};
use crate::http::openapi::shapes::{PatchOperations, RecordFile};
use crate::http::path::Path;
use crate::http::preconditions::{Expected, etag};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
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
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use store::{ActBy, DraftBase, DraftChange, DraftRemoval, DraftState, IdempotencyKey, StaffAct};
use utoipa::{IntoParams, ToSchema};

/// Longest id of a flow, in bytes (docs/flows.md#limits).
const ID_LENGTH: usize = 128;

/// What a request is told that begins a draft and may do so twice.
const KEY_NEEDED: &str =
    "Send an `Idempotency-Key`: a repeat must not begin a draft that was removed meanwhile.";

/// What a request is told that begins a draft of an unknown revision.
const BASE_NEEDED: &str = "Send `?base=N`, the revision of which the body was made.";

/// Most bytes of a patch.
const PATCH_BYTES: usize = 1024 * 1024;

/// A draft. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = FlowDraft)]
struct DraftItem {
    flow_id: String,
    /// Another one after each change; the `ETag` has it, too.
    version: String,
    /// The revision of which it was made; null: there was none.
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

/// The query of [`put`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct BaseQuery {
    /// The revision of which the body was made, which must be the newest one. Needed to begin a draft with a body, unless the flow has no
    /// revision. Of a draft that is there it becomes the base.
    base: Option<u32>,
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
/// same `Idempotency-Key`, which a draft needs to begin, gets the first response, also after the draft was removed or published.
///
/// # Errors
/// 412 `changed` with the present version, 428 without a precondition, a key, or the revision of which a body was made; 404 without a body
/// if the flow has no revision; 409 `outdated_draft` if there is a newer revision, `too_many_drafts`; 400, 401, 403, 413, 422, 503.
#[utoipa::path(
    put,
    path = "/v1/staff/flows/{flow_id}/draft",
    operation_id = "put_draft",
    tag = "Staff: records",
    params(PreconditionHeaders, IdempotencyHeader, BaseQuery),
    request_body = Option<RecordFile>,
    responses(
        (status = 200, description = "stored", body = ChangedItem),
        InvalidQuery, InvalidJson, Unprocessable, NotFound, KeyRefused, DraftChanged, PreconditionRequired, DraftNotBegun,
    ),
)]
pub(in crate::http) async fn put(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    Parameters(BaseQuery { base }): Parameters<BaseQuery>,
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
    let key = key_of(&headers, from.as_deref(), base, &text)?;
    if from.is_none() && key.is_none() {
        return Err(Problem::PreconditionRequired(KEY_NEEDED));
    }
    if let Some(version) = made_before(&app, &flow_id, key.as_ref()).await? {
        return Ok(changed(flow_id, version));
    }
    let newest = app.store.newest_revision(&flow_id).await?;
    let is_reset = text.is_empty();
    let base = match base {
        Some(_) if base != newest => return Err(Problem::OutdatedDraft(newest)),
        None if is_reset || newest.is_none() => DraftBase::Revision(newest),
        None if from.is_some() => DraftBase::Unchanged,
        None => return Err(Problem::PreconditionRequired(BASE_NEEDED)),
        Some(_) => DraftBase::Revision(newest),
    };
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
        base,
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
    let from = expected.present()?;
    if text.len() > PATCH_BYTES {
        return Err(Problem::TooLarge(PATCH_BYTES));
    }
    let key = key_of(&headers, Some(&from), None, &text)?;
    if let Some(version) = made_before(&app, &flow_id, key.as_ref()).await? {
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
        from: expected.present()?,
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

/// Returns the version that an earlier request with the same key has made.
async fn made_before(
    app: &AppState,
    flow_id: &str,
    key: Option<&IdempotencyKey>,
) -> Result<Option<String>, Problem> {
    match key {
        Some(key) => Ok(app.store.drafted_before(flow_id, key).await??),
        None => Ok(None),
    }
}

/// Returns the key of a request, with what gives it its meaning.
fn key_of(
    headers: &HeaderMap,
    from: Option<&str>,
    base: Option<u32>,
    body: &str,
) -> Result<Option<IdempotencyKey>, Problem> {
    let key = idempotency_key(headers)?;
    let fingerprint = || {
        let mut hash = Sha256::new();
        hash.update(from.unwrap_or_default());
        hash.update([0]);
        hash.update(base.unwrap_or_default().to_be_bytes());
        hash.update(body);
        base64url(&hash.finalize())
    };
    Ok(key.map(|key| IdempotencyKey {
        key,
        fingerprint: fingerprint(),
    }))
}
