//! Input of strangers: no survey makes the conversion panic, and every flow that it writes passes the check.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use convert::{ConvertError, MAX_BYTES, Source, convert};
use engine::{Severity, check_flow, native};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Converts as each product, and checks every flow.
fn check(survey: &[u8]) {
    for source in Source::ALL {
        if let Ok(conversion) = convert(survey, Some(source), "survey") {
            let flow = conversion.flow.to_string();
            let findings = check_flow(&flow, native());
            let error = findings
                .iter()
                .find(|finding| finding.code.severity == Severity::Error);
            assert_eq!(error, None, "{source:?} {}", String::from_utf8_lossy(survey));
            assert!(conversion.report.mapped <= conversion.report.questions);
        }
    }
}

/// The surveys of all products that the fixtures have.
static SURVEYS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = Source::ALL.map(|source| folder.join(source.name()));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let is_survey = |name: &str| name.ends_with(".json") && !name.ends_with(".flow.json");
    let surveys = paths.iter().filter(|path| is_survey(&path.to_string_lossy()));
    surveys
        .map(|path| serde_json::from_slice(&fs::read(path).unwrap()).unwrap())
        .collect()
});

/// Visits every value, the inner ones last.
fn each_value<'v>(value: &'v mut Value, visit: &mut dyn FnMut(&mut Value)) {
    visit(value);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each_value(item, visit)),
        Value::Object(members) => members.values_mut().for_each(|member| each_value(member, visit)),
        _ => {}
    }
}

fn odd_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[], {}, null, 1])),
        Just(json!({"value": {"value": []}})),
        any::<bool>().prop_map(Value::from),
        prop_oneof![Just(0.0), Just(-1.0), Just(0.3), Just(1e18), Just(101.5)].prop_map(Value::from),
        "[a-c{}$:.|#=<> ']{0,8}".prop_map(Value::from),
        Just(json!("{{x}} {kind} ${kind} #recall:name/fallback:}}#")),
        Just(json!("{kind} = 'new' and ({age} > 3 or not({name} = 'x'))")),
        Just(json!("\u{E000}a\u{E001}b")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    /// Parts of surveys replaced by other values, and by parts of other surveys.
    #[test]
    fn converts_changed_surveys(
        survey in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), odd_value()), 1..6),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..4),
    ) {
        let mut survey = survey.get(&SURVEYS).clone();
        let mut count = 0;
        each_value(&mut survey, &mut |_| count += 1);
        let mut parts = Vec::new();
        each_value(&mut survey, &mut |value| parts.push(value.clone()));
        let mut replace = |at: usize, by: Value| {
            let mut position = 0;
            let mut by = Some(by);
            each_value(&mut survey, &mut |value| {
                if position == at && let Some(by) = by.take() {
                    *value = by;
                }
                position += 1;
            });
        };
        for (at, value) in changes {
            replace(at.index(count), value);
        }
        for (at, part) in moves {
            replace(at.index(count), part.get(&parts).clone());
        }
        check(survey.to_string().as_bytes());
        check(&support::workbook(&survey));
    }

    /// A workbook of which some bytes are others.
    #[test]
    fn reads_broken_workbooks(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5)) {
        let survey = SURVEYS.iter().find(|survey| survey.get("choices").is_some_and(Value::is_array)).unwrap();
        let mut workbook = support::workbook(survey);
        for (at, byte) in changes {
            let at = at.index(workbook.len());
            workbook[at] = byte;
        }
        check(&workbook);
    }

    #[test]
    fn reads_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes);
    }
}

#[test]
fn refuses_what_is_too_large_deep_or_no_survey() {
    let is = |survey: &str, expected: &str| {
        let error = convert(survey.as_bytes(), None, "survey")
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{error}");
    };
    is("[1, 2", "is not JSON");
    is("{\"pages\": []}", "is no survey of a known product");
    is(&"[".repeat(100_000), "is not JSON");
    let large = vec![b' '; MAX_BYTES + 1];
    assert!(matches!(
        convert(&large, None, "survey"),
        Err(ConvertError::TooManyBytes)
    ));
    let questions: Vec<Value> = (0..12_000)
        .map(|n| json!({"type": "text", "name": format!("q{n}")}))
        .collect();
    is(
        &json!({"elements": questions}).to_string(),
        "at most 2000 pages and 10000 elements",
    );
    let choices: Vec<Value> = (0..900).map(Value::from).collect();
    let many: Vec<Value> = (0..60)
        .map(|n| json!({"type": "radiogroup", "name": format!("q{n}"), "choices": choices}))
        .collect();
    is(&json!({"elements": many}).to_string(), "at most 50000 options");
    let page =
        |n: usize| json!({"visibleIf": "{a} = 1", "elements": [{"type": "text", "name": format!("q{n}")}]});
    let first = json!({"elements": [{"type": "radiogroup", "name": "a", "choices": [1]}]});
    let pages: Vec<Value> = std::iter::once(first).chain((0..1_000).map(page)).collect();
    is(
        &json!({"pages": pages}).to_string(),
        "more transitions than a flow may have",
    );
}

#[test]
fn keeps_no_more_scores_and_points_than_a_flow_may_have() {
    let add = |variable: &str, points: f64| {
        json!({
            "action": "add",
            "details": {"target": {"value": variable}, "value": {"type": "constant", "value": points}},
            "condition": {"op": "is", "vars": [{"type": "field", "value": "a"}, {"type": "choice", "value": "x"}]},
        })
    };
    let mut actions: Vec<Value> = (0..30).map(|n| add(&format!("v{n}"), 1.0)).collect();
    actions.extend([add("large", 6e5), add("large", 6e5)]);
    let choices: Vec<Value> = ["x", "y"].map(|key| json!({"ref": key, "label": key})).into();
    let form = json!({
        "fields": [{"ref": "a", "type": "dropdown", "title": "A", "properties": {"choices": choices}}],
        "logic": [{"ref": "a", "actions": actions}],
    });
    check(form.to_string().as_bytes());
    let conversion = convert(form.to_string().as_bytes(), None, "survey").unwrap();
    assert_eq!(conversion.flow["scores"].as_array().map(Vec::len), Some(20));
    let is_lost = |what: &str| {
        conversion
            .report
            .findings
            .iter()
            .any(|finding| finding.what == what)
    };
    assert!(is_lost("the variable `large`") && is_lost("the variable `v9`"));
}

#[test]
fn refuses_workbooks_that_are_too_large() {
    let row = |row: usize| json!([format!("text {}", "x".repeat(4_000)), format!("q{row}")]);
    let rows: Vec<Value> = std::iter::once(json!(["type", "name"]))
        .chain((0..20_000).map(row))
        .collect();
    let workbook = support::workbook(&json!({"survey": rows}));
    assert!(workbook.len() < MAX_BYTES);
    let error = convert(&workbook, None, "survey").unwrap_err().to_string();
    assert!(error.contains("bytes when it is unpacked"), "{error}");
    let error = convert(b"text", Some(Source::XlsForm), "survey")
        .unwrap_err()
        .to_string();
    assert!(error.contains("is no workbook"), "{error}");
}
