//! `POST /v1/staff/check` and `POST /v1/staff/convert`: `pulsen check` and `pulsen convert` over HTTP (docs/records.md#checks).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::editing::{RECORD_BYTES, check_among_stored, read_record};
use crate::http::body::{BytesBody, RecordBody};
use crate::http::openapi::problems::{InvalidJson, InvalidQuery, Unprocessable};
use crate::http::openapi::shapes::{RecordFile, SurveyFile};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::record_scope::RecordUse;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::input::check_record_bounds;
use base::input::fault::{Fault, FaultKey};
use base::records::{FindingItem, RecordKind, RecordSet};
use convert::{ConvertError, Source, convert};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Most findings of a response; those that are left out are counted.
const MOST_FINDINGS: usize = 1_000;

/// How a workbook begins: it is no JSON.
const WORKBOOK: &[u8] = b"PK";

/// The query of [`check`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct CheckQuery {
    /// What the body is.
    #[param(inline)]
    kind: RecordKind,
}

/// The query of [`convert_survey`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ConvertQuery {
    /// The product: `surveyjs`, `formbricks`, `typeform`, `typebot`, `google-forms` or `xlsform`. Recognized by the content by default.
    from: Option<String>,
    /// Of which the id of the flow is made.
    id: Option<String>,
}

/// What `pulsen check` finds in a record.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordCheck)]
struct CheckItem {
    /// The first ones, at most 1,000.
    findings: Vec<FindingItem>,
    /// How many errors there are. A record without errors can be stored.
    errors: usize,
    warnings: usize,
    /// How many findings are not listed.
    findings_left_out: usize,
}

/// A survey of another product as a flow.
#[derive(Serialize, ToSchema)]
#[schema(as = ConvertedSurvey)]
struct ConvertedItem {
    /// The product.
    source: &'static str,
    /// Has no errors.
    #[schema(value_type = Object)]
    flow: Value,
    report: ReportItem,
}

/// What a conversion has lost or changed.
#[derive(Serialize, ToSchema)]
#[schema(as = ConversionReport)]
struct ReportItem {
    /// How many questions the survey asks.
    questions: usize,
    /// How many of them the flow asks as well.
    mapped: usize,
    /// The first ones, at most 1,000.
    findings: Vec<ConversionItem>,
    findings_left_out: usize,
}

/// Something that is not as it was.
#[derive(Serialize, ToSchema)]
#[schema(as = ConversionFinding)]
struct ConversionItem {
    /// `lost` or `changed`.
    #[schema(value_type = String)]
    kind: convert::Kind,
    /// Where it is in the survey: a JSON pointer, in a workbook a cell.
    pointer: String,
    /// What the survey has there.
    what: String,
    /// What the flow has instead.
    instead: String,
}

/// Checks a record without storing it: by itself, and what it refers to among the stored records.
///
/// The body is the text of a file, which may be any text. The findings are those of `pulsen check`. Records that the token may not see
/// count as missing.
///
/// # Errors
/// 400 for a body that is not UTF-8 or holds too many values, 413; 403 for a connector, unless the token is for all nodes; 401, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/check",
    operation_id = "check_record",
    tag = "Staff: records",
    params(CheckQuery),
    request_body = RecordFile,
    responses((status = 200, description = "what was found", body = CheckItem), InvalidQuery, InvalidJson),
)]
pub(in crate::http) async fn check(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(CheckQuery { kind }): Parameters<CheckQuery>,
    RecordBody(text): RecordBody,
) -> Result<impl IntoResponse, Problem> {
    if kind == RecordKind::Connector {
        staff.enter_all_of(None)?;
    }
    let mut records = read_record(&app.record_work, kind, text).await?;
    let place = records.iter().next().map(|record| record.id().to_owned());
    if let Some(id) = place.filter(|_| !records.has_errors()) {
        let may_store = staff.enter_record(&app, (kind, &id), RecordUse::Change).await;
        let scope = staff.scope().clone();
        let checked = check_among_stored(&app.record_work, &app.store, records, scope, may_store.is_ok());
        records = checked.await??;
    }
    Ok((NO_STORE, Json(CheckItem::of(&records))))
}

/// Converts a survey of another product into a flow, without storing it.
///
/// The body is the file that the other product exports.
///
/// # Errors
/// 422 `invalid_file` for a file that is no survey, or too large for a flow; 400, 401, 403, 413, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/convert",
    operation_id = "convert_survey",
    tag = "Staff: records",
    params(ConvertQuery),
    request_body(content = SurveyFile, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "the flow, and what was lost or changed", body = ConvertedItem),
        InvalidQuery, InvalidJson, Unprocessable,
    ),
)]
pub(in crate::http) async fn convert_survey(
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ConvertQuery>,
    BytesBody(survey): BytesBody,
) -> Result<impl IntoResponse, Problem> {
    let source = query.from.as_deref().map(source_named).transpose()?;
    if !survey.starts_with(WORKBOOK) {
        check_record_bounds(&survey).map_err(|bound| Problem::InvalidJson(bound.message()))?;
    }
    let id = query.id.unwrap_or_default();
    let conversion = app.record_work.run(move || convert(&survey, source, &id)).await?;
    let conversion = conversion.map_err(|error| refused(&error))?;
    let report = conversion.report;
    let item = ConvertedItem {
        source: conversion.source.name(),
        flow: conversion.flow,
        report: ReportItem {
            questions: report.questions,
            mapped: report.mapped,
            findings_left_out: report.findings.len().saturating_sub(MOST_FINDINGS),
            findings: report
                .findings
                .into_iter()
                .take(MOST_FINDINGS)
                .map(ConversionItem::from)
                .collect(),
        },
    };
    Ok((NO_STORE, Json(item)))
}

impl CheckItem {
    fn of(records: &RecordSet) -> Self {
        let findings = &records.findings;
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        Self {
            findings: findings
                .iter()
                .take(MOST_FINDINGS)
                .map(FindingItem::from)
                .collect(),
            errors,
            warnings: findings.len() - errors,
            findings_left_out: findings.len().saturating_sub(MOST_FINDINGS),
        }
    }
}

impl From<convert::Finding> for ConversionItem {
    fn from(finding: convert::Finding) -> Self {
        Self {
            kind: finding.kind,
            pointer: finding.pointer,
            what: finding.what,
            instead: finding.instead,
        }
    }
}

fn source_named(name: &str) -> Result<Source, Problem> {
    let mut sources = Source::ALL.into_iter();
    sources.find(|source| source.name() == name).ok_or_else(|| {
        let names = Source::ALL.map(Source::name).join(", ");
        Problem::InvalidQuery(format!("`from` is one of {names}"))
    })
}

fn refused(error: &ConvertError) -> Problem {
    let detail = match error {
        ConvertError::TooManyBytes => return Problem::TooLarge(RECORD_BYTES),
        ConvertError::Unknown => "it is no survey of a known product: name it with `from`".to_owned(),
        error => error.to_string(),
    };
    Fault::at("", FaultKey::InvalidFile, detail).into()
}
