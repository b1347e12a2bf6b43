//! `/v1/staff/feedbacks/export`: feedback as a file (docs/results.md#exports).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::build_features::PARQUET;
use crate::http::feedback_query::FeedbackQuery;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::own_address::OwnAddress;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::rate_limits::TooManyRequests;
use crate::results::{ExportError, ExportRows, Naming, Separator, TableExport, TableForm, TableFormat};
use crate::staff::{FeedbackItems, Texts};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use base::time::now;
use futures_util::stream::try_unfold;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::sync::Arc;
use std::time::Duration;
use store::{ActBy, NodeScope, StaffAct, StaffNote};
use tokio::sync::OwnedSemaphorePermit;
use tracing::warn;
use utoipa::{IntoParams, ToSchema};

/// After so long another export may be over.
const WAIT: Duration = Duration::from_secs(10);

/// The query of [`export`] beside the filters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ExportQuery {
    /// A table (CSV, Parquet, XLSX) needs `flow_id`.
    #[param(inline)]
    #[serde(deserialize_with = "format_of_this_build")]
    format: ExportFormat,
    /// What names the columns.
    #[serde(default)]
    #[param(inline)]
    header: Naming,
    /// What represents an option.
    #[serde(default)]
    #[param(inline)]
    values: Naming,
    /// Whether CSV begins with a byte order mark.
    #[serde(default)]
    bom: bool,
    /// Separator of the cells of CSV; with semicolons, numbers have decimal commas.
    #[serde(default)]
    #[param(inline)]
    separator: Separator,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
enum ExportFormat {
    Csv,
    Ndjson,
    Parquet,
    Xlsx,
}

/// Reads a format. One that this build leaves out is refused like one that nobody knows.
fn format_of_this_build<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ExportFormat, D::Error> {
    let format = ExportFormat::deserialize(deserializer)?;
    if matches!(format, ExportFormat::Parquet) {
        PARQUET.demand().map_err(D::Error::custom)?;
    }
    Ok(format)
}

impl ExportFormat {
    fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Ndjson => "application/x-ndjson",
            Self::Parquet => "application/vnd.apache.parquet",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// Exports all feedback that fits all filters, the newest first, as CSV, NDJSON, Parquet or a workbook of Microsoft Excel.
///
/// A table is of one flow.
///
/// # Errors
/// 400 for an invalid query, 404 for an unknown flow, 429 while others export, 401, 403. A response whose database fails in the
/// middle ends early, without its last chunk.
#[utoipa::path(
    get,
    path = "/v1/staff/feedbacks/export",
    operation_id = "export_feedbacks",
    tag = "Staff: feedback",
    params(FeedbackQuery, ExportQuery),
    responses(
        (
            status = 200,
            description = "the file; one whose database fails in the middle ends early, without its last chunk",
            content(
                (String = "text/csv"), (String = "application/x-ndjson"), (String = "application/vnd.apache.parquet"),
                (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            ),
        ),
        InvalidQuery, NotFound,
    ),
)]
pub(in crate::http) async fn export(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(filters): Parameters<FeedbackQuery>,
    Parameters(query): Parameters<ExportQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let flow_id = filters.flow_id.clone();
    let filter = filters.filter(&app, &staff).await?;
    let permit = Arc::clone(&app.exports).try_acquire_owned();
    let permit = permit.map_err(|_| TooManyRequests { wait: WAIT })?;
    let nodes = filter.nodes.clone();
    let table = match query.format {
        ExportFormat::Ndjson => None,
        ExportFormat::Csv => Some(TableFormat::Csv),
        ExportFormat::Parquet => Some(TableFormat::Parquet),
        ExportFormat::Xlsx => Some(TableFormat::Xlsx),
    };
    if table != Some(TableFormat::Csv) && (query.bom || query.separator != Separator::default()) {
        return Err(Problem::InvalidQuery("`bom` and `separator` are for CSV".into()));
    }
    let body = match table {
        None => lines(
            Arc::clone(&app),
            OwnAddress::of(&headers),
            ExportRows::read(Arc::clone(&app.store), filter),
            permit,
        ),
        Some(format) => {
            let flow_id = flow_id.ok_or_else(|| {
                Problem::InvalidQuery("`flow_id` is needed: a table has the columns of one flow".into())
            })?;
            let form = TableForm {
                header: query.header,
                values: query.values,
                separator: query.separator,
                has_byte_order_mark: query.bom,
            };
            let flows = app
                .flows
                .all_revisions(&app.store, &flow_id, filter.flow_revision)
                .await?;
            if flows.is_empty() {
                return Err(Problem::NotFound("flow"));
            }
            let begun = TableExport::begin(app.feedback_reader(), filter, flows, format, form);
            rows(begun.map_err(|error| failed(&error))?, permit)
        }
    };
    note(&app, &staff, &nodes, query.format).await?;
    let file = format!("attachment; filename=\"feedback.{}\"", query.format.into_str());
    let headers = [
        (CONTENT_TYPE, query.format.media_type().to_owned()),
        (CONTENT_DISPOSITION, file),
    ];
    Ok((NO_STORE, headers, body))
}

