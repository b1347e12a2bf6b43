//! Runs every conversation of `fixtures/conversations`.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod support;

use engine::conversation::Conversation;
use support::{Fixture, check_each, fixtures};

#[test]
fn conversations_have_the_expected_views_and_effects() {
    check_each(&fixtures("conversations"), differences);
}

#[test]
fn shared_flows_have_no_errors() {
    let mut report = Vec::new();
    for flow in fixtures("flows") {
        for finding in engine::check_flow(&flow.text, engine::native()) {
            if finding.code.severity == engine::Severity::Error {
                report.push(format!("{}: {}: {}", flow.name, finding.pointer, finding.message));
            }
        }
    }
    assert!(report.is_empty(), "{}", report.join("\n"));
}

fn differences(fixture: &Fixture) -> Vec<String> {
    match Conversation::parse(&fixture.text, |path| fixture.load_flow(path)) {
        Ok(conversation) => conversation.verify().err().unwrap_or_default(),
        Err(error) => vec![error.to_string()],
    }
}
