//! Findings as one JSON object.

use super::report::Report;
use base::records::Finding;
use engine::Fix;
use serde_json::{Value, json};

pub(super) fn document(report: &Report<'_>) -> Value {
    let findings: Vec<_> = report.findings.iter().map(|finding| object(finding)).collect();
    json!({
        "findings": findings,
        "errors": report.errors(),
        "warnings": report.warnings(),
    })
}

fn object(finding: &Finding) -> Value {
    json!({
        "code": finding.code.name,
        "severity": finding.code.severity.name(),
        "file": finding.file,
        "line": finding.position.map(|position| position.line),
        "column": finding.position.map(|position| position.column),
        "pointer": finding.pointer,
        "within": finding.within,
        "params": finding.params,
        "message": finding.message,
        "fix": finding.fix.as_ref().map(Fix::patch),
    })
}
