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
use crate::results::{ExportError, ExportFormat, ExportWork, FeedbackExport, Naming, Separator, TableForm};
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
use utoipa::IntoParams;

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

/// Reads a format. One that this build leaves out is refused like one that nobody knows.
fn format_of_this_build<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ExportFormat, D::Error> {
    let format = ExportFormat::deserialize(deserializer)?;
    if matches!(format, ExportFormat::Parquet) {
        PARQUET.demand().map_err(D::Error::custom)?;
    }
    Ok(format)
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
    let format = query.format;
    let work = query.work(filters, (&app, &staff), &headers).await?;
    let permit = Arc::clone(&app.exports).try_acquire_owned();
    let permit = permit.map_err(|_| TooManyRequests { wait: WAIT })?;
    let nodes = work.filter.nodes.clone();
    let export = FeedbackExport::begin(app.feedback_reader(), work).await;
    let body = body(export.map_err(|error| failed(&error))?, permit);
    note(&app, &staff, &nodes, format).await?;
    let file = format!("attachment; filename=\"feedback.{}\"", format.into_str());
    let headers = [
        (CONTENT_TYPE, format.media_type().to_owned()),
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

fn body(export: FeedbackExport, permit: OwnedSemaphorePermit) -> Body {
    let parts = try_unfold((export, permit), async |(mut export, permit)| {
        let part = export.next_part().await.inspect_err(cut_off)?;
        Ok::<_, ExportError>(part.map(|part| (part, (export, permit))))
    });
    Body::from_stream(parts)
}

impl ExportQuery {
    /// Returns what an export with these filters is made by.
    ///
    /// # Errors
    /// 400 for a parameter that is not valid, or is missing; 403 for a node that the token is not for; 404 for an unknown node, flow,
    /// revision, question or option.
    pub(super) async fn work(
        self,
        filters: FeedbackQuery,
        (app, staff): (&AppState, &Staff),
        headers: &HeaderMap,
    ) -> Result<ExportWork, Problem> {
        let filter = filters.filter(app, staff).await?;
        if self.format != ExportFormat::Csv && (self.bom || self.separator != Separator::default()) {
            return Err(Problem::InvalidQuery("`bom` and `separator` are for CSV".into()));
        }
        if self.format.is_table() && filter.flow_id.is_none() {
            return Err(Problem::InvalidQuery(
                "`flow_id` is needed: a table has the columns of one flow".into(),
            ));
        }
        Ok(ExportWork {
            filter,
            format: self.format,
            form: TableForm {
                header: self.header,
                values: self.values,
                separator: self.separator,
                has_byte_order_mark: self.bom,
            },
            base: OwnAddress::of(headers).of_staff(app),
        })
    }
}

fn cut_off(error: &ExportError) {
    warn!(%error, "export failed; response cut off");
}

fn failed(error: &ExportError) -> Problem {
    match error {
        ExportError::TooManyColumns { .. } => return Problem::InvalidQuery(error.to_string()),
        ExportError::NoFlow => return Problem::NotFound("flow"),
        _ => {}
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
