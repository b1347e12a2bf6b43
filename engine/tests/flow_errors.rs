//! Tests the errors of invalid flows: those of `fixtures/broken/refused` cannot be parsed, and those of
//! `fixtures/broken/found` can, but `check_flow` has findings.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod support;

use engine::{Flow, Severity, check_flow, native};
use serde_json::Value;
use support::{Fixture, check_each, fixtures};

#[test]
fn invalid_flows_are_rejected_with_a_pointer() {
    check_each(&fixtures("broken/refused"), |fixture| {
        let file = fixture.json();
        let (pointer, message) = (text(&file, "pointer"), text(&file, "message"));
        let is_expected = |at: &str, text: &str| at == pointer && text.contains(message);
        let document = document(fixture);
        let mut problems = Vec::new();
        match Flow::parse(&document, native()) {
            Ok(_) => problems.push("is accepted".to_owned()),
            Err(error) if is_expected(&error.pointer, &error.message) => {}
            Err(error) => problems.push(format!("expected {pointer}: {message}, got {error}")),
        }
        let findings = check_flow(&document, native());
        let is_found = |finding: &engine::Finding| is_expected(&finding.pointer, &finding.message);
        if !findings
            .iter()
            .any(|finding| finding.severity == Severity::Error && is_found(finding))
        {
            problems.push(format!("`check_flow` does not find it: {findings:?}"));
        }
        problems
    });
}

#[test]
fn check_flow_returns_exactly_the_expected_findings() {
    check_each(&fixtures("broken/found"), |fixture| {
        let file = fixture.json();
        let mut expected: Vec<&Value> = file["findings"].as_array().expect("a list").iter().collect();
        let mut problems = Vec::new();
        for finding in check_flow(&document(fixture), native()) {
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            let known = expected.iter().position(|expected| {
                text(expected, "severity") == severity
                    && text(expected, "pointer") == finding.pointer
                    && finding.message.contains(text(expected, "message"))
            });
            match known {
                Some(at) => drop(expected.remove(at)),
                None => problems.push(format!(
                    "unexpected {severity}: {}: {}",
                    finding.pointer, finding.message
                )),
            }
        }
        problems.extend(expected.iter().map(|expected| format!("not found: {expected}")));
        problems
    });
}

/// Returns the flow's text. A fixture contains it as a string if it is not valid JSON.
fn document(fixture: &Fixture) -> String {
    match &fixture.json()["flow"] {
        Value::String(text) => text.clone(),
        flow => flow.to_string(),
    }
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("`{field}` must be a text"))
}
