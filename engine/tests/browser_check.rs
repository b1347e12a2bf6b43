//! The check in the browser finds what the native one finds: in every flow of the repository and in random ones, broken and
//! not. `make test-check` builds the WebAssembly and runs this.
#![cfg(feature = "native")]
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod browser;
#[allow(dead_code, reason = "the properties use the rest")]
mod random;
#[allow(dead_code, unused_imports, reason = "the random flows use a part")]
mod reference;
mod support;

use engine::{Finding, Fix, check_flow, native};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use random::flow::flows;
use random::question::Triggers;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use support::fixtures;

const RANDOM_FLOWS: usize = 3_000;

#[test]
#[ignore = "needs the WebAssembly"]
fn every_flow_of_the_repository_has_the_same_findings() {
    let mut texts = Vec::new();
    for folder in ["broken", "conversations", "flows", "submissions"] {
        for fixture in fixtures(folder) {
            collect_flows(&fixture.json(), &mut texts);
            texts.push(fixture.text);
        }
    }
    for folder in ["backtracking", "patterns"] {
        for fixture in fixtures(folder) {
            collect_patterns(&fixture.json(), &mut texts);
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    collect_files(&root.join("../examples"), &mut texts);
    let found = fs::read_to_string(root.join("fuzz/found/flow_parse.json")).expect("a list");
    let found: Vec<String> = serde_json::from_str(&found).expect("a list of texts");
    texts.extend(found);
    assert!(texts.len() > 1_000, "only {} texts", texts.len());
    compare(&texts);
}

#[test]
#[ignore = "needs the WebAssembly"]
fn random_flows_have_the_same_findings() {
    let mut runner = TestRunner::deterministic();
    let changes = vec(any::<[u8; 4]>(), 0..4);
    let flows = (flows(6, Triggers::Any), changes, any::<Option<[u8; 3]>>());
    let mut texts = Vec::new();
    for _ in 0..RANDOM_FLOWS {
        let (mut flow, changes, typing_error) = flows.new_tree(&mut runner).expect("a flow").current();
        for change in changes {
            break_value(&mut flow, change);
        }
        let text = serde_json::to_string_pretty(&flow).expect("a flow is JSON");
        texts.push(match typing_error {
            Some(error) => break_text(&text, error),
            None => text,
        });
    }
    compare(&texts);
}

/// Compares the findings of both checks, which come in the same order.
fn compare(texts: &[String]) {
    let in_browser = browser::findings(texts);
    assert_eq!(in_browser.len(), texts.len());
    let mut number = 0;
    for (text, in_browser) in texts.iter().zip(in_browser) {
        let expected: Vec<Value> = check_flow(text, native()).into_iter().map(written).collect();
        number += expected.len();
        assert_eq!(in_browser, Value::from(expected), "in {text}");
    }
    assert!(number > texts.len() / 2, "only {number} findings");
}

/// Returns a finding as `pulsen check --format json` writes it.
fn written(finding: Finding) -> Value {
    let Finding {
        code,
        pointer,
        position,
        within,
        params,
        message,
        fix,
    } = finding;
    json!({
        "code": code.name,
        "severity": code.severity.name(),
        "line": position.line,
        "column": position.column,
        "pointer": pointer,
        "within": within,
        "params": params,
        "message": message,
        "fix": fix.as_ref().map(Fix::patch),
    })
}

/// Adds the flows within a fixture, and texts that are to be one.
fn collect_flows(value: &Value, texts: &mut Vec<String>) {
    if value["states"].is_array() {
        texts.push(value.to_string());
    }
    match value {
        Value::Object(members) => {
            texts.extend(members.get("text").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|value| collect_flows(value, texts));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_flows(value, texts)),
        _ => {}
    }
}

/// Adds a flow for each text of a fixture, as the pattern of a rule.
fn collect_patterns(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(pattern) => texts.push(
            json!({"id": "f", "states": [{"id": "s", "elements": [
                {"id": "e", "type": "question", "question": {"id": "q", "style": "text", "body": "What?"}}]}],
                "transitions": [{"fromStateId": "s", "rules": [
                    {"elementId": "e", "operator": "regex", "value": pattern}]}]})
            .to_string(),
        ),
        Value::Object(members) => members.values().for_each(|value| collect_patterns(value, texts)),
        Value::Array(values) => values.iter().for_each(|value| collect_patterns(value, texts)),
        _ => {}
    }
}

/// Adds the JSON files of a folder.
fn collect_files(folder: &Path, texts: &mut Vec<String>) {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect_files(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            texts.push(fs::read_to_string(path).expect("a text"));
        }
    }
}

/// Values that are wrong in most places, and letters whose case is not that of ASCII.
fn odd_values() -> [Value; 10] {
    [
        json!(null),
        json!(-1.5),
        json!(1e300),
        json!(""),
        json!("İstanbul ΣΑΣ straße, e-mail?"),
        json!("{{open"),
        json!("{{q0}} and {{q1|you}}"),
        json!("[k-σ]*(a|ſ)*"),
        json!({"en": "How was the whole day?", "tr": "How was the whole day?"}),
        json!([{"code": "no-language", "reason": " "}]),
    ]
}

/// Puts another value in the place of one, removes it, or gives it another name.
fn break_value(flow: &mut Value, [high, low, at, how]: [u8; 4]) {
    let mut pointers = Vec::new();
    collect_objects(flow, "", &mut pointers);
    let pointer = &pointers[(usize::from(high) * 256 + usize::from(low)) % pointers.len()];
    let Some(Value::Object(members)) = flow.pointer_mut(pointer) else {
        return;
    };
    let names: Vec<String> = members.keys().cloned().collect();
    let Some(name) = names.get(usize::from(at) % names.len().max(1)) else {
        return;
    };
    let odd = odd_values();
    match usize::from(how) % (odd.len() + 2) {
        0 => drop(members.remove(name)),
        1 => {
            let member = members.remove(name).unwrap_or_default();
            members.insert(format!("{name}~/é"), member);
        }
        how => drop(members.insert(name.clone(), odd[how - 2].clone())),
    }
}

/// Adds the JSON pointers of a value's objects.
fn collect_objects(value: &Value, pointer: &str, pointers: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            pointers.push(pointer.to_owned());
            for (name, value) in members {
                collect_objects(value, &format!("{pointer}/{name}"), pointers);
            }
        }
        Value::Array(values) => {
            for (at, value) in values.iter().enumerate() {
                collect_objects(value, &format!("{pointer}/{at}"), pointers);
            }
        }
        _ => {}
    }
}

/// Puts a character into a text, or takes one out.
fn break_text(text: &str, [high, low, how]: [u8; 3]) -> String {
    const CHARACTERS: [char; 10] = ['"', ',', '}', '[', '\\', '\'', '#', 'é', '“', '\u{1}'];
    let mut characters: Vec<char> = text.chars().collect();
    let at = (usize::from(high) * 256 + usize::from(low)) % characters.len();
    match CHARACTERS.get(usize::from(how) % 16) {
        Some(character) => characters.insert(at, *character),
        None => drop(characters.remove(at)),
    }
    characters.into_iter().collect()
}
