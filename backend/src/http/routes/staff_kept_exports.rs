//! `/v1/staff/exports`: exports that are made beside requests, and kept as files (docs/results.md#kept-exports).

use super::chats::NO_STORE;
use super::staff_exports::ExportQuery;
use crate::application::AppState;
use crate::http::feedback_query::FeedbackQuery;
use crate::http::list::{List, ListLimit};
use crate::http::openapi::problems::{ExportNotDone, InvalidQuery, NotFound, TooManyExports};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::results::{EXPORT_LIFE, ExportFormat};
use axum::Json;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use base::json::to_text;
use base::random::ordered_id;
use base::time::{now, to_rfc3339};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{
    ExportProblem, ExportRemoval, ExportState, NewExport, NodeScope, StaffAct, StaffNote, StoreError,
    StoredExport,
};
use url::form_urlencoded;
use utoipa::{IntoParams, ToSchema};

/// Most bytes of the parameters of an export, which are kept with it.
const MOST_PARAMETERS: usize = 8 * 1024;

/// Has a browser save the file, and never show it.
const POLICY: &str = "default-src 'none'; sandbox";

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// An export that is kept. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = KeptExport)]
struct ExportItem {
    id: String,
    requested_by: String,
    requested_at: String,
    #[schema(inline)]
    format: ExportFormat,
    /// The other parameters, as they were given: filters, and how a table is written.
    parameters: BTreeMap<String, String>,
    /// The nodes whose feedback may be in it; null: all.
    #[schema(required = true)]
    node_ids: Option<Vec<String>>,
    #[schema(inline)]
    state: ExportState,
    /// How many feedbacks are in it, so far.
    feedbacks: i64,
    /// Of the file, so far.
    bytes: i64,
    /// Null unless it has failed.
    #[schema(required = true, inline)]
    problem: Option<ExportProblem>,
    /// Null until it is done or has failed.
    #[schema(required = true)]
    finished_at: Option<String>,
    /// When it is removed.
    expires_at: String,
}

/// Has all feedback that fits all filters exported into a file, which is kept for seven days.
///
/// The parameters are those of the export that is sent while it is made.
///
/// # Errors
/// 400 for an invalid query, 404 for an unknown node, flow, question or option, 409 `too_many_exports`, 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/exports",
    operation_id = "create_export",
    tag = "Staff: feedback",
    params(FeedbackQuery, ExportQuery),
    responses(
        (status = 202, description = "it will be made", body = ExportItem),
        InvalidQuery, NotFound, TooManyExports,
    ),
)]
pub(in crate::http) async fn create(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(filters): Parameters<FeedbackQuery>,
    Parameters(query): Parameters<ExportQuery>,
    RawQuery(text): RawQuery,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let parameters = parameters(&text.unwrap_or_default())?;
    let work = query.work(filters, (&app, &staff), &headers).await?;
    let by = staff.by();
    let id = ordered_id(by.at)?;
    let new = NewExport {
        id: id.clone(),
        owner: staff.owner(),
        nodes: work.filter.nodes.clone(),
        format: work.format.into_str(),
        parameters,
        work: to_text(&work),
        expires_at: by.at + EXPORT_LIFE,
        by,
    };
    app.store.begin_export(new).await?;
    let export = existing(&app, &id).await?;
    app.kept_exports.note_order();
    Ok((
        StatusCode::ACCEPTED,
        NO_STORE,
        Json(ExportItem::try_from(export)?),
    ))
}

/// Lists one's own exports, the last first.
///
/// # Errors
/// 400 for an invalid query, 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/exports",
    operation_id = "list_exports",
    tag = "Staff: feedback",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<ExportItem>), InvalidQuery),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let limit = ListLimit::new(query.limit);
    let after = query.after.as_deref();
    let rows = app
        .store
        .exports_of(&staff.owner(), after, limit.rows(), now())
        .await?;
    let list = List::from_rows(rows, limit, |row| row.id.clone(), ExportItem::try_from);
    Ok((NO_STORE, Json(list.transpose()?)))
}

/// Shows how far an own export is.
///
/// # Errors
/// 404 for an unknown one, or one of somebody else; 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/exports/{export_id}",
    operation_id = "show_export",
    tag = "Staff: feedback",
    responses((status = 200, description = "the export", body = ExportItem), NotFound),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let export = existing(&app, &id).await?;
    Ok((NO_STORE, Json(ExportItem::try_from(export)?)))
}

