//! A finding as JSON: what `pulsen check --format json` prints and `POST /v1/staff/check` returns (docs/check.md#formats).

use super::Finding;
use engine::Fix;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Something that is wrong, or odd, in a record.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RecordFinding)]
pub struct FindingItem {
    /// What kind of thing was found.
    code: &'static str,
    /// `error`, or `warning`, which keeps nothing from being stored.
    severity: &'static str,
    /// The file's name.
    file: String,
    /// Of the text, from 1; null where there is none.
    #[schema(required = true)]
    line: Option<u32>,
    /// In characters, from 1; null where there is no text.
    #[schema(required = true)]
    column: Option<u32>,
    /// JSON pointer (RFC 6901); empty for the whole record.
    pointer: String,
    /// What of a flow that is, for people.
    #[schema(required = true)]
    within: Option<String>,
    /// What the message names.
    params: BTreeMap<&'static str, String>,
    /// What is wrong there, and what to do about it.
    message: String,
    /// A JSON Patch (RFC 6902) that mends it; null where that is not certain.
    #[schema(value_type = Option<Vec<Object>>, required = true)]
    fix: Option<Value>,
}

impl From<&Finding> for FindingItem {
    fn from(finding: &Finding) -> Self {
        Self {
            code: finding.code.name,
            severity: finding.code.severity.name(),
            file: finding.file.clone(),
            line: finding.position.map(|position| position.line),
            column: finding.position.map(|position| position.column),
            pointer: finding.pointer.clone(),
            within: finding.within.clone(),
            params: finding
                .params
                .iter()
                .map(|(name, value)| (*name, value.clone()))
                .collect(),
            message: finding.message.clone(),
            fix: finding.fix.as_ref().map(Fix::patch),
        }
    }
}
