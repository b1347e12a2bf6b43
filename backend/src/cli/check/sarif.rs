//! Findings as a log of SARIF 2.1.0.

use super::report::Report;
use base::records::{Finding, RECORD_CODES};
use engine::{Fix, codes};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Map, Value, json};

/// How many fixes a log has as changes of lines, at most: each is made of the whole file. All are there as JSON Patch.
const MAX_EDITS: usize = 100;

/// What a path cannot hold in an address.
const NO_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

pub(super) fn log(report: &Report<'_>) -> Value {
    let known = || codes::ALL.iter().chain(codes::COMPARED).chain(RECORD_CODES);
    let rules: Vec<_> = known()
        .map(|code| {
            json!({
                "id": code.name,
                "shortDescription": {"text": code.meaning},
                "defaultConfiguration": {"level": code.severity.name()},
            })
        })
        .collect();
    let mut edits = 0;
    let results: Vec<_> = report
        .findings
        .iter()
        .map(|finding| {
            let rule = known().position(|code| *code == finding.code);
            let fix = (edits < MAX_EDITS).then(|| fix_of(finding, report)).flatten();
            edits += usize::from(fix.is_some());
            result(finding, rule, fix)
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "pulsen", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(finding: &Finding, rule: Option<usize>, fix: Option<Value>) -> Value {
    let mut place = Map::from_iter([(
        "artifactLocation".to_owned(),
        json!({"uri": address(&finding.file)}),
    )]);
    if let Some(position) = finding.position {
        let region = json!({"startLine": position.line, "startColumn": position.column});
        place.insert("region".to_owned(), region);
    }
    let mut logical = Map::from_iter([("fullyQualifiedName".to_owned(), json!(finding.pointer))]);
    if let Some(within) = &finding.within {
        logical.insert("name".to_owned(), json!(within));
    }
    json!({
        "ruleId": finding.code.name,
        "ruleIndex": rule,
        "level": finding.code.severity.name(),
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place, "logicalLocations": [logical]}],
        "fixes": Vec::from_iter(fix),
        "properties": {"params": finding.params, "fix": finding.fix.as_ref().map(Fix::patch)},
    })
}

/// Returns the change of a file's lines that mends a finding.
fn fix_of(finding: &Finding, report: &Report<'_>) -> Option<Value> {
    let edit = report.sets.iter().find_map(|records| records.edit_of(finding))?;
    let region = json!({"startLine": edit.start, "startColumn": 1, "endLine": edit.end, "endColumn": 1});
    Some(json!({
        "description": {"text": finding.fix.as_ref()?.to_string()},
        "artifactChanges": [{
            "artifactLocation": {"uri": address(&finding.file)},
            "replacements": [{"deletedRegion": region, "insertedContent": {"text": edit.text}}],
        }],
    }))
}

/// Returns a path as a reference to an address: relative, or with the scheme `file`.
fn address(path: &str) -> String {
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    // A colon in the first step would begin with a scheme.
    let first = path.split('/').next().unwrap_or_default();
    let here = if first.contains(':') { "./" } else { "" };
    format!("{scheme}{here}{}", utf8_percent_encode(path, NO_PATH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_addresses() {
        assert_eq!(address("flows/a b%.json"), "flows/a%20b%25.json");
        assert_eq!(address("/tmp/é.json"), "file:///tmp/%C3%A9.json");
        assert_eq!(address("a:b.json"), "./a:b.json");
    }
}
