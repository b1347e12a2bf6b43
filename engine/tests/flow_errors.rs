//! Tests the errors of invalid flows: those of `fixtures/broken/refused` cannot be parsed, those of
//! `fixtures/broken/found` can, but `check_flow` has findings, and the texts of `fixtures/broken/text` are not JSON.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod support;

use engine::{Flow, JsonFault, Position, Severity, check_flow, check_json, native};
use serde_json::Value;
use support::{Fixture, check_each, fixtures};

#[test]
fn invalid_flows_are_rejected_with_a_pointer() {
    check_each(&fixtures("broken/refused"), |fixture| {
        let file = fixture.json();
        let (pointer, message) = (text(&file, "pointer"), text(&file, "message"));
        let code = text(&file, "code");
        let is_expected =
            |found: &str, at: &str, text: &str| found == code && at == pointer && text.contains(message);
        let document = document(fixture);
        let mut problems = Vec::new();
        match Flow::parse(&document, native()) {
            Ok(_) => problems.push("is accepted".to_owned()),
            // The parser stops at text that is not JSON without knowing it; `check_flow` looks for that first.
            Err(error) if code == "not-json" && error.message.contains(message) => {}
            Err(error) if is_expected(error.code.name, &error.pointer, &error.message) => {}
            Err(error) => problems.push(format!("expected {code} {pointer}: {message}, got {error:?}")),
        }
        let findings = check_flow(&document, native());
        let is_found =
            |finding: &engine::Finding| is_expected(finding.code.name, &finding.pointer, &finding.message);
        if !findings
            .iter()
            .any(|finding| finding.code.severity == Severity::Error && is_found(finding))
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
            let severity = finding.code.severity.name();
            let known = expected.iter().position(|expected| {
                text(expected, "code") == finding.code.name
                    && text(expected, "severity") == severity
                    && text(expected, "pointer") == finding.pointer
                    && finding.message.contains(text(expected, "message"))
                    && is_position(expected, finding.position)
                    && expected
                        .get("within")
                        .is_none_or(|within| within.as_str() == finding.within.as_deref())
            });
            match known {
                Some(at) => drop(expected.remove(at)),
                None => problems.push(format!("unexpected {severity}: {finding:?}")),
            }
        }
        problems.extend(expected.iter().map(|expected| format!("not found: {expected}")));
        problems
    });
}

#[test]
fn every_fault_of_a_text_is_found_at_its_place() {
    check_each(&fixtures("broken/text"), |fixture| {
        let file = fixture.json();
        let found = check_json(text(&file, "text"));
        let expected = file["findings"].as_array().expect("a list");
        let is_expected = |(fault, expected): (&JsonFault, &Value)| {
            fault.pointer == text(expected, "pointer")
                && fault.message.contains(text(expected, "message"))
                && is_position(expected, fault.position)
        };
        let is_right = found.len() == expected.len() && found.iter().zip(expected).all(is_expected);
        let findings = check_flow(text(&file, "text"), native());
        let is_the_same = found
            .iter()
            .map(|fault| (fault.position, &fault.message))
            .eq(findings
                .iter()
                .map(|finding| (finding.position, &finding.message)));
        let mut problems = Vec::new();
        if !is_right {
            problems.push(format!("found {found:#?}"));
        }
        if !is_the_same {
            problems.push(format!("`check_flow` finds {findings:?}"));
        }
        problems
    });
}

/// Tells whether a position is as expected, where a position is expected.
fn is_position(expected: &Value, position: Position) -> bool {
    let is = |field: &str, number: u32| expected.get(field).is_none_or(|expected| *expected == number);
    is("line", position.line) && is("column", position.column)
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