/// Writes down that feedback was taken out: for each node of a token that is not for all.
async fn note(app: &AppState, staff: &Staff, nodes: &NodeScope, format: ExportFormat) -> Result<(), Problem> {
    let nodes: Vec<Option<String>> = match nodes {
        NodeScope::All => vec![None],
        NodeScope::Only(nodes) => nodes.iter().cloned().map(Some).collect(),
    };
    let note = StaffNote {
        by: ActBy {
            staff: staff.name().to_owned(),
            at: now(),
        },
        act: StaffAct::Export,
        nodes,
        subject: format.into_str().to_owned(),
    };
    Ok(app.store.note_act(note).await?)
}

fn rows(export: TableExport, permit: OwnedSemaphorePermit) -> Body {
    let parts = try_unfold((export, permit), async |(mut export, permit)| {
        let part = export.next_part().await.inspect_err(cut_off)?;
        Ok::<_, ExportError>(part.map(|part| (part, (export, permit))))
    });
    Body::from_stream(parts)
}

fn lines(app: Arc<AppState>, address: OwnAddress, rows: ExportRows, permit: OwnedSemaphorePermit) -> Body {
    let parts = try_unfold(
        (app, address, rows, permit),
        async |(app, address, mut rows, permit)| {
            let part = next_lines(&app, &address, &mut rows).await;
            let part = part.inspect_err(cut_off)?;
            Ok::<_, ExportError>(part.map(|part| (part, (app, address, rows, permit))))
        },
    );
    Body::from_stream(parts)
}

async fn next_lines(
    app: &AppState,
    address: &OwnAddress,
    rows: &mut ExportRows,
) -> Result<Option<String>, ExportError> {
    let Some(rows) = rows.next().await? else {
        return Ok(None);
    };
    let reader = app.feedback_reader();
    let items = FeedbackItems::load(&reader, address.of_staff(app), &rows, Texts::With).await?;
    let mut lines = String::new();
    for row in rows {
        lines.push_str(&serde_json::to_string(&items.item(row)?)?);
        lines.push('\n');
    }
    Ok(Some(lines))
}

fn cut_off(error: &ExportError) {
    warn!(%error, "export failed; response cut off");
}

fn failed(error: &ExportError) -> Problem {
    if let ExportError::TooManyColumns { .. } = error {
        return Problem::InvalidQuery(error.to_string());
    }
    warn!(%error, "export failed to start");
    Problem::Internal
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::extract::Query;
    use axum::http::Uri;

    #[test]
    fn left_out_or_not_parquet_is_a_known_format() {
        let uri = Uri::from_static("/v1/staff/feedbacks/export?format=parquet");
        let query = Query::<ExportQuery>::try_from_uri(&uri);
        if PARQUET.is_in {
            assert!(query.is_ok());
            return;
        }
        let refused = query.err().unwrap().body_text();
        assert!(
            refused.contains("this pulsen was built without Parquet (Cargo feature `parquet`)"),
            "{refused}"
        );
    }
}
