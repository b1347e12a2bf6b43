//! What is said about flows that are wrong: `fixtures/broken/refused` cannot be read at all, `fixtures/broken/found`
//! can, but `pulsen check` has something to say.
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
fn broken_flows_are_refused_with_their_place() {
    check_each(&fixtures("broken/refused"), |fixture| {
        let file = fixture.json();
        let (pointer, message) = (text(&file, "pointer"), text(&file, "message"));
        let is_meant = |at: &str, says: &str| at == pointer && says.contains(message);
        let document = document(fixture);
        let mut problems = Vec::new();
        match Flow::parse(&document, native()) {
            Ok(_) => problems.push("is accepted".to_owned()),
            Err(error) if is_meant(&error.pointer, &error.message) => {}
            Err(error) => problems.push(format!("expected {pointer}: {message}, got {error}")),
        }
        let findings = check_flow(&document, native());
        let is_found = |finding: &engine::Finding| is_meant(&finding.pointer, &finding.message);
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
fn checks_find_all_that_is_wrong_and_nothing_else() {
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

/// The flow's text; a file holds it as text where it is not JSON, or not only.
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
