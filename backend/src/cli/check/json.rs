//! Findings as one JSON object.

use super::report::Report;
use base::records::FindingItem;
use serde_json::{Value, json};

pub(super) fn document(report: &Report<'_>) -> Value {
    let findings = report.findings.iter().map(|finding| FindingItem::from(*finding));
    json!({
        "findings": findings.collect::<Vec<_>>(),
        "errors": report.errors(),
        "warnings": report.warnings(),
    })
}