/// Gives the file of an own export.
///
/// # Errors
/// 404 for an unknown one, or one of somebody else; 403 if it has feedback of a node that the token or person is not for; 409
/// `export_not_done`; 401, 503. A response whose storage fails in the middle ends early.
#[utoipa::path(
    get,
    path = "/v1/staff/exports/{export_id}/file",
    operation_id = "show_export_file",
    tag = "Staff: feedback",
    responses(
        (
            status = 200,
            description = "the file, which a browser saves and never shows",
            content(
                (String = "text/csv"), (String = "application/x-ndjson"), (String = "application/vnd.apache.parquet"),
                (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            ),
        ),
        NotFound, ExportNotDone,
    ),
)]
pub(in crate::http) async fn show_file(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let export = existing(&app, &id).await?;
    staff.enter_whole(&export.nodes)?;
    if export.state != ExportState::Done {
        return Err(Problem::ExportNotDone);
    }
    let format = format_of(&export)?;
    let parts = app.store.export_parts(&id).await?;
    let note = StaffNote {
        by: staff.by(),
        act: StaffAct::DownloadExport,
        nodes: match &export.nodes {
            NodeScope::All => vec![None],
            NodeScope::Only(nodes) => nodes.iter().cloned().map(Some).collect(),
        },
        subject: id,
    };
    app.store.note_act(note).await?;
    let headers = [
        (CONTENT_TYPE, format.media_type().to_owned()),
        (CONTENT_LENGTH, export.bytes.to_string()),
        (CONTENT_DISPOSITION, disposition(&export, format)),
        (CONTENT_SECURITY_POLICY, POLICY.to_owned()),
    ];
    Ok((NO_STORE, headers, Body::from_stream(app.kept_exports.read(parts))))
}

/// Removes an own export with its file; one that waits or is being made is not made.
///
/// # Errors
/// 404 for an unknown one, or one of somebody else; 401, 403, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/exports/{export_id}",
    operation_id = "remove_export",
    tag = "Staff: feedback",
    responses((status = 204, description = "removed"), NotFound),
)]
pub(in crate::http) async fn remove(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.store
        .remove_export(ExportRemoval { id, by: staff.by() })
        .await?;
    app.kept_exports.note_removal();
    Ok(StatusCode::NO_CONTENT)
}

async fn existing(app: &AppState, id: &str) -> Result<StoredExport, Problem> {
    let export = app.store.export(id, now()).await?;
    export.ok_or(Problem::NotFound("export"))
}

/// Returns the parameters but the format, as the text of a JSON object.
fn parameters(query: &str) -> Result<String, Problem> {
    let given = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name != "format");
    let parameters = to_text(&given.collect::<BTreeMap<_, _>>());
    if parameters.len() > MOST_PARAMETERS {
        return Err(Problem::InvalidQuery(
            "the parameters are too long to be kept".into(),
        ));
    }
    Ok(parameters)
}

/// Returns a header that has browsers save the file under the day of its order.
fn disposition(export: &StoredExport, format: ExportFormat) -> String {
    let requested_at = to_rfc3339(export.requested_at);
    let day = requested_at.split('T').next().unwrap_or_default();
    format!("attachment; filename=\"feedback-{day}.{}\"", format.into_str())
}

fn format_of(export: &StoredExport) -> Result<ExportFormat, StoreError> {
    let name = serde_json::Value::from(export.format.as_str());
    serde_json::from_value(name).map_err(|error| damaged(export, &error))
}

fn damaged(export: &StoredExport, error: &serde_json::Error) -> StoreError {
    StoreError::Document {
        what: format!("the export {}", export.id),
        message: error.to_string(),
    }
}

impl TryFrom<StoredExport> for ExportItem {
    type Error = StoreError;

    fn try_from(export: StoredExport) -> Result<Self, StoreError> {
        let format = format_of(&export)?;
        let parameters =
            serde_json::from_str(&export.parameters).map_err(|error| damaged(&export, &error))?;
        Ok(Self {
            id: export.id,
            requested_by: export.requested_by,
            requested_at: to_rfc3339(export.requested_at),
            format,
            parameters,
            node_ids: match export.nodes {
                NodeScope::All => None,
                NodeScope::Only(nodes) => Some(nodes.into_iter().collect()),
            },
            state: export.state,
            feedbacks: export.feedbacks,
            bytes: export.bytes,
            problem: export.problem,
            finished_at: export.finished_at.map(to_rfc3339),
            expires_at: to_rfc3339(export.expires_at),
        })
    }
}
